"""What the page asks of the blocks on it that are no section cards: rows of entries, forms of fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from memdesk.text.compare import Run
from memdesk.ui.editor.page_parts import PagePart, PartKind
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.session import EditorSession, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.theme.manager import ThemeManager


@dataclass(frozen=True, slots=True)
class BlockContext:
    """What a block is made with.

    `body_made` tells the page of a new text that takes part in its caret and scroll keeping; `node_entered` that the
    focus is at a node now; `rect_wanted` that this rectangle of a widget shall be seen. `makers` makes blocks that
    stand inside another one.
    """

    themes: ThemeManager
    shown: ShownText
    session: EditorSession
    requests: EditorRequests
    body_made: Callable[[Body], None]
    node_entered: Callable[[str, int], None]
    rect_wanted: Callable[[QWidget, QRect], None]
    makers: BlockMakers = field(default_factory=dict)


class PageBlock(Protocol):
    """Shows one part of a document on the page, as high as its content: the page scrolls, a block never does."""

    @property
    def part(self) -> PagePart:
        """What it shows."""

    @property
    def widget(self) -> QWidget:
        """What lies on the page."""

    @property
    def bodies(self) -> Sequence[Body]:
        """The texts on it that show lines of the document, in order."""

    def set_part(self, part: PagePart) -> None:
        """Show another state of the part; carets and selections stay with their nodes."""

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say what is known of nodes beside their text."""

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say what an agent would do to the text, worst first; those of other parts are among them."""

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Mark lines that changed since the last save; `runs` are of lines of the base text and of this one."""

    def rect_of(self, node_id: NodeId) -> QRect | None:
        """Where a node is on the widget; None where it is not on it."""

    def rect_at(self, position: int) -> QRect | None:
        """Where the node at a position of the text is on the widget; None where that is not on it."""

    def node_to_keep(self, top: int, bottom: int) -> NodeId | None:
        """The node that stays where it is while others write: the current one if seen, else the first seen.

        `top` and `bottom` are the edges of what is seen, in px of the widget.
        """

    def focus_node(self, node_id: NodeId) -> None:
        """Give the focus to what shows a node."""

    def focus_at(self, position: int) -> None:
        """Give the focus to what is nearest to a position of the text."""

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""

    def close_text(self) -> None:
        """Let go of the text, for good."""


BlockMaker = Callable[[BlockContext, PagePart], PageBlock]

BlockMakers = Mapping[PartKind, BlockMaker]
"""Who makes the blocks of each kind; a part of a kind without a maker is shown as text."""
