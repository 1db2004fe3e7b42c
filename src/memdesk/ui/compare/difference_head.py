"""The row above a difference: which one it is, and a take button for each version."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.services.comparing.comparing import Piece, Take
from memdesk.ui.compare.words import short_words, take_words
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.placed import widgets_in

KEYS: dict[Take, str] = {Take.MINE: "1", Take.BEFORE: "2", Take.THEIRS: "3", Take.BOTH: "4"}
_PAD_PX = 12
_GAP_PX = 6
_NARROW_PX = 4
_ROW_PX = 36
_WAYS = ((take_words, True), (short_words, True), (short_words, False))
"""How a button says what it takes, the longest first, and whether it names its key."""


class DifferenceHead(PlaneFrame):
    """The head of one difference.

    Signals:
        take_requested: take a version; argument: a `Take`.
    """

    take_requested = Signal(object)

    def __init__(self, themes: ThemeManager, number: int, count: int, piece: Piece, other: str) -> None:
        super().__init__("window")
        self._themes = themes
        self.number = number
        self._other = other
        self._is_narrow = False
        name = tr("Difference {n} of {count}", n=number + 1, count=count)
        self.setAccessibleName(name)
        self._label = ElidedLabel(themes, name, role="small", weight=Weight.DemiBold)
        self._buttons = {take: self._button(take, other, name) for take in piece.takes}
        self._cells = [_Cell() for _ in range(3)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for cell in self._cells:
            row.addWidget(cell, 1)
        self._cells[0].row.addWidget(self._label, 1)
        self.show_before(shown=True)
        self._on_fonts_changed()
        themes.fonts_changed.connect(self._on_fonts_changed)

    def _button(self, take: Take, other: str, name: str) -> Button:
        words = take_words(take, other)
        button = Button(self._themes, words, keys=QKeySequence(KEYS[take]))
        button.setCheckable(True)
        button.setAccessibleName(tr("{name}: {take}", name=name, take=words))
        button.clicked.connect(lambda: self.take_requested.emit(take))
        return button

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What takes the keyboard, in the order on screen."""
        order = (Take.MINE, Take.BEFORE, Take.BOTH, Take.THEIRS)
        return tuple(self._buttons[take] for take in order if take in self._buttons)

    @property
    def first_stop(self) -> Button:
        """The button that gets the focus: of what is taken, else the first."""
        return next((button for button in self.buttons if button.isChecked()), self.buttons[0])

    def show_before(self, *, shown: bool, is_narrow: bool = False) -> None:
        """Stand above three columns, or above the two of the sides."""
        self._cells[1].setVisible(shown)
        for narrow in self._cells[1:]:
            narrow.crowd(is_narrow=is_narrow)
        self._is_narrow = is_narrow
        for take, cell in (
            (Take.MINE, 0),
            (Take.BEFORE, 1 if shown else 2),
            (Take.BOTH, 2),
            (Take.THEIRS, 2),
        ):
            if take in self._buttons:
                self._cells[cell].row.addWidget(self._buttons[take])
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Say it in a word where the columns are too narrow for more, and without the keys where they still are."""
        # Before it has its place, its width says nothing.
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return
        for words, has_keys in _WAYS[self._is_narrow :]:
            for take, button in self._buttons.items():
                button.setText(words(take, self._other))
                button.show_keys(shown=has_keys)
            if not self._is_crowded:
                return

    @property
    def _is_crowded(self) -> bool:
        shown = [cell for cell in self._cells if cell.isVisibleTo(self)]
        return any(cell.least_px > self.width() // len(shown) for cell in shown)

    def show_taken(self, taken: Take | None) -> None:
        """Mark the version that is taken."""
        for take, button in self._buttons.items():
            button.setChecked(take is taken)
            button.set_icon("check" if take is taken else "")
        self._fit()

    def _on_fonts_changed(self) -> None:
        theme = self._themes.theme
        self.setFixedHeight(max(_ROW_PX, theme.row_height(theme.sizes.button) + 8))
        self._fit()


class _Cell(QWidget):
    """The part of a head above one column."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(_PAD_PX, 0, _PAD_PX, 0)
        self.row.setSpacing(_GAP_PX)
        self.row.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignTrailing)

    @property
    def least_px(self) -> int:
        """How wide it has to be for its buttons to be whole."""
        widths = [widget.minimumSizeHint().width() for widget in widgets_in(self.row)]
        sides = self.row.contentsMargins()
        return sum(widths) + self.row.spacing() * max(0, len(widths) - 1) + sides.left() + sides.right()

    def crowd(self, *, is_narrow: bool) -> None:
        """Leave the buttons as much room as there is, or the usual one around them."""
        pad_px, gap_px = (_NARROW_PX, _NARROW_PX) if is_narrow else (_PAD_PX, _GAP_PX)
        self.row.setContentsMargins(pad_px, 0, pad_px, 0)
        self.row.setSpacing(gap_px)
