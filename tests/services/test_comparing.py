"""A conflict side by side: its pieces, what is taken of them, and a result whose lines know where they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.comparing.comparing import (
    CameIn,
    Comparison,
    Take,
    Versions,
    came_in,
    compare_versions,
    versions_of,
)
from memdesk.services.comparing.settling import LineSource, Settling, Source
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from memdesk.text.document import split_lines
from memdesk.text.edits import Edit, Span
from memdesk.text.json_merge import merge_records
from memdesk.text.merge import merge_texts
from memdesk.text.parts import parts_of
from memdesk.text.sections import section_outline
from tests.services.notes_layout import Notes

BEFORE = """\
## Facts
one

## Decisions
Use npm for the admin UI.
- Wrap errors with care
- Money is cents
- Release log, newest first

## References
docs
"""
MINE = BEFORE.replace("Use npm for the admin UI.", "Prefer pnpm everywhere.").replace(
    "- Release", "- Errors use problem+json\n- Release"
)
THEIRS = (
    BEFORE.replace("Use npm for the admin UI.", "Use pnpm for the admin UI, npm elsewhere.")
    .replace("- Release", "- Retry three times\n- Release")
    .replace("docs\n", "docs\nmore docs\n")
)
DECISIONS = Document(
    "/m/PROFILE.md", "/m", "PROFILE.md", Scope(ScopeKind.YOU, "", "You"), DocumentKind.MEMORY
)


def versions(before: str = BEFORE, mine: str = MINE, theirs: str = THEIRS) -> Versions:
    return Versions(before, mine, theirs, merge_texts(before, mine, theirs, section_outline))


def compared(before: str = BEFORE, mine: str = MINE, theirs: str = THEIRS) -> Comparison:
    return compare_versions(versions(before, mine, theirs))


def whole(before: str = BEFORE, mine: str = MINE, theirs: str = THEIRS) -> Comparison:
    return compare_versions(Versions(before, mine, theirs))


def nodes_of(text: str) -> Sequence[tuple[str, str, str]]:
    return [(part.key, part.key, part.text) for part in parts_of(text, section_outline(text))]


def test_the_pieces_of_a_node_are_each_version_of_it() -> None:
    (node,) = compared().nodes
    joined = ["".join(getattr(piece, side) for piece in node.pieces) for side in ("mine", "before", "theirs")]

    assert node.key == "Decisions"
    assert joined[0] in MINE
    assert joined[1] in BEFORE
    assert joined[2] in THEIRS
    assert [(piece.mine, piece.before, piece.theirs, piece.default) for piece in node.differences] == [
        (
            "Prefer pnpm everywhere.\n",
            "Use npm for the admin UI.\n",
            "Use pnpm for the admin UI, npm elsewhere.\n",
            None,
        ),
        ("- Errors use problem+json\n", "", "- Retry three times\n", Take.BOTH),
    ]


@pytest.mark.parametrize(
    ("take", "line"),
    [
        (Take.MINE, "Prefer pnpm everywhere.\n"),
        (Take.BEFORE, "Use npm for the admin UI.\n"),
        (Take.THEIRS, "Use pnpm for the admin UI, npm elsewhere.\n"),
        (Take.BOTH, "Use pnpm for the admin UI, npm elsewhere.\nPrefer pnpm everywhere.\n"),
    ],
)
def test_taking_settles_a_difference(take: Take, line: str) -> None:
    settling = Settling(compared())
    assert (settling.settled_count, settling.is_settled_whole, settling.taken(0)) == (1, False, None)

    settling.take(0, take)

    assert (settling.settled_count, settling.is_settled_whole, settling.taken(0)) == (2, True, take)
    assert settling.text.text == THEIRS.replace("Use pnpm for the admin UI, npm elsewhere.\n", line).replace(
        "- Retry three times\n", "- Retry three times\n- Errors use problem+json\n"
    )


def test_a_take_can_be_undone_and_changed() -> None:
    settling = Settling(compared())
    settling.take(0, Take.THEIRS)
    settling.take(0, Take.BOTH)
    settling.text.undo()
    assert settling.taken(0) is Take.THEIRS
    settling.text.redo()
    assert settling.taken(0) is Take.BOTH
    settling.text.undo()
    settling.text.undo()
    assert not settling.is_settled(0)
    settling.take(1, Take.BEFORE)
    settling.text.undo()
    assert settling.taken(1) is Take.BOTH
    assert settling.span(1).of(settling.text.text) == settling.differences[1].said(Take.BOTH)


def test_each_line_names_its_source() -> None:
    settling = Settling(compared())
    lines = settling.lines_of_node(0)
    assert settling.sources(lines)[1] == LineSource(Source.OPEN)

    settling.take(0, Take.MINE)

    told = [settling.text.line(line).rstrip() for line in lines]
    assert list(zip(told, settling.sources(lines), strict=True)) == [
        ("## Decisions", LineSource(Source.ALL)),
        ("Prefer pnpm everywhere.", LineSource(Source.MINE, is_new=True)),
        ("- Wrap errors with care", LineSource(Source.ALL)),
        ("- Money is cents", LineSource(Source.ALL)),
        ("- Retry three times", LineSource(Source.THEIRS, is_new=True)),
        ("- Errors use problem+json", LineSource(Source.MINE, is_new=True)),
        ("- Release log, newest first", LineSource(Source.ALL)),
        ("", LineSource(Source.ALL)),
    ]
    at = settling.text.start(lines[2])
    settling.text.edit([Edit(at, "", "- By hand\n")])
    assert settling.sources(settling.lines_of_node(0))[2] == LineSource(Source.EDITED, is_new=True)


def test_typing_into_a_difference_settles_it() -> None:
    settling = Settling(compared())
    told = []
    settling.on_changed = lambda: told.append(settling.is_settled(0))
    at = settling.text.text.index("everywhere")
    settling.text.edit([Edit(at, "everywhere", "here")])

    assert told == [True]
    assert (settling.taken(0), settling.is_settled_whole) == (None, True)
    settling.text.undo()
    assert not settling.is_settled(0)
    settling.close()


def test_what_was_settled_stays_when_the_other_side_writes_again() -> None:
    settling = Settling(compared())
    settling.take(0, Take.THEIRS)
    at = settling.text.text.index("- Money")
    settling.text.edit([Edit(at, "", "- Typed here\n")])
    settling.renew(compared(theirs=THEIRS.replace("one\n", "one\ntwo\n")))

    assert settling.taken(0) is Take.THEIRS
    assert "- Typed here\n- Money" in settling.text.text
    assert "one\ntwo\n" in settling.text.text

    settling.renew(compared(theirs=THEIRS.replace("npm elsewhere", "npm nowhere")))

    assert settling.taken(0) is None
    assert not settling.is_settled(0)
    assert settling.taken(1) is Take.BOTH
    assert "- Typed here\n- Money" in settling.text.text
    assert settling.span(0).of(settling.text.text) == "Prefer pnpm everywhere.\n"


def test_a_document_as_a_whole_has_its_own_edits_settled() -> None:
    settling = Settling(whole(theirs="## Facts\none\n"))

    assert [node.key for node in settling.comparison.nodes] == [""]
    assert settling.text.text == MINE
    settling.take(0, Take.THEIRS)
    assert settling.lines_of_node(0) == range(settling.text.line_count)


def test_a_field_of_a_record_is_shown_as_it_reads_and_taken_as_it_is_written() -> None:
    before, mine, theirs = (f'{{"content": "one\\n{word}\\n"}}' for word in ("two", "mine", "theirs"))
    comparison = compare_versions(Versions(before, mine, theirs, merge_records(before, mine, theirs)))
    (piece,) = comparison.differences
    settling = Settling(comparison)
    settling.take(0, Take.THEIRS)

    assert [piece.shown(take) for take in Take] == [
        "one\nmine\n",
        "one\ntwo\n",
        "one\ntheirs\n",
        "one\ntheirs\nmine\n",
    ]
    assert settling.text.text == theirs


def test_lines_that_came_in_by_themselves_are_counted() -> None:
    assert came_in(versions(), nodes_of) == (CameIn("References", "References", 1, 0),)


def session_with(data: bytes | None, mine: str) -> DocumentSession:
    session = DocumentSession(DECISIONS, Notes(), data)
    session.text.replace_all([Edit(0, session.text.text, mine)])
    return session


def test_a_session_in_conflict_takes_the_result() -> None:
    session = session_with(BEFORE.encode(), MINE)
    assert session.take_disk(THEIRS.encode()).arrival is Arrival.CLASHED
    settling = Settling(compare_versions(versions_of(session)))
    settling.take(0, Take.MINE)
    session.settle(settling.text.text)

    assert session.conflict is None
    assert session.text.text == settling.text.text
    assert session.base == THEIRS.encode()
    session.text.undo()
    assert "more docs\n" in session.text.text


def test_a_file_that_most_of_is_gone_is_compared_as_a_whole() -> None:
    session = session_with(BEFORE.encode(), MINE)
    for _ in range(2):
        session.take_disk(b"## Facts\n")
    settling = Settling(compare_versions(versions_of(session)))
    for number in range(len(settling.differences)):
        settling.take(number, Take.THEIRS)
    session.settle(settling.text.text)

    assert (session.text.text, session.conflict) == ("## Facts\n", None)
    session.text.undo()
    assert session.text.text == MINE


def test_a_file_that_both_made_has_the_text_of_both() -> None:
    session = session_with(None, "## Facts\nmine\n")
    assert session.take_disk(b"## Facts\ntheirs\n").arrival is Arrival.MERGED
    assert session.text.text == "## Facts\ntheirs\nmine\n"


def test_a_file_that_is_gone_is_compared_with_nothing() -> None:
    session = session_with(BEFORE.encode(), MINE)
    session.take_disk(None)
    assert versions_of(session) == Versions(BEFORE, MINE, "")
    settling = Settling(compare_versions(versions_of(session)))
    session.settle(settling.text.text)
    assert session.text.text == MINE


def test_unsaved_text_without_a_conflict_is_compared_with_the_disk() -> None:
    session = session_with(BEFORE.encode(), MINE)
    settling = Settling(compare_versions(versions_of(session)))
    assert settling.is_settled_whole
    assert settling.text.text == MINE
    settling.take(0, Take.BEFORE)
    session.settle(settling.text.text)
    assert "Use npm" in session.text.text


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d \n", "\n", "e\r\n"]), max_size=8).map("".join)


@given(LINES, LINES, LINES)
def test_pieces_cover_all_three(before: str, mine: str, theirs: str) -> None:
    for comparison in (compared(before, mine, theirs), whole(before, mine, theirs)):
        for node in comparison.nodes:
            for side in ("mine", "before", "theirs"):
                assert "".join(getattr(piece, side) for piece in node.pieces) in (before, mine, theirs) or (
                    comparison.versions.merge is not None
                )
    text = "".join(piece.mine for piece in whole(before, mine, theirs).nodes[0].pieces)
    assert text == mine


@given(LINES, LINES, LINES, st.data())
def test_whatever_is_taken_and_typed_a_difference_knows_its_place(
    before: str, mine: str, theirs: str, data: st.DataObject
) -> None:
    settling = Settling(whole(before, mine, theirs))
    deeds: Sequence[Callable[[], None]] = (
        lambda: take_one(settling, data),
        lambda: type_somewhere(settling, data),
        lambda: undo(settling),
        lambda: settling.renew(whole(before, mine, data.draw(LINES))),
    )
    for deed in data.draw(st.lists(st.sampled_from(deeds), max_size=6)):
        deed()
        spans = [settling.span(number) for number in range(len(settling.differences))]
        assert all(one.end <= other.start for one, other in pairwise(spans))
        assert all(0 <= span.start <= span.end <= len(settling.text.text) for span in spans)
        for number, span in enumerate(spans):
            taken = settling.taken(number)
            if taken is not None:
                assert span.of(settling.text.text) == settling.differences[number].said(taken)
        assert len(settling.sources(settling.lines_of_node(0))) > 0


def take_one(settling: Settling, data: st.DataObject) -> None:
    if settling.differences:
        number = data.draw(st.integers(0, len(settling.differences) - 1))
        take = data.draw(st.sampled_from(settling.differences[number].takes))
        settling.take(number, take)
        assert settling.taken(number) is take or settling.differences[number].said(take)


def type_somewhere(settling: Settling, data: st.DataObject) -> None:
    text = settling.text.text
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 3)))
    settling.text.edit([Edit(start, Span(start, end).of(text), data.draw(st.sampled_from(["", "x", "y\n"])))])


def undo(settling: Settling) -> None:
    settling.text.undo()


@given(LINES)
def test_a_result_of_nothing_changed_is_the_text(text: str) -> None:
    assert Settling(whole(text, text, text)).text.text == text
    assert split_lines(Settling(whole("", text, "")).text.text) == split_lines(text)
