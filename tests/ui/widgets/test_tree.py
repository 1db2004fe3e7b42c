"""Tree rows: what gives way first, where marks stand, what selection, twisties and the pulse do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    Qt,
)
from PySide6.QtGui import QHoverEvent, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.marks import Marks
from memdesk.ui.widgets.tree_layout import RowLayout, lay_out_row
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow
from memdesk.ui.widgets.tree_view import TreeView
from tests.ui.conftest import Show

Index = QModelIndex | QPersistentModelIndex
MARKS = Marks(unsaved=True, changed=12, problem=True)
DOCUMENT = TreeRow("MEMORY.md", "file-text", keeps_end=True, marks=MARKS, size="2 KB", age="2 h")


def name_of(layout: RowLayout) -> str:
    return "".join(piece.text for piece in layout.pieces)


def test_first_the_size_goes_then_the_age_then_the_name(themes: ThemeManager) -> None:
    seen: list[tuple[str, bool]] = []
    for width in range(400, 20, -1):
        layout = lay_out_row(themes.theme, DOCUMENT, width, compact=False)
        state = (layout.meta, layout.elided)
        if not seen or seen[-1] != state:
            seen.append(state)
        assert [mark for mark, _, _ in layout.marks] == ["unsaved", 12, "problem"]
    assert seen == [("2 KB · 2 h", False), ("2 h", False), ("", False), ("", True)]


@given(
    name=st.text(min_size=1, max_size=60),
    width=st.integers(0, 500),
    changed=st.integers(0, 200),
    unsaved=st.booleans(),
    compact=st.booleans(),
    middle=st.booleans(),
)
def test_nothing_overlaps(
    themes_once: ThemeManager, name: str, width: int, changed: int, unsaved: bool, compact: bool, middle: bool
) -> None:
    row = TreeRow(
        name,
        "folder",
        keeps_end=middle,
        marks=Marks(unsaved=unsaved, changed=changed),
        size="1 KB",
        age="3 d",
    )
    layout = lay_out_row(themes_once.theme, row, width, compact=compact)
    spans = [(piece.left, piece.left + piece.width) for piece in layout.pieces]
    spans += [(left, left + wide) for _, left, wide in layout.marks]
    if layout.meta:
        spans.append((layout.meta_left, layout.meta_left + layout.meta_width))
        assert layout.meta_left + layout.meta_width <= width
    for (_, end), (start, _) in pairwise(spans):
        assert end <= start


@pytest.fixture(scope="module")
def themes_once(qapp: QApplication) -> ThemeManager:
    from memdesk.ui.theme.manager import install_theme

    return install_theme(qapp, Preferences(scheme="light"))


def test_compact_rows_have_marks_at_the_edge_and_no_meta(themes: ThemeManager) -> None:
    layout = lay_out_row(themes.theme, DOCUMENT, 400, compact=True)
    assert layout.meta == ""
    _, left, wide = layout.marks[-1]
    assert 380 < left + wide < 400


def test_file_names_are_elided_in_the_middle_others_at_the_end(themes: ThemeManager) -> None:
    long = "a-very-long-name-of-a-memory-file.md"
    file = lay_out_row(themes.theme, TreeRow(long, keeps_end=True), 160, compact=False)
    section = lay_out_row(themes.theme, TreeRow(long), 160, compact=False)
    assert name_of(file).endswith("md")
    assert name_of(section).endswith("…")


def test_hits_of_the_filter_are_bold(themes: ThemeManager) -> None:
    layout = lay_out_row(themes.theme, TreeRow("Decisions", hits=((0, 3),)), 400, compact=False)
    assert [(piece.text, piece.weight.name) for piece in layout.pieces] == [
        ("Dec", "Bold"),
        ("isions", "Normal"),
    ]


def test_a_long_name_is_elided_behind_its_hits(themes: ThemeManager) -> None:
    row = TreeRow("x" * 300, hits=((1, 3), (250, 260)))
    layout = lay_out_row(themes.theme, row, 150, compact=False)
    assert name_of(layout).endswith("…")
    assert layout.elided


@pytest.mark.parametrize(
    ("name", "rtl"), [("Decisions", False), ("1. قرارات", True), ("…", False), ("שלום", True)]
)
def test_a_name_keeps_its_own_direction(themes: ThemeManager, name: str, rtl: bool) -> None:
    assert lay_out_row(themes.theme, TreeRow(name), 300, compact=False).name_rtl == rtl


def item(row: TreeRow, children: Sequence[QStandardItem] = ()) -> QStandardItem:
    made = QStandardItem(row.name)
    made.setData(row, TreeRole.ROW)
    for child in children:
        made.appendRow(child)
    return made


@pytest.fixture
def view(themes: ThemeManager, show: Show) -> TreeView:
    made = TreeView(themes, "Memory")
    model = QStandardItemModel(made)
    sections = [item(TreeRow("Decisions")), item(TreeRow("Open issues"))]
    document = item(TreeRow("MEMORY.md", "file-text"), sections)
    model.appendRow(item(TreeRow("evva", monogram="ev", marks=Marks(writing=True)), [document]))
    model.appendRow(item(TreeRow("ub", monogram="ub")))
    made.setModel(model)
    made.resize(280, 300)
    made.expandAll()
    show(made)
    return made


def find(view: TreeView, name: str) -> QModelIndex:
    deep = Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchExactly
    model = view.model()
    return model.match(model.index(0, 0), Qt.ItemDataRole.DisplayRole, name, 1, deep)[0]


def fill(view: TreeView, index: Index) -> str:
    """The colour behind the row of `index`, near its trailing end."""
    row = view.visualRect(index)
    return view.viewport().grab().toImage().pixelColor(250, row.center().y()).name()


def hex_of(themes: ThemeManager, role: str) -> str:
    return themes.theme.color(role).name()  # type: ignore[arg-type]


def test_the_selected_row_is_soft_and_neutral_without_focus(
    themes: ThemeManager, view: TreeView, show: Show
) -> None:
    index = find(view, "ub")
    view.setCurrentIndex(index)
    view.setFocus()
    QApplication.processEvents()
    assert fill(view, index) == hex_of(themes, "accentSoft")
    bar = view.viewport().grab().toImage().pixelColor(1, view.visualRect(index).center().y())
    assert bar.name() == hex_of(themes, "focus")
    view.clearFocus()
    assert fill(view, index) == hex_of(themes, "selInactive")


def test_a_selection_in_a_closed_parent_is_shown_on_the_parent(themes: ThemeManager, view: TreeView) -> None:
    section = find(view, "Decisions")
    view.selectionModel().setCurrentIndex(section, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    view.collapse(find(view, "MEMORY.md"))
    view.selectionModel().setCurrentIndex(section, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    view.collapse(find(view, "MEMORY.md"))
    view.clearFocus()
    assert fill(view, find(view, "MEMORY.md")) == hex_of(themes, "selInactive")


def test_the_keyboard_has_a_ring_the_mouse_has_none(themes: ThemeManager, view: TreeView) -> None:
    view.setCurrentIndex(find(view, "evva"))
    view.setFocus(Qt.FocusReason.MouseFocusReason)
    QApplication.processEvents()
    corner = view.visualRect(find(view, "ub"))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=corner.center())
    image = view.viewport().grab().toImage()
    assert image.pixelColor(140, corner.top()).name() == hex_of(themes, "accentSoft")
    QTest.keyClick(view, Qt.Key.Key_Up)
    top = view.visualRect(view.currentIndex()).top()
    image = view.viewport().grab().toImage()
    assert image.pixelColor(140, top).name() == hex_of(themes, "focus")


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("offset", [-12, 0, 12])
def test_a_twisty_is_hit_in_28_px(view: TreeView, offset: int, direction: Qt.LayoutDirection) -> None:
    view.setLayoutDirection(direction)
    QApplication.processEvents()
    index = find(view, "MEMORY.md")
    row = view.visualRect(index)
    right = direction == Qt.LayoutDirection.RightToLeft
    middle = row.right() + 1 if right else row.left()
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle + offset, row.center().y())
    )
    assert not view.isExpanded(index)
    assert view.currentIndex() != index


def test_a_click_beside_the_twisty_selects(view: TreeView) -> None:
    index = find(view, "MEMORY.md")
    row = view.visualRect(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert view.isExpanded(index)
    assert view.currentIndex() == index


def test_arrow_keys_open_and_close(view: TreeView) -> None:
    index = find(view, "MEMORY.md")
    view.setCurrentIndex(index)
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert not view.isExpanded(index)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.isExpanded(index)


def test_the_hovered_row_is_filled(themes: ThemeManager, view: TreeView) -> None:
    index = find(view, "ub")
    place = QPointF(view.visualRect(index).center())
    move = QHoverEvent(QEvent.Type.HoverMove, place, place, QPointF())
    QApplication.sendEvent(view.viewport(), move)
    assert fill(view, index) == hex_of(themes, "hover")
    QApplication.sendEvent(view.viewport(), QHoverEvent(QEvent.Type.HoverLeave, place, place, place))
    assert fill(view, index) != hex_of(themes, "hover")


def test_a_writing_mark_beats_only_while_it_is_seen(themes: ThemeManager, view: TreeView) -> None:
    view.viewport().repaint()
    assert themes.pulse.running
    view.hide()
    timer_of(themes).setInterval(0)
    while themes.pulse.running:
        QApplication.processEvents()


def timer_of(themes: ThemeManager):  # type: ignore[no-untyped-def]  # noqa: ANN201 - a private timer
    return themes.pulse._timer


def test_rows_speak_in_sentences(view: TreeView) -> None:
    row = TreeRow("MEMORY.md", accessible="MEMORY.md, unsaved, 2 changes since you looked")
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "MEMORY.md, unsaved, 2 changes since you looked"
    assert row.data(Qt.ItemDataRole.DisplayRole) == "MEMORY.md"
    assert row.data(Qt.ItemDataRole.DecorationRole) is None


def test_rows_grow_with_the_text(qapp: QApplication, themes: ThemeManager, view: TreeView) -> None:
    before = qapp.font()
    larger = qapp.font()
    larger.setPixelSize(32)
    small = view.visualRect(find(view, "ub")).height()
    try:
        qapp.setFont(larger)
        qapp.processEvents()
        assert view.visualRect(find(view, "ub")).height() > small == 28
    finally:
        qapp.setFont(before)


def test_ten_thousand_rows_keep_no_more_layouts_than_rows_seen(themes: ThemeManager, show: Show) -> None:
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.addWidget(QLineEdit())
    view = TreeView(themes, "Many")
    column.addWidget(view)
    model = QStandardItemModel(view)
    for number in range(10_000):
        model.appendRow(item(TreeRow(f"fact-{number}.md", "file-text", size="1 KB", age="2 h")))
    view.setModel(model)
    holder.resize(300, 600)
    show(holder)
    assert len(view._delegate._layouts) < 60
    first = dict(view._delegate._layouts)
    view.viewport().repaint()
    assert all(view._delegate._layouts[key] is layout for key, layout in first.items())
