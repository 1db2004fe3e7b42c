"""Changes to sections leave every byte alone that nobody asked to change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.text.document import line_content, split_lines, trim
from memdesk.text.edits import apply_all
from memdesk.text.section_edits import (
    insert_section,
    merge_sections,
    move_section,
    remove_section,
    rename_section,
    section_edits,
    set_body,
)
from memdesk.text.sections import parse_sections
from tests.text.strategies import closed_texts, texts_with_sections

ALLOWED = ["A", "B", "New"]
TEXT = "# T\n\n## A\na\n\n## B\n\n## C\nc"

bodies = st.sampled_from(
    ["", " \n", "x", "x\ny\n", "  x", "a", "```\n## A\n```", "- one\r\n- two", "é\udc80"]
)
updates = st.dictionaries(st.sampled_from(ALLOWED), bodies, max_size=3)


def read(text: str) -> list[tuple[str, str]]:
    return [(section.heading, section.text(text)) for section in parse_sections(text).sections]


def raw(text: str) -> list[str]:
    parsed = parse_sections(text)
    return [parsed.preamble.of(text), *(section.span.of(text) for section in parsed.sections)]


def expected(text: str, updates: dict[str, str]) -> list[tuple[str, str]]:
    """What the page says the merge reads as."""
    before, waiting = read(text), dict(updates)
    after = [
        (heading, trim(waiting.pop(heading)) if heading in waiting else body) for heading, body in before
    ]
    known = {heading for heading, _ in before}
    return after + [(heading, trim(updates.get(heading, ""))) for heading in ALLOWED if heading not in known]


@given(closed_texts, updates)
def test_a_merge_reads_as_the_page_says(text: str, updates: dict[str, str]) -> None:
    assert read(merge_sections(text, updates, ALLOWED)) == expected(text, updates)


@given(closed_texts, updates)
def test_a_merge_is_done_once(text: str, updates: dict[str, str]) -> None:
    merged = merge_sections(text, updates, ALLOWED)

    assert section_edits(merged, updates, ALLOWED) == ()


@given(closed_texts, updates)
def test_sections_without_an_update_keep_their_bytes(text: str, updates: dict[str, str]) -> None:
    merged = merge_sections(text, updates, ALLOWED)
    parsed = parse_sections(text)
    touched = {heading for heading in updates if parsed.find(heading)}

    assert merged.startswith(parsed.preamble.of(text))
    pairs = list(zip(parsed.sections, parse_sections(merged).sections, strict=False))
    for old, new in pairs[:-1]:
        if (old.heading in touched and old.occurrence == 0) or new.span.end == len(merged):
            continue
        assert old.span.of(text) == new.span.of(merged)


@given(closed_texts, updates)
def test_line_ends_and_blank_lines_around_a_body_stay(text: str, updates: dict[str, str]) -> None:
    merged = merge_sections(text, updates, list(updates))
    for old in parse_sections(text).sections:
        new = parse_sections(merged).find(old.heading, old.occurrence)
        assert new is not None
        headings = [split_lines(span.of(whole))[0] for span, whole in ((old.span, text), (new.span, merged))]
        assert line_content(headings[0]) == line_content(headings[1])
        if old.text(text) and new.text(merged):
            assert text[old.raw.start : old.body.start] == merged[new.raw.start : new.body.start]


@given(closed_texts)
def test_what_a_section_says_already_changes_nothing(text: str) -> None:
    parsed = parse_sections(text)
    same = {section.heading: section.text(text) for section in reversed(parsed.sections)}

    assert section_edits(text, same, list(same)) == ()


def test_an_edit_is_as_small_as_the_change() -> None:
    text = "## A\none two three\n"
    (edit,) = section_edits(text, {"A": "one 2 three"}, ["A"])

    assert (edit.start, edit.old, edit.new) == (9, "two", "2")


@pytest.mark.parametrize(
    ("existing", "updates", "merged"),
    [
        ("", {}, "## A\n\n## B\n"),
        ("", {"B": "b"}, "## A\n\n## B\nb\n"),
        ("\ufeff", {}, "\ufeff## A\n\n## B\n"),
        (" \n\n", {}, " \n\n## A\n\n## B\n"),
        ("intro", {}, "intro\n\n## A\n\n## B\n"),
        ("intro\r\n", {"A": "a"}, "intro\r\n\r\n## A\r\na\r\n\r\n## B\r\n"),
        ("## A", {"A": "a"}, "## A\na\n\n## B\n"),
        ("## A\na", {"A": ""}, "## A\n\n## B\n"),
        ("## B\nb\n## A\na", {"A": "x"}, "## B\nb\n## A\nx"),
        ("## A\n## B\n", {"A": "a"}, "## A\na\n\n## B\n"),
        ("## A\n\n\n\na\n\n\n## B", {"A": "x"}, "## A\n\n\n\nx\n\n\n## B"),
        ("## A\n    code\n\n## B\n", {"A": "x"}, "## A\nx\n\n## B\n"),
        ("## A\na  \r\n\r\n## B\r\n", {"B": "b"}, "## A\na  \r\n\r\n## B\r\nb\r\n"),
        ("## A\n1\n## B\n## A\n2\n", {"A": "x"}, "## A\nx\n## B\n## A\n2\n"),
        ("## A\na\n\n## B\n", {"A": "x\n## B\ny"}, "## A\nx\n## B\ny\n\n## B\n"),
    ],
)
def test_merges_by_example(existing: str, updates: dict[str, str], merged: str) -> None:
    assert merge_sections(existing, updates, ["A", "B"]) == merged


def test_an_update_that_is_not_allowed_is_refused_before_anything() -> None:
    with pytest.raises(Refused, match="“a” is not a heading that can be set here") as refusal:
        merge_sections("```\n", {"A": "x", "a": "y"}, ["A"])
    assert refusal.value.advice == "The headings are: A."


def test_a_text_that_ends_in_code_is_refused() -> None:
    with pytest.raises(Refused, match="code fence that line 3 opens") as refusal:
        merge_sections("## A\n\n~~~~\n## B\n", {}, ["A"])
    assert refusal.value.advice == "Close the fence first: add a line ~~~~ where the code ends."


def test_a_body_that_would_swallow_what_follows_is_refused() -> None:
    with pytest.raises(Refused, match="“A” opens a code fence and does not close it"):
        merge_sections("## A\n\n## B\n", {"A": "x\n```\ncode"}, ["A", "B"])
    with pytest.raises(Refused, match="“New” opens a code fence"):
        merge_sections("## A\n", {"New": "```"}, ["A", "New"])


@pytest.mark.parametrize("name", ["", " A", "A\n", "A\n## B"])
def test_what_is_no_heading_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="cannot be a heading"):
        insert_section(TEXT, name)
    with pytest.raises(Refused, match="cannot be a heading"):
        rename_section(TEXT, parse_sections(TEXT).sections[0], name)


def test_a_merge_takes_what_is_allowed_as_it_stands_there() -> None:
    assert merge_sections("## A\nx\n", {" A": "y"}, [" A"]) == "## A\nx\n\n##  A\ny\n"
    assert merge_sections("", {"A": "x"}, ["A", "A"]) == "## A\nx\n\n## A\nx\n"


@given(texts_with_sections, st.data(), bodies)
def test_one_section_of_several_with_one_name_can_be_set(text: str, data: st.DataObject, body: str) -> None:
    sections = parse_sections(text).sections
    index = data.draw(st.integers(0, len(sections) - 1))
    edit = set_body(text, sections[index], body)

    after = read(edit.apply(text) if edit else text)
    assert after[index] == (sections[index].heading, trim(body))
    assert after[:index] + after[index + 1 :] == read(text)[:index] + read(text)[index + 1 :]


@given(closed_texts, st.none() | st.integers(0, 9), bodies)
def test_a_section_can_be_added_anywhere(text: str, index: int | None, body: str) -> None:
    sections = read(text)
    at = len(sections) if index is None else min(index, len(sections))
    added = insert_section(text, "Added", body, index).apply(text)

    assert read(added) == [*sections[:at], ("Added", trim(body)), *sections[at:]]
    assert [piece for piece in raw(added) if not piece.startswith("## Added")][:at] == raw(text)[:at]


@given(texts_with_sections, st.data())
def test_a_section_can_be_removed(text: str, data: st.DataObject) -> None:
    sections = parse_sections(text).sections
    index = data.draw(st.integers(0, len(sections) - 1))
    removed = remove_section(text, sections[index]).apply(text)

    assert read(removed) == read(text)[:index] + read(text)[index + 1 :]
    assert trim(parse_sections(removed).preamble.of(removed)) == trim(parse_sections(text).preamble.of(text))


@given(texts_with_sections, st.data())
def test_a_section_can_be_renamed(text: str, data: st.DataObject) -> None:
    sections = parse_sections(text).sections
    index = data.draw(st.integers(0, len(sections) - 1))
    edit = rename_section(text, sections[index], "Renamed")

    assert edit.old == sections[index].heading
    assert edit.new == "Renamed"
    renamed = read(edit.apply(text))
    assert renamed == [("Renamed", b) if i == index else (h, b) for i, (h, b) in enumerate(read(text))]


@given(texts_with_sections, st.data())
def test_a_section_can_be_moved(text: str, data: st.DataObject) -> None:
    sections = parse_sections(text).sections
    index, to = (data.draw(st.integers(0, len(sections) - 1)) for _ in range(2))
    moved = apply_all(text, move_section(text, sections[index], to))

    order = read(text)
    order.insert(to, order.pop(index))
    assert read(moved) == order
    assert len(moved) == len(text)


def test_structure_by_example() -> None:
    first, _, last = parse_sections(TEXT).sections

    assert insert_section(TEXT, "N", "n").apply(TEXT) == TEXT + "\n\n## N\nn\n"
    assert insert_section(TEXT, "N", "n", 0).apply(TEXT) == "# T\n\n## N\nn\n\n## A\na\n\n## B\n\n## C\nc"
    assert remove_section(TEXT, first).apply(TEXT) == "# T\n\n## B\n\n## C\nc"
    assert remove_section(TEXT, last).apply(TEXT) == "# T\n\n## A\na\n\n## B\n"
    assert apply_all(TEXT, move_section(TEXT, last, 0)) == "# T\n\n## C\nc\n\n## A\na\n\n## B"


def test_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(Refused, match="There is a section “B” already"):
        insert_section(TEXT, "B")
    with pytest.raises(Refused, match="There is a section “B” already"):
        rename_section(TEXT, parse_sections(TEXT).sections[0], "B")


def test_nothing_is_put_behind_an_open_fence() -> None:
    text = "## A\n## B\n```\n"
    section = parse_sections(text).sections[1]

    with pytest.raises(Refused, match="line 3"):
        insert_section(text, "New")
    with pytest.raises(Refused, match="line 3"):
        move_section(text, section, 0)
    assert insert_section(text, "New", index=1).apply(text) == "## A\n\n## New\n\n## B\n```\n"
