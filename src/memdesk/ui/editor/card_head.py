"""The head of a section card: fold, heading, lines, marks, who wrote it when, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from memdesk.ui.editor.head_facts import HeadFacts
from memdesk.ui.format import lines as lines_words
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button, IconButton, QuietButton
from memdesk.ui.widgets.cells import cell_of, middle
from memdesk.ui.widgets.fields import InPlaceField
from memdesk.ui.widgets.found_mark import FoundMark, draw_found
from memdesk.ui.widgets.marks import DOT_PX
from memdesk.ui.widgets.paint import (
    chip_height,
    chip_width,
    count_height,
    count_width,
    draw_chip,
    draw_count,
    draw_dot,
)
from memdesk.ui.widgets.tips import set_tip

TEXT_LEFT_PX = 34
_FOLD_LEFT_PX = 3
_MENU_RIGHT_PX = 6
_GAP_PX = 8
_DOT_GAP_PX = 6
_LEAST_HEADING_PX = 80
_LEAST_HEADING_CHARS = 10

_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextSingleLine
_FROM_LEFT = _ONE_LINE | Qt.AlignmentFlag.AlignLeft
_FROM_RIGHT = _ONE_LINE | Qt.AlignmentFlag.AlignRight
_CHIP_ICONS = {"pinned": "pin", "kept": "shield-check", "locked": "lock"}


class _Part(NamedTuple):
    """Something painted behind the heading."""

    kind: str
    text: str
    width: int


class _Room(NamedTuple):
    """What is shown at a width: who wrote it when, words on the buttons, words beside marks."""

    meta: bool = True
    button_words: bool = True
    state_words: bool = True


_LESS_AND_LESS = (_Room(), _Room(False), _Room(False, False), _Room(False, False, False))


class CardHead(QWidget):
    """Paints the facts; only what can be pressed is a widget."""

    fold_requested = Signal()
    revert_requested = Signal()
    add_text_requested = Signal()
    title_given = Signal(str)
    """The heading shall be another one."""
    title_kept = Signal()
    """It shall not, after all."""
    menu_requested = Signal(object)
    """The menu of the section is wanted at this place of the screen (`QPoint`)."""
    drag_moved = Signal(object)
    """The head is dragged; the pointer is at this place of the screen (`QPoint`)."""
    drag_ended = Signal()
    """It was let go where the pointer moved last."""
    drag_given_up = Signal()
    """It is held no more, and stays where it was."""

    def __init__(self, themes: ThemeManager, facts: HeadFacts, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._facts = facts
        self._room = _Room()
        self._has_room = False
        self._known_parts: dict[_Room, list[_Part]] = {}
        self.found = FoundMark.NONE
        """How the heading is marked for what was found in it."""
        self._fold = IconButton(themes, "chevron-down", "", parent=self)
        self._fold.clicked.connect(self.fold_requested)
        self._revert: Button | None = None
        self._add_text: Button | None = None
        self._field: InPlaceField | None = None
        self._pressed_at: QPoint | None = None
        self._is_dragged = False
        self._menu = IconButton(themes, "ellipsis", "", parent=self)
        self._menu.clicked.connect(self._on_menu_clicked)
        self._show_facts()
        themes.fonts_changed.connect(self._on_fonts_changed)
        self._on_fonts_changed()

    @property
    def facts(self) -> HeadFacts:
        """What it says now."""
        return self._facts

    @property
    def stops(self) -> Sequence[Button]:
        """What Tab stops at, in the order of reading."""
        optional = (button for button in (self._revert, self._add_text) if button is not None)
        return [self._fold, *optional, self._menu]

    def set_facts(self, facts: HeadFacts) -> None:
        """Say `facts`."""
        if facts != self._facts:
            self._facts = facts
            self._show_facts()
            self.update()

    def set_found(self, mark: FoundMark) -> None:
        """Mark the heading for what was found in it."""
        if mark is not self.found:
            self.found = mark
            self.update()

    def focus_fold(self) -> None:
        """Put the focus on the button that opens the card again."""
        self._fold.setFocus(Qt.FocusReason.OtherFocusReason)

    def ask_for_title(self, title: str) -> None:
        """Ask for another heading than `title` where that stands."""
        if self._field is None:
            self._field = InPlaceField(self._themes, tr("Heading"), parent=self)
            self._field.answered.connect(self.title_given)
            self._field.given_up.connect(self.title_kept)
        self._place_field()
        self._field.ask(title)

    def _show_facts(self) -> None:
        facts = self._facts
        self._known_parts.clear()
        self.setAccessibleName(facts.sentence)
        self._fold.set_icon("chevron-right" if facts.folded else "chevron-down")
        fold = (
            tr("Open {title}", title=facts.title) if facts.folded else tr("Fold {title}", title=facts.title)
        )
        self._fold.set_name(fold)
        self._menu.set_name(tr("More for {title}", title=facts.title))
        self._fold.setVisible(not facts.offered)
        self._menu.setVisible(not facts.offered)
        editable = not facts.why_locked
        self._revert = self._optional(self._revert, facts.unsaved and editable, tr("Revert"), "undo-2")
        self._add_text = self._optional(
            self._add_text, facts.empty and facts.folded and editable, tr("Add text"), "plus"
        )
        self._place_buttons()

    def _optional(self, button: Button | None, wanted: bool, text: str, icon: str) -> Button | None:
        """`button`, made when it is wanted for the first time."""
        if button is None:
            if not wanted:
                return None
            button = QuietButton(self._themes, text, icon=icon, parent=self)
            button.setProperty("words", text)
            button.clicked.connect(self.revert_requested if icon == "undo-2" else self.add_text_requested)
            # In the order of reading: after the fold, before the menu.
            QWidget.setTabOrder(self._fold, button)
        button.setAccessibleName(f"{text}: {self._facts.title}")
        button.setVisible(wanted)
        return button

    # Geometry: leading parts from the left, trailing parts from the right, and the heading gives way last.

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        return QSize(TEXT_LEFT_PX + _LEAST_HEADING_PX, theme.row_height(theme.sizes.card_head))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._has_room = True
        self._place_buttons()

    def _place_buttons(self) -> None:
        # Before a layout has said how wide it is there is no room to divide.
        if not self._has_room:
            return
        self._fit()
        self._fold.setGeometry(self._button_cell(self._fold, _FOLD_LEFT_PX))
        right = self.width() - _MENU_RIGHT_PX
        if not self._facts.offered:
            right -= self._menu.sizeHint().width()
            self._menu.setGeometry(self._button_cell(self._menu, right))
        right -= self._meta_width() + (2 * _GAP_PX if self._meta_width() else 0)
        for button in self._optional_shown():
            right -= button.sizeHint().width()
            button.setGeometry(self._button_cell(button, right))
        self._place_field()

    def _place_field(self) -> None:
        """Let the field cover all that is painted."""
        if self._field is not None:
            height = min(self._field.sizeHint().height(), self.height() - 2)
            left, right = TEXT_LEFT_PX - _GAP_PX, self.width() - _MENU_RIGHT_PX - self._menu.width() - _GAP_PX
            cell = QRect(left, (self.height() - height) // 2, max(0, right - left), height)
            self._field.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), cell))
            self._field.raise_()

    def _optional_shown(self) -> list[Button]:
        return [button for button in (self._revert, self._add_text) if button and not button.isHidden()]

    def _fit(self) -> None:
        """Let go of as much as it takes for the heading to have its least room, the least important first."""
        for room in _LESS_AND_LESS:
            self._room = room
            for button in self._optional_shown():
                words = str(button.property("words"))
                button.setText(words if room.button_words else "")
                set_tip(button, "" if room.button_words else words)
            if TEXT_LEFT_PX + self._least_title_width() + self._least_parts_width() <= self._trailing_left():
                break
        is_whole = self._room == _LESS_AND_LESS[0] and self._title_width() == self._fitting_title()[0]
        set_tip(self, self._facts.why_locked or ("" if is_whole else self._facts.sentence))

    def _title_width(self) -> int:
        return self._width(self._facts.title, "body", Weight.DemiBold)

    def _least_title_width(self) -> int:
        cut = self._facts.title[:_LEAST_HEADING_CHARS] + "…"
        return min(self._title_width(), self._width(cut, "body", Weight.DemiBold))

    def _least_parts_width(self) -> int:
        return sum(part.width + _GAP_PX for part in self._parts_that_fit(0))

    def _fitting_title(self) -> tuple[int, list[_Part]]:
        """How wide the heading is drawn, and the parts behind it."""
        room = max(0, self._trailing_left() - TEXT_LEFT_PX)
        title = self._title_width()
        parts = self._parts_that_fit(room - title)
        return max(0, min(title, room - sum(part.width + _GAP_PX for part in parts))), parts

    def _button_cell(self, button: Button, left: int) -> QRect:
        size = button.sizeHint()
        cell = QRect(left, (self.height() - size.height()) // 2, size.width(), size.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), cell)

    def _meta_width(self) -> int:
        return self._width(self._facts.meta, "small") if self._room.meta else 0

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one row
        with QPainter(self) as painter:
            facts = self._facts
            if self._room.meta:
                meta = cell_of(self, self._meta_left(), self._meta_width())
                self._paint_text(painter, meta, facts.meta, "small", "text3")
            left = TEXT_LEFT_PX
            title, parts = self._fitting_title()
            tone: ColorRole = "text2" if facts.offered else "text"
            words = middle(cell_of(self, left, title), self._themes.theme.metrics("body").height())
            draw_found(painter, self._themes.theme, words, self.found)
            self._paint_text(painter, cell_of(self, left, title), facts.title, "body", tone, Weight.DemiBold)
            left += title + _GAP_PX
            for part in parts:
                self._paint_part(painter, part, cell_of(self, left, part.width))
                left += part.width + _GAP_PX

    def _meta_left(self) -> int:
        menu = 0 if self._facts.offered else self._menu.sizeHint().width()
        return self.width() - _MENU_RIGHT_PX - menu - _GAP_PX - self._meta_width()

    def _trailing_left(self) -> int:
        """Where the parts at the trailing end begin."""
        return self._meta_left() - _GAP_PX - sum(one.sizeHint().width() for one in self._optional_shown())

    def _parts(self) -> list[_Part]:
        """All that stands behind the heading in the room there is; measured once for what it says."""
        known = self._known_parts.get(self._room)
        if known is None:
            known = self._known_parts[self._room] = self._measured_parts()
        return known

    def _measured_parts(self) -> list[_Part]:
        theme, facts = self._themes.theme, self._facts
        words = tr("(empty)") if facts.empty else lines_words(facts.line_count)
        parts = (
            [_Part("lines", words, self._width(words, "small"))] if facts.empty or facts.line_count else []
        )
        if facts.unsaved:
            said = tr("Unsaved") if self._room.state_words else ""
            taken = _DOT_GAP_PX + self._width(said, "small", Weight.Medium) if said else 0
            parts.append(_Part("unsaved", said, DOT_PX + taken))
        if facts.changed:
            parts.append(_Part("changed", f"+{facts.changed}", count_width(theme, f"+{facts.changed}")))
        if facts.warned:
            parts.append(_Part("warned", "", theme.icon_sizes.mark))
        chips = (
            ("pinned", tr("Pinned"), facts.pinned),
            ("kept", tr("Kept, agents never touch it"), facts.kept),
            ("locked", tr("Read-only"), bool(facts.why_locked)),
        )
        for kind, words, is_so in chips:
            if is_so:
                said = words if self._room.state_words else ""
                parts.append(_Part(kind, said, chip_width(theme, said, with_icon=True)))
        return parts

    def _parts_that_fit(self, room: int) -> list[_Part]:
        """Words go before marks: how many lines there are, then that agents keep them."""
        parts = self._parts()
        for droppable in ("lines", "kept"):
            if sum(part.width + _GAP_PX for part in parts) > room:
                parts = [part for part in parts if part.kind != droppable]
        return parts

    def _paint_part(self, painter: QPainter, part: _Part, cell: QRect) -> None:
        theme, icons = self._themes.theme, self._themes.icons
        if part.kind == "lines":
            self._paint_text(painter, cell, part.text, "small", "text3")
        elif part.kind == "unsaved":
            dot = QStyle.visualRect(
                self.layoutDirection(), cell, QRect(cell.x(), cell.y(), DOT_PX, cell.height())
            )
            draw_dot(painter, theme, dot, "text", DOT_PX)
            taken = DOT_PX + _DOT_GAP_PX
            words = cell.adjusted(*((0, 0, -taken, 0) if self.isRightToLeft() else (taken, 0, 0, 0)))
            self._paint_text(painter, words, part.text, "small", "text", Weight.Medium)
        elif part.kind == "changed":
            draw_count(painter, theme, middle(cell, count_height(theme)), part.text)
        elif part.kind == "warned":
            icons.draw(painter, cell, "triangle-alert", "warn", theme.icon_sizes.mark)
        else:
            icon = _CHIP_ICONS[part.kind]
            draw_chip(painter, theme, icons, middle(cell, chip_height(theme)), part.text, icon, "neutral")

    def _paint_text(
        self,
        painter: QPainter,
        cell: QRect,
        text: str,
        role: FontRole,
        tone: ColorRole,
        weight: Weight | None = None,
    ) -> None:
        theme = self._themes.theme
        painter.setFont(theme.font(role, weight))
        painter.setPen(theme.pen(tone))
        shown = theme.metrics(role, weight).elidedText(text, Qt.TextElideMode.ElideRight, cell.width() + 1)
        painter.drawText(cell, _FROM_RIGHT if self.isRightToLeft() else _FROM_LEFT, shown)

    def _width(self, text: str, role: FontRole, weight: Weight | None = None) -> int:
        return self._themes.theme.metrics(role, weight).horizontalAdvance(text)

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self._facts.offered:
            self._pressed_at = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed_at is None:
            return
        far = (at - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._is_dragged:
            self._is_dragged = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            # The keys go elsewhere meanwhile.
            _application().installEventFilter(self)
        if self._is_dragged:
            self.drag_moved.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if self._is_dragged:
            # Sections may have come or gone since the pointer moved.
            self.drag_moved.emit(event.globalPosition().toPoint())
        if self._let_go():
            self.drag_ended.emit()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """While it is dragged: Escape gives that up, whatever else it would do."""
        is_key = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if not (is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._give_up()
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """What is out of sight, or goes, gets no release."""
        super().hideEvent(event)
        self._give_up()

    def _give_up(self) -> None:
        if self._let_go():
            self.drag_given_up.emit()

    def _let_go(self) -> bool:
        """Hold nothing any more; whether it was dragged."""
        was_dragged, self._is_dragged, self._pressed_at = self._is_dragged, False, None
        if was_dragged:
            self.unsetCursor()
            _application().removeEventFilter(self)
        return was_dragged

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fold or open, as a double click on a title does everywhere."""
        event.accept()
        if not self._facts.offered:
            self.fold_requested.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self._facts.offered and not self._is_dragged:
            self.menu_requested.emit(event.globalPos())

    def _on_menu_clicked(self) -> None:
        self.menu_requested.emit(self._menu.mapToGlobal(self._menu.rect().bottomLeft()))

    def _on_fonts_changed(self) -> None:
        self._known_parts.clear()
        self.setFixedHeight(self.sizeHint().height())
        self._place_buttons()


def _application() -> QCoreApplication:
    """What all events of the program go through first."""
    application = QCoreApplication.instance()
    assert application is not None
    return application
