"""The list of changes to review: cards, one of them current, with its actions; driven by single keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from memdesk.services.documents.taken import Address
from memdesk.services.inbox.items import InboxItem
from memdesk.ui.i18n import tr
from memdesk.ui.inbox.action_bar import (
    AGAIN,
    BACK,
    EDIT,
    FORGET,
    KEEP,
    MOVE,
    PIN,
    ActionBar,
    offered_for,
)
from memdesk.ui.inbox.card_delegate import CardDelegate
from memdesk.ui.inbox.card_editor import CardEditor
from memdesk.ui.inbox.card_layout import CardLayout
from memdesk.ui.inbox.review_model import Head, Newer, ReviewModel, Row, heirs_of, ids_of, place_for
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_view import Index
from memdesk.ui.widgets.stacked_rows import StackedRows
from memdesk.ui.widgets.steady_list import show_steadily

_DEEDS = {
    Qt.Key.Key_Return: KEEP,
    Qt.Key.Key_Enter: KEEP,
    Qt.Key.Key_E: EDIT,
    Qt.Key.Key_Backspace: FORGET,
    Qt.Key.Key_Delete: FORGET,
    Qt.Key.Key_P: PIN,
    Qt.Key.Key_M: MOVE,
    Qt.Key.Key_R: BACK,
}
_DEEDS_AGAIN = {KEEP: AGAIN, BACK: AGAIN, EDIT: EDIT}
"""What the keys do with what was reviewed already."""
_STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_K: -1, Qt.Key.Key_Up: -1}


class ReviewList(StackedRows):
    """Shows the changes.

    Signals:
        deed_chosen: do this with the current change; argument: a name of `action_bar`.
        deed_declined: this cannot be done with the current change; argument: a name of `action_bar`.
        current_changed: another change is current, or none.
        newer_wanted: show what came since.
        undo_wanted: take the last deed back.
        keys_wanted: show the list of keys.
        edited: the current change shall say this; argument: the text.
        left: the editor closed by itself, with something in it that was typed; argument: the text.
    """

    deed_chosen = Signal(str)
    deed_declined = Signal(str)
    current_changed = Signal()
    newer_wanted = Signal()
    undo_wanted = Signal()
    keys_wanted = Signal()
    edited = Signal(str)
    left = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._editor: CardEditor | None = None
        self._edited: Address | None = None
        self._unedited = ""
        self.changes = ReviewModel(themes.masks)
        self.cards = CardDelegate(themes, self, self.changes)
        self._layout = CardLayout(self, self.cards)
        self.bar = ActionBar(themes, self.viewport())
        self.bar.chosen.connect(self._on_bar_chosen)
        self.pinned: frozenset[Address] = frozenset()
        self._is_showing = False
        self.setModel(self.changes)
        self.setItemDelegate(self.cards)
        self.setAccessibleName(tr("Changes to review"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        themes.fonts_changed.connect(self._lay_out_anew)
        themes.masks.changed.connect(self._lay_out_anew)
        themes.masks.changed.connect(self._show_bar)

    @property
    def current(self) -> InboxItem | None:
        """The change that the keys are for."""
        return self.changes.item_at(self.currentIndex().row())

    def show_rows(self, rows: list[Row], chosen: str = "", *, is_reviewed: bool = False) -> None:
        """Show these; the change of this id becomes the current one, else the one that stands where it stood."""
        before, was_at = self.current, self.currentIndex().row()
        at = place_for(rows, chosen, was_at)
        is_away = before is not None and not self._sees(was_at)
        if at == was_at and self._shows_the_same(rows, is_reviewed=is_reviewed):
            self.changes.renew(rows)
            self._on_current(scrolls=not is_away)
            return
        heirs = {} if is_reviewed else self._heirs_in(rows)
        self._is_showing = True
        show_steadily(
            self,
            lambda: self.changes.names(heirs),
            partial(self._take_rows, rows, at, is_reviewed=is_reviewed),
            fallback=at,
        )
        if self.currentIndex().row() != at:
            self.setCurrentIndex(self.changes.index(at))
        self._is_showing = False
        is_other = before is None or self.current is None or self.current.address != before.address
        if is_other:
            self.scrollTo(self.currentIndex())
        self._on_current(scrolls=is_other or not is_away)

    def _sees(self, row: int) -> bool:
        """Whether something of a row is in view, or would be: who scrolled away from it reads something else."""
        return not self.isVisible() or self.rect_of(row).intersects(self.viewport().rect())

    def _shows_the_same(self, rows: list[Row], *, is_reviewed: bool) -> bool:
        """Whether these are the changes that are shown already, though other things may be known of them by now."""
        is_same = is_reviewed == self.changes.is_reviewed and len(rows) == len(self.changes.rows)
        return is_same and ids_of(rows) == ids_of(self.changes.rows)

    def _heirs_in(self, rows: list[Row]) -> dict[str, str]:
        """Which changes of `rows` stand where one stands now that is not among them: by their ids the id of that."""
        known = {row.id: row for row in self.changes.rows if isinstance(row, InboxItem)}
        heirs = heirs_of(known, [row for row in rows if isinstance(row, InboxItem)])
        return {new: gone for gone, new in heirs.items()}

    def _take_rows(self, rows: list[Row], current: int, *, is_reviewed: bool) -> None:
        """Show these rows; the one that will be the current one is laid out as such at once, not a second time."""
        self.changes.is_reviewed = is_reviewed
        self.changes.show_rows(rows)
        self.cards.keep_only(rows)
        item = self.changes.item_at(current)
        self.cards.current_id = item.id if item is not None else ""
        self.cards.measure(current)

    def choose(self, address: Address) -> bool:
        """Make what stands at this address the current change; whether it is there."""
        found = (at for at, row in enumerate(self.changes.rows) if _stands_at(row, address))
        at = next(found, -1)
        if at >= 0:
            self.setCurrentIndex(self.changes.index(at))
        return at >= 0

    @property
    def _item_rows(self) -> list[int]:
        return [at for at in range(len(self.changes.rows)) if self.changes.item_at(at) is not None]

    @property
    def is_editing(self) -> bool:
        """Whether a change is being edited."""
        return self._editor is not None

    @property
    def written(self) -> str | None:
        """What stands in the editor, where that is not what the change says; None where nobody has written."""
        text = self._editor.toPlainText() if self._editor is not None else self._unedited
        return None if text == self._unedited else text

    def edit_text(self, text: str, unedited: str) -> None:
        """Let the current change be edited where it stands: Ctrl+Enter keeps what is written, Esc gives it up.

        `unedited` is what it says, which is nothing to be kept.
        """
        self.leave_editor()
        item = self.current
        if item is None:
            return
        self._edited, self._unedited = item.address, unedited
        editor = self._editor = CardEditor(self._themes, text, self.viewport())
        editor.accepted.connect(self._on_accepted)
        editor.given_up.connect(self.close_editor)
        self.cards.least_lines_px = editor.wanted_height
        self._show_bar()
        self._layout.renew()
        self._place_bar()
        editor.show()
        editor.setFocus()

    def leave_editor(self) -> None:
        """Edit nothing, but tell what was typed."""
        text = self.written
        self.close_editor()
        if text is not None:
            self.left.emit(text)

    def close_editor(self) -> None:
        """Edit nothing."""
        if self._editor is None:
            return
        editor, self._editor, self._edited = self._editor, None, None
        editor.hide()
        editor.deleteLater()
        self.cards.least_lines_px = 0
        self._show_bar()
        self._layout.renew()
        self._place_bar()
        self.setFocus()

    def _on_bar_chosen(self, deed: str) -> None:
        """While one writes, to keep is to keep what is written."""
        if self._editor is not None and deed == KEEP:
            self._on_accepted(self._editor.toPlainText())
        else:
            self.leave_editor()
            self.deed_chosen.emit(deed)

    def _on_accepted(self, text: str) -> None:
        self.close_editor()
        self.edited.emit(text)

    def step(self, by: int) -> None:
        """Go to the next change, or to the one before."""
        row = self.currentIndex().row() + by
        while 0 <= row < len(self.changes.rows):
            if self.changes.item_at(row) is not None or isinstance(self.changes.rows[row], Newer):
                self.setCurrentIndex(self.changes.index(row))
                return
            row += by

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() not in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
            Qt.KeyboardModifier.ShiftModifier,
        ):
            super().keyPressEvent(event)
        elif key in _STEPS:
            self.step(_STEPS[key])
        elif key in _DEEDS:
            self._do(_DEEDS[key])
        elif key == Qt.Key.Key_U:
            self.undo_wanted.emit()
        elif key == Qt.Key.Key_Question:
            self.keys_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _do(self, deed: str) -> None:
        row = self.currentIndex().row()
        if 0 <= row < len(self.changes.rows) and isinstance(self.changes.rows[row], Newer):
            self.newer_wanted.emit()
            return
        item = self.current
        if item is None:
            return
        if self.changes.is_reviewed:
            meant = _DEEDS_AGAIN.get(deed, "")
            is_offered = meant in offered_for(item, is_reviewed=True)
            (self.deed_chosen if is_offered else self.deed_declined).emit(meant if is_offered else deed)
            return
        # Of what is gone already there is nothing to forget: the key that brings it back is another one.
        if deed in offered_for(item, is_reviewed=False) or (
            deed == BACK and item.can_put_back and item.past.document.editable
        ):
            self.deed_chosen.emit(deed)
        else:
            self.deed_declined.emit(deed)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """As always, past the heads of documents: there is nothing to be done with them. Home is the first change."""
        if action == QAbstractItemView.CursorAction.MoveHome and self._item_rows:
            return self.changes.index(self._item_rows[0])
        found = super().moveCursor(action, modifiers)
        is_head = found.isValid() and isinstance(self.changes.rows[found.row()], Head)
        return self.changes.index(place_for(self.changes.rows, "", found.row())) if is_head else found

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        # All rows are laid out again for it, so while rows are shown this is done once, at the end.
        if not self._is_showing:
            self._on_current()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two fast clicks on "Keep all" is none: another document may have come under the pointer."""
        if not self.cards.is_on_keep_all(event, self.indexAt(event.position().toPoint())):
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self.indexAt(event.position().toPoint()).row()
        is_click = event.button() == Qt.MouseButton.LeftButton and row == self.currentIndex().row()
        if is_click and 0 <= row < len(self.changes.rows) and isinstance(self.changes.rows[row], Newer):
            self.newer_wanted.emit()

    def _on_current(self, *, scrolls: bool = True) -> None:
        item = self.current
        if item is None or item.address != self._edited:
            self.leave_editor()
        self.cards.current_id = item.id if item is not None else ""
        self.cards.measure(self.currentIndex().row())
        self._show_bar()
        self._layout.renew()
        if item is not None and scrolls:
            self.scrollTo(self.currentIndex())
        self._place_bar()
        self.current_changed.emit()

    def show_pins(self, pinned: frozenset[Address]) -> None:
        """What is pinned now."""
        self.pinned = pinned
        before = self.cards.actions_px
        self._show_bar()
        if self.cards.actions_px != before:
            self._layout.renew()
            self._place_bar()

    def _show_bar(self) -> None:
        item = self.current
        if item is None:
            return
        if self._editor is not None:
            self.bar.show_editing(item)
        else:
            is_reviewed = self.changes.is_reviewed
            self.bar.show_item(item, is_pinned=item.address in self.pinned, is_reviewed=is_reviewed)
        self._fit_bar()

    def _fit_bar(self) -> None:
        """Find out how high the actions are; the rows are to be laid out after that."""
        self.cards.actions_px = self.bar.fit(self.cards.actions_width(self.viewport().width()))

    def _place_bar(self) -> None:
        item = self.current
        self.bar.setVisible(item is not None)
        if item is not None:
            area = self.visualRect(self.currentIndex())
            self.bar.setGeometry(self.cards.actions_area(area))
            if self._editor is not None:
                self._editor.setGeometry(self.cards.lines_area(area))

    def row_heights(self) -> list[int]:
        return self._layout.row_heights()

    def _on_scrolled(self) -> None:
        self._layout.settle()
        self._place_bar()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._layout.settle()
        self._place_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_bar()
        self._layout.renew()
        self._place_bar()

    def _lay_out_anew(self) -> None:
        self.cards.forget_sizes()
        self._fit_bar()
        self._layout.renew()
        self._place_bar()
        self.viewport().update()


def _stands_at(row: Row, address: Address) -> bool:
    return isinstance(row, InboxItem) and row.address == address
