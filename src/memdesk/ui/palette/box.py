"""The box over the window: a field, the list below it, and what the keys do. A scrim lies below the box."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.i18n import tr, trn
from memdesk.ui.palette.choice import MOST_FOUND, Answer, Choice, Group
from memdesk.ui.palette.choice_list import ChoiceList, ChoiceModel
from memdesk.ui.palette.scrim import Scrim
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.widgets.field_undo import CoveringLine
from memdesk.ui.widgets.focus import FocusBefore
from memdesk.ui.widgets.labels import Hairline, TextLabel
from memdesk.ui.widgets.paint import draw_key_cap, key_cap_height, key_cap_width

MOST_ROWS = 12
_TOP_PX = 84
_MARGIN_PX = 24
_PAGE_ROWS = 8
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_Key = Qt.Key
_STEPS = {_Key.Key_Up: -1, _Key.Key_Down: 1, _Key.Key_PageUp: -_PAGE_ROWS, _Key.Key_PageDown: _PAGE_ROWS}


class PaletteBox(QWidget):
    """A box over `window`, which a scrim covers. It hides itself; the focus then goes back where it was.

    While it is open, no keys reach the actions of the window but those of `passing`: what lies below the scrim is not
    to be changed unseen.

    Signals:
        text_changed: something else is looked for; argument: the text.
        chosen: argument: the `Choice`.
    """

    text_changed = Signal(str)
    chosen = Signal(object)

    def __init__(self, themes: ThemeManager, window: QWidget, passing: Sequence[QAction]) -> None:
        super().__init__(window)
        self._themes = themes
        self._passing = passing
        self._before = FocusBefore()
        self._is_typed = self._is_partial = self._has_moved = self._chooses_soon = False
        self.model = ChoiceModel(themes.masks)
        self.field = CoveringLine()
        self.list = ChoiceList(themes, self.model, self.field)
        self._count = TextLabel(themes, role="small", tone="text3")
        self._nothing = TextLabel(themes, tr("Nothing matches this."), tone="text2")
        self._scrim = Scrim(themes, self)
        self._scrim.pressed.connect(self.close_box)
        self._top = QWidget()
        self.hide()
        self._lay_out()
        self._take_fonts()
        window.installEventFilter(self)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self.text_changed)
        self.list.clicked.connect(lambda _index: self._choose())
        themes.masks.changed.connect(self.list.viewport().update)
        themes.fonts_changed.connect(self._on_fonts_changed)

    def open(self, text: str, placeholder: str) -> None:
        """Come to the front with `text` in the field; where it is open already, look for this instead."""
        if not self.isVisible():
            self._before.keep(self.window().focusWidget())
            # What answered the last time is not to be seen again.
            self.list.setUpdatesEnabled(False)
        self.note_typing()
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(placeholder)
        self.field.setText(text)
        self._place()
        self.show()
        self.field.setFocus()

    def close_box(self) -> None:
        """Go away, and give the focus back."""
        if not self.isVisible():
            return
        self.hide()
        self._before.give_back_near(Qt.FocusReason.PopupFocusReason)

    def show_answer(self, answer: Answer, *, is_reading: bool = False) -> None:
        """Show what answers; with `is_reading`, more of memory may come.

        The first row is chosen, also when better ones come above it, until the user goes to another one.
        """
        current = self.list.current if self._has_moved else None
        self.model.set_answer(answer)
        self.list.setUpdatesEnabled(True)
        self._has_moved = self.list.choose(current.key if current is not None else "")
        # What of memory is still to come stands before commands: none of them is what Enter means yet.
        is_best = bool(answer.choices) and answer.choices[0].group in (Group.RECENT, Group.MEMORY)
        self._is_partial = is_reading and not is_best
        self._is_typed = is_reading and not answer.total
        many = "+" if answer.total >= MOST_FOUND else ""
        said = trn("{n} hit", "{n} hits", answer.total) if not many else tr("many hits")
        self._count.setText(tr("Reading…") if is_reading and not answer.total else said)
        self._nothing.setVisible(not answer.total and not is_reading)
        self._place()
        if self._has_moved:
            self.list.scrollTo(self.list.currentIndex())
        if self._chooses_soon and not self._is_early:
            self._chooses_soon = False
            self._choose()

    @property
    def _is_early(self) -> bool:
        """Whether Enter means what is not shown yet."""
        return self._is_typed or (self._is_partial and not self._has_moved)

    def note_typing(self) -> None:
        """What comes next answers another text: it begins at its first row."""
        self._is_typed = True
        self._has_moved = self._chooses_soon = False

    # Laying out

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head = QHBoxLayout(self._top)
        head.setContentsMargins(16, 0, 16, 0)
        head.setSpacing(10)
        head.addWidget(_Lens(self._themes))
        # The frame of the box is that of the field.
        self.field.setFrame(False)
        head.addWidget(self.field, 1)
        head.addWidget(self._count)
        column.addWidget(self._top)
        column.addWidget(Hairline(self._themes))
        inside = QVBoxLayout()
        inside.setContentsMargins(6, 6, 6, 6)
        self.list.setFixedHeight(0)
        inside.addWidget(self.list)
        self._nothing.setContentsMargins(10, 8, 10, 8)
        self._nothing.hide()
        inside.addWidget(self._nothing)
        column.addLayout(inside)
        column.addWidget(Hairline(self._themes))
        column.addWidget(_Foot(self._themes))

    def _take_fonts(self) -> None:
        theme = self._themes.theme
        self._top.setFixedHeight(theme.row_height(theme.sizes.palette_input, "heading"))
        self.field.setFont(theme.font("heading", Weight.Normal))

    def _on_fonts_changed(self) -> None:
        self._take_fonts()
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        """As wide as the design has it, as high as the rows need and the window allows."""
        window = self.window().rect()
        theme = self._themes.theme
        wide = min(theme.sizes.palette_width, window.width() - 2 * _MARGIN_PX)
        top = _TOP_PX if window.height() > 700 else _MARGIN_PX
        layout = self.layout()
        assert layout is not None
        layout.activate()
        beside = layout.sizeHint().height() - self.list.minimumHeight()
        room = window.height() - top - _MARGIN_PX - beside
        high = max(0, min(self.list.height_of(MOST_ROWS), room))
        self.list.setFixedHeight(high)
        self.setGeometry((window.width() - wide) // 2, top, wide, beside + high)
        # Where the box is as large as it was; else it is laid out already.
        layout.activate()
        self._scrim.place()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one plate
        theme = self._themes.theme
        with QPainter(self) as painter:
            draw_plate(painter, theme, self.rect(), theme.radii.card, "surface", "border")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._scrim.show()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._scrim.hide()

    # Keys and mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What nothing in the box has a use for is for nobody below."""
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The field keeps the focus: what moves in the list moves there."""
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._take(event)
            if event.type() == QEvent.Type.ShortcutOverride and not self._passes(event):
                event.accept()
                return True
        if watched is self.field and event.type() == QEvent.Type.FocusOut and self.isVisible():
            # Whatever takes the focus away is looked at now.
            QTimer.singleShot(0, self, self._leave)
        elif event.type() == QEvent.Type.Resize and watched is not self.field and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _passes(self, event: QKeyEvent) -> bool:
        combination = event.keyCombination()
        keys = QKeySequence(QKeyCombination(combination.keyboardModifiers() & ~_KEYPAD, combination.key()))
        exact = QKeySequence.SequenceMatch.ExactMatch
        return any(keys.matches(held) == exact for action in self._passing for held in action.shortcuts())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the field has no use for is for nobody below."""
        event.accept()

    def _leave(self) -> None:
        focused = self.window().focusWidget()
        if focused is not self.field and self.window().isActiveWindow():
            self._before.keep(None)
            self.hide()

    def _take(self, event: QKeyEvent) -> bool:
        by = _STEPS.get(_Key(event.key()))
        if by is not None:
            self.list.step(by)
            self._has_moved = not self._is_typed
        elif event.key() in (_Key.Key_Return, _Key.Key_Enter) and self._is_early:
            # What is shown answers what was typed before: the answer to this is what is meant.
            self._chooses_soon = True
        elif event.key() in (_Key.Key_Return, _Key.Key_Enter):
            self._choose()
        elif event.key() == _Key.Key_Escape:
            self.close_box()
        else:
            return event.key() in (_Key.Key_Tab, _Key.Key_Backtab)
        return True

    def _choose(self) -> None:
        choice: Choice | None = self.list.current
        if choice is not None and not choice.why_not:
            self.close_box()
            self.chosen.emit(choice)


