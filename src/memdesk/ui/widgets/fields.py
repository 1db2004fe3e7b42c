"""One-line fields."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.focus import FocusBefore
from memdesk.ui.widgets.paint import draw_key_cap, key_cap_height, key_cap_width
from memdesk.ui.widgets.tips import native_keys, set_tip

_PAD_PX = 8
_GAP_PX = 6
_ROOM_FOR_WORDS_PX = 90


class Field(QLineEdit):
    """A line of plain text with a leading icon; `set_invalid` says that it cannot be taken as it is."""

    def __init__(
        self,
        themes: ThemeManager,
        name: str,
        *,
        icon: str = "",
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._plain_icon = icon
        self._invalid = False
        self.setAccessibleName(name)
        self.setPlaceholderText(placeholder)
        self._make_room()

    def set_invalid(self, reason: str) -> None:
        """Mark the text as not usable because of `reason`, or as good again for an empty reason."""
        self._invalid = bool(reason)
        self.setProperty("invalid", self._invalid)
        self.setAccessibleDescription(reason)
        set_tip(self, reason)
        self._make_room()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(super().sizeHint().width(), theme.row_height(theme.sizes.field))

    def minimumSizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(theme.sizes.min_hit * 3, theme.row_height(theme.sizes.field))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        icon = self._icon()
        if not icon:
            return
        theme = self._themes.theme
        ink: ColorRole = "rem" if self._invalid else "text3" if self.isEnabled() else "disabled"
        size = theme.icon_sizes.button
        with QPainter(self) as painter:
            self._themes.icons.draw(painter, cell_of(self, _PAD_PX, size), icon, ink, size)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._make_room()

    def _icon(self) -> str:
        return "circle-alert" if self._invalid else self._plain_icon

    def _trailing_px(self) -> int:
        """What a subclass keeps free at the trailing end, in px."""
        return 0

    def _make_room(self) -> None:
        leading = self._themes.theme.icon_sizes.button + _GAP_PX if self._icon() else 0
        sides = (leading, self._trailing_px())
        left, right = reversed(sides) if self.isRightToLeft() else sides
        self.setTextMargins(left, 0, right, 0)


class InPlaceField(Field):
    """Asks for a few words where they will stand, and is hidden otherwise. Enter answers; Escape gives up.

    So does going elsewhere. Who answers, or presses Escape, is then where the focus was before.
    """

    answered = Signal(str)
    """These words are wanted."""
    given_up = Signal()
    """None are wanted after all."""
    ended = Signal()
    """It is about to be hidden; told before the other two."""

    def __init__(
        self, themes: ThemeManager, name: str, placeholder: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(themes, name, placeholder=placeholder, parent=parent)
        self._before, self._asks = FocusBefore(), False
        self.hide()

    def ask(self, words: str = "") -> None:
        """Ask for others in the place of these."""
        self._before.keep(self.window().focusWidget())
        self._asks = True
        self.setText(words)
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._end()
            self.given_up.emit()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif words := self.text().strip():
            self._end()
            self.answered.emit(words)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # Behind another window, or a menu, it goes on asking.
        passing = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if self._asks and event.reason() not in passing:
            if self.isVisible():
                # The user went elsewhere; else it was taken away with what it stood in.
                self._before.keep(None)
            self._end()
            self.given_up.emit()

    def _end(self) -> None:
        self._asks = False
        self.ended.emit()
        self._before.give_back()
        self.hide()


class FilterField(Field):
    """A field that narrows a list down. Escape clears it and gives the focus away, Down steps into the list."""

    dismissed = Signal()
    """Escape was pressed; the field is empty now."""
    list_requested = Signal()
    """Down was pressed: the focus belongs into the list."""

    def __init__(
        self,
        themes: ThemeManager,
        name: str,
        *,
        placeholder: str = "",
        keys: QKeySequence | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._keys = native_keys(keys) if keys is not None else ""
        self._clear: _ClearButton | None = None
        super().__init__(themes, name, icon="list-filter", placeholder=placeholder, parent=parent)
        set_tip(self, name, keys)
        self._clear = _ClearButton(themes, self)
        self._clear.clicked.connect(self.clear)
        self._clear.hide()
        self.textChanged.connect(self._on_text_changed)

    def follow(self, action: QAction) -> None:
        """Show the keys of `action`, also once it has others."""
        self._action = action
        action.changed.connect(self._show_action_keys)
        self._show_action_keys()

    def _show_action_keys(self) -> None:
        keys = self._action.shortcut()
        self._keys = native_keys(keys)
        set_tip(self, self.accessibleName(), keys)
        self._make_room()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # In an empty one it is meant for what the field stands in, such as a panel that lies over the page.
            event.setAccepted(bool(self.text()))
            self.clear()
            self.dismissed.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.list_requested.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._shows_keys():
            return
        theme = self._themes.theme
        width, height = key_cap_width(theme, self._keys), key_cap_height(theme)
        cell = cell_of(self, self.width() - width - _PAD_PX, width)
        cap = QRect(cell.x(), (self.height() - height) // 2, width, height)
        with QPainter(self) as painter:
            draw_key_cap(painter, theme, cap, self._keys)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._clear is not None:
            self._clear.setGeometry(cell_of(self, self.width() - self.height(), self.height()))
        self._make_room()

    def _shows_keys(self) -> bool:
        if not self._keys or self.text():
            return False
        theme = self._themes.theme
        taken = 2 * _PAD_PX + theme.icon_sizes.button + _GAP_PX + key_cap_width(theme, self._keys)
        return self.width() - taken >= _ROOM_FOR_WORDS_PX

    def _trailing_px(self) -> int:
        if self.text():
            return self.height() - _PAD_PX
        return key_cap_width(self._themes.theme, self._keys) + _GAP_PX if self._shows_keys() else 0

    def _on_text_changed(self, text: str) -> None:
        if self._clear is not None:
            self._clear.setVisible(bool(text))
        self._make_room()
        self.update()


class _ClearButton(QToolButton):
    """Empties the field by mouse; the keyboard has Escape for it."""

    def __init__(self, themes: ThemeManager, field: QWidget) -> None:
        super().__init__(field)
        self._themes = themes
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setIcon(QIcon())
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr("Clear filter"))
        set_tip(self, tr("Clear filter"))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one icon
        ink: ColorRole = "text" if self.underMouse() else "text3"
        size = self._themes.theme.icon_sizes.mark
        with QPainter(self) as painter:
            self._themes.icons.draw(painter, self.rect(), "x", ink, size)
