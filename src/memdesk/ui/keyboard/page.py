"""The page of the settings that gives actions other keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QVBoxLayout, QWidget

from memdesk.ui.actions import ActionSpec
from memdesk.ui.i18n import listed, tr
from memdesk.ui.keyboard.rebinding import Rebinding, is_needed_elsewhere, opens_menu, turns_switch
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import SettingRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView
from memdesk.ui.widgets.tips import native_keys
from memdesk.ui.widgets.wrapping import WrappingLayout

_NATIVE = QKeySequence.SequenceFormat.NativeText
_LEAST_ROWS = 8
_ALL_THERE_IS = 1000
"""Stretch beside that of the empty end of a page, which is 1."""
_FIELD_PX = 150
_BUTTON_GAP_PX = 8


class _KeysModel(ListModel[ActionSpec]):
    """The actions that answer the search, with their keys."""

    def __init__(self, rebinding: Rebinding) -> None:
        super().__init__(rebinding.specs)
        self._rebinding = rebinding

    def set_filter(self, words: Sequence[str]) -> int:
        """Show the actions that say all of these words, in their names or keys; how many."""
        shown = [spec for spec in self._rebinding.specs if all(word in self._said(spec) for word in words)]
        if shown != self.rows:
            self.show_rows(shown)
        return len(shown)

    def refresh(self) -> None:
        """Keys have changed."""
        if self.rows:
            self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def row(self, spec: ActionSpec) -> ListRow:
        """What the row of an action shows."""
        changed = "" if self._rebinding.is_own(spec.id) else tr("changed")
        menu = tr(spec.menu.removeprefix("|"))
        more = " · ".join(part for part in (menu, changed) if part)
        return ListRow(spec.icon or "dot", self._rebinding.title(spec.id), more, self._keys(spec))

    def _keys(self, spec: ActionSpec) -> str:
        return listed(dict.fromkeys(native_keys(keys) for keys in self._rebinding.keys(spec.id)))

    def _said(self, spec: ActionSpec) -> str:
        return f"{self._rebinding.title(spec.id)} {spec.menu} {self._keys(spec)}".casefold()

    def title(self, row: ActionSpec) -> str:
        return self._rebinding.title(row.id)

    def spoken(self, row: ActionSpec) -> str:
        shown = self.row(row)
        return listed((shown.title, shown.more, shown.fact or tr("no keys")))


class _KeysList(ListView):
    def __init__(self, themes: ThemeManager, model: _KeysModel) -> None:
        super().__init__(themes, model, tr("Actions and their keys"))
        self._keys = model

    def row_at(self, number: int) -> ListRow | None:
        spec = self._keys.at(number)
        return self._keys.row(spec) if spec is not None else None


class _KeysField(QKeySequenceEdit):
    """Names the keys that are pressed as they are named everywhere else.

    Signals:
        left: Escape gave the field up, or Shift+Tab goes back from it. Neither could be anybody's keys, and Qt takes
            both for some: the one before this widget is its own line.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("New keys"))
        for line in self.findChildren(QLineEdit):
            line.setAccessibleName(self.accessibleName())
            line.textChanged.connect(self._rename)
            self._line = line
        self.clear()

    def clear(self) -> None:
        """Wait for keys. Qt puts its own request for them here each time, which the field has no room for in German."""
        super().clear()
        self._line.setPlaceholderText(self.accessibleName())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and _leads_away(event):
            self.left.emit()
            return True
        return super().event(event)

    def _rename(self, text: str) -> None:
        keys = self.keySequence()
        self._line.setText(text.replace(keys.toString(_NATIVE), native_keys(keys)))


def _leads_away(event: QKeyEvent) -> bool:
    is_bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
    return event.key() == Qt.Key.Key_Backtab or (event.key() == Qt.Key.Key_Escape and is_bare)