class _Lens(QWidget):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        size = themes.theme.icon_sizes.button
        self.setFixedSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one icon
        size = self._themes.theme.icon_sizes.button
        with QPainter(self) as painter:
            self._themes.icons.draw(painter, self.rect(), "search", "text2", size)


class _Foot(QWidget):
    """What the keys do, and the prefixes."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 8)
        row.setSpacing(6)
        for caps, words in (("↑↓", tr("choose")), ("⏎", tr("run")), (("Esc",), tr("close"))):
            for cap in caps:
                row.addWidget(_Cap(themes, cap))
            row.addWidget(TextLabel(themes, words, role="small", tone="text2"))
            row.addSpacing(8)
        row.addStretch(1)
        prefixes = tr("> commands   @ sections   # entries")
        self._prefixes = TextLabel(themes, prefixes, role="small", tone="text2")
        row.addWidget(self._prefixes)


class _Cap(QWidget):
    def __init__(self, themes: ThemeManager, text: str) -> None:
        super().__init__()
        self._themes = themes
        self._text = text

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(key_cap_width(theme, self._text), key_cap_height(theme))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one cap
        theme = self._themes.theme
        high = key_cap_height(theme)
        area = self.rect()
        area.setTop((self.height() - high) // 2)
        area.setHeight(high)
        with QPainter(self) as painter:
            draw_key_cap(painter, theme, area, self._text)
