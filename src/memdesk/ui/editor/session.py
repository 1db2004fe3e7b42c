"""What the editor needs to know of an open document and of what is said about its sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memdesk.layouts.documents import Document
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Outline

NodeId = tuple[str, int]
"""Key and occurrence of a section."""


class EditorSession(Protocol):
    """An open document, as `services.session.DocumentSession` is one."""

    text: EditableText

    @property
    def document(self) -> Document:
        """What the document is."""

    @property
    def base_text(self) -> str:
        """The text that the buffer was last loaded from, merged with or saved as."""

    @property
    def why_read_only(self) -> str:
        """Why this document cannot be edited; empty where it can."""

    @property
    def is_read(self) -> bool:
        """Whether `outline` takes no time; where it would, the document says when it is known: `follow_text`."""

    def outline(self) -> Outline:
        """The node tree of the text as it is now."""


class Loss(Protocol):
    """Something an agent's next write would do to a stretch of the text, for the strip on its card."""

    @property
    def span(self) -> Span:
        """The text it is about."""

    @property
    def message(self) -> str:
        """Who would do what when, in a sentence."""

    @property
    def repair(self) -> Sequence[Edit]:
        """The edits that avoid it; empty where there is no safe one."""

    @property
    def is_problem(self) -> bool:
        """Whether something is lost by it; else it is a note."""


@dataclass(frozen=True, slots=True)
class SectionMark:
    """What is known of a section beside its text.

    `clash` says that it changed here and on disk; `changed` counts what came in since the user last looked. `meta` is
    ready to show ("evva · 2 h ago"), `spoken` the same for a screen reader. `pinned` says that the user protects it.
    """

    unsaved: bool = False
    clash: bool = False
    changed: int = 0
    meta: str = ""
    spoken: str = ""
    pinned: bool = False


NO_MARK = SectionMark()
