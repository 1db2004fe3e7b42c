"""Differences cover both texts, and name what changed as a reader would."""

from __future__ import annotations

from hypothesis import given

from memdesk.text.diff import DiffKind, changed_words, diff_lines, diff_nodes
from memdesk.text.document import split_lines
from memdesk.text.edits import Span
from memdesk.text.sections import section_outline
from tests.text.strategies import any_text

OLD = "## A\nlikes green tea\n\n## B\nb\n\n## C\nc\n"
NEW = "## C\nc\n\n## A\nlikes black tea\n\n## D\n"


@given(any_text, any_text)
def test_hunks_cover_both_texts(old: str, new: str) -> None:
    hunks = diff_lines(old, new)

    assert "".join(hunk.old.of(old) for hunk in hunks) == old
    assert "".join(hunk.new.of(new) for hunk in hunks) == new
    for hunk in hunks:
        assert "".join(split_lines(old)[slice(*hunk.old_lines)]) == hunk.old.of(old)
        assert "".join(split_lines(new)[slice(*hunk.new_lines)]) == hunk.new.of(new)


@given(any_text, any_text)
def test_the_kind_of_a_hunk_says_what_is_in_it(old: str, new: str) -> None:
    for hunk in diff_lines(old, new):
        gone, came = hunk.old.of(old), hunk.new.of(new)
        assert {
            DiffKind.EQUAL: gone == came != "",
            DiffKind.ADDED: gone == "" != came,
            DiffKind.REMOVED: gone != "" == came,
            DiffKind.CHANGED: "" != gone != came != "",
        }[hunk.kind]


@given(any_text, any_text)
def test_outside_the_changed_words_both_texts_are_the_same(old: str, new: str) -> None:
    def outside(text: str, start: int, spans: tuple[Span, ...]) -> str:
        for first, end in reversed(spans):
            text = text[: first - start] + text[end - start :]
        return text

    for hunk in diff_lines(old, new):
        if hunk.kind is DiffKind.CHANGED:
            left = outside(hunk.old.of(old), hunk.old.start, hunk.old_words)
            right = outside(hunk.new.of(new), hunk.new.start, hunk.new_words)
            assert left == right


def test_the_words_that_changed_are_named() -> None:
    assert changed_words("likes green tea", "likes black tea, hot") == ([(6, 11)], [(6, 11), (15, 20)])


def test_an_edited_line_is_told_from_a_new_one() -> None:
    old = "- likes green tea\n- runs\n"
    new = "- a new one\n- likes some green tea\n- runs\n"

    assert [(hunk.kind, hunk.new.of(new)) for hunk in diff_lines(old, new)] == [
        (DiffKind.ADDED, "- a new one\n"),
        (DiffKind.CHANGED, "- likes some green tea\n"),
        (DiffKind.EQUAL, "- runs\n"),
    ]


def test_a_long_line_is_compared_in_bounded_time() -> None:
    (hunk,) = diff_lines("a b " * 250_000, "a c " * 250_000)

    assert hunk.kind is DiffKind.CHANGED


def test_sections_that_came_went_changed_and_moved_are_told_apart() -> None:
    changes = diff_nodes(OLD, NEW, section_outline(OLD), section_outline(NEW))

    assert [(change.kind, change.key, change.is_moved) for change in changes] == [
        (DiffKind.EQUAL, "C", True),
        (DiffKind.CHANGED, "A", False),
        (DiffKind.ADDED, "D", False),
        (DiffKind.REMOVED, "B", False),
    ]
    assert changes[0].old is not None
    assert changes[0].old.of(OLD) == "## C\nc\n"
    assert changes[2].old is None
    assert changes[3].new is None


def test_a_renamed_section_is_a_changed_one() -> None:
    new = OLD.replace("## A", "## Preferences")
    (change,) = diff_nodes(OLD, new, section_outline(OLD), section_outline(new))

    assert (change.kind, change.key) == (DiffKind.CHANGED, "Preferences")


def test_blank_lines_between_sections_are_no_change() -> None:
    new = OLD.replace("\n\n## B", "\n\n\n## B") + "\n"

    assert diff_nodes(OLD, new, section_outline(OLD), section_outline(new)) == ()


@given(any_text, any_text)
def test_every_node_of_both_texts_is_accounted_for(old: str, new: str) -> None:
    old_outline, new_outline = section_outline(old), section_outline(new)
    changes = diff_nodes(old, new, old_outline, new_outline)
    named = {(change.key, change.occurrence) for change in changes if change.new}
    gone = [change for change in changes if change.kind is DiffKind.REMOVED]

    same = [node for node in new_outline.nodes if (node.key, node.occurrence) not in named]
    texts = [node.span.of(old).rstrip() for node in old_outline.nodes]
    assert all(node.span.of(new).rstrip() in texts for node in same)
    assert len(old_outline.nodes) - len(gone) == len(new_outline.nodes) - sum(c.old is None for c in changes)


@given(any_text)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    outline = section_outline(text)

    assert diff_nodes(text, text, outline, outline) == ()
    assert all(hunk.kind is DiffKind.EQUAL for hunk in diff_lines(text, text))
