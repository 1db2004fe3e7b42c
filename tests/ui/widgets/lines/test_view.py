from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from memdesk.text.private import lines_in_place
from memdesk.ui.rendered.browser import RenderedBrowser
from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.masked import MaskedLines
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.menus import PopupMenu
from tests.ui.conftest import Show

LINES = (
    Line("## Project facts — Go service", number=1),
    Line("## Decisions — npm", LineKind.REMOVED, words=((15, 18),)),
    Line("## Decisions — pnpm", LineKind.ADDED, words=((15, 19),)),
    Line("Index ends here", LineKind.CUT),
    Line("- lost " * 40, LineKind.LOST),
    Line("2 more lines", LineKind.NOTE),
)


@pytest.fixture
def view(themes: ThemeManager, show: Show) -> LinesView:
    made = LinesView(themes, "Index text")
    made.resize(360, 240)
    made.set_lines(LINES)
    show(made)
    return made


@pytest.fixture
def activated(view: LinesView) -> list[int]:
    seen: list[int] = []
    view.line_activated.connect(seen.append)
    return seen


def row(number: int) -> QPoint:
    return QPoint(80, 18 * number + 9)


def image(view: LinesView) -> QImage:
    return view.viewport().grab().toImage()


def test_kinds_have_their_fill_and_edge(themes: ThemeManager, view: LinesView) -> None:
    picture = image(view)
    theme = themes.theme
    for number, fill, edge in ((1, "remSoft", "rem"), (2, "addSoft", "add")):
        y = row(number).y()
        assert picture.pixelColor(1, y) == theme.color(edge)  # type: ignore[arg-type]
        assert picture.pixelColor(330, y) == theme.color(fill)  # type: ignore[arg-type]
    assert picture.pixelColor(330, row(0).y()) == theme.color("surface")


def test_lines_that_come_under_a_pressed_button_are_not_clicked(
    view: LinesView, activated: list[int]
) -> None:
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=row(2))
    view.set_lines(LINES[:1])
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=row(2))
    assert activated == []
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row(0))
    assert activated == [0]


def test_a_view_may_go_while_its_menu_is_open(themes: ThemeManager, view: LinesView, show: Show) -> None:
    page = RenderedBrowser(themes, [])
    show(page)
    for one in (view, page):
        place = QPoint(20, 20)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, one.viewport().mapToGlobal(place))
        QApplication.sendEvent(one.viewport(), event)
        assert isinstance(QApplication.activePopupWidget(), PopupMenu)
        Shiboken.delete(one)
        assert QApplication.activePopupWidget() is None


def test_text_keeps_off_the_frame_and_a_fill_goes_up_to_it(view: LinesView) -> None:
    plain, filled = Line("plain", number=1), Line("+ added", LineKind.ADDED)
    lost = Line("lost", LineKind.LOST)
    for lines, folds, air in (
        ([plain, plain], (), (6, 6)),
        ([plain, filled, lost], (), (6, 2)),
        ([filled, plain], (), (2, 6)),
        ([plain] * 9, (range(4),), (2, 6)),
        ([], (), (6, 6)),
    ):
        view.set_lines(lines, folds)
        QApplication.processEvents()
        inside = view.viewport().geometry()
        assert (inside.top(), view.height() - 1 - inside.bottom()) == air


def test_edges_stand_at_the_leading_side(themes: ThemeManager, view: LinesView) -> None:
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    QApplication.processEvents()
    picture = image(view)
    assert picture.pixelColor(picture.width() - 2, row(2).y()) == themes.theme.color("add")


def test_changed_words_are_marked_and_only_removed_ones_struck(themes: ThemeManager, view: LinesView) -> None:
    picture = image(view)
    struck = {}
    for number, fill in ((1, "remWord"), (2, "addWord")):
        color = themes.theme.color(fill)  # type: ignore[arg-type]
        heights = range(18 * number, 18 * number + 18)
        marked = [y for y in heights if any(picture.pixelColor(x, y) == color for x in range(30, 300))]
        assert marked
        struck[fill] = len(marked) < marked[-1] - marked[0] + 1
    assert struck == {"remWord": True, "addWord": False}


