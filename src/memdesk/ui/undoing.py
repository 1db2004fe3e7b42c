"""Undo and Redo: one order of everything that was done, and the words for what would be taken back next."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from memdesk.ui.i18n import tr
from memdesk.ui.memory.comparing import Comparing
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.step_words import short
from memdesk.ui.screens import MEMORY
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.field_undo import FieldUndo
from memdesk.ui.window import MainWindow


class Undoing(QObject):
    """Enables the two actions exactly where they would do something, and does it.

    First comes what the text field with the focus keeps of its own, and nothing else where it has several lines; then,
    on the memory screen, the newest of the steps and of the edits of the text that is shown there; on the other
    screens, and in a dialog, the newest step alone, since what was typed into a document that nobody edits now is not
    taken back.
    """

    def __init__(
        self,
        window: MainWindow,
        memory: MemoryScreen,
        comparing: Comparing,
        masks: SecretMasks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._actions = window.actions_table
        self._memory = memory
        self._comparing = comparing
        self._masks = masks
        self._field = FieldUndo(self)
        self._named: dict[str, str | None] = {}
        # A change of a text is a step of undo only once everybody was told of it.
        self._soon = single_shot(self, 0, self.refresh)
        self._field.changed.connect(self.refresh)
        memory.stepping.state_changed.connect(self.refresh)
        memory.open.state_changed.connect(self.refresh)
        memory.document_shown.connect(self.refresh)
        memory.editor.text_changed.connect(self._soon.start)
        comparing.taken_changed.connect(self.refresh)
        window.screen_changed.connect(self.refresh)
        masks.changed.connect(self._name_anew)
        self.refresh()

    def stop(self) -> None:
        """Look no further: the window ends."""
        self._soon.stop()
        self._field.stop()

    def walk(self, *, backwards: bool) -> None:
        """Undo, or redo, what comes next."""
        if self._field.can(backwards=backwards):
            self._field.walk(backwards=backwards)
        elif self._field.keeps_keys:
            return
        elif not self._is_in_front:
            self._memory.stepping.walk(None, backwards=backwards)
        elif backwards:
            self._comparing.undo()
        else:
            self._comparing.redo()

    @property
    def _is_in_front(self) -> bool:
        """Whether the document can be edited: its screen is shown, and no dialog is before it."""
        return self._window.screen_name == MEMORY and QApplication.activeWindow() in (None, self._window)

    def refresh(self) -> None:
        """Say anew what would be taken back, and whether there is anything."""
        for action_id, backwards in (("edit.undo", True), ("edit.redo", False)):
            what = self._next(backwards=backwards)
            self._actions.allow(**{action_id.replace(".", "__"): what is not None})
            if what != self._named.get(action_id):
                self._named[action_id] = what
                self._actions.name_object(action_id, self._shown(what or ""))

    def _name_anew(self) -> None:
        self._named.clear()
        self.refresh()

    def _next(self, *, backwards: bool) -> str | None:
        """What would be undone, empty where it has no name yet; None for nothing."""
        if self._field.can(backwards=backwards):
            return tr("typing")
        if self._field.keeps_keys:
            return None
        stepping, settling = self._memory.stepping, self._comparing.settling
        is_in_front = self._is_in_front
        text = self._memory.text_shown if is_in_front else None
        if is_in_front and settling is not None:
            text = settling.text
        else:
            step = stepping.next_name(text, backwards=backwards)
            if step is not None:
                return step
        if text is None or not (text.can_undo if backwards else text.can_redo):
            return None
        session = self._memory.open.session
        return tr("edit of {title}", title=session.document.title if session is not None else "")

    def _shown(self, what: str) -> str:
        return short(self._masks.shown_sentence(what)).rstrip(".。")
