"""TOML in place: every value is found where it stands, and set without touching another byte."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.text.edits import apply_all
from memdesk.text.toml_values import read_toml, said_by, toml_tables, value_edit

LINES = (
    "# a comment",
    "",
    "   ",
    'a = "text"  # why',
    "a.b = 1",
    '"quoted # key" = true',
    "c = [1, 2, # two\n  3,\n]",
    "d = { x = 1, y = 'two' }",
    'e = """\nlines\n# not a comment\n"""  # yes',
    "f = '''it's'''",
    "g = 2026-06-01 07:30:00",
    "h = 1_000.5",
    "i = -inf",
    'j = "a \\" b # c"',
    "[t]",
    "[t.u]  # deep",
    '["odd . name"]',
    "[[many]]",
    "broken",
    "k = ",
    "\r",
)


@st.composite
def hostile_toml(draw: st.DrawFn) -> str:
    text = "".join(line + "\n" for line in draw(st.lists(st.sampled_from(LINES), max_size=8)))
    return draw(st.sampled_from((text, text.replace("\n", "\r\n"), text.removesuffix("\n"), "\ufeff" + text)))


@given(hostile_toml(), st.data())
def test_tables_cover_the_text_and_one_value_is_set_alone(text: str, data: st.DataObject) -> None:
    tables = toml_tables(text)
    if not tables:
        return
    assert "".join(table.span.of(text) for table in tables) == text
    values = [value for table in tables for value in table.values]
    for table in tables:
        spans = [table.heading, *(value.lines for value in table.values)]
        assert all(before.end <= after.start for before, after in pairwise(spans))
    editable = [value for value in values if said_by(value.value) is not None]
    if not editable:
        return
    value = data.draw(st.sampled_from(editable))
    said = data.draw(
        st.sampled_from(["x", "", 'a "b" \\ c', "true", "2", "2.5", "2026-01-01", "\x7f\n\t", "🎉"])
    )
    try:
        edit = value_edit(text, value, said)
    except Refused:
        assert not isinstance(value.value, str)
        return
    after = apply_all(text, (edit,))
    assert after.startswith(text[: value.written.start])
    assert after.endswith(text[value.written.end :])
    assert tomllib.loads(after)


def test_values_with_their_tables() -> None:
    text = '# mine\ntop = 1\n\n[a.b] # here\nx = "y" # why\nl = [\n  1,\n]\n\n[c]\n'
    first, second, third = toml_tables(text)
    assert (first.name, second.name, third.name) == ("", "a.b", "c")
    assert second.heading.of(text) == "[a.b] # here\n"
    assert [(value.name, value.written.of(text), value.value) for value in second.values] == [
        ("x", '"y"', "y"),
        ("l", "[\n  1,\n]", [1]),
    ]
    edit = value_edit(text, second.values[0], "z")
    assert apply_all(text, (edit,)) == text.replace('"y"', '"z"')


@pytest.mark.parametrize(
    ("raw", "said"),
    [("true", "maybe"), ("1", "1.5"), ("1.5", "x"), ("2026-06-01", "today"), ("1", "2\ny = 3")],
)
def test_another_kind_of_value_is_refused(raw: str, said: str) -> None:
    text = f"k = {raw}\n"
    [table] = toml_tables(text)
    with pytest.raises(Refused, match="is not"):
        value_edit(text, table.values[0], said)


@pytest.mark.parametrize(
    "text", ["[[many]]\na = 1\n", "a\n", "a = 1\na = 2\n", "\ufeffa = 1\n", "", "a = " + "[" * 3000]
)
def test_what_cannot_be_told_apart_has_no_tables(text: str) -> None:
    assert toml_tables(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 80_000 + " = 1\n",
        "[a" + ".a" * 80_000 + "]\n",
        "x = {a" + ".a" * 80_000 + " = 1}\n",
        "".join(f"a{number}" + ".a" * 199 + " = 1\n" for number in range(2_500)),
    ],
)
def test_a_key_that_would_take_gigabytes_is_not_read(text: str) -> None:
    assert toml_tables(text) == ()
    with pytest.raises(ValueError, match="dots"):
        read_toml(text)


def test_what_is_nested_too_deeply_is_no_toml() -> None:
    with pytest.raises(ValueError, match="nested"):
        read_toml("x = " + "[" * 100_000)


@pytest.mark.parametrize(
    "text",
    ["# " + "." * 300 + "\n", 'x = "' + "One thing. " * 300 + '"\n', "x = [" + "1.5, " * 300 + "]\n"],
)
def test_a_line_may_have_dots_that_part_no_key(text: str) -> None:
    assert toml_tables(text)
    read_toml(text)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a" + ".a" * 1_900 + " = 1\nb = 2\n", ("a",) * 1_901),
        ("x = {a" + ".a" * 1_900 + " = 1}\nb = 2\n", ("x",)),
    ],
    ids=["dotted", "inline"],
)
def test_keys_that_lead_very_deeply_are_told_apart_as_they_are_or_not_at_all(
    text: str, first: Sequence[str]
) -> None:
    """How deep two tables can be compared is another for each version of the interpreter."""
    tables = toml_tables(text)
    assert [value.path for table in tables for value in table.values] in ([], [first, ("b",)])


def test_a_value_beside_a_deep_one_is_changed_or_refused() -> None:
    """Which of both depends on how deep the program stands by then."""
    texts = ("x = {a" + ".a" * depth + " = 1}\nb = 2\n" for depth in range(800, 1_000))
    told_apart = [(text, table) for text in texts for table in toml_tables(text)]
    assert told_apart
    for text, table in told_apart:
        with suppress(Refused):
            assert value_edit(text, table.values[1], "3").new == "3"
