"""The form of one document, as its fields see it: what they write goes into its text alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from memdesk.errors import Refused
from memdesk.layouts.contract import Change
from memdesk.layouts.documents import Document
from memdesk.services.forms.edits import Compose, FormEdits
from memdesk.services.forms.fields import FormField
from memdesk.text.editable import EditableText
from memdesk.text.undo import EditKind
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.editor.requests import ChangeRequest, EditorRequests
from memdesk.ui.editor.session import NodeId
from memdesk.ui.theme.manager import ThemeManager


@dataclass
class FormServices:
    """What the forms of one window share. `compose` tells what a change makes of documents, `agent_of` whose one is.

    `unlocked` holds path and node of what the user unlocked since the program started, `folded` which forms he folded
    or opened, `typed` what he typed for a field that did not take it yet.
    """

    compose: Compose
    agent_of: Callable[[Document], str]
    unlocked: set[tuple[str, NodeId]] = field(default_factory=set)
    folded: dict[tuple[str, NodeId], bool] = field(default_factory=dict)
    typed: dict[tuple[str, NodeId], str] = field(default_factory=dict)


class DocumentForm:
    """A `FormHost`. `block` is the widget of the page that the fields stand on; `go_beside` goes to a neighbour."""

    def __init__(
        self,
        context: BlockContext,
        services: FormServices,
        block: QWidget,
        go_beside: Callable[[FormField, int], None],
    ) -> None:
        self._context = context
        self._services = services
        self._block = block
        self._edits = FormEdits(services.compose)
        self.go_beside = go_beside
        """Put the focus into the field above (-1) or below (1)."""

    @property
    def document(self) -> Document:
        """What the document is."""
        return self._context.session.document

    @property
    def themes(self) -> ThemeManager:
        """What it is painted with."""
        return self._context.themes

    @property
    def whole(self) -> EditableText:
        """The text of the document."""
        return self._context.shown.text

    @property
    def requests(self) -> EditorRequests:
        """Who is asked for what a form cannot do itself."""
        return self._context.requests

    @property
    def agent(self) -> str:
        """The name of the agent whose document it is."""
        return self._services.agent_of(self.document)

    @property
    def why_read_only(self) -> str:
        """Why nothing here can be edited; empty where it can."""
        return self._context.session.why_read_only

    def is_unlocked(self, shown: FormField) -> bool:
        """Whether the user unlocked a field since the program started."""
        return (self.document.path, shown.node_id) in self._services.unlocked

    def set_unlocked(self, shown: FormField, *, on: bool) -> None:
        """Unlock a field, or lock it again."""
        name = (self.document.path, shown.node_id)
        (self._services.unlocked.add if on else self._services.unlocked.discard)(name)

    def is_folded(self, node_id: NodeId, *, otherwise: bool) -> bool:
        """Whether the user folded the form of a node; `otherwise` where he did neither."""
        return self._services.folded.get((self.document.path, node_id), otherwise)

    def set_folded(self, node_id: NodeId, *, folded: bool) -> None:
        """Remember that the user folded or opened the form of a node."""
        self._services.folded[self.document.path, node_id] = folded

    def write(self, shown: FormField, said: str, kind: EditKind, origin: object) -> None:
        """Make the document say `said` of a field. Raises `MemdeskError`."""
        unlocked = self.is_unlocked(shown)
        edits = self._edits.of_value(self.document, self.whole.text, shown, said, unlocked=unlocked)
        if kind is EditKind.COMMAND:
            self.whole.replace_all(edits)
        else:
            self.whole.edit(edits, origin=origin, kind=kind)

    def write_items(self, shown: FormField, items: Sequence[str]) -> None:
        """Make a list hold `items`, as one step of undo. Raises `MemdeskError`."""
        unlocked = self.is_unlocked(shown)
        self.whole.replace_all(
            self._edits.of_items(self.document, self.whole.text, shown, items, unlocked=unlocked)
        )

    def typed(self, shown: FormField) -> str:
        """What was typed for a field and is not in the text yet."""
        return self._services.typed.get((self.document.path, shown.node_id), "")

    def keep_typed(self, shown: FormField, said: str) -> None:
        """Keep that for when the document is shown again."""
        name = (self.document.path, shown.node_id)
        self._services.typed.pop(name, None)
        if said:
            self._services.typed[name] = said

    def check_name(self, said: str) -> None:
        """Whether the document can be called `said`. Raises `MemdeskError`."""
        self._edits.renaming(self.document, said)

    def ask_for_name(self, said: str) -> None:
        """Ask for another name. Raises `MemdeskError` where the document cannot have it."""
        if self.whole.text != self._context.session.base_text:
            raise Refused("{name} has unsaved changes.", hint="Save it first.", name=self.document.title)
        self._ask_for(self._edits.renaming(self.document, said))

    @property
    def can_be_removed(self) -> bool:
        """Whether the document can be taken away with all that names it."""
        return not self.why_read_only and self._edits.removal(self.document) is not None

    def ask_for_removal(self) -> None:
        """Ask for the document to be taken away. Raises `MemdeskError` where it cannot be."""
        change = self._edits.removal(self.document)
        if change is not None:
            self._ask_for(change)

    def _ask_for(self, change: Change) -> None:
        request = ChangeRequest((change,))
        self.requests.changes_requested.emit(request)
        if request.refusal:
            raise Refused("{why}", why=request.refusal)

    def want_rect(self, widget: QWidget, rect: QRect) -> None:
        """Let this rectangle of `widget` be seen."""
        self._context.rect_wanted(self._block, QRect(widget.mapTo(self._block, rect.topLeft()), rect.size()))

    def enter(self, shown: FormField) -> None:
        """The focus is in this field now."""
        self._context.node_entered(*shown.node_id)
