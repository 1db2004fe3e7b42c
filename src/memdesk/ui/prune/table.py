"""The table of candidates: two lines a row, ticks by Space, a tick for all in the header."""

from __future__ import annotations

from contextlib import nullcontext
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from memdesk.services.prune.prune import Candidate
from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain, plain_name
from memdesk.ui.prune.listed import Listed
from memdesk.ui.prune.model import Column, PruneModel
from memdesk.ui.prune.words import ICONS, chip_of, shown_title, size_of, where_of
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.fitting import FittingTexts
from memdesk.ui.widgets.list_view import Index
from memdesk.ui.widgets.paint import chip_height, chip_width, draw_check, draw_chip
from memdesk.ui.widgets.selected_rows import selected_rows
from memdesk.ui.widgets.steady_list import show_steadily
from memdesk.ui.widgets.ticks import WithTicks

_CHECK_PX = 40
_PAD_PX = 8
_WIDTHS = {Column.WHERE: 116, Column.NEXT: 84, Column.AGE: 56, Column.SIZE: 60}
_LETTERS_PX = 12
"""So large are the small letters that these widths are for; larger ones have wider columns."""
_NARROW_PX = 640
"""Below so many px the columns Where and Size go into the second line; larger letters need as much more."""
_TRAILING = (Column.NEXT, Column.AGE, Column.SIZE)
# Put together once: an operation on flags of Qt takes as long in Python as drawing a short text.
_LINE_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEADING_FLAGS = Qt.AlignmentFlag.AlignLeading | _LINE_FLAGS
_TRAILING_FLAGS = Qt.AlignmentFlag.AlignTrailing | _LINE_FLAGS


