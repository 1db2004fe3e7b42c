"""The read-only view of numbered lines behind the index preview and the diff."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QClipboard,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from memdesk.text.document import readable
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.widgets.lines.canvas import LinesCanvas
from memdesk.ui.widgets.lines.caret import TOP, CaretMoves
from memdesk.ui.widgets.lines.line import Line, spoken
from memdesk.ui.widgets.lines.masked import MaskedLines
from memdesk.ui.widgets.lines.selection import Place, Selection, selected_text, word_at
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import plain_tip

_FRAME_PX = 2
_AIR_PX = 6
_MOST_SCROLLS = 3
_AT_TOP = Selection(TOP, TOP)
_Key = Qt.Key


def _no_tip(_line: int) -> str:
    return ""


class LinesView(QAbstractScrollArea):
    """Shows lines with numbers or signs in a gutter; text can be selected and copied, never changed.

    Only what is in view is laid out and painted. Hidden characters are shown as their codes. Folded runs open on a
    click or on Enter.
    """

    line_activated = Signal(int)
    """The line with this index was clicked, or Enter was pressed on it."""

    def __init__(
        self,
        themes: ThemeManager,
        name: str,
        *,
        least_px: int = 0,
        framed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """In a layout it is never lower than `least_px`, unless its lines are.

        What is not `framed` stands on somebody else's card, as high as its lines are.
        """
        super().__init__(parent)
        self._themes = themes
        self._least_px = least_px
        self._framed = framed
        self._canvas = LinesCanvas(themes)
        self._masked = MaskedLines(themes.masks)
        self._lines: tuple[Line, ...] = ()
        self._selection = _AT_TOP
        self._hinted_height = 0
        self._stale, self._is_uncovered = True, False
        self._awaited: int | None = None
        self._pressed: int | None = None
        self._dragged = False
        self._opened: set[str] = set()
        self._tip_of: Callable[[int], str] = _no_tip
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._leave_air()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        themes.fonts_changed.connect(self._on_fonts_changed)
        themes.theme_changed.connect(self._on_theme_changed)
        themes.masks.changed.connect(self._on_masks_changed)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines shown."""
        return self._lines

    def set_lines(
        self,
        lines: Sequence[Line],
        folds: Sequence[range] = (),
        halves: Mapping[str, str] = MappingProxyType({}),
        around: str = "",
        *,
        is_plain: bool = False,
    ) -> None:
        """Show `lines`, with the runs `folds` of their indexes folded. The scroll position stays.

        `halves` are pieces of secrets that nobody knows for that by themselves, each with its secret; `around` is what
        stands around the lines in their document, and tells what of them is a secret; `is_plain` says that nothing may
        be one, as `may_hold_masked` tells.

        A run that was opened stays open as long as it begins with the same words.
        """
        self._lines = tuple(lines)
        self._masked.halves, self._masked.around, self._masked.is_plain = halves, around, is_plain
        closed = [fold for fold in folds if self._lines[fold.start].text not in self._opened]
        self._is_uncovered = False
        self._canvas.set_lines(self._masked.shown(self._lines), closed)
        self._selection = _AT_TOP
        # What is pressed was one of the lines before.
        self._pressed = None
        self._awaited = None
        self._refresh()

    def shown_text(self, line: int) -> str:
        """What the line with this index says, as it is shown now."""
        return self._masked.shown(self._lines)[line].text

    def set_tips(self, tip_of: Callable[[int], str]) -> None:
        """Let `tip_of` say what there is to know of the line with an index; empty for nothing."""
        self._tip_of = tip_of

    def fold_again(self) -> None:
        """Forget which runs were opened; the next lines come with all of theirs folded."""
        self._opened.clear()

    def selected_text(self) -> str:
        """The selected text; lines end with LF."""
        return selected_text(self._lines, self._selection) if self._lines else ""

    def select_all(self) -> None:
        """Select every line."""
        if self._lines:
            last = len(self._lines) - 1
            self._select(Selection(TOP, Place(last, len(self._lines[last].text))))

    def copy(self) -> None:
        """Put the selected text on the clipboard; bytes that are not UTF-8 as U+FFFD."""
        if not self._selection.empty:
            QGuiApplication.clipboard().setText(readable(self.selected_text()))

    def scroll_to_line(self, line: int) -> None:
        """Bring the line with index `line` to the top of the view, opening the run that hides it."""
        if not self.isVisible():
            self._awaited = line
            return
        fold = self._canvas.fold_at(line)
        if fold is not None:
            self._expand(fold)
        self.verticalScrollBar().setValue(self._canvas.top_of(line))

    def sizeHint(self) -> QSize:
        """As high as the lines are, so that a layout may show them without a gap below."""
        return QSize(320, self._air_px + max(self._canvas.row_height, self._hinted_height))

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        if not self._framed:
            return QSize(least.width(), self.sizeHint().height())
        return QSize(least.width(), max(least.height(), min(self._least_px, self.sizeHint().height())))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._paint_frame()
            return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (
                event.matches(QKeySequence.StandardKey.Copy)
                or event.matches(QKeySequence.StandardKey.SelectAll)
            )
        ):
            event.accept()
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """The tool tip of the line under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._lines:
            words = self._tip_of(self._place_at(event.pos()).line)
            QToolTip.showText(event.globalPos(), plain_tip(words) if words else "", self.viewport())
            return True
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_uncovered:
            self._cover()
        with QPainter(self.viewport()) as painter:
            theme = self._themes.theme
            if self._framed:
                inside = QPainterPath()
                radius = theme.radii.card - _FRAME_PX
                inside.addRoundedRect(QRectF(self.viewport().rect()), radius, radius)
                painter.setClipPath(inside)
            painter.fillRect(event.rect(), theme.brush("surface"))
            top = self.verticalScrollBar().value()
            painter.translate(0, -top)
            self._canvas.paint(painter, event.rect().translated(0, top), self._selection)
            if self.hasFocus() and self._lines:
                caret = self._canvas.caret(self._selection.caret)
                painter.fillRect(caret, theme.brush("text"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._stale = True
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_uncovered:
            self._cover()
        self._refresh()
        if self._awaited is not None:
            awaited, self._awaited = self._awaited, None
            self.scroll_to_line(awaited)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._stale = True
            self._refresh()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002 - Qt's signature
        self._settle()
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._repaint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._repaint()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._lines:
            return
        place = self._place_at(event.position().toPoint())
        self._pressed, self._dragged = place.line, False
        extend = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._move(place, extend=extend)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        place = self._place_at(event.position().toPoint())
        self._dragged = self._dragged or place != self._selection.anchor
        self._move(place, extend=True)
        self._scroll_to_caret()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002 - Qt's signature
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        if self._dragged or not self._selection.empty:
            QGuiApplication.clipboard().setText(readable(self.selected_text()), QClipboard.Mode.Selection)
        else:
            self._click(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._lines:
            return
        place = self._place_at(event.position().toPoint())
        start, end = word_at(self._lines[place.line].text, place.offset)
        self._pressed = place.line
        self._select(Selection(Place(place.line, start), Place(place.line, end)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif self._lines and event.key() in (_Key.Key_Return, _Key.Key_Enter):
            self._activate(self._selection.caret.line)
        elif not self._lines or not self._move_by_key(event):
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = PopupMenu(self._themes, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(tr("Copy"), QKeySequence(QKeySequence.StandardKey.Copy), self.copy)
        copy.setEnabled(not self._selection.empty)
        menu.addAction(tr("Select all"), QKeySequence(QKeySequence.StandardKey.SelectAll), self.select_all)
        menu.addAction(tr("Show or mask the secret"), self.turn_secrets)
        menu.popup(event.globalPos())

    def _move_by_key(self, event: QKeyEvent) -> bool:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        moves = CaretMoves(self._canvas, self._lines, self.viewport().height())
        target = moves.target(Qt.Key(event.key()), self._selection.caret, control=control)
        if target is None:
            return False
        self._move(target, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        self._scroll_to_caret()
        return True

    def _move(self, place: Place, *, extend: bool) -> None:
        self._select(Selection(self._selection.anchor if extend else place, place))

    def _select(self, selection: Selection) -> None:
        left = self._selection.caret.line
        self._selection = selection
        self.viewport().update()
        if selection.caret.line != left:
            self._announce(selection.caret.line)

    def _announce(self, line: int) -> None:
        shown = self._lines[line]._replace(text=self.shown_text(line))
        self.setAccessibleDescription(spoken(shown))
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def turn_secrets(self) -> bool:
        """Show the secrets in the line of the caret, or mask them again; whether there are any."""
        return bool(self._lines) and self._masked.turn(self._lines, self._selection.caret.line)

    def _click(self, line: int) -> None:
        """A click on a masked secret reveals it and does no more."""
        place = self._selection.caret
        if not (place.line == line and self._masked.reveal(self._lines, line, place.offset)):
            self._activate(line)

    def _on_masks_changed(self) -> None:
        """Cover or show what is seen; what is not follows before it is seen, since a long text takes a while."""
        self._is_uncovered = not self.isVisible()
        if not self._is_uncovered:
            self._cover()

    def _cover(self) -> None:
        self._is_uncovered = False
        self._canvas.replace_lines(self._masked.shown(self._lines))
        self._refresh()

    def _activate(self, line: int) -> None:
        fold = self._canvas.fold_at(line)
        if fold is not None:
            self._expand(fold)
        else:
            self.line_activated.emit(line)

    def _expand(self, fold: range) -> None:
        self._opened.add(self._lines[fold.start].text)
        self._canvas.expand(fold)
        self._settle()
        self.viewport().update()

    def _place_at(self, point: QPoint) -> Place:
        return self._canvas.place_at(point.x(), point.y() + self.verticalScrollBar().value())

    def _scroll_to_caret(self) -> None:
        bar = self.verticalScrollBar()
        # Heights on the way are estimates: what comes into view may move the caret out of it again.
        for _ in range(_MOST_SCROLLS):
            caret = self._canvas.caret(self._selection.caret).toAlignedRect()
            lowest = caret.bottom() + 1 - self.viewport().height()
            if lowest <= bar.value() <= caret.top():
                return
            bar.setValue(max(lowest, min(bar.value(), caret.top())))

    def _refresh(self) -> None:
        """Take the width of the view; a hidden view waits until it is shown."""
        if not self.isVisible():
            return
        self._leave_air()
        if self._stale:
            self._stale = False
            self._canvas.set_view(self.viewport().width(), self.layoutDirection())
        self._settle()
        self.viewport().update()

    def _leave_air(self) -> None:
        """Text keeps off the frame; what fills a row goes up to it."""
        above, below = (
            _AIR_PX if self._framed and not is_filled else _FRAME_PX for is_filled in self._canvas.filled_ends
        )
        self._air_px = above + below
        self.setViewportMargins(_FRAME_PX, above, _FRAME_PX, below)

    def _settle(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        self._canvas.settle(bar.value(), height)
        bar.setPageStep(height)
        bar.setSingleStep(self._canvas.row_height)
        bar.setRange(0, max(0, self._canvas.height - height))
        if self._canvas.height != self._hinted_height:
            self._hinted_height = self._canvas.height
            self.updateGeometry()

    def _repaint(self) -> None:
        self.update()
        self.viewport().update()

    def _paint_frame(self) -> None:
        theme = self._themes.theme
        with QPainter(self) as painter:
            if self._framed:
                draw_plate(painter, theme, self.rect(), theme.radii.card, "surface", "hairline")
            else:
                painter.fillRect(self.rect(), theme.brush("surface"))
            if self.hasFocus():
                draw_ring(painter, theme, self.rect(), theme.radii.card)

    def _on_fonts_changed(self) -> None:
        self._stale = True
        self._refresh()

    def _on_theme_changed(self) -> None:
        self._canvas.recolor()
        self._repaint()
