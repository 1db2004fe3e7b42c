"""The frame every screen shares: left panel, centre, right panel, and how they give way in a small window."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from memdesk.ui.panel_widths import (
    LEFT_COLLAPSES_BELOW,
    LEFT_NARROW_BELOW,
    LEFT_RANGE,
    LEFT_WIDTH,
    RIGHT_COLLAPSES_BELOW,
    RIGHT_OVERLAY_WIDTH,
    RIGHT_RANGE,
    RIGHT_WIDTH,
    docked_widths,
)
from memdesk.ui.widgets.focus import FocusBefore, focusable_in
from memdesk.ui.widgets.overlay_close import OverlayClose

RESIZE_STEP_PX = 20
"""So much wider or narrower a panel gets by one key, in device-independent pixels."""


class Overlay(QFrame):
    """Holds a side panel over the centre while the window is too small to dock it. Esc closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget, leading: bool) -> None:
        super().__init__(parent)
        self.setObjectName("overlay")
        self.setProperty("edge", "leading" if leading else "trailing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0 if leading else 1, 0, 1 if leading else 0, 0)
        self.hide()

    def take(self, panel: QWidget) -> None:
        """Adopt `panel`."""
        self._box.addWidget(panel)
        panel.show()
        _show_close(panel, is_shown=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


class Frame(QWidget):
    """Left, centre and right. `right_shown_changed` tells whether the right panel is on screen."""

    right_shown_changed = Signal(bool)

    def __init__(self, left: QWidget, centre: QWidget, right: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.centre, self.right = left, centre, right
        self._right_wanted = True
        self._is_right_aside = False
        self._before = FocusBefore()
        self._widths = {"left": LEFT_WIDTH, "right": RIGHT_WIDTH}
        box = QHBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self._splitter = self._make_splitter()
        box.addWidget(self._splitter, 1)
        self._overlays = {side: Overlay(self, side == "left") for side in ("left", "right")}
        for side, overlay in self._overlays.items():
            overlay.closed.connect(lambda side=side: self._close_overlay(side))
        for side, panel in (("left", self.left), ("right", self.right)):
            for button in panel.findChildren(OverlayClose):
                button.clicked.connect(self._overlays[side].closed)

    @classmethod
    def of_screen(
        cls, screen: QWidget, left: QWidget, centre: QWidget, right: QWidget, toggle: QAbstractButton
    ) -> Frame:
        """The frame that is all of `screen`; `toggle` is there while the right panel is not, and brings it back."""
        frame = cls(left, centre, right, screen)
        box = QVBoxLayout(screen)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(frame)
        toggle.clicked.connect(frame.toggle_right)
        frame.right_shown_changed.connect(lambda is_shown: toggle.setVisible(not is_shown))
        return frame

    def _make_splitter(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for panel, limits in ((self.left, LEFT_RANGE), (self.centre, None), (self.right, RIGHT_RANGE)):
            splitter.addWidget(panel)
            if limits is not None:
                panel.setMinimumWidth(limits[0])
                panel.setMaximumWidth(limits[1])
        self.centre.setMinimumWidth(320)
        splitter.setStretchFactor(1, 1)
        splitter.splitterMoved.connect(self._on_splitter_moved)
        return splitter

    # How wide things are

    @property
    def widths(self) -> dict[str, int]:
        """Widths of the docked side panels, in device-independent pixels."""
        return dict(self._widths)

    def restore_widths(self, widths: dict[str, int]) -> None:
        """Take up widths from an earlier start."""
        for side, limits in (("left", LEFT_RANGE), ("right", RIGHT_RANGE)):
            self._widths[side] = min(max(widths.get(side, self._widths[side]), limits[0]), limits[1])
        self._arrange()

    def _on_splitter_moved(self, _position: int, _index: int) -> None:
        if self.window().width() >= LEFT_NARROW_BELOW:
            self._widths["left"] = self._width_of(self.left) or self._widths["left"]
        self._widths["right"] = self._width_of(self.right) or self._widths["right"]

    def _width_of(self, panel: QWidget) -> int:
        """How wide the splitter makes a panel; 0 for one that is hidden, or lies over the centre instead."""
        place = self._splitter.indexOf(panel)
        return self._splitter.sizes()[place] if place >= 0 else 0

    def resize_panel(self, step: int) -> None:
        """Make the side panel that has the focus, else the left one, wider or narrower by so many pixels."""
        focused: QWidget | None = self.window().focusWidget()
        side = "right" if focused is not None and self.right.isAncestorOf(focused) else "left"
        if self._docked(side):
            self.restore_widths({**self._widths, side: self._widths[side] + step})

    # Which panel is where

    def _docked(self, side: str) -> bool:
        return self.window().width() >= (LEFT_COLLAPSES_BELOW if side == "left" else RIGHT_COLLAPSES_BELOW)

    @property
    def right_shown(self) -> bool:
        """Whether the right panel is on screen, docked or as an overlay."""
        return self._takes_room_at_right if self._docked("right") else not self._overlays["right"].isHidden()

    @property
    def _takes_room_at_right(self) -> bool:
        return self._right_wanted and not self._is_right_aside

    def toggle_right(self) -> None:
        """Show or hide the right panel."""
        self.show_right(not self.right_shown)

    def show_right(self, shown: bool) -> None:
        """Show or hide the right panel, as an overlay where it cannot be docked."""
        if self._docked("right"):
            self._right_wanted = shown
            self._is_right_aside &= not shown
            self._arrange()
        elif shown:
            self._open_overlay("right")
        else:
            self._close_overlay("right")
        self.right_shown_changed.emit(self.right_shown)

    def set_right_aside(self, aside: bool) -> None:
        """Leave the room of the right panel to the centre, at any width of the window, until it is not aside any more.

        Whether it is wanted stays as it was, unless the user asks for it meanwhile.
        """
        self._is_right_aside = aside
        if aside:
            self._close_overlay("right")
        self._arrange()
        self.right_shown_changed.emit(self.right_shown)

    def show_left(self) -> None:
        """Bring the left panel on screen where it is collapsed."""
        if not self._docked("left"):
            self._open_overlay("left")

    def close_left_overlay(self) -> None:
        """Put the left panel away again where it lies over the centre."""
        self._close_overlay("left")

    def _open_overlay(self, side: str) -> None:
        panel = self.left if side == "left" else self.right
        if self._overlays[side].isHidden():
            self._before.keep(self.window().focusWidget())
        self._overlays[side].take(panel)
        self._place_overlays()
        self._overlays[side].show()
        self._overlays[side].raise_()
        _give_focus(panel)

    def _close_overlay(self, side: str) -> None:
        overlay = self._overlays[side]
        if overlay.isHidden():
            return
        focused: QWidget | None = self.window().focusWidget()
        overlay.hide()
        # With it comes the button that opened the panel, which is to have the focus again.
        self.right_shown_changed.emit(self.right_shown)
        had_focus = focused is None or overlay.isAncestorOf(focused)
        if had_focus and not self._before.give_back():
            _give_focus(self.centre)

    def _place_overlays(self) -> None:
        height, narrow = self.height(), min(RIGHT_OVERLAY_WIDTH, self.width())
        rects = {
            "left": QRect(0, 0, LEFT_WIDTH, height),
            "right": QRect(self.width() - narrow, 0, narrow, height),
        }
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for side, rect in rects.items():
            if mirrored:
                rect.moveLeft(self.width() - rect.right() - 1)
            self._overlays[side].setGeometry(rect)

    def _arrange(self) -> None:
        for side, panel, index in (("left", self.left, 0), ("right", self.right, 2)):
            if self._docked(side):
                self._overlays[side].hide()
                if panel.parent() is not self._splitter:
                    self._splitter.insertWidget(index, panel)
                    _show_close(panel, is_shown=False)
            elif panel.parent() is self._splitter:
                self._overlays[side].take(panel)
        room = self._splitter.width()
        left, right = docked_widths(self.window().width(), room, self._widths["left"], self._widths["right"])
        # What is out of sight takes no room, and has its width at once when it comes back.
        if right and self.right.isHidden():
            self.right.resize(right, self.right.height())
        self.left.setVisible(True)
        self.right.setVisible(self._takes_room_at_right or not self._docked("right"))
        # Else a handle comes or goes at the next event only, and all there is would be laid out for a pixel once more.
        self._splitter.refresh()
        centre = max(1, room - left - (right if self._takes_room_at_right else 0))
        self._splitter.setSizes(
            [*([left] if left else []), centre, *([right] if self._docked("right") else [])]
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Dock or collapse the side panels for the new width."""
        super().resizeEvent(event)
        self._arrange()
        self._place_overlays()
        self.right_shown_changed.emit(self.right_shown)


def _show_close(panel: QWidget, *, is_shown: bool) -> None:
    for button in panel.findChildren(OverlayClose):
        button.setVisible(is_shown)


def _give_focus(widget: QWidget) -> None:
    """To what in it takes the focus, the way out of it last; a panel of its own does not."""
    inside = (one for one in focusable_in(widget) if not isinstance(one, OverlayClose))
    takes = widget if widget.focusProxy() is not None else next(inside, widget)
    takes.setFocus(Qt.FocusReason.OtherFocusReason)
