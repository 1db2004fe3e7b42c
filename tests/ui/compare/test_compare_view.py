"""The compare view: columns, take buttons, a result that loses no byte."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from memdesk.services.comparing.comparing import Comparison, Piece, Take, Versions, compare_versions
from memdesk.services.comparing.settling import Settling
from memdesk.text.merge import merge_texts
from memdesk.text.sections import section_outline
from memdesk.ui.compare.difference_head import DifferenceHead
from memdesk.ui.compare.side_lines import lines_of
from memdesk.ui.compare.view import CompareView
from memdesk.ui.compare.words import Sides
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.view import LinesView
from tests.patience import wait_until

Key = Qt.Key
SIDES = Sides("evva", "unsaved, in this window", "both started from this", "on disk since 14:06, now")
ODD = "caf\udcff \u2028 \x0c \u00a0 \u202e x"


def compared(before: str, mine: str, theirs: str, *, whole: bool = False) -> Comparison:
    merge = None if whole else merge_texts(before, mine, theirs, section_outline)
    return compare_versions(Versions(before, mine, theirs, merge))


@pytest.fixture
def view(themes: ThemeManager) -> Iterator[CompareView]:
    view = CompareView(themes, QAction("Previous"), QAction("Next"), QAction("Use"))
    view.resize(1000, 700)
    view.show()
    QTest.qWaitForWindowExposed(view)
    yield view
    view.close_settling()
    Shiboken.delete(view)


def shown(view: CompareView, comparison: Comparison) -> Settling:
    settling = Settling(comparison)
    view.show_settling(settling, [node.key or "MEMORY.md" for node in comparison.nodes], SIDES)
    view.start()
    return settling


def test_a_side_shows_what_came_and_what_went() -> None:
    piece = Piece("one\na b c two new\n", "one\na b c two\nthree\n", "")
    assert [(line.kind, line.text) for line in lines_of(piece, Take.MINE)] == [
        (LineKind.PLAIN, "one"),
        (LineKind.ADDED, "a b c two new"),
        (LineKind.REMOVED, "three"),
    ]
    assert [line.kind for line in lines_of(piece, Take.THEIRS)] == [LineKind.REMOVED] * 3
    assert {line.kind for line in lines_of(piece, Take.BEFORE)} == {LineKind.PLAIN}
    assert lines_of(Piece("x\n", "", "y\n"), Take.BEFORE)[0].kind is LineKind.NOTE


def test_words_that_changed_are_marked() -> None:
    piece = Piece("Use pnpm for the admin UI.\n", "Use npm for the admin UI.\n", "")
    (line,) = lines_of(piece, Take.MINE)
    assert [line.text[start:end] for start, end in line.words] == ["pnpm"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_no_byte_of_the_result_is_lost(view: CompareView, line_end: str) -> None:
    before = f"## A{line_end}one two{line_end}{ODD}{line_end}{line_end}## B{line_end}b"
    settling = shown(view, compared(before, before.replace("one", "mine"), before.replace("one", "theirs")))
    text = view.result.text
    assert text is not None
    view.take(0, Take.THEIRS)
    assert settling.text.text == before.replace("one", "theirs")
    text.setFocus()
    text.moveCursor(text.textCursor().MoveOperation.End)
    QTest.keyClicks(text, "z")
    QTest.keyClick(text, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert settling.text.text == before.replace("one", "theirs")
    QTest.keyClicks(text, "12")
    assert settling.text.text.count("12") == 1
    assert settling.text.text.replace("12", "") == before.replace("one", "theirs")


def test_keys_take_and_go_round(view: CompareView) -> None:
    before = "## A\none two\n\n## B\nthree four\n"
    settling = shown(
        view,
        compared(
            before,
            before.replace("two", "mine").replace("four", "mine"),
            before.replace("two", "theirs").replace("four", "theirs"),
        ),
    )
    assert view.why_not_settled == "Settle 2 differences in A, B first"
    assert not view.use.isEnabled()
    QTest.keyClick(view.focusWidget(), Key.Key_3)
    view.step(1)
    assert view.result.text is not None
    assert view.result.text.toPlainText().startswith("## B")
    QTest.keyClick(view.focusWidget(), Key.Key_2)
    assert view.use.isEnabled()
    assert settling.text.text == before.replace("two", "theirs")
    view.step(1)
    assert view.columns.focused_number == 0
    view.step(-1)
    assert view.columns.focused_number == 1


def test_what_cannot_be_taken_has_no_button(view: CompareView) -> None:
    shown(view, compared("## A\none\ntwo\n", "## A\ntwo\nx\n", "## A\none\ntwo\n", whole=True))
    head = view.columns.findChildren(DifferenceHead)[0]
    assert [button.text() for button in head.buttons] == ["Take mine", "Keep before", "Take evva’s"]
    assert [button.isChecked() for button in head.buttons] == [True, False, False]


def test_a_long_run_is_folded_and_opens(view: CompareView) -> None:
    lines = "".join(f"line {number}\n" for number in range(30))
    before = f"## A\n{lines}end\n"
    shown(view, compared(before, before.replace("end", "mine"), before.replace("end", "theirs")))
    fold = next(link for link in view.columns.findChildren(LinkButton) if "more line" in link.text())
    assert fold.text() == "30 more lines"
    QTest.mouseClick(fold, Qt.MouseButton.LeftButton)
    shown_lines = [len(view.lines) for view in view.columns.findChildren(LinesView)]
    assert sum(shown_lines) >= 3 * 31


def test_before_folds_where_there_is_little_room(view: CompareView) -> None:
    shown(view, compared("## A\none\n", "## A\nmine\n", "## A\ntheirs\n"))
    assert not view.before_button.isVisible()
    view.resize(600, 500)
    QApplication.processEvents()
    assert view.before_button.isVisible()
    names = [lines.accessibleName() for lines in view.columns.findChildren(LinesView) if lines.isVisible()]
    assert not any(name.startswith("Before") for name in names)
    QTest.mouseClick(view.before_button, Qt.MouseButton.LeftButton)
    names = [lines.accessibleName() for lines in view.columns.findChildren(LinesView) if lines.isVisible()]
    assert "Before, difference 1 of 1" in names


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_the_heads_stand_above_their_columns_beside_the_scroll_bar_too(
    view: CompareView, direction: Qt.LayoutDirection
) -> None:
    view.setLayoutDirection(direction)
    view.resize(1000, 400)
    before = "## A\n" + "".join(f"line {number}\n\n" for number in range(30))
    shown(view, compared(before, before.replace("line", "mine"), before.replace("line", "theirs")))
    bar, titles = view.columns._area.verticalScrollBar(), view.columns._titles_row._cells

    def stand_above() -> bool:
        """Whether each head begins where its column does, beside the scroll bar."""
        heads = [placed(cell, view) for cell in titles if cell.isVisible()]
        lines = [placed(one, view) for one in view.columns._rows[-1].views if one.isVisible()]
        return (
            bar.isVisible()
            and len(heads) == 3
            and all(abs(one - other) <= 1 for one, other in zip(heads, lines, strict=True))
        )

    wait_until(stand_above, pause=QApplication.processEvents)


def placed(widget: QWidget, view: CompareView) -> int:
    """Where it begins in the view, from the left."""
    return widget.mapTo(view, widget.rect().topLeft()).x()


def test_a_low_view_gives_the_height_to_the_columns(view: CompareView) -> None:
    shown(view, compared("## A\none\n", "## A\nmine\n", "## A\ntheirs\n"))
    view.show_note("B: 1 line from evva.", [])
    view.resize(640, 440)
    QApplication.processEvents()
    assert view.columns.isAncestorOf(view.note), "it scrolls with the pieces"
    assert view.note.isVisible()
    assert view.columns.height() > 1.5 * view.result.height()
    assert view.result.text is not None
    assert view.result.text.height() > 2 * view.result.text.fontMetrics().height()
    view.resize(1000, 700)
    QApplication.processEvents()
    assert not view.columns.isAncestorOf(view.note)
    assert view.note.isVisible()


def test_a_low_view_in_which_nothing_is_compared_yet_warns_of_nothing(view: CompareView) -> None:
    view.resize(640, 440)
    QApplication.processEvents()
    assert view.columns.isAncestorOf(view.note)


def test_many_differences_are_made_as_they_are_wanted(view: CompareView) -> None:
    before = "".join(f"fact number {number}\n\n" for number in range(120))
    comparison = compared(
        before, before.replace("fact", "mine"), before.replace("fact", "theirs"), whole=True
    )
    settling = shown(view, comparison)
    count = len(settling.differences)
    assert len(view.columns.findChildren(DifferenceHead)) < count
    view.step(-1)
    assert len(view.columns.findChildren(DifferenceHead)) == count
    assert view.columns.focused_number == count - 1
    assert not view.focusWidget().visibleRegion().isEmpty()
    QTest.keyClick(view.focusWidget(), Key.Key_3)
    assert settling.taken(count - 1) is Take.THEIRS
    assert view.columns.focused_number == count - 1


def test_who_goes_elsewhere_stays_there(view: CompareView) -> None:
    before = "".join(f"fact number {number}\n\n" for number in range(30))
    comparison = compared(
        before, before.replace("fact", "mine"), before.replace("fact", "theirs"), whole=True
    )
    settling = Settling(comparison)
    view.show_settling(settling, ["MEMORY.md"], SIDES)
    view.step(-1)
    view.later.setFocus()
    QApplication.processEvents()
    assert view.focusWidget() is view.later


def test_an_agent_that_writes_elsewhere_leaves_the_rows(view: CompareView) -> None:
    before = "## A\none two\n\n## B\nthree four\n"
    mine, theirs = before.replace("two", "mine"), before.replace("two", "theirs")
    settling = shown(view, compared(before, mine, theirs))
    focused = view.focusWidget()
    settling.renew(compared(before, mine, theirs.replace("four", "four five")))
    view.show_settling(settling, ["A"], SIDES)
    QApplication.processEvents()
    assert view.focusWidget() is focused
    assert "four five" in settling.text.text


@pytest.mark.parametrize("at", ["by its key", "by Tab"])
def test_a_difference_that_comes_before_leaves_the_focus_where_it_is(view: CompareView, at: str) -> None:
    before = "## A\none\ntwo\nthree\nfour\nfive six\n"
    mine, theirs = before.replace("six", "mine"), before.replace("six", "theirs")
    if at == "by Tab":
        mine, theirs = mine.replace("one", "my one"), theirs.replace("one", "their one")
    settling = shown(view, compared(before, mine, theirs))
    number = len(settling.differences) - 1
    if at == "by Tab":
        view.columns.findChildren(DifferenceHead)[number].first_stop.setFocus()
    piece = settling.differences[number]
    settling.renew(compared(before, mine, theirs.replace("three", "three\nnew")))
    view.show_settling(settling, ["A"], SIDES)
    assert len(settling.differences) == number + 2
    assert view.columns.focused_number == number + 1
    QTest.keyClick(view.focusWidget(), Key.Key_1)
    assert settling.differences[number + 1] == piece
    assert settling.taken(number + 1) is Take.MINE
    assert settling.taken(number) is Take.THEIRS, "what the agent wrote is not taken away unseen"


def test_a_difference_that_is_written_anew_keeps_the_focus(view: CompareView) -> None:
    before = "## A\none\ntwo\nthree\nfour\nfive six\n"
    mine, theirs = before.replace("six", "mine"), before.replace("six", "theirs")
    settling = shown(view, compared(before, mine, theirs))
    other = theirs.replace("theirs", "theirs too").replace("one", "new\none")
    settling.renew(compared(before, mine, other))
    view.show_settling(settling, ["A"], SIDES)
    assert view.columns.focused_number == 1


def test_all_is_there_at_once_and_in_its_place(view: CompareView) -> None:
    before = "".join(f"fact number {number}\n\n" for number in range(10))
    comparison = compared(
        before, before.replace("fact", "mine"), before.replace("fact", "theirs"), whole=True
    )
    settling = Settling(comparison)
    view.show_settling(settling, ["MEMORY.md"], SIDES)
    view.start()
    heads, result = view.columns.findChildren(DifferenceHead), view.result.text
    assert [head.number for head in heads] == list(range(len(settling.differences)))
    assert view.focusWidget() is heads[0].first_stop
    assert result is not None
    places = [head.mapTo(view.columns, head.rect().topLeft()).y() for head in heads]
    assert places == sorted(places)
    stops = view.columns.tab_stops
    following: QWidget | None = stops[0]
    while following is not None and following is not stops[-2]:
        assert following is not view.use, "what is compared comes before the button below"
        following = following.nextInFocusChain()


def test_the_focus_goes_through_no_rows_as_the_view_is_left(view: CompareView) -> None:
    before = "".join(f"line {number}\n\n" for number in range(5))
    shown(
        view, compared(before, before.replace("line", "mine"), before.replace("line", "theirs"), whole=True)
    )
    assert len(view.columns.findChildren(DifferenceHead)) == 5
    went: list[QWidget | None] = []
    note = QApplication.instance()
    assert isinstance(note, QApplication)

    def on_focus_changed(_old: QWidget | None, new: QWidget | None) -> None:
        went.append(new)

    note.focusChanged.connect(on_focus_changed)
    view.close_settling()
    note.focusChanged.disconnect(on_focus_changed)
    assert not any(one is not None and view.columns.isAncestorOf(one) for one in went)
