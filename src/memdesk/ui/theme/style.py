"""The style: Qt's Fusion with the shapes of Memdesk, drawn from the theme in force.

A style sheet would say the same in fewer words, but Qt works out its rules for each widget by itself, some 70 µs each,
when it is made, gets another parent or the sheet another colour: with a thousand widgets another theme took a fifth of
a second. Here a theme is another set of colours to draw with, and nothing else has to be told.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QProxyStyle,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOption,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionSlider,
    QTextEdit,
    QWidget,
)

from memdesk.ui.theme.menus import draw_menu_bar, row_size, title_size
from memdesk.ui.theme.plates import draw_button, draw_plate, draw_ring
from memdesk.ui.theme.scroll_bars import draw_scroll_bar, part_of, size_of
from memdesk.ui.theme.shapes import shape_of
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_Primitive = QStyle.PrimitiveElement
_Control = QStyle.ControlElement
_Metric = QStyle.PixelMetric
_State = QStyle.StateFlag

_BUTTON_PADS = QMargins(11, 1, 11, 1)
_FIELD_PADS = QMargins(9, 1, 9, 1)
_HEADER_PADS = QMargins(1, 4, 1, 5)
_LEAST_SENTENCE_PX = 320
_SENTENCE = "qt_msgbox_informativelabel"
_TIP_PAD_PX = 6

_DRAWING_THEMSELVES = (QAbstractItemView, QPushButton)
_DRAWN_ELSEWHERE = frozenset(
    {
        _Primitive.PE_PanelItemViewItem,
        _Primitive.PE_PanelItemViewRow,
        _Primitive.PE_IndicatorBranch,
        _Primitive.PE_FrameFocusRect,
    }
)
"""Rows are painted by delegates, with all that belongs to them; a button that has the focus has another line."""


class MemdeskStyle(QProxyStyle):
    """Draws what has a look of ours, and leaves all else to Fusion. `use` another theme, then update the widgets."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Fusion")
        self._has_thin_bars = sys.platform != "darwin"  # there the system has its own, which come and go
        self.use(theme)

    def use(self, theme: Theme) -> None:
        """Draw with `theme` from now on."""
        self._theme = theme
        self._metrics = {
            _Metric.PM_MenuPanelWidth: 1,
            _Metric.PM_MenuHMargin: 4,
            _Metric.PM_MenuVMargin: 4,
            _Metric.PM_ToolTipLabelFrameWidth: _TIP_PAD_PX,
        }
        if self._has_thin_bars:
            self._metrics[_Metric.PM_ScrollBarExtent] = theme.sizes.scrollbar

    # Before a widget is shown

    def polish(self, target: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # Qt's colors too
        super().polish(target)
        if isinstance(target, QFrame):
            self._polish_frame(target)
        elif isinstance(target, QScrollBar):
            target.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, not self._has_thin_bars)
        elif isinstance(target, QLineEdit):
            target.setAttribute(Qt.WidgetAttribute.WA_Hover)
        elif isinstance(target, QComboBox):
            # Only Qt's dialog for files has any. Fusion drops a menu in the colour of a window; this is a list.
            target.setItemDelegate(QStyledItemDelegate(target))
        elif isinstance(target, QPushButton) and isinstance(target.parent(), QDialogButtonBox):
            # Its buttons say what they do in words alone, on every desktop.
            target.setIcon(QIcon())

    def _polish_frame(self, frame: QFrame) -> None:
        if isinstance(frame, QAbstractItemView) and _is_of_qt(frame):
            return
        if isinstance(frame, QTextEdit | QPlainTextEdit | QAbstractItemView):
            frame.viewport().setAutoFillBackground(False)
            frame.setFrameShape(QFrame.Shape.NoFrame)
        elif frame.objectName() == _SENTENCE:
            # Wide enough for a sentence.
            frame.setMinimumWidth(_LEAST_SENTENCE_PX)
        elif shape_of(frame) is not None:
            if isinstance(frame, QScrollArea):
                _let_through(frame)
            frame.setAttribute(Qt.WidgetAttribute.WA_Hover, frame.objectName() == "field")
            # Makes it ask for the room that its lines take.
            frame.setFrameStyle(frame.frameStyle())

    # Room

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        found = self._metrics.get(metric)
        return found if found is not None else super().pixelMetric(metric, option, widget)

    def subElementRect(
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        if element == QStyle.SubElement.SE_ShapedFrameContents and isinstance(widget, QFrame):
            shape = shape_of(widget)
            if shape is not None:
                return option.rect.marginsRemoved(shape.margins)
        if element == QStyle.SubElement.SE_LineEditContents and _has_frame(option):
            return option.rect.marginsRemoved(_FIELD_PADS)
        return super().subElementRect(element, option, widget)  # type: ignore[arg-type]  # none, too

    def sizeFromContents(
        self,
        kind: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        if kind == QStyle.ContentsType.CT_PushButton:
            return self._at_least(size.grownBy(_BUTTON_PADS))
        if kind == QStyle.ContentsType.CT_LineEdit and _has_frame(option):
            return self._at_least(size.grownBy(_FIELD_PADS))
        if isinstance(option, QStyleOptionMenuItem):
            if kind == QStyle.ContentsType.CT_MenuBarItem:
                return title_size(size)
            if kind == QStyle.ContentsType.CT_MenuItem and _paints_its_rows(widget):
                return row_size(option, size, self._theme)
        if kind == QStyle.ContentsType.CT_HeaderSection:
            return self._fusion_size(kind, option, size, widget).grownBy(_HEADER_PADS)
        if kind == QStyle.ContentsType.CT_ScrollBar and self._has_thin_bars:
            return size_of(option, self._theme) if isinstance(option, QStyleOptionSlider) else size
        return self._fusion_size(kind, option, size, widget)

    def _fusion_size(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None
    ) -> QSize:
        return super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]  # none, too

    def _at_least(self, size: QSize) -> QSize:
        return size.expandedTo(QSize(0, self._theme.row_height(self._theme.sizes.button)))

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        if self._is_thin_bar(control) and isinstance(option, QStyleOptionSlider):
            return part_of(option, part)
        return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]  # none, too

    def _is_thin_bar(self, control: QStyle.ComplexControl) -> bool:
        return control == QStyle.ComplexControl.CC_ScrollBar and self._has_thin_bars

    # Drawing

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if self._is_thin_bar(control) and isinstance(option, QStyleOptionSlider):
            draw_scroll_bar(painter, self._theme, option)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        # First, since a table asks for it for each of its cells.
        if element in _DRAWN_ELSEWHERE and isinstance(widget, _DRAWING_THEMSELVES) and not _is_of_qt(widget):
            return
        theme = self._theme
        if element == _Primitive.PE_PanelLineEdit:
            if _has_frame(option):
                self._draw_field(painter, option, widget)
        elif element == _Primitive.PE_PanelTipLabel:
            painter.fillRect(option.rect, theme.brush("border"))
            painter.fillRect(option.rect.adjusted(1, 1, -1, -1), theme.brush("surface"))
        elif element != _Primitive.PE_PanelScrollAreaCorner:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element == _Control.CE_ShapedFrame and isinstance(widget, QFrame):
            shape = shape_of(widget)
            if shape is not None:
                shape.draw(painter, self._theme, option.rect)
                return
        elif element == _Control.CE_PushButtonBevel:
            draw_button(painter, self._theme, option.rect, "default", option.state)
            return
        elif element == _Control.CE_Splitter:
            if widget is None or widget.objectName() != "gap":
                painter.fillRect(option.rect, self._theme.brush("hairline"))
            return
        elif element in (_Control.CE_MenuBarItem, _Control.CE_MenuBarEmptyArea):
            if isinstance(option, QStyleOptionMenuItem):
                draw_menu_bar(painter, self._theme, option)
            return
        elif element in (_Control.CE_HeaderSection, _Control.CE_HeaderEmptyArea):
            self._draw_header(painter, option.rect, has_line=element == _Control.CE_HeaderSection)
            return
        elif element == _Control.CE_HeaderLabel and isinstance(option, QStyleOptionHeader):
            ink = self._theme.color("text2")
            option.palette.setColor(QPalette.ColorRole.ButtonText, ink)
            option.palette.setColor(QPalette.ColorRole.WindowText, ink)
        super().drawControl(element, option, painter, widget)

    def _draw_header(self, painter: QPainter, area: QRect, *, has_line: bool) -> None:
        painter.fillRect(area, self._theme.brush("panel"))
        if has_line:
            line = QRect(area.left(), area.bottom(), area.width(), 1)
            painter.fillRect(line, self._theme.brush("hairline"))

    def _draw_field(self, painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
        theme, state = self._theme, option.state
        radius = theme.radii.control
        fill: ColorRole = "surface" if state & _State.State_Enabled else "sunken"
        if state & _State.State_HasFocus and state & _State.State_Enabled:
            draw_plate(painter, theme, option.rect, radius, fill)
            draw_ring(painter, theme, option.rect, radius)
            return
        line: ColorRole = "border"
        if not state & _State.State_Enabled:
            line = "hairline"
        elif widget is not None and widget.property("invalid"):
            line = "rem"
        elif state & _State.State_MouseOver:
            line = "control"
        draw_plate(painter, theme, option.rect, radius, fill, line)


def _let_through(area: QScrollArea) -> None:
    """Let what the frame of `area` is filled with be seen in all of it."""
    for inner in (area.viewport(), area.widget()):
        if inner is not None:
            inner.setAutoFillBackground(False)


def _is_of_qt(widget: QWidget) -> bool:
    """Whether it is a part of Qt's dialog for files, or a list that one drops: their rows have no delegate of ours."""
    window = widget.window()
    if window.windowType() == Qt.WindowType.Popup:
        # A list of completions has no parent, and leaves the focus to the field that it is for.
        owner = window.parentWidget() or window.focusProxy()
        window = owner.window() if owner is not None else window
    return isinstance(window, QFileDialog)


def _paints_its_rows(menu: QWidget | None) -> bool:
    """Whether it is one of our menus; Fusion paints the rows of others, and needs more room for them."""
    return menu is not None and menu.property("kind") == "popup"


def _has_frame(option: QStyleOption) -> bool:
    """Whether a line of text has a frame of its own; in the palette it stands in another."""
    return not isinstance(option, QStyleOptionFrame) or option.lineWidth > 0
