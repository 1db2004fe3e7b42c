"""The bar that finds and replaces in the document on screen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.search.ways import Ways
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, IconButton
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import PlaneFrame, TextLabel
from memdesk.ui.widgets.tips import plain_tip

_MARGIN_PX = 16


class _FindField(Field):
    """Enter goes on, Shift+Enter goes back."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return
        super().keyPressEvent(event)


class FindBar(PlaneFrame):
    """What is looked for in one document, and what comes instead; hidden at first.

    Signals:
        asked_changed: something else is looked for.
        stepped: go to the next (1) or previous (-1) place.
        replace_requested: replace this place, or all of them; argument: whether all.
        dismissed: Escape or the cross; the focus belongs into the text.
    """

    asked_changed = Signal()
    stepped = Signal(int)
    replace_requested = Signal(bool)
    dismissed = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__("header")
        self._themes = themes
        self.field = _FindField(themes, tr("Find in this document"), icon="search", placeholder=tr("Find"))
        self.new_field = _FindField(themes, tr("Replace with"), icon="pencil", placeholder=tr("Replace with"))
        self.ways = Ways(themes)
        self._count = TextLabel(themes, role="small", tone="text3")
        self._one, self.replace_all_button = Button(themes, tr("Replace")), Button(themes, tr("Replace all"))
        self._second = QWidget()
        self._lay_out()
        self.hide()

    @property
    def text(self) -> str:
        """What is looked for."""
        return self.field.text()

    @property
    def new_text(self) -> str:
        """What comes instead."""
        return self.new_field.text()

    def open(self, *, replaces: bool, text: str = "") -> None:
        """Show the bar, with the focus in it; `text` is what was selected in the document, if it is one line."""
        if text:
            self.field.setText(text)
        self._second.setVisible(replaces)
        self.show()
        field = self.new_field if replaces and self.text else self.field
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def show_count(self, place: int, count: int, *, has_more: bool = False, is_hidden: bool = False) -> None:
        """Say which place this is, from 1, of how many; 0 for none of them. `is_hidden` where it cannot be read."""
        number = shown.number(count) + ("+" if has_more else "")
        if not self.text:
            words = ""
        elif not count:
            words = tr("nothing found")
        else:
            words = tr("{place} of {count}", place=shown.number(place), count=number) if place else number
            words = tr("{words}, in hidden text", words=words) if is_hidden else words
        self._count.setText(words)
        self.field.set_invalid("")

    def show_fault(self, sentence: str) -> None:
        """It cannot be understood."""
        self._count.setText("")
        self.field.set_invalid(sentence)

    def allow_replacing(self, why_not: str) -> None:
        """Let places be replaced, unless there is a reason not to."""
        for button in (self._one, self.replace_all_button):
            button.setEnabled(not why_not)
            button.setToolTip(plain_tip(why_not))
        self.new_field.setEnabled(not why_not)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
            return
        super().keyPressEvent(event)

    def follow(self, previous: QAction, following: QAction) -> None:
        """Say by which keys one goes to the places."""
        for button, action in zip(self._steps, (previous, following), strict=True):
            button.follow(action)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._column.setContentsMargins(page_margin(self.window().width()), 8, _MARGIN_PX, 8)

    def _lay_out(self) -> None:
        steps = self._steps = [
            IconButton(self._themes, "chevron-up", tr("Previous")),
            IconButton(self._themes, "chevron-down", tr("Next")),
        ]
        close = IconButton(self._themes, "x", tr("Close"))
        first, second = QHBoxLayout(), QHBoxLayout(self._second)
        for row in (first, second):
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
        first.addWidget(self.field, 1)
        for widget in (self._count, *steps, self.ways, close):
            first.addWidget(widget)
        self._count.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        second.addWidget(self.new_field, 1)
        for button in (self._one, self.replace_all_button):
            second.addWidget(button)
        column = self._column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addLayout(first)
        column.addWidget(self._second)
        self.setAccessibleName(tr("Find in this document"))
        for by, button in zip((-1, 1), steps, strict=True):
            button.clicked.connect(lambda _checked=False, by=by: self.stepped.emit(by))
        self._connect(close)

    def _connect(self, close: IconButton) -> None:
        close.clicked.connect(self.dismissed)
        self.field.textChanged.connect(lambda _text: self.asked_changed.emit())
        self.ways.changed.connect(self.asked_changed)
        for field in (self.field, self.new_field):
            field.stepped.connect(self.stepped)
        self._one.clicked.connect(lambda: self.replace_requested.emit(False))
        self.replace_all_button.clicked.connect(lambda: self.replace_requested.emit(True))
