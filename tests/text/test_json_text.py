"""The grammar of JSON: the same texts as Python's own strict reader, the place of an error, and no trap in depth."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.text.document import readable
from memdesk.text.json_text import MOST_NESTED, NotJson, check_ends, end_of_value, line_and_column, past_blank
from tests.text.json_texts import VALUES, records


def fault(text: str) -> NotJson | None:
    try:
        check_ends(text, end_of_value(text, past_blank(text, 0)))
    except NotJson as error:
        return error
    return None


def python_takes(text: str) -> bool:
    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        json.loads(readable(text), parse_constant=refuse)
    except ValueError:
        return False
    return True


@st.composite
def broken(draw: st.DrawFn) -> str:
    """A record with a few characters dropped, doubled or put in."""
    text = draw(records() | st.sampled_from(VALUES))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + draw(st.sampled_from(["", ",", '"', "\\", "}", "u12", "\n", "0", "-", ".", "e"]))
            + text[at + draw(st.integers(0, 1)) :]
        )
    return text


@given(broken())
@example("NaN")
@example("-Infinity")
@example("01")
@example("1.")
@example("\u00a0{}")
@example('{"a":1}\x0c')
def test_what_is_json_is_json_to_python(text: str) -> None:
    is_marked = text.startswith("\ufeff")  # Python refuses a mark by another rule, before it reads
    assert (fault(text) is None) == (not is_marked and python_takes(text))


@given(broken())
def test_an_error_lies_in_the_text(text: str) -> None:
    error = fault(text)
    if error is not None:
        assert 0 <= error.position <= len(text)
        line, column = line_and_column(text, error.position)
        assert line == text[: error.position].count("\n") + 1
        assert 1 <= column <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("", 0, "unexpected end of JSON input"),
        ('{"a"', 4, "unexpected end of JSON input"),
        ("{not", 1, "invalid character 'n' looking for beginning of object key string"),
        ('{"a" 1}', 5, "invalid character '1' after object key"),
        ('{"a":}', 5, "invalid character '}' looking for beginning of value"),
        ('{"a":1 "b":2}', 7, "invalid character '\"' after object key:value pair"),
        ("[1 2]", 3, "invalid character '2' after array element"),
        ('{"a":1,}', 7, "invalid character '}' looking for beginning of object key string"),
        ('{"a":"\n"}', 6, "invalid character '\\n' in string literal"),
        ('{"a":"\\q"}', 7, "invalid character 'q' in string escape code"),
        ('{"a":"\\u12"}', 10, "invalid character '\"' in \\u hexadecimal character escape"),
        ("{} x", 3, "invalid character 'x' after top-level value"),
        ("\ufeff{}", 0, "invalid character 'ï' looking for beginning of value"),
    ],
)
def test_an_error_says_what_stands_where(text: str, position: int, words: str) -> None:
    error = fault(text)
    assert error is not None
    assert (error.position, str(error)) == (position, words)


def test_depth_and_length_are_no_danger() -> None:
    assert fault("[" * MOST_NESTED + "]" * MOST_NESTED) is None
    too_deep = fault("[" * (MOST_NESTED + 1))
    assert too_deep is not None
    assert "depth" in str(too_deep)
    assert fault('"' + "\\n" * 500_000 + '"') is None