@pytest.mark.parametrize(
    ("label", "line"), [("Left out", 1), ("Left out: " + "read only when opened " * 5, 0)]
)
def test_the_label_of_a_rule_goes_on_in_another_row(
    view: LinesView, activated: list[int], label: str, line: int
) -> None:
    view.set_lines([Line(label, LineKind.CUT), Line("after")])
    QApplication.processEvents()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 34))
    assert activated == [line]


def test_a_click_activates_the_line(view: LinesView, activated: list[int]) -> None:
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row(2))
    assert activated == [2]


def test_a_drag_selects_and_activates_nothing(view: LinesView, activated: list[int]) -> None:
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(31, row(0).y()))
    QTest.mouseMove(port, QPoint(340, row(2).y()))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(340, row(2).y()))
    assert view.selected_text() == "\n".join(line.text for line in LINES[:3])
    assert activated == []


def test_a_double_click_selects_a_word(view: LinesView) -> None:
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row(0))
    assert view.selected_text() in ("Project", "facts")


def test_everything_is_copied_by_keys_but_the_remarks(view: LinesView) -> None:
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    kept = [line.text for line in LINES if line.kind not in (LineKind.CUT, LineKind.NOTE)]
    assert QGuiApplication.clipboard().text() == "\n".join(kept)


def test_bytes_and_hidden_characters_are_copied_as_they_are(view: LinesView) -> None:
    view.set_lines([Line("a\u202eb\u2028c"), Line("caf\udce9")])
    view.select_all()
    view.copy()
    assert view.selected_text() == "a\u202eb\u2028c\ncaf\udce9"
    assert QGuiApplication.clipboard().text() == "a\u202eb\u2028c\ncaf\ufffd"


def test_the_caret_walks_by_keys(view: LinesView, activated: list[int]) -> None:
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(view, key)
    assert activated == [2]
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert activated[-1] == len(LINES) - 1
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_text() == LINES[0].text


def test_the_line_of_the_caret_is_spoken(view: LinesView) -> None:
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription() == "removed: ## Decisions — npm"
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.accessibleDescription() == "added: ## Decisions — pnpm"


def test_focus_has_a_ring(themes: ThemeManager, view: LinesView) -> None:
    view.clearFocus()
    middle = view.width() // 2
    assert view.grab().toImage().pixelColor(middle, 0) != themes.theme.color("focus")
    view.setFocus()
    QApplication.processEvents()
    assert view.grab().toImage().pixelColor(middle, 0) == themes.theme.color("focus")


def test_a_folded_run_opens_on_a_click_and_on_enter(view: LinesView, activated: list[int]) -> None:
    lines = [Line(f"line {n}", number=n) for n in range(1, 20)] + [Line("new", LineKind.ADDED)]
    folds = unchanged_runs(lines)
    for by_key in (False, True):
        view.fold_again()
        view.set_lines(lines, folds)
        before = view.verticalScrollBar().maximum()
        if by_key:
            QTest.keyClick(view, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
        assert view.verticalScrollBar().maximum() > before
    assert activated == []
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row(0))
    assert activated == [0]


def test_a_run_that_was_opened_stays_open_when_lines_come_anew(view: LinesView) -> None:
    lines = [Line(f"line {n}", number=n) for n in range(1, 20)] + [Line("new", LineKind.ADDED)]
    view.set_lines(lines, unchanged_runs(lines))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
    opened = view.verticalScrollBar().maximum()
    lines.append(Line("newer", LineKind.ADDED))
    view.set_lines(lines, unchanged_runs(lines))
    assert view.verticalScrollBar().maximum() > opened
    view.fold_again()
    view.set_lines(lines, unchanged_runs(lines))
    assert view.verticalScrollBar().maximum() < opened


def test_scrolling_to_a_hidden_line_opens_its_run(view: LinesView) -> None:
    lines = [Line(f"line {n}") for n in range(200)] + [Line("new", LineKind.ADDED)]
    view.set_lines(lines, unchanged_runs(lines))
    view.scroll_to_line(100)
    assert view._canvas.place_at(0, view.verticalScrollBar().value()).line == 100


