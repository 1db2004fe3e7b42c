"""What a JSON string says, where it says it, and that only what is changed is written anew."""

from __future__ import annotations

import json

from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.text.document import canonical, readable
from memdesk.text.edits import Span, apply_all
from memdesk.text.json_string import JsonString, read_string, string_edits, write_string
from tests.text.json_texts import STRINGS, said_texts

PAIR = "\\ud83d"


def written() -> st.SearchStrategy[str]:
    """What may stand between the quotes of a string."""
    inner = [string[1:-1] for string in STRINGS]
    return st.lists(st.sampled_from([*inner, PAIR, "\\ude00", "x"]), max_size=4).map("".join)


@given(written())
def test_a_string_says_what_it_says_to_python(raw: str) -> None:
    by_python = json.loads(f'"{readable(raw)}"')
    lone = "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in by_python)
    assert readable(read_string(raw).text) == lone


@given(said_texts())
def test_what_is_written_says_the_same(text: str) -> None:
    raw = write_string(text)
    assert raw.startswith('"')
    assert raw.endswith('"')
    assert read_string(raw[1:-1]).text == text
    assert not set(raw) & set("<>&\u2028\u2029\n\r\x00")


@given(written())
def test_every_character_is_found_where_it_is_written(raw: str) -> None:
    string = read_string(raw)
    starts = [string.raw_at(position) for position in range(len(string.text) + 1)]
    assert starts == sorted(set(starts))
    assert starts[0] == 0
    assert starts[-1] == len(raw)
    for start, end, character in zip(starts[:-1], starts[1:], string.text, strict=True):
        assert read_string(raw[start:end]).text == character
    assert_runs(string)


def assert_runs(string: JsonString) -> None:
    runs = list(string.runs())
    assert "".join(run.text for run in runs) == string.text
    assert "".join(run.raw.of(string.raw) for run in runs) == string.raw
    assert all(run.is_escape or run.raw.of(string.raw) == run.text for run in runs)


@given(written(), said_texts() | written().map(lambda raw: read_string(raw).text))
@example(f"{PAIR}x\\ude00", "\ufffd\ufffd")
@example("\udcc3x\udca9", "\udcc3\udca9")
def test_a_string_is_made_to_say_something_else(raw: str, text: str) -> None:
    whole = f'{{"a":"{raw}"}}'
    inside = Span(6, 6 + len(raw))
    after = apply_all(whole, string_edits(whole, inside, text))
    assert after.startswith(whole[:6])
    assert after.endswith('"}')
    assert canonical(read_string(after[6:-2]).text) == canonical(text)


def test_what_is_said_alike_keeps_how_it_is_written() -> None:
    whole = '{"a":"- tea \\u0026 \\/ rye\\u000a- caf\\u00e9\\n"}'
    text = read_string(whole[6:-2]).text
    [edit] = string_edits(whole, Span(6, len(whole) - 2), text.replace("rye", "corn & <b>"))
    assert (edit.old, edit.new) == ("rye", "corn \\u0026 \\u003cb\\u003e")
    [edit] = string_edits(whole, Span(6, len(whole) - 2), text + "- new\n")
    assert (edit.old, edit.new) == ("", "- new\\n")
    assert string_edits(whole, Span(6, len(whole) - 2), text) == ()
