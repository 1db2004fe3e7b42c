"""Changes to section files: closed headings stay, and what nobody edits keeps its bytes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.evva import LAYOUT
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.text.document import trim
from memdesk.text.edits import apply_all
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.sections import parse_sections
from tests.layouts.dict_view import DictView
from tests.layouts.hostile import hostile_texts

CLOSED = ("Preferences", "Working style")
TEXT = "intro\n\n## Preferences\na\n\n## Notes\nmine\n"


def document(*headings: str) -> Document:
    scope = Scope(ScopeKind.YOU, "", "You")
    return Document(
        "/r/USER_PROFILE.md", "/r", "USER_PROFILE.md", scope, DocumentKind.MEMORY, headings=headings
    )


def changed(
    text: str,
    kind: ChangeKind,
    key: str,
    *,
    headings: tuple[str, ...] = CLOSED,
    occurrence: int = 0,
    body: str = "",
    title: str = "",
    index: int = 0,
) -> str:
    change = Change(kind, document(*headings), key, occurrence, body, title, index)
    return apply_all(text, section_changes(text, change, "evva"))


def test_a_body_is_set_and_missing_headings_come_with_it() -> None:
    assert changed(TEXT, ChangeKind.SET_BODY, "Notes", body="more") == (
        "intro\n\n## Preferences\na\n\n## Notes\nmore\n\n## Working style\n"
    )


def test_a_text_that_is_only_taken_out_brings_no_heading_along() -> None:
    change = Change(ChangeKind.SET_BODY, document(*CLOSED), "Preferences", bare=True)
    assert (
        apply_all(TEXT, section_changes(TEXT, change, "evva"))
        == "intro\n\n## Preferences\n\n## Notes\nmine\n"
    )
    with pytest.raises(NotFound):
        section_changes("intro\n", replace(change, key="None"), "evva")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("## Preferences\n\n- tea\n\n## Notes\n\nmine\n", "## Preferences\n\n## Notes\n\nmine\n"),
        ("## Preferences\n- tea\n\n## Notes\n", "## Preferences\n\n## Notes\n"),
        ("## Preferences\n\n- tea\n## Notes\n", "## Preferences\n\n## Notes\n"),
        ("## Preferences\r\n\r\n- tea\r\n\r\n## Notes\r\n", "## Preferences\r\n\r\n## Notes\r\n"),
        ("## Preferences\n\n- tea\n", "## Preferences\n"),
        ("## Preferences\n\n- tea", "## Preferences\n"),
    ],
)
def test_the_only_entry_that_is_taken_out_leaves_no_blank_line_of_its_own(text: str, left: str) -> None:
    change = Change(ChangeKind.SET_BODY, document(*CLOSED), "Preferences", bare=True)
    assert apply_all(text, section_changes(text, change, "evva")) == left


def test_what_is_left_of_a_section_keeps_its_lines() -> None:
    text = "## Preferences\n\n- tea\n- milk\n\n## Notes\n"
    change = Change(ChangeKind.SET_BODY, document(*CLOSED), "Preferences", body="- tea", bare=True)
    left = apply_all(text, section_changes(text, change, "evva"))
    assert left == "## Preferences\n\n- tea\n\n## Notes\n"


def test_a_closed_heading_that_is_missing_can_be_set() -> None:
    assert changed("", ChangeKind.SET_BODY, "Working style", body="b") == (
        "## Preferences\n\n## Working style\nb\n"
    )


def test_the_second_of_two_equal_headings_can_be_set() -> None:
    text = "## Notes\n1\n\n## Notes\n2\n"
    assert changed(text, ChangeKind.SET_BODY, "Notes", headings=(), occurrence=1, body="two") == (
        "## Notes\n1\n\n## Notes\ntwo\n"
    )


def test_the_text_before_the_first_section_can_be_set() -> None:
    assert changed(TEXT, ChangeKind.SET_BODY, PREAMBLE_KEY, body="hello") == TEXT.replace("intro", "hello")
    assert changed("## A\n", ChangeKind.SET_BODY, PREAMBLE_KEY, headings=(), body="hi") == "hi\n\n## A\n"


def test_the_text_before_the_first_section_stays_before_it() -> None:
    for kind in (ChangeKind.REMOVE, ChangeKind.SET_BODY):
        assert changed(TEXT, kind, PREAMBLE_KEY) == TEXT.removeprefix("intro\n\n")
        assert changed(f"\ufeff{TEXT}", kind, PREAMBLE_KEY) == "\ufeff" + TEXT.removeprefix("intro\n\n")
        assert changed("intro\n", kind, PREAMBLE_KEY, headings=()) == ""
    for kind in (ChangeKind.MOVE, ChangeKind.RENAME, ChangeKind.RETYPE):
        with pytest.raises(Refused):
            changed(TEXT, kind, PREAMBLE_KEY, title="Other")
    with pytest.raises(Refused, match="opens a code fence"):
        changed(TEXT, ChangeKind.SET_BODY, PREAMBLE_KEY, body="```\nall of it")
    with pytest.raises(NotFound):
        changed("## A\n", ChangeKind.REMOVE, PREAMBLE_KEY)


def test_a_section_has_no_type() -> None:
    with pytest.raises(Refused, match="has no type"):
        changed(TEXT, ChangeKind.RETYPE, "Notes", title="user")


def test_a_body_takes_the_line_ends_of_its_place() -> None:
    text = "## Notes\r\nx\r\n"
    assert changed(text, ChangeKind.SET_BODY, "Notes", headings=(), body="a\nb") == "## Notes\r\na\r\nb\r\n"


@pytest.mark.parametrize("kind", [ChangeKind.REMOVE, ChangeKind.RENAME])
def test_closed_headings_are_neither_removed_nor_renamed(kind: ChangeKind) -> None:
    with pytest.raises(Refused) as refusal:
        changed(TEXT, kind, "Preferences", title="Other")
    assert refusal.value.sentence == "“Preferences” is one of evva’s own headings: evva would add it again."


def test_a_second_closed_heading_can_be_removed() -> None:
    text = "## Preferences\na\n\n## Preferences\nb\n"
    assert changed(text, ChangeKind.REMOVE, "Preferences", occurrence=1) == "## Preferences\na\n"


def test_only_closed_headings_are_added_where_there_are_any() -> None:
    assert changed(TEXT, ChangeKind.ADD, "Working style", body="b") == TEXT + "\n## Working style\nb\n"
    with pytest.raises(Refused) as refusal:
        changed(TEXT, ChangeKind.ADD, "Garden")
    assert refusal.value.sentence == (
        "“Garden” cannot be added: evva fills only its own headings here, Preferences, Working style."
    )
    assert changed(TEXT, ChangeKind.ADD, "Garden", headings=(), body="roses").endswith("\n## Garden\nroses\n")


def test_sections_of_ones_own_are_renamed_removed_and_moved() -> None:
    assert changed(TEXT, ChangeKind.RENAME, "Notes", title="Garden") == TEXT.replace("Notes", "Garden")
    assert changed(TEXT, ChangeKind.REMOVE, "Notes") == "intro\n\n## Preferences\na\n"
    assert (
        changed(TEXT, ChangeKind.MOVE, "Notes", index=0) == "intro\n\n## Notes\nmine\n\n## Preferences\na\n"
    )


@pytest.mark.parametrize("kind", [ChangeKind.SET_BODY, ChangeKind.REMOVE, ChangeKind.MOVE, ChangeKind.RENAME])
def test_a_section_that_is_not_there_is_not_found(kind: ChangeKind) -> None:
    with pytest.raises(NotFound, match="There is no section “Garden” in USER_PROFILE"):
        changed(TEXT, kind, "Garden", title="x")


@given(hostile_texts(), st.sampled_from(["new", "", "two\n\nlines", "x  \n"]))
def test_setting_a_body_changes_that_section_and_adds_missing_headings(text: str, body: str) -> None:
    key, before = "Preferences", parse_sections(text)
    if not before.find(key) or before.open_fence:
        text, before = TEXT, parse_sections(TEXT)
    after_text = changed(text, ChangeKind.SET_BODY, key, body=body)
    wanted = [
        (s.heading, trim(body) if (s.heading, s.occurrence) == (key, 0) else s.text(text))
        for s in before.sections
    ]
    after = [(s.heading, s.text(after_text)) for s in parse_sections(after_text).sections]
    assert in_lf(after[: len(wanted)]) == in_lf(wanted)
    assert all(heading in CLOSED and not added for heading, added in after[len(wanted) :])


def in_lf(sections: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(heading, body.replace("\r\n", "\n")) for heading, body in sections]


@given(hostile_texts(), st.sampled_from(tuple(ChangeKind)), st.integers(0, 3))
def test_no_change_crashes_and_none_touches_what_comes_before(
    text: str, kind: ChangeKind, index: int
) -> None:
    text = text if len(parse_sections(text).sections) > index else "## A\n" * 4 + text
    section = parse_sections(text).sections[index]
    change = Change(kind, document(), section.heading, section.occurrence, "body", "Title", index)
    with suppress(MemdeskError):
        edits = section_changes(text, change, "evva")
        assert apply_all(text, edits) is not None
        first = min((edit.start for edit in edits), default=len(text))
        assert kind is ChangeKind.MOVE or not trim(text[first : section.span.start])


def test_a_plan_of_a_missing_document_edits_the_empty_text() -> None:
    change = Change(ChangeKind.SET_BODY, document(*CLOSED), "Preferences", body="p")
    plan = LAYOUT.compose(DictView(), change)
    assert apply_all("", plan.edits["/r/USER_PROFILE.md"]) == "## Preferences\np\n\n## Working style\n"


FREE = (
    "# One\n\n## Style\n- tabs\n\nTwo\n===\n\nread this\n\n"
    "   ## In ##\n- x\n### Deep\n- y\n\n## Last\n```\n```\nUnder\n---\nz\n"
)


@pytest.mark.parametrize(
    ("kind", "key", "given_", "before", "after"),
    [
        (ChangeKind.SET_BODY, "Style", {"body": "- a"}, "- tabs", "- a"),
        (ChangeKind.SET_BODY, "Two", {"body": "new"}, "read this", "new"),
        (ChangeKind.SET_BODY, "Deep", {"body": "- new"}, "- y", "- new"),
        (ChangeKind.SET_BODY, "Last", {"body": "words"}, "```\n```\n", "words\n\n"),
        (ChangeKind.SET_BODY, "Two", {"body": ""}, "read this\n", ""),
        (ChangeKind.REMOVE, "Style", {}, "## Style\n- tabs\n\n", ""),
        (ChangeKind.REMOVE, "Two", {}, "Two\n===\n\nread this\n\n", ""),
        (ChangeKind.REMOVE, "Deep", {}, "### Deep\n- y\n\n", ""),
        (ChangeKind.RENAME, "Two", {"title": "Second"}, "Two\n", "Second\n"),
        (ChangeKind.RENAME, "In", {"title": "Out"}, "## In ##", "## Out ##"),
        (ChangeKind.RENAME, "Deep", {"title": "Deeper"}, "### Deep\n", "### Deeper\n"),
        (ChangeKind.MOVE, "Under", {"index": 1}, "", ""),
        (ChangeKind.ADD, "New", {"body": "n"}, "z\n", "z\n\n## New\nn\n"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_each_heading_of_a_free_document_is_changed_alone_and_keeps_its_form(
    kind: ChangeKind, key: str, given_: dict[str, str], before: str, after: str, line_end: str
) -> None:
    wanted = FREE.replace(before, after, 1)
    if kind is ChangeKind.MOVE:
        under = "Under\n---\nz"
        wanted = FREE.replace("\n" + under, "").replace("## Style", f"{under}\n\n## Style")
        wanted = wanted.replace("\n\n## Last", "\n## Last")  # blank lines stay in place
    text = "\ufeff" + FREE.replace("\n", line_end)
    assert changed(text, kind, key, headings=(), **given_) == "\ufeff" + wanted.replace("\n", line_end)  # type: ignore[arg-type]


def test_a_chapter_with_sections_and_a_heading_in_a_section_are_not_moved_by_themselves() -> None:
    for key in ("One", "Two", "Deep"):
        with pytest.raises(Refused):
            changed(FREE, ChangeKind.MOVE, key, headings=())
    assert changed("# A\na\n\n# B\nb\n", ChangeKind.MOVE, "B", headings=()) == "# B\nb\n\n# A\na\n"


@pytest.mark.parametrize("body", ["<!-- todo", "a\n<pre>", "---\nx"])
def test_what_would_hide_a_heading_is_refused(body: str) -> None:
    text = "before\n\n# A\na\n\n# B\n<!-- x -->\n<pre>x</pre>\n---\n"
    with pytest.raises(Refused):
        changed(text, ChangeKind.SET_BODY, PREAMBLE_KEY if body[0] == "-" else "A", headings=(), body=body)


def test_a_new_section_is_as_deep_as_the_others() -> None:
    assert changed("# A\na\n", ChangeKind.ADD, "B", headings=(), body="b") == "# A\na\n\n# B\nb\n"
    assert changed("# A\n## C\n", ChangeKind.ADD, "B", headings=(), body="b") == "# A\n## C\n\n## B\nb\n"
    with pytest.raises(Refused):
        changed("# A\n", ChangeKind.ADD, "B #", headings=())
    with pytest.raises(Refused):
        changed("A\n---\n", ChangeKind.RENAME, "A", headings=(), title="- B")


def test_closed_headings_are_read_by_the_agents_own_grammar() -> None:
    text = "## Preferences\n- a\n\n# Title\n\nNotes\n---\nb\n\n## Notes\n"
    assert changed(text, ChangeKind.SET_BODY, "Preferences", headings=CLOSED[:1], body="x") == (
        "## Preferences\nx\n\n## Notes\n"
    )