@pytest.mark.parametrize("text", ["x" * 1_000_000, "word " * 200_000, "日本" * 500_000, "\u200b" * 1_000_000])
def test_a_line_of_a_megabyte_is_laid_out_only_where_it_is_seen(view: LinesView, text: str) -> None:
    view.set_lines([Line(text, number=1)])
    view.viewport().repaint()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.viewport().repaint()
    assert len(view._canvas._layouts) < 30
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    view.select_all()
    assert view.selected_text() == text


def test_the_end_of_a_wrapped_text_can_be_reached(view: LinesView) -> None:
    view.set_lines([Line("日本語 と English " * 400), Line("the end")])
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    bar = view.verticalScrollBar()
    caret = view._canvas.caret(view._selection.caret)
    assert bar.value() <= caret.top()
    assert caret.bottom() <= bar.value() + view.viewport().height()
    assert view._canvas.place_at(0, bar.value() + view.viewport().height() - 2).line == 1


def test_wrapping_follows_the_width(view: LinesView) -> None:
    view.set_lines([Line("word " * 200)])
    narrow = view._canvas.height
    view.resize(720, 240)
    QApplication.processEvents()
    assert view._canvas.height < narrow


def test_a_place_survives_the_way_to_the_screen_and_back(view: LinesView) -> None:
    text = "a\u202e日本😀b é\u0301 c" * 30
    view.set_lines([Line(text)])
    for offset in range(0, len(text), 7):
        caret = view._canvas.caret(view._selection.caret._replace(offset=offset))
        found = view._canvas.place_at(caret.x(), caret.center().y())
        again = view._canvas.caret(found)
        assert (again.x(), again.y()) == (caret.x(), caret.y())


def test_an_empty_view_takes_keys_and_clicks(view: LinesView, activated: list[int]) -> None:
    view.set_lines([])
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row(1))
    QTest.keyClick(view, Qt.Key.Key_Return)
    QTest.keyClick(view, Qt.Key.Key_Down)
    view.select_all()
    assert (view.selected_text(), activated) == ("", [])


def test_follows_the_theme(themes: ThemeManager, view: LinesView) -> None:
    image(view)
    themes.set_preferences(Preferences(scheme="dark"))
    QApplication.processEvents()
    picture, theme = image(view), themes.theme
    assert picture.pixelColor(330, row(0).y()) == theme.color("surface")
    assert theme.color("addWord") in [picture.pixelColor(x, row(2).y()) for x in range(30, 300)]


def test_a_hidden_view_does_no_work_until_it_is_shown(themes: ThemeManager, show: Show) -> None:
    view = LinesView(themes, "Index text")
    view.set_lines([Line("x" * 5000)] * 50)
    assert view.verticalScrollBar().maximum() == 0 or not view._canvas._layouts
    show(view)
    assert view._canvas._layouts


def test_a_hidden_view_is_covered_before_it_is_seen(
    themes: ThemeManager, view: LinesView, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[None] = []
    shown = MaskedLines.shown

    def count(masked: MaskedLines, lines: Sequence[Line]) -> tuple[Line, ...]:
        asked.append(None)
        return shown(masked, lines)

    monkeypatch.setattr(MaskedLines, "shown", count)
    view.hide()
    themes.masks.set_private(True)
    assert not asked, "nobody sees it"
    view.show()
    assert len(asked) == 1
    assert view._canvas._lines[0].text == lines_in_place(LINES[0].text)


def test_a_hidden_view_remembers_where_to_scroll(themes: ThemeManager, show: Show) -> None:
    view = LinesView(themes, "Index text")
    view.set_lines([Line(f"line {n}") for n in range(200)])
    view.scroll_to_line(100)
    show(view)
    assert view._canvas.place_at(0, view.verticalScrollBar().value()).line == 100


def test_a_drag_beyond_the_edge_scrolls(view: LinesView) -> None:
    view.set_lines([Line(f"line {n}") for n in range(200)])
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=row(0))
    for _ in range(10):
        QTest.mouseMove(port, QPoint(80, port.height() + 30))
        QTest.mouseMove(port, QPoint(90, port.height() + 30))
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(90, port.height() + 30))
    assert view.verticalScrollBar().value() > 100
    assert view.selected_text().count("\n") > 15