class PruneTable(WithTicks, QTableView):
    """Shows a `PruneModel`.

    Signals:
        current_changed: another row is the current one.
        removal_requested: what is ticked shall go.
        dismissal_requested: what is ticked, else the current row, shall stay.
        merge_requested: the current row and what is alike shall be one.
    """

    current_changed = Signal()
    removal_requested = Signal()
    dismissal_requested = Signal()
    merge_requested = Signal()

    def __init__(self, themes: ThemeManager, model: PruneModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.candidates = model
        self.setModel(model)
        self._cells = _Delegate(themes, self)
        self.setItemDelegate(self._cells)
        self.setHorizontalHeader(_Header(themes, model, self))
        self.setAccessibleName(tr("Candidates, the strongest reason first"))
        self._set_look()
        self._fit_rows()
        themes.fonts_changed.connect(self._on_fonts_changed)
        self.selectionModel().currentRowChanged.connect(lambda *_: self.current_changed.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.viewport().update())
        themes.masks.changed.connect(self.viewport().update)
        # Not a lambda: PySide never lets go of what is connected to this signal as one, nor of the window it names.
        model.headerDataChanged.connect(self._on_header_changed)

    def _set_look(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()

    def _fit_rows(self) -> None:
        """Make the rows as high as two lines of letters."""
        theme = self._themes.theme
        lines = theme.metrics("body").height() + chip_height(theme) + 3 * _PAD_PX - 4
        self.verticalHeader().setDefaultSectionSize(max(theme.sizes.table_row, lines))

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for all columns."""
        return self.viewport().width() < round(_NARROW_PX * self._larger)

    @property
    def _larger(self) -> float:
        """By how much the letters are larger than those that the widths are for."""
        return max(1.0, self._themes.theme.font("small").pixelSize() / _LETTERS_PX)

    @property
    def current(self) -> Candidate | None:
        """The candidate of the current row."""
        row = self.currentIndex().row()
        return self.candidates.rows[row] if 0 <= row < len(self.candidates.rows) else None

    @property
    def chosen_rows(self) -> list[int]:
        """The selected rows; the current one alone where it is none of them: with Ctrl one walks past them."""
        rows = selected_rows(self.selectionModel())
        current = self.currentIndex().row()
        return rows if current in rows else [current] if current >= 0 else []

    def show_rows(self, listed: Listed, *, is_refresh: bool) -> None:
        """Show these; the row that was the current one stays so, else its place."""
        model = self.candidates
        if is_refresh:
            show_steadily(
                self, lambda: model.addresses, lambda: model.show_rows(listed), row_of=lambda: model.places
            )
        else:
            current, place = self.current, self.currentIndex().row()
            model.show_rows(listed)
            same = model.row_of(current)
            self.choose(min(place, len(model.rows) - 1) if same is None else same)
        if not self.currentIndex().isValid():
            self.choose(0)
        first = max(0, self.rowAt(0))
        in_view = self.viewport().height() // self.verticalHeader().defaultSectionSize() + 2
        self._cells.read(range(first, min(first + in_view, len(model.rows))))

    def choose(self, row: int) -> None:
        """Make a row the current one, and the only one selected."""
        if 0 <= row < len(self.candidates.rows):
            self.selectRow(row)
            self.setCurrentIndex(self.candidates.index(row, Column.ENTRY))

    def _on_header_changed(self) -> None:
        self.horizontalHeader().viewport().update()

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, keys = event.key(), Qt.Key
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (keys.Key_Space, keys.Key_Select):
            self.candidates.turn(self.chosen_rows)
        elif key == keys.Key_A and control:
            self.candidates.turn_all()
        elif key == keys.Key_Delete:
            self.removal_requested.emit()
        elif key == keys.Key_D and not event.modifiers():
            self.dismissal_requested.emit()
        elif key == keys.Key_M and not event.modifiers():
            self.merge_requested.emit()
        else:
            super().keyPressEvent(event)

    def turn_tick(self, row: int) -> None:
        self.candidates.turn([row])

    def is_on_tick(self, event: QMouseEvent, index: Index) -> bool:
        if index.column() != Column.ENTRY:
            return False
        area = self.visualRect(index)
        cell = QStyle.visualRect(
            self.layoutDirection(), area, QRect(area.x(), area.y(), _CHECK_PX, area.height())
        )
        return cell.contains(event.position().toPoint())

    # Columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # All of it is painted: told of its columns as well, it would be painted once more.
        with QSignalBlocker(self.horizontalHeader()):
            self._fit_columns()

    def _on_fonts_changed(self) -> None:
        self._fit_rows()
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Make the columns as wide as what stands in them, and leave out those that have no room."""
        theme, header = self._themes.theme, self.horizontalHeader()
        for column, width in _WIDTHS.items():
            self.setColumnHidden(column, self.is_narrow and column in (Column.WHERE, Column.SIZE))
            words = str(self.candidates.headerData(column, Qt.Orientation.Horizontal))
            wide = theme.metrics("meta", Weight.Medium).horizontalAdvance(words) + 2 * _PAD_PX
            header.resizeSection(column, max(round(width * self._larger), wide))
        header.setSectionResizeMode(Column.ENTRY, QHeaderView.ResizeMode.Stretch)


class _Header(QHeaderView):
    """The head of the table; the first section ticks all that is shown."""

    def __init__(self, themes: ThemeManager, model: PruneModel, parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._themes = themes
        self._candidates = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(40)
        self.setAccessibleName(tr("Tick all that are shown"))
        self.sectionClicked.connect(self._on_clicked)
        # Of two fast clicks Qt tells as a click of the first alone.
        self.sectionDoubleClicked.connect(self._on_clicked)

    def viewportEvent(self, event: QEvent) -> bool:
        # As in the table, which gets another width as well.
        with QSignalBlocker(self) if event.type() is QEvent.Type.Resize else nullcontext():
            return super().viewportEvent(event)

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(0, max(theme.sizes.table_head, theme.metrics("meta").height() + _PAD_PX))

    def _on_clicked(self, section: int) -> None:
        if section == Column.ENTRY:
            self._candidates.turn_all()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column = self._themes.theme, Column(section)
        painter.save()
        painter.fillRect(rect, theme.brush("surface"))
        painter.fillRect(QRect(rect.x(), rect.bottom(), rect.width(), 1), theme.brush("hairline"))
        inner = rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        if column is Column.ENTRY:
            box = QRect(rect.x(), rect.y(), _CHECK_PX, rect.height())
            cell = QStyle.visualRect(self.layoutDirection(), rect, box)
            draw_check(painter, theme, self._themes.icons, cell, self._candidates.state)
            inner = QStyle.visualRect(self.layoutDirection(), rect, rect.adjusted(_CHECK_PX, 0, -_PAD_PX, 0))
        painter.setFont(theme.font("meta", Weight.Medium))
        painter.setPen(theme.pen("text2"))
        flags = _TRAILING_FLAGS if column in _TRAILING else _LEADING_FLAGS
        words = str(self._candidates.headerData(column, Qt.Orientation.Horizontal))
        painter.drawText(inner, flags, words)
        painter.restore()


class _Words(NamedTuple):
    """What stands in a row, fit to be shown: finding secrets and hidden characters takes as long as painting."""

    title: str
    reason: str
    evidence: str
    agent: str
    scope: str
    size: str


class _Delegate(QStyledItemDelegate):
    """Paints the cells: plate and tick, the entry with its strongest reason, and the facts beside it."""

    def __init__(self, themes: ThemeManager, table: PruneTable) -> None:
        super().__init__(table)
        self._themes = themes
        self._table = table
        self._known: dict[int, _Words] = {}
        self._texts = FittingTexts(themes)
        self._heights: tuple[int, int] | None = None
        themes.fonts_changed.connect(self._forget)
        themes.masks.changed.connect(self._forget)
        table.candidates.modelReset.connect(self._forget)

    def _forget(self) -> None:
        self._known.clear()
        self._heights = None

    def read(self, rows: range) -> None:
        """Find the words of these rows, which else is done in the turn that paints them."""
        for row in rows:
            self._words(row)

    def _words(self, row: int) -> _Words:
        known = self._known.get(row)
        if known is None:
            known = self._known[row] = self._words_of(self._table.candidates.rows[row])
        return known

    def _words_of(self, candidate: Candidate) -> _Words:
        masks, reason = self._themes.masks, candidate.strongest
        word = chip_of(reason)
        if len(candidate.reasons) > 1:
            word = f"{word} +{len(candidate.reasons) - 1}"
        title = plain_name(shown_title(candidate, masks))
        agent, scope = where_of(candidate)
        evidence, size = plain(masks.shown(told(reason.evidence))), size_of(candidate.size_bytes)
        return _Words(title, word, evidence, plain(agent), plain(scope), size)

    def editorEvent(self, *_: object) -> bool:
        """Ticks are the table's own business."""
        return False

    def helpEvent(self, event: QEvent, view: QAbstractItemView, option: object, index: Index) -> bool:
        return super().helpEvent(event, view, option, index)  # type: ignore[arg-type]  # Qt's own values

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.row() >= len(self._table.candidates.rows):
            return
        painter.save()
        area = option.rect
        self._paint_plate(painter, area, option, index)
        row, column = index.row(), index.column()
        if column == Column.ENTRY:
            self._paint_entry(painter, area, self._table.candidates.rows[row], row)
        elif column == Column.WHERE:
            self._paint_two(painter, area, row)
        else:
            # Ages go on while a row stands there.
            words = self._words(row).size if column == Column.SIZE else self._now_said(row, Column(column))
            line = self._line(area, 0).adjusted(_PAD_PX, 0, -_PAD_PX, 0)
            ink: ColorRole = "warn" if column == Column.NEXT else "text2"
            self._write(painter, line, words, "small", ink, _TRAILING_FLAGS)
        painter.restore()

    def _now_said(self, row: int, column: Column) -> str:
        candidates = self._table.candidates
        return plain(candidates.words(candidates.rows[row], column))

    def _paint_plate(
        self, painter: QPainter, area: QRect, option: QStyleOptionViewItem, index: Index
    ) -> None:
        theme, table = self._themes.theme, self._table
        fill: ColorRole = "surface"
        state, has_focus = option.state, table.hasFocus()
        is_selected = QStyle.StateFlag.State_Selected in state
        if is_selected:
            fill = "accentSoft" if has_focus else "selInactive"
        elif QStyle.StateFlag.State_MouseOver in state:
            fill = "hover"
        painter.fillRect(area, theme.brush(fill))
        painter.fillRect(QRect(area.x(), area.bottom(), area.width(), 1), theme.brush("hairline"))
        if not has_focus:
            return
        if index.column() == Column.ENTRY and is_selected:
            bar = QRect(area.x(), area.y(), theme.lines.edge, area.height() - 1)
            painter.fillRect(QStyle.visualRect(table.layoutDirection(), area, bar), theme.brush("focus"))
        if index.row() == table.currentIndex().row():
            whole = QRect(0, area.y(), table.viewport().width(), area.height() - 1)
            painter.setClipRect(area)
            draw_ring(painter, theme, whole, theme.radii.row)
            painter.setClipping(False)

    def _paint_entry(self, painter: QPainter, area: QRect, candidate: Candidate, row: int) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        state = Qt.CheckState.Checked if self._table.candidates.is_ticked(row) else Qt.CheckState.Unchecked
        line = self._line(area, 0)
        box = QRect(area.x(), line.y(), _CHECK_PX, line.height())
        draw_check(painter, theme, icons, self._mirrored(area, box), state)
        first = line.adjusted(_CHECK_PX, 0, -_PAD_PX, 0)
        words = self._words(row)
        self._write(painter, self._mirrored(area, first), words.title, "body", "text")
        second = self._line(area, 1).adjusted(_CHECK_PX, 0, -_PAD_PX, 0)
        wide = min(chip_width(theme, words.reason, with_icon=True), second.width())
        chip = QRect(second.x(), second.y(), wide, second.height())
        icon = ICONS[candidate.strongest.rule]
        draw_chip(painter, theme, icons, self._mirrored(area, chip), words.reason, icon, "neutral")
        said = second.adjusted(wide + _PAD_PX, 0, 0, 0)
        if said.width() > 0:
            evidence = self._evidence(words)
            self._write(painter, self._mirrored(area, said), evidence, "small", "text3")

    def _evidence(self, words: _Words) -> str:
        if not self._table.is_narrow:
            return words.evidence
        return f"{words.agent} · {words.scope} · {words.size} · {words.evidence}"

    def _paint_two(self, painter: QPainter, area: QRect, row: int) -> None:
        words = self._words(row)
        inks: tuple[ColorRole, ColorRole] = "text2", "text3"
        for number, (said, ink) in enumerate(zip((words.agent, words.scope), inks, strict=True)):
            line = self._line(area, number).adjusted(_PAD_PX, 0, -_PAD_PX, 0)
            self._write(painter, line, said, "small", ink)

    def _line(self, area: QRect, number: int) -> QRect:
        """The first or the second line of a row."""
        heights = self._heights
        if heights is None:
            theme = self._themes.theme
            heights = self._heights = (theme.metrics("body").height(), chip_height(theme))
        gap = max(0, (area.height() - sum(heights) - 4) // 2)
        top = area.y() + gap + number * (heights[0] + 4)
        return QRect(area.x(), top, area.width(), heights[number])

    def _mirrored(self, area: QRect, part: QRect) -> QRect:
        return QStyle.visualRect(self._table.layoutDirection(), area, part)

    def _write(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        role: FontRole,
        ink: ColorRole,
        flags: int = _LEADING_FLAGS,
    ) -> None:
        theme = self._themes.theme
        painter.setFont(theme.font(role))
        painter.setPen(theme.pen(ink))
        painter.drawText(area, flags, self._texts.fitting(text, role, area.width()))
