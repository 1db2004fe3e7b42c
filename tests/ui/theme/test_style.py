"""What the style draws, asked by its colours, and where the parts of a scroll bar are, asked by the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QSplitter,
    QTextEdit,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui.theme.manager import Preferences, SchemeChoice, ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button, ButtonKind
from tests.patience import wait_until
from tests.ui.conftest import Show

_SIDE = 60


def _at(widget: QWidget, x: int, y: int) -> QColor:
    return widget.grab().toImage().pixelColor(x, y)


def _framed(name: str = "", **properties: object) -> QFrame:
    frame = QFrame()
    frame.setObjectName(name)
    frame.resize(_SIDE, _SIDE)
    for key, value in properties.items():
        frame.setProperty(key, value)
    return frame


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("name", "properties", "fill", "line"),
    [
        ("card", {}, "surface", "hairline"),
        ("card", {"locked": True}, "sunken", "hairline"),
        ("card", {"caret": True}, "surface", "focus"),
        ("card", {"caret": True, "clash": True}, "surface", "warn"),
        ("strip", {}, "warnSoft", "warnLine"),
        ("strip", {"tone": "neutral"}, "panel", "hairline"),
        ("field", {}, "surface", "border"),
        ("field", {"locked": True}, "sunken", "hairline"),
        ("field", {"invalid": True, "locked": True}, "sunken", "rem"),
        ("field", {"caret": True}, "surface", "focus"),
    ],
)
def test_a_plate_has_the_colours_of_its_state(
    themes: ThemeManager,
    show: Show,
    scheme: SchemeChoice,
    name: str,
    properties: dict[str, object],
    fill: ColorRole,
    line: ColorRole,
) -> None:
    themes.set_preferences(Preferences(scheme=scheme))
    frame = _framed(name, **properties)
    show(frame)
    assert _at(frame, _SIDE // 2, _SIDE // 2) == themes.theme.color(fill)
    assert _at(frame, _SIDE // 2, 0) == themes.theme.color(line)


@pytest.mark.parametrize(
    ("plane", "fill", "line", "x", "y"),
    [
        ("rail", "rail", "hairline", _SIDE - 1, 30),
        ("side", "panel", "hairline", _SIDE - 1, 30),
        ("header", "panel", "hairline", 30, _SIDE - 1),
        ("footer", "panel", "hairline", 30, 0),
        ("status", "rail", "hairline", 30, 0),
        ("surface", "surface", "surface", 0, 0),
    ],
)
def test_a_plane_has_its_line_on_one_side(
    themes: ThemeManager, show: Show, plane: str, fill: ColorRole, line: ColorRole, x: int, y: int
) -> None:
    frame = _framed(plane=plane)
    show(frame)
    assert _at(frame, 30, 30) == themes.theme.color(fill)
    assert _at(frame, x, y) == themes.theme.color(line)


def test_a_bar_and_an_overlay_have_theirs(themes: ThemeManager, show: Show) -> None:
    bar, leading, trailing = _framed("bar"), _framed("overlay", edge="leading"), _framed("overlay")
    for frame in (bar, leading, trailing):
        show(frame)
    assert _at(bar, 30, _SIDE - 1) == themes.theme.color("warnLine")
    assert _at(leading, _SIDE - 1, 30) == themes.theme.color("border")
    assert _at(trailing, 0, 30) == themes.theme.color("border")


def test_the_lower_corners_of_a_box_are_cut(themes: ThemeManager, show: Show) -> None:
    frame = _framed(plane="footer", round="true")
    show(frame)
    assert _at(frame, 0, _SIDE - 1) != themes.theme.color("panel") == _at(frame, 30, _SIDE - 2)


def test_what_is_in_a_card_leaves_its_line_alone(themes: ThemeManager, show: Show) -> None:
    card = _framed("card")
    column = QVBoxLayout(card)
    column.setContentsMargins(0, 0, 0, 0)
    inside = QWidget()
    column.addWidget(inside)
    show(card)
    assert inside.geometry() == card.rect().adjusted(1, 1, -1, -1)


@pytest.mark.parametrize(
    ("kind", "fill", "under", "down"),
    [
        ("default", "surface", "hover", "press"),
        ("primary", "accent", "accentHover", "accentPress"),
        ("quiet", None, "hover", "press"),
        ("link", None, "hover", "press"),
    ],
)
def test_a_button_shows_what_the_mouse_does(
    themes: ThemeManager,
    show: Show,
    kind: ButtonKind,
    fill: ColorRole | None,
    under: ColorRole,
    down: ColorRole,
) -> None:
    button = Button(themes, "Save", kind=kind)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    show(button)
    background = themes.theme.color(fill or "window")
    spot = QPoint(6, button.height() // 2)
    assert _at(button, spot.x(), spot.y()) == background
    QTest.mouseMove(button, spot)
    QApplication.processEvents()
    assert _at(button, spot.x(), spot.y()) == themes.theme.color(under)
    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=spot)
    assert _at(button, spot.x(), spot.y()) == themes.theme.color(down)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=spot)
    button.setEnabled(False)
    assert _at(button, spot.x(), spot.y()) == themes.theme.color("window")


def test_a_button_that_is_on_is_marked(themes: ThemeManager, show: Show) -> None:
    button = Button(themes, "Bold")
    button.setCheckable(True)
    button.setChecked(True)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    show(button)
    middle = button.height() // 2
    assert _at(button, 6, middle) == themes.theme.color("accentSoft")
    assert _at(button, 0, middle) == themes.theme.color("focus")


def test_what_has_the_focus_has_the_ring(themes: ThemeManager, show: Show) -> None:
    ways: list[QWidget] = [Button(themes, "Save"), QLineEdit()]
    for widget in ways:
        show(widget)
        widget.activateWindow()
        widget.setFocus()
        QApplication.processEvents()
        middle = widget.height() // 2
        assert _at(widget, 0, middle) == _at(widget, 1, middle) == themes.theme.color("focus")


def test_a_field_says_how_it_is(themes: ThemeManager, show: Show) -> None:
    field = QLineEdit()
    show(field)
    field.clearFocus()
    middle = field.height() // 2
    assert _at(field, 0, middle) == themes.theme.color("border")
    QTest.mouseMove(field, field.rect().center())
    QApplication.processEvents()
    assert _at(field, 0, middle) == themes.theme.color("control")
    field.setProperty("invalid", True)
    assert _at(field, 0, middle) == themes.theme.color("rem")
    field.setEnabled(False)
    assert _at(field, 0, middle) == themes.theme.color("hairline")
    assert _at(field, field.width() // 2, middle) == themes.theme.color("sunken")


def test_a_field_without_a_frame_lets_through_what_is_below(themes: ThemeManager, show: Show) -> None:
    plane = _framed("card")
    field = QLineEdit(plane)
    field.setFrame(False)
    field.setGeometry(5, 5, 50, 30)
    field.setReadOnly(True)
    show(plane)
    assert _at(plane, 6, 20) == themes.theme.color("surface")


@pytest.mark.parametrize("kind", [QTextEdit, QPlainTextEdit])
def test_a_text_lets_through_what_is_below(
    themes: ThemeManager, show: Show, kind: type[QTextEdit | QPlainTextEdit]
) -> None:
    plane = _framed(plane="rail")
    text = kind(plane)
    text.setGeometry(5, 5, 50, 50)
    show(plane)
    assert _at(plane, 30, 50) == _at(plane, 5, 5) == themes.theme.color("rail")


def test_an_area_is_filled_as_its_frame_is(themes: ThemeManager, show: Show) -> None:
    area = QScrollArea()
    area.setWidget(QLabel())
    area.setProperty("plane", "panel")
    area.resize(_SIDE, _SIDE)
    show(area)
    assert _at(area, 30, 30) == themes.theme.color("panel")


def test_a_handle_of_panels_is_a_hairline(themes: ThemeManager, show: Show) -> None:
    for name, role in (("", "hairline"), ("gap", "window")):
        splitter = QSplitter()
        splitter.setObjectName(name)
        splitter.setHandleWidth(3)
        for _ in range(2):
            splitter.addWidget(QWidget())
        splitter.resize(_SIDE, _SIDE)
        show(splitter)
        place = splitter.handle(1).geometry().center()
        assert _at(splitter, place.x(), place.y()) == themes.theme.color(role)  # type: ignore[arg-type]  # two of them


def _bar(show: Show, *, across: bool = False, page: int = 20) -> QScrollBar:
    bar = QScrollBar(Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical)
    bar.setRange(0, 80)
    bar.setPageStep(page)
    bar.resize(*((200, 10) if across else (10, 200)))
    show(bar)
    return bar


@pytest.mark.parametrize("across", [False, True])
def test_the_handle_of_a_scroll_bar_is_where_it_is_drawn(
    themes: ThemeManager, show: Show, *, across: bool
) -> None:
    bar = _bar(show, across=across)

    def place(px: int) -> QPoint:
        return QPoint(px, 5) if across else QPoint(5, px)

    faint = themes.theme.color("window")
    drawn = [px for px in range(200) if _at(bar, place(px).x(), place(px).y()) != faint]
    assert (min(drawn), max(drawn)) == (2, 37)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=place(20))
    QTest.mouseMove(bar, place(60))
    assert _at(bar, place(60).x(), place(60).y()) == themes.theme.color("control")
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=place(60))
    assert bar.value() == 20
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place(199))
    assert bar.value() == 40
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=place(0))
    assert bar.value() == 20


def test_a_handle_can_be_taken_however_much_there_is(themes: ThemeManager, show: Show) -> None:
    bar = _bar(show)
    bar.setRange(0, 1_000_000)
    faint = themes.theme.color("window")
    assert sum(_at(bar, 5, y) != faint for y in range(200)) == 28


def test_a_row_of_tabs_from_right_to_left_scrolls_the_other_way(themes: ThemeManager, show: Show) -> None:
    bar = _bar(show, across=True)
    bar.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    bar.setInvertedAppearance(False)
    faint = themes.theme.color("window")
    assert _at(bar, 20, 5) == faint != _at(bar, 180, 5)


def test_a_box_of_the_system_says_what_its_buttons_do_in_words_alone(show: Show) -> None:
    box = QMessageBox()
    box.setInformativeText("A sentence.")
    box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
    show(box)
    assert all(button.icon().isNull() for button in box.findChildren(QDialogButtonBox)[0].buttons())
    sentence = box.findChild(QLabel, "qt_msgbox_informativelabel")
    assert sentence is not None
    assert sentence.width() >= 320


def test_a_tip_has_air_around_its_words(themes: ThemeManager, show: Show) -> None:
    host = QWidget()
    show(host)
    QToolTip.showText(host.mapToGlobal(QPoint(5, 5)), "Problems (Ctrl+5)", host)
    tip = next(label for label in QApplication.allWidgets() if label.objectName() == "qtooltip_label")
    image, surface = tip.grab().toImage(), themes.theme.color("surface")
    QToolTip.hideText()
    assert image.pixelColor(0, 0) == themes.theme.color("border")
    inner = tip.rect().adjusted(1, 1, -1, -1)
    assert inner.height() >= tip.fontMetrics().height() + 12
    lines = range(inner.top(), inner.bottom() + 1)
    inked = [
        x
        for x in range(inner.left(), inner.right() + 1)
        if any(image.pixelColor(x, y) != surface for y in lines)
    ]
    assert min(inked[0] - inner.left(), inner.right() - inked[-1]) >= 6


def test_the_dialog_for_files_shows_what_is_chosen(themes: ThemeManager, show: Show, tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    dialog = QFileDialog(directory=str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    show(dialog)
    rows = dialog.findChild(QListView, "listView")
    assert rows is not None
    wait_until(lambda: rows.model().rowCount(rows.rootIndex()), pause=QApplication.processEvents)
    index = rows.model().index(0, 0, rows.rootIndex())
    rows.setCurrentIndex(index)
    QApplication.processEvents()
    area = rows.visualRect(index)
    corner = _at(rows.viewport(), area.right() - 1, area.bottom() - 1)
    chosen = (themes.theme.color("accentSoft"), themes.theme.color("selInactive"))
    assert corner in chosen


def test_what_the_dialog_for_files_drops_is_a_list_on_its_own_ground(
    themes: ThemeManager, show: Show, tmp_path: Path
) -> None:
    dialog = QFileDialog(directory=str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    show(dialog)
    combo = dialog.findChild(QComboBox, "lookInCombo")
    assert combo is not None
    combo.showPopup()
    QApplication.processEvents()
    rows = combo.view()
    first, second = (rows.visualRect(rows.model().index(row, 0)) for row in range(2))
    rows.setCurrentIndex(rows.model().index(0, 0))
    chosen, other = (_at(rows.viewport(), area.right() - 5, area.center().y()) for area in (first, second))
    combo.hidePopup()
    assert other == themes.theme.color("surface")
    assert chosen != other
