"""What the fields of a form need from the form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from memdesk.services.forms.fields import FormField
from memdesk.text.editable import EditableText
from memdesk.text.undo import EditKind
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.theme.manager import ThemeManager


class FormHost(Protocol):
    """The form that a field stands on."""

    @property
    def themes(self) -> ThemeManager:
        """What it is painted with."""

    @property
    def whole(self) -> EditableText:
        """The text of the document."""

    @property
    def requests(self) -> EditorRequests:
        """Who is asked for what a form cannot do itself."""

    @property
    def agent(self) -> str:
        """The name of the agent whose document it is."""

    @property
    def why_read_only(self) -> str:
        """Why nothing here can be edited; empty where it can."""

    def is_unlocked(self, field: FormField) -> bool:
        """Whether the user unlocked a field since the program started."""

    def set_unlocked(self, field: FormField, *, on: bool) -> None:
        """Unlock a field, or lock it again, until the program ends."""

    def write(self, field: FormField, said: str, kind: EditKind, origin: object) -> None:
        """Make the document say `said` of a field. Raises `MemdeskError` where it cannot."""

    def write_items(self, field: FormField, items: Sequence[str]) -> None:
        """Make a list hold `items`, as a step of undo of its own. Raises `MemdeskError` where it cannot."""

    def typed(self, field: FormField) -> str:
        """What was typed for a field and is not in the text yet, since the program started; empty for nothing."""

    def keep_typed(self, field: FormField, said: str) -> None:
        """Keep that for when the document is shown again; empty for nothing any more."""

    def check_name(self, said: str) -> None:
        """Whether the document can be called `said`. Raises `MemdeskError` where it cannot."""

    def ask_for_name(self, said: str) -> None:
        """Ask for another name of the document. Raises `MemdeskError` where it cannot have it."""

    def want_rect(self, widget: QWidget, rect: QRect) -> None:
        """Let this rectangle of `widget` be seen."""

    def enter(self, field: FormField) -> None:
        """The focus is in this field now."""

    def go_beside(self, field: FormField, direction: int) -> None:
        """Put the focus into the field above (-1) or below (1)."""
