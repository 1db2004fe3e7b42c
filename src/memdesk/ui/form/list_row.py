"""A field whose value is a list: a chip for each item, and a line for one more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.forms.fields import FormField
from memdesk.text.edits import Span
from memdesk.text.yaml_lists import item_spans
from memdesk.ui.editor.found import Found
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.host import FormHost
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.chips import ChipButton
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.tips import set_tip
from memdesk.ui.widgets.wrapping import WrappingLayout

_CHIP_GAP_PX = 6
_LONGEST_CHIP_PX = 220
_ADD_PX = 150
_COMES_BACK = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class ListRow(FieldRow):
    """Pressing a chip takes its item out; what stands in the line is added by Return, by leaving it, a save and a quit.

    Each is a step of undo.
    """

    def __init__(self, host: FormHost, field: FormField, parent: QWidget | None = None) -> None:
        self._fault: MemdeskError | None = None
        super().__init__(host, field, parent)

    def _make_editor(self) -> QWidget:
        holder = QWidget()
        self._layout = WrappingLayout(_CHIP_GAP_PX, holder)
        self.chips: list[ItemChip] = []
        self.adding = _AddField(self.host.themes, "", placeholder=tr("Add…"))
        self.adding.setFixedWidth(_ADD_PX)
        self.adding.save_keys = partial(self.host.requests.keys_of, "file.save")
        self.adding.setText(self.host.typed(self.field))
        self.adding.returnPressed.connect(self._on_return_pressed)
        self.adding.taking_up.connect(self._add_typed)
        self.host.requests.flush_requested.connect(self._add_typed)
        self.host.requests.finish_requested.connect(self._add_typed)
        self.adding.textEdited.connect(self._on_text_edited)
        self._layout.addWidget(self.adding)
        return holder

    @property
    def target(self) -> QWidget:
        """What gets the focus."""
        return self.adding

    @property
    def stops(self) -> Sequence[QWidget]:
        """What Tab stops at, in order."""
        return [*self.chips, *super().stops]

    @property
    def fault(self) -> MemdeskError | None:
        """Why the last change could not be written, or None."""
        return self._fault

    def close_text(self) -> None:
        """Let go of the text, for good: what is still typed here is not for it any more."""
        super().close_text()
        for asked in (self.host.requests.flush_requested, self.host.requests.finish_requested):
            asked.disconnect(self._add_typed)

    def focus_value(self) -> None:
        """Put the focus on the first item, or into the line for one."""
        (self.chips[0] if self.chips else self.adding).setFocus(Qt.FocusReason.OtherFocusReason)

    def _spoken_name(self) -> str:
        return tr("Add to {title}", title=super()._spoken_name())

    def _show_value(self) -> None:
        locked = self.is_locked
        self.adding.setVisible(not locked)
        if [chip.item for chip in self.chips] != list(self.field.items):
            self._make_chips()
        for chip in self.chips:
            chip.set_removable(removable=not locked, title=self.title)

    def _make_chips(self) -> None:
        for chip in self.chips:
            self._layout.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for place, item in enumerate(self.field.items):
            chip = ItemChip(self.host.themes, item)
            chip.remove_requested.connect(lambda place=place: self._on_remove_requested(place))
            self._layout.insert_widget(place, chip)
            chip.show()
            self.chips.append(chip)
        for one, following in pairwise(self.stops):
            QWidget.setTabOrder(one, following)
        self.editor.updateGeometry()

    def _mark_value(self, found: Found) -> Collection[Span]:
        body, text = self.field.body, found.text
        column = body.start - text.rfind("\n", 0, body.start) - 1
        places = item_spans(body.of(text), column) if found.within(body.start, body.end) else ()
        # A list that stands otherwise than it is shown is marked at its label.
        places = places if len(places) == len(self.chips) else ()
        said: list[Span] = []
        for number, chip in enumerate(self.chips):
            start, end = (body.start + at for at in places[number]) if places else (0, 0)
            spans = found.within(start, end) if places else ()
            chip.set_found(found.mark_of(spans))
            said += spans
        return said

    def _write(self, items: list[str]) -> bool:
        self._fault = None
        try:
            self.host.write_items(self.field, items)
        except MemdeskError as error:
            self._fault = error
        self.show_field(self.field)
        return self._fault is None

    def _on_remove_requested(self, place: int) -> None:
        items = list(self.field.items)
        if self.is_locked or place >= len(items):
            return
        del items[place]
        if self._write(items):
            chips = self.chips
            beside = chips[min(place, len(chips) - 1)] if chips else self.adding
            beside.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_typed(self) -> bool:
        """Add what stands in the line; whether something was added."""
        said = self.adding.text().strip()
        if not said or self.is_locked or not self._write([*self.field.items, said]):
            return False
        # Unlike `clear`, it leaves nothing that the line itself could undo.
        self.adding.setText("")
        self.host.keep_typed(self.field, "")
        return True

    def _on_return_pressed(self) -> None:
        if self._add_typed():
            self.adding.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_text_edited(self) -> None:
        self.host.keep_typed(self.field, self.adding.text())
        if self._fault is not None:
            self._fault = None
            self.say()


class _AddField(Field):
    """What is typed in it becomes an item when one goes on to something else here, and before the document is saved.

    Who only looks something up in another window, or in a menu, has not ended.

    Signals:
        taking_up: what is typed shall become an item.
    """

    taking_up = Signal()
    save_keys: Callable[[], QKeySequence] = QKeySequence
    """What saves the document: until what is typed is in it, there may be nothing to save."""

    def event(self, event: QEvent) -> bool:
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if (
            is_asked
            and isinstance(event, QKeyEvent)
            and QKeySequence(event.keyCombination()) == self.save_keys()
        ):
            self.taking_up.emit()
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.taking_up.emit()


class ItemChip(ChipButton):
    """One item; a long one is cut, and its tool tip shows the whole."""

    remove_requested = Signal()

    def __init__(self, themes: ThemeManager, item: str) -> None:
        metrics = themes.theme.metrics("meta")
        shown = metrics.elidedText(item, Qt.TextElideMode.ElideRight, _LONGEST_CHIP_PX)
        super().__init__(themes, shown)
        self.item = item
        self.clicked.connect(self.remove_requested)
        set_tip(self, item if shown != item else "")

    def set_removable(self, *, removable: bool, title: str) -> None:
        """Say whether pressing takes the item out of the list called `title`."""
        self.set_icon("x" if removable else "")
        self.setEnabled(removable)
        name = tr("Remove {item} from {title}", item=self.item, title=title) if removable else self.item
        self.setAccessibleName(name)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two fast clicks is none: the first took an item out, and this one came under the pointer."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)