class KeyboardPage(SettingsPage):
    """All actions with their keys; the chosen one gets what is pressed in the field."""

    def __init__(self, themes: ThemeManager, rebinding: Rebinding) -> None:
        super().__init__(themes, "keyboard")
        self._rebinding = rebinding
        self.model = _KeysModel(rebinding)
        self.list = _KeysList(themes, self.model)
        self.field = _KeysField()
        self.give_button = Button(themes, tr("Use these keys"))
        self.clear_button = Button(themes, tr("No keys"))
        self.reset_button = Button(themes, tr("Reset"))
        self.reset_all_button = Button(themes, tr("Reset all"))
        self.chosen = SettingRow(themes, tr("Keys of the chosen action"), " ")
        self._lay_out(themes)
        self._connect()
        self.list.setCurrentIndex(self.model.index(0))

    def show_action(self, action_id: str) -> None:
        """Choose an action."""
        ids = [spec.id for spec in self.model.rows]
        if action_id in ids:
            self.list.setCurrentIndex(self.model.index(ids.index(action_id)))

    @property
    def current(self) -> ActionSpec | None:
        """The chosen action."""
        row = self.list.currentIndex().row()
        return self.model.at(row)

    def set_filter(self, words: Sequence[str]) -> int:
        """Show the actions that answer; its own names answer for all."""
        count = self.model.set_filter(self._unnamed(words))
        if self.current is None and count:
            self.list.setCurrentIndex(self.model.index(0))
        self._show_chosen()
        return count

    def _lay_out(self, themes: ThemeManager) -> None:
        self.list.setMinimumHeight(_LEAST_ROWS * themes.theme.row_height(themes.theme.sizes.tree_row))
        self.list.setMinimumWidth(0)
        self.field.setFixedWidth(_FIELD_PX)
        self.field.setMaximumSequenceLength(2)
        self._column.insertWidget(0, self.list, _ALL_THERE_IS)
        self.chosen.add_control(self.field)
        buttons = QWidget()
        column, row = QVBoxLayout(buttons), WrappingLayout(_BUTTON_GAP_PX)
        column.setContentsMargins(0, 6, 0, 0)
        column.addLayout(row)
        for button in (self.give_button, self.clear_button, self.reset_button, self.reset_all_button):
            row.addWidget(button)
        self.chosen.add_below(buttons)
        self.add_row(self.chosen)

    def _connect(self) -> None:
        self.list.installEventFilter(self)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._begin())
        self.model.modelReset.connect(self._begin)
        self.field.keySequenceChanged.connect(lambda _keys: self._show_chosen())
        self.field.left.connect(self._leave_field)
        self.give_button.clicked.connect(self._give)
        self.clear_button.clicked.connect(lambda: self._with_current(self._rebinding.clear))
        self.reset_button.clicked.connect(lambda: self._with_current(self._rebinding.reset))
        self.reset_all_button.clicked.connect(self._rebinding.reset_all)
        self._rebinding.changed.connect(self._on_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter on an action goes to the field for its keys."""
        if (
            watched is self.list
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self.field.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _leave_field(self) -> None:
        self.field.clear()
        self.list.setFocus(Qt.FocusReason.BacktabFocusReason)

    def _begin(self) -> None:
        self.field.clear()
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Say what the pressed keys would do, and what can be done."""
        spec, keys = self.current, self.field.keySequence()
        has_spec = spec is not None
        self.chosen.setVisible(has_spec)
        self.reset_all_button.setEnabled(
            any(not self._rebinding.is_own(one.id) for one in self._rebinding.specs)
        )
        if spec is None:
            return
        title = self._rebinding.title(spec.id)
        words = tr("Enter, then press the new keys for “{action}”, one or two in a row.", action=title)
        self.chosen.set_about(words)
        problem, can_give = self._judge(spec, keys)
        self.chosen.show_problem(problem)
        self.give_button.setEnabled(can_give)
        takes = can_give and bool(problem)
        self.give_button.setText(tr("Take them from there") if takes else tr("Use these keys"))
        self.clear_button.setEnabled(bool(self._rebinding.keys(spec.id)))
        self.reset_button.setEnabled(not self._rebinding.is_own(spec.id))

    def _judge(self, spec: ActionSpec, keys: QKeySequence) -> tuple[str, bool]:
        """A sentence on what stands against these keys, and whether they can be given all the same."""
        if keys.isEmpty():
            return "", False
        written = native_keys(keys)
        if opens_menu(keys):
            return tr("{keys} opens a menu; with Alt it would be free.", keys=written), False
        if turns_switch(keys):
            return tr("{keys} turns a switch of the search.", keys=written), False
        if is_needed_elsewhere(keys):
            return tr(
                "{keys} is needed where one types and chooses; with Alt it would be free.", keys=written
            ), False
        holder = self._rebinding.holder(spec.id, keys)
        if not holder:
            return "", True
        return tr(
            "{keys} gets in the way of “{other}”, which would lose its keys.",
            keys=written,
            other=self._rebinding.title(holder),
        ), True

    def _give(self) -> None:
        spec, keys = self.current, self.field.keySequence()
        if spec is not None and self._judge(spec, keys)[1]:
            self._rebinding.give(spec.id, keys)
            self.list.setFocus()

    def _with_current(self, change: Callable[[str], None]) -> None:
        spec = self.current
        if spec is not None:
            change(spec.id)

    def _on_changed(self) -> None:
        self.model.refresh()
        self._begin()
