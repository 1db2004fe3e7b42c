"""Versions in words, and the list that shows them."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QDate, QDateTime, Qt, QTime
from PySide6.QtTest import QTest

from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.history.timeline import Deed, Summary
from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.tallies import Fate, Noun, Tally
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.versions import (
    DISPLACED,
    FIRST_SEEN,
    FOUND_ON_DISK,
    GONE_FROM_DISK,
    LEFT_BEHIND,
    Author,
    Version,
)
from memdesk.text.outline import NodeKind
from memdesk.ui.history.comparison import Comparison
from memdesk.ui.history.difference_list import (
    FIRST_NODES,
    DifferenceList,
    Piece,
    lines_of,
    name_of,
    pieces_of,
)
from memdesk.ui.history.page import HistoryPage
from memdesk.ui.history.version_list import VersionList, VersionRow
from memdesk.ui.history.words import (
    day_of,
    facts_of,
    removal_of,
    spoken_version,
    tallied,
    tip_of,
    what_changed,
    why_kept,
)
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.lines.line import spoken
from tests.ui.conftest import Show

LAYOUT = discover(installed=False)[0]


def version(
    number: int = 1,
    author: Author = Author.PROGRAM,
    why: str = FOUND_ON_DISK,
    *,
    landed: bool = True,
    removed: bool = False,
) -> Version:
    when = time.time() - 2 * 3600
    return Version(number, "/m/a.md", "0" * 64, when, author, why, None, 2048, landed, removed)


@pytest.mark.parametrize(
    ("author", "why", "said"),
    [
        (Author.YOU, "edit", "You, edit"),
        (Author.YOU, "restore", "You, restore"),
        (Author.YOU, "something else", "You, something else"),
        (Author.AGENT, FOUND_ON_DISK, "ub, found on disk"),
        (Author.PROGRAM, FOUND_ON_DISK, "ub or a program, found on disk"),
        (Author.PROGRAM, FIRST_SEEN, "First seen"),
        (Author.PROGRAM, DISPLACED, "ub or a program, written during a save"),
        (Author.PROGRAM, LEFT_BEHIND, "ub or a program, left by an interrupted save"),
    ],
)
def test_a_version_in_a_sentence(author: Author, why: str, said: str) -> None:
    told = spoken_version(version(author=author, why=why), "ub", is_present=False)
    assert told == f"{said}, 2 hours ago, 2 kilobytes"


def test_what_was_purged_says_so() -> None:
    version = Version(1, "/m/a.md", "", 0.0, Author.YOU, "edit", None, 10, landed=False, purged=True)
    assert why_kept(version) == "edit, never saved, purged"
    assert "purged" in spoken_version(version, "evva", is_present=False)
    assert "purged" in tip_of(version, "evva")


def test_what_is_special_is_said() -> None:
    gone = version(why=GONE_FROM_DISK, removed=True)
    assert spoken_version(gone, "", is_present=False) == "A program, gone from disk, 2 hours ago, removed"
    assert facts_of(gone, is_present=False) == "removed · 2 h"
    lost = version(author=Author.YOU, why="edit", landed=False)
    assert spoken_version(lost, "ub", is_present=False).startswith("You, edit, never saved,")
    assert facts_of(version(), is_present=True) == "present text · 2 h"
    assert spoken_version(version(), "ub", is_present=True).endswith("2 kilobytes, the present text")


def test_the_tip_has_the_full_time_and_the_exact_size() -> None:
    first, when, size = tip_of(version(), "ub").split("\n")
    assert (first, size) == ("ub or a program, found on disk", "2 KB")
    assert time.strftime("%Y", time.localtime(version().when)) in when


def difference(then: str | None, now: str | None, number: int = 0) -> NodeDifference:
    return NodeDifference(NodeKind.SECTION, f"S{number}", then, now, (f"S{number}", 0))


def test_lines_of_a_node() -> None:
    said = [spoken(line) for line in lines_of(difference("a\nb\n", "a\nc\n"))]
    assert said == ["a", "removed: b", "added: c"]
    assert [line.text for line in lines_of(difference("a\r\n", "a\n"))] == ["a", "Only line ends differ."]
    assert name_of(difference("a\n", None), SecretMasks()) == "S0 (removed since then)"
    assert name_of(difference(None, "a\n"), SecretMasks()) == "S0 (added since then)"


@pytest.fixture
def page(themes: ThemeManager, show: Show) -> HistoryPage:
    page = HistoryPage(themes)
    page.resize(380, 800)
    show(page)
    return page


def compared(page: HistoryPage, pieces: Sequence[Piece]) -> None:
    """Show what version 1 has otherwise than the present text."""
    scope = Scope(ScopeKind.LOCAL, "", "")
    document = Document("/m/a.md", "/m", "a.md", scope, DocumentKind.MEMORY)
    root = MemoryRoot("/m", LAYOUT, "")
    one = version(1)
    past = Past(document, LAYOUT, root)
    page.show_comparison((one,), Comparison((one.id,), page.against, past, one, None, one, tuple(pieces)))


def rows(*numbers: int) -> list[VersionRow]:
    return [VersionRow(version(number), "ub", number == max(numbers)) for number in numbers]


def test_the_newest_other_version_is_chosen_and_stays_so(page: HistoryPage) -> None:
    page.show_versions(rows(3, 2, 1), is_recorded=True, agent="ub")
    assert page.version is not None
    assert page.version.id == 2
    page.show_versions(rows(5, 4, 3, 2, 1), is_recorded=True, agent="ub")
    assert page.version.id == 2
    page.show_versions(rows(5, 4), is_recorded=True, agent="ub")
    assert page.version.id == 4


def test_what_is_of_another_version_is_not_shown(page: HistoryPage) -> None:
    page.show_versions(rows(3, 2, 1), is_recorded=True, agent="ub")
    compared(page, pieces_of([difference("a\n", "b\n")]))
    assert not any(
        button.isVisible() for button in page.findChildren(Button) if "S0" in button.accessibleName()
    )


def test_a_read_only_document_offers_nothing(page: HistoryPage) -> None:
    page.show_versions(rows(2, 1), is_recorded=True, agent="ub", why_not="It is read-only.")
    compared(page, pieces_of([difference("a\n", "b\n")]))
    buttons = {one for one in page.findChildren(Button) if one.isVisible() and one.isEnabled()}
    # The history is ours: a version can be purged whatever its document allows.
    assert buttons <= {page.purge_button}


def test_more_of_many_pieces_come_as_they_are_asked_for(page: HistoryPage) -> None:
    page.show_versions(rows(2, 1), is_recorded=True, agent="ub")
    compared(page, pieces_of([difference("a\n", "b\n", at) for at in range(25)]))
    found = page.findChildren(DifferenceList)[0]

    def shown() -> int:
        return sum(
            button.isVisible() for button in found.findChildren(Button) if button.text() == "Restore this"
        )

    (more,) = found.findChildren(LinkButton)
    assert (shown(), more.text()) == (FIRST_NODES, "15 more places differ")
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    assert not more.isVisible()
    focused = found.window().focusWidget()
    assert focused is not None
    assert focused.accessibleName() == f"What has changed in S{FIRST_NODES}", "the first that came is at hand"
    assert shown() == 25


def test_the_list_goes_by_keys(page: HistoryPage) -> None:
    page.show_versions(rows(*range(30, 0, -1)), is_recorded=True, agent="ub")
    view = page.findChildren(VersionList)[0]
    chosen: list[object] = []
    page.version_chosen.connect(lambda found: chosen.append(found.id))
    for key in (Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Home):
        QTest.keyClick(view, key)
    assert chosen == [1, 2, 30]


def test_days_have_names_while_they_are_near() -> None:
    when = QDateTime(QDate(2026, 5, 26), QTime(14, 3)).toSecsSinceEpoch()
    assert day_of(when, QDate(2026, 5, 26)) == "Today"
    assert day_of(when, QDate(2026, 5, 27)) == "Yesterday"
    assert day_of(when, QDate(2026, 5, 28)) == "Tuesday, 26 May 2026"
    assert day_of(when, QDate(2026, 5, 25)) == "Tuesday, 26 May 2026", "another clock was ahead"


@pytest.mark.parametrize(
    ("tallies", "said"),
    [
        ([(Fate.ADDED, Noun.ENTRY, 2), (Fate.CHANGED, Noun.ENTRY, 1)], "2 entries added, 1 changed"),
        (
            [(Fate.CHANGED, Noun.SECTION, 1), (Fate.REMOVED, Noun.ENTRY, 3)],
            "1 section changed, 3 entries removed",
        ),
        ([(Fate.ADDED, Noun.FIELD, 1)], "1 field added"),
        ([(Fate.REMOVED, Noun.PLACE, 1200)], "1,200 places removed"),
    ],
)
def test_counts_in_words(tallies: Sequence[tuple[Fate, Noun, int]], said: str) -> None:
    assert tallied(tuple(Tally(*one) for one in tallies)) == said


@pytest.mark.parametrize(
    ("made", "summary", "said"),
    [
        (version(), None, ""),
        (version(why=FIRST_SEEN), Summary(Deed.FIRST_SEEN), ""),
        (version(removed=True), Summary(Deed.REMOVED), "file removed"),
        (version(author=Author.YOU, why="undo"), Summary(Deed.MADE), "file created (undo)"),
        (version(), Summary(Deed.SAME), "blank lines or line ends changed"),
        (version(why="edit", landed=False), Summary(Deed.UNKNOWN), "changed (edit, never saved)"),
    ],
)
def test_what_a_version_did(made: Version, summary: Summary | None, said: str) -> None:
    assert what_changed(made, summary) == said


def test_who_removed_a_file() -> None:
    assert (
        removal_of("memory.md", version(removed=True), "ub")
        == "memory.md was removed 2 h ago by ub or a program."
    )
    by_you = version(author=Author.YOU, removed=True)
    assert removal_of("memory.md", by_you, "ub") == "memory.md was removed 2 h ago by you."
    assert removal_of("memory.md", version(removed=True), "") == "memory.md was removed 2 h ago by a program."
