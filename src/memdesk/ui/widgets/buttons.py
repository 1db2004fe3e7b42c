"""Push buttons: the plate of their kind, and the label on it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QAction, QHelpEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QToolTip, QWidget

from memdesk.ui.plain import plain
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_button, draw_plate
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.found_mark import FoundMark, draw_found
from memdesk.ui.widgets.paint import draw_key_cap, key_cap_height, key_cap_width
from memdesk.ui.widgets.tips import native_keys, plain_tip, set_tip

ButtonKind = Literal["default", "primary", "quiet", "link"]

_INK: dict[ButtonKind, ColorRole] = {
    "default": "text",
    "primary": "onAccent",
    "quiet": "text2",
    "link": "accentText",
}
PAD_PX = 10
_GAP_PX = 6
_LABEL = Qt.TextFlag.TextHideMnemonic | Qt.TextFlag.TextSingleLine
_CENTRED = _LABEL | Qt.AlignmentFlag.AlignCenter
_LEADING = (
    _LABEL | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
)
_LEADING_RTL = (
    _LABEL | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
)


class Button(QPushButton):
    """A button with a text, and on wish a leading icon, a trailing chevron and the keys that do the same.

    `icon` is a Lucide name. `chevron` says that a menu opens. `keys` are shown as a key cap inside the button.
    """

    _fills = False
    """Whether its parts stand at its edges, as those of a field do, instead of around its middle."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str,
        *,
        kind: ButtonKind = "default",
        icon: str = "",
        chevron: bool = False,
        keys: QKeySequence | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(plain(text), parent)
        self._themes = themes
        self._weight = Weight.Medium
        self._pad_px = PAD_PX
        self._kind: ButtonKind = kind
        self._icon = icon
        self._chevron = chevron
        self._keys = native_keys(keys) if keys is not None else ""
        self._shows_keys = True
        self._font_role: FontRole = "body"
        self._asked: tuple[object, ...] = ()
        self._hint = QSize()
        self.found = FoundMark.NONE
        """How it is marked for what was found."""
        self.setAutoDefault(False)

    def setText(self, text: str, /) -> None:
        """Show `text`; what cannot be seen in it is named."""
        super().setText(plain(text))

    def event(self, event: QEvent) -> bool:
        """What does not fit is in the tool tip, where that says nothing else."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            QToolTip.showText(event.globalPos(), plain_tip(self.text()) if self.elided else "", self)
            return True
        return super().event(event)

    @property
    def elided(self) -> bool:
        """Whether some of its text does not fit now."""
        return bool(self.text()) and self.width() < self._content_width() + 2 * self._pad_px

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses what has the focus, as Space does; in a dialog it would press the default button else."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            if not event.isAutoRepeat():
                self.click()
            return
        super().keyPressEvent(event)

    def set_found(self, mark: FoundMark) -> None:
        """Mark its text for what was found in what it stands for."""
        if mark is not self.found:
            self.found = mark
            self.update()

    def set_weight(self, weight: Weight) -> None:
        """Write the label in another weight."""
        self._weight = weight
        self.updateGeometry()
        self.update()

    def set_icon(self, name: str) -> None:
        """Show Lucide icon `name`, or none for an empty name."""
        if name == self._icon:
            return
        self._icon = name
        self.updateGeometry()
        self.update()

    def follow(self, action: QAction) -> None:
        """Show the keys by which `action` does the same, also once it has others."""
        self._action = action
        action.changed.connect(self._show_action_keys)
        self._show_action_keys()

    def _show_action_keys(self) -> None:
        keys = native_keys(self._action.shortcut())
        if keys == self._keys:
            return
        self._keys = keys
        self.updateGeometry()
        self.update()

    @property
    def keys(self) -> str:
        """What stands in the key cap, as this platform writes it; empty where there is none."""
        return self._keys

    def show_keys(self, *, shown: bool) -> None:
        """Draw the key cap, or leave it out where room is short."""
        if shown == self._shows_keys:
            return
        self._shows_keys = shown
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        keys = self._keys if self._shows_keys else ""
        look = (self._themes.theme, self._font_role, self._weight, self._pad_px)
        asked = (self.text(), keys, self._chevron, self._leading_px(), *look)
        # A layout asks four times for each of its buttons, whenever it is laid out.
        if asked != self._asked:
            self._asked, self._hint = asked, self._measured()
        return QSize(self._hint)

    def _measured(self) -> QSize:
        theme = self._themes.theme
        height = theme.row_height(theme.sizes.button)
        if not self.text():
            return QSize(height, height)
        return QSize(max(height, self._content_width() + 2 * self._pad_px), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def cut_px(self, chars: int) -> int:
        """How wide it is if only the first `chars` characters of its text are shown, and a sign that there are more."""
        metrics = self._themes.theme.metrics(self._font_role, self._weight)
        cut = metrics.horizontalAdvance(self.text()[:chars] + "…")
        return self._content_width() - self._text_width() + cut + 2 * self._pad_px

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole button is painted
        option = QStyleOptionButton()
        self.initStyleOption(option)
        theme, area = self._themes.theme, self.rect()
        with QPainter(self) as painter:
            draw_button(painter, theme, area, self._kind, option.state)
            if self._kind == "primary" and self.hasFocus():
                draw_plate(
                    painter, theme, area.adjusted(2, 2, -2, -2), theme.radii.control - 2, None, "onAccent"
                )
            self._paint_content(painter)

    def _ink(self) -> ColorRole:
        if not self.isEnabled():
            return "disabled"
        if self.isChecked():
            return "accentText"
        return _INK[self._kind]

    def _content_width(self) -> int:
        theme = self._themes.theme
        parts = [self._text_width()] if self.text() else []
        if self._leading_px():
            parts.append(self._leading_px())
        if self._chevron:
            parts.append(theme.icon_sizes.mark)
        if self._keys and self._shows_keys:
            parts.append(key_cap_width(theme, self._keys))
        return sum(parts) + _GAP_PX * (len(parts) - 1)

    def _leading_px(self) -> int:
        """How wide what stands before the text is; 0 where there is nothing."""
        return self._themes.theme.icon_sizes.button if self._icon else 0

    def _paint_leading(self, painter: QPainter, cell: QRect, ink: ColorRole) -> None:
        self._themes.icons.draw(painter, cell, self._icon, ink, cell.width())

    def _text_width(self) -> int:
        metrics = self._themes.theme.metrics(self._font_role, self._weight)
        return metrics.size(_LABEL, self.text()).width()

    def _paint_content(self, painter: QPainter) -> None:
        theme, icons, ink = self._themes.theme, self._themes.icons, self._ink()
        room = self.width() - 2 * (self._pad_px if self.text() else 2)
        wide = room if self._fills else min(self._content_width(), room)
        at = (self.width() - wide) // 2
        end = at + wide
        if leading_px := self._leading_px():
            self._paint_leading(painter, cell_of(self, at, leading_px), ink)
            at += leading_px + _GAP_PX
        if self._chevron:
            end -= theme.icon_sizes.mark
            icons.draw(
                painter, cell_of(self, end, theme.icon_sizes.mark), "chevron-down", ink, theme.icon_sizes.mark
            )
            end -= _GAP_PX
        if self._keys and self._shows_keys:
            end -= key_cap_width(theme, self._keys)
            self._paint_keys(painter, cell_of(self, end, key_cap_width(theme, self._keys)))
            end -= _GAP_PX
        if self.text():
            self._paint_text(painter, cell_of(self, at, max(0, end - at)), ink)

    def _paint_text(self, painter: QPainter, cell: QRect, ink: ColorRole) -> None:
        theme = self._themes.theme
        painter.setFont(theme.font(self._font_role, self._weight))
        painter.setPen(theme.pen(ink))
        shown = self.text()
        if self._text_width() > cell.width():
            metrics = theme.metrics(self._font_role, self._weight)
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, cell.width(), _LABEL)
        if self.found is not FoundMark.NONE:
            words = painter.fontMetrics().size(_LABEL, shown)
            side = Qt.AlignmentFlag.AlignLeft if self._fills else Qt.AlignmentFlag.AlignHCenter
            place = QStyle.visualAlignment(self.layoutDirection(), side | Qt.AlignmentFlag.AlignVCenter)
            area = QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, place, words, cell)
            draw_found(painter, theme, area, self.found)
            painter.setPen(theme.pen(ink))
        leading = _LEADING_RTL if self.isRightToLeft() else _LEADING
        painter.drawText(cell, leading if self._fills else _CENTRED, shown)

    def _paint_keys(self, painter: QPainter, cell: QRect) -> None:
        theme = self._themes.theme
        height = key_cap_height(theme)
        cap = QRect(cell.x(), (self.height() - height) // 2, cell.width(), height)
        draw_key_cap(painter, theme, cap, self._keys, on_accent=self._kind == "primary" and self.isEnabled())


class PrimaryButton(Button):
    """The one main action of a view."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str,
        *,
        icon: str = "",
        keys: QKeySequence | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(themes, text, kind="primary", icon=icon, keys=keys, parent=parent)


