"""The parts of what an agent gets, as a list to choose from: colour of the meter, title, growth, length."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.plain import plain_name
from memdesk.ui.preview.injection import WHOLE, PartFact
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.paint import Tone, chip_height, chip_width, draw_chip
from memdesk.ui.widgets.tips import set_tip

_SWATCH_PX = 8
_MOST_ROWS = 7
_ROWS_OF_MANY = 5
"""Of so many parts that a list of them would leave no room for the text, these many are shown at first."""
_GAP_PX = 8
OVERHANG_PX = 6
"""How far the plate of a row reaches beyond its text, on both sides."""
_OTHERS: tuple[ColorRole, ...] = ("control", "text2")


def role_of(place: int, *, chosen: bool) -> ColorRole:
    """The colour of the part at `place` in meter and list: the chosen one has the accent, neighbours differ."""
    return "accent" if chosen else _OTHERS[place % len(_OTHERS)]


class _PartRow(QAbstractButton):
    """One part."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._place = 0
        self._fact = PartFact("", "", "", 0, 0)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def name(self) -> str:
        """The name of the part."""
        return self._fact.name

    def set_fact(self, fact: PartFact, place: int) -> None:
        """Show other numbers, of the part at `place`; below 0 it is none of the meter's."""
        if (fact, place) == (self._fact, self._place):
            return
        self._fact, self._place = fact, place
        growth = tr("{growth} unsaved", growth=shown.signed(fact.grown)) if fact.grown else ""
        facts = (plain_name(fact.title), shown.chars(fact.chars), growth, fact.about)
        self.setAccessibleName(listed(facts))
        set_tip(self, fact.about)
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(160, theme.row_height(theme.sizes.min_hit))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one row
        theme = self._themes.theme
        with QPainter(self) as painter:
            if self.underMouse():
                draw_plate(painter, theme, self.rect(), theme.radii.row, "hover")
            if self._place >= 0:
                self._paint_swatch(painter)
            self._paint_words(painter)
            if self.hasFocus():
                draw_ring(painter, theme, self.rect(), theme.radii.row)

    def _paint_swatch(self, painter: QPainter) -> None:
        box = cell_of(self, OVERHANG_PX, _SWATCH_PX)
        box = QRect(box.x(), box.y() + (box.height() - _SWATCH_PX) // 2, _SWATCH_PX, _SWATCH_PX)
        draw_plate(painter, self._themes.theme, box, 2, role_of(self._place, chosen=self.isChecked()))

    def _paint_words(self, painter: QPainter) -> None:
        theme = self._themes.theme
        weight = Weight.DemiBold if self.isChecked() else Weight.Normal
        metrics = theme.metrics("small", weight)
        painter.setFont(theme.font("small", weight))
        length = shown.chars(self._fact.chars)
        end = self.width() - OVERHANG_PX
        wide = metrics.horizontalAdvance(length)
        painter.setPen(theme.pen("text" if self.isChecked() else "text2"))
        self._draw(painter, end - wide, wide, length)
        chip = shown.isolated(shown.signed(self._fact.grown)) if self._fact.grown else ""
        chip_wide = chip_width(theme, chip, with_icon=False) if chip else 0
        start = OVERHANG_PX + _SWATCH_PX + _GAP_PX
        room = end - wide - start - _GAP_PX - (chip_wide + _GAP_PX if chip else 0)
        title = metrics.elidedText(plain_name(self._fact.title), Qt.TextElideMode.ElideMiddle, room)
        title_wide = metrics.horizontalAdvance(title)
        painter.setPen(theme.pen("text"))
        self._draw(painter, start, title_wide, title)
        if chip:
            self._paint_chip(painter, start + title_wide + _GAP_PX, chip_wide, chip)

    def _paint_chip(self, painter: QPainter, left: int, width: int, text: str) -> None:
        theme = self._themes.theme
        height = chip_height(theme)
        cell = cell_of(self, left, width)
        area = QRect(cell.x(), (self.height() - height) // 2, width, height)
        tone: Tone = "add" if self._fact.grown > 0 else "neutral"
        draw_chip(painter, theme, self._themes.icons, area, text, "", tone)

    def _draw(self, painter: QPainter, left: int, width: int, text: str) -> None:
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
        painter.drawText(cell_of(self, left, width), flags, text)


class PartList(QWidget):
    """All parts; the chosen one is shown below. Arrow keys move the choice.

    Signals:
        part_chosen: the user chose another part; argument: its name.
    """

    part_chosen = Signal(str)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._rows: list[_PartRow] = []
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._facts: tuple[PartFact, ...] = ()
        self._chosen = ""
        self._is_open = False
        self._more = LinkButton(themes, "", pad_px=OVERHANG_PX)
        self._more.clicked.connect(self._on_more_clicked)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._more.hide()
        self.setAccessibleName(tr("Parts the agent gets"))

    def show_parts(self, facts: Sequence[PartFact], chosen: str) -> None:
        """Show `facts`, with the part `chosen` marked."""
        self._facts, self._chosen = tuple(facts), chosen
        self._refresh()

    def _refresh(self) -> None:
        first = 1 if self._facts and self._facts[0].name == WHOLE else 0
        placed = [(fact, number - first) for number, fact in enumerate(self._facts)]
        shown_now = [(fact, place) for fact, place in placed if self._is_shown(fact, place + first)]
        while len(self._rows) > len(shown_now):
            self._drop(self._rows.pop())
        while len(self._rows) < len(shown_now):
            self._rows.append(self._add())
        # A group that is exclusive would keep one row checked also where none is shown.
        self._group.setExclusive(any(fact.name == self._chosen for fact, _ in shown_now))
        for row, (fact, place) in zip(self._rows, shown_now, strict=True):
            row.set_fact(fact, place)
            row.setChecked(fact.name == self._chosen)
        hidden = len(placed) - len(shown_now)
        more = trn("{n} more part", "{n} more parts", hidden, n=shown.number(hidden))
        self._more.setText(tr("Fewer parts") if self._is_open else more)
        self._more.setVisible(len(self._facts) > _MOST_ROWS)

    def _is_shown(self, fact: PartFact, number: int) -> bool:
        few = len(self._facts) <= _MOST_ROWS
        return few or self._is_open or number < _ROWS_OF_MANY or fact.name == self._chosen

    def _on_more_clicked(self) -> None:
        self._is_open = not self._is_open
        self._refresh()

    def _add(self) -> _PartRow:
        row = _PartRow(self._themes)
        self._group.addButton(row)
        self._column.insertWidget(len(self._rows), row)
        row.toggled.connect(lambda on: self._on_toggled(row, on))
        return row

    def _drop(self, row: _PartRow) -> None:
        self._group.removeButton(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _on_toggled(self, row: _PartRow, on: bool) -> None:
        if on:
            self.part_chosen.emit(row.name)