class QuietButton(Button):
    """A button without a frame, for what is used now and then."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str,
        *,
        icon: str = "",
        chevron: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(themes, text, kind="quiet", icon=icon, chevron=chevron, parent=parent)


class LinkButton(Button):
    """Text that leads somewhere. Its plate reaches `pad_px` beyond it, which is the overhang of rows below it."""

    def __init__(
        self, themes: ThemeManager, text: str, *, pad_px: int = PAD_PX, parent: QWidget | None = None
    ) -> None:
        super().__init__(themes, text, kind="link", parent=parent)
        self._pad_px = pad_px


class IconButton(Button):
    """A frameless button with an icon alone; `name` says what it does, to a screen reader and in its tool tip."""

    def __init__(
        self,
        themes: ThemeManager,
        icon: str,
        name: str,
        *,
        keys: QKeySequence | None = None,
        kind: ButtonKind = "quiet",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(themes, "", kind=kind, icon=icon, parent=parent)
        self.set_name(name, keys)

    def _show_action_keys(self) -> None:
        # There is no room for a key cap beside an icon.
        set_tip(self, self.accessibleName(), self._action.shortcut())

    def set_name(self, name: str, keys: QKeySequence | None = None) -> None:
        """Say what the button does now, and by which keys."""
        self.setAccessibleName(plain(name))
        set_tip(self, name, keys)
