"""The tree as plain objects that Python owns; the model is a thin adapter over them.

Every node knows its row and its number. Qt is given the number and never a pointer: an index that outlived its node
finds nothing, where a pointer would find freed memory.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from memdesk.layouts.documents import Document, Scope, ScopeKind
from memdesk.layouts.optional import SwitchedOff
from memdesk.ui.widgets.marks import NO_MARKS, Marks
from memdesk.ui.widgets.tree_row import TreeRow


class SectionState(Enum):
    """What a section is to its layout."""

    FILLED = "filled"
    EMPTY = "empty"
    """A known heading without text, in the file or not yet."""
    UNKNOWN = "unknown"
    """A heading the layout does not know; kept as it is."""


class SectionRow(NamedTuple):
    """One section of a document. `key` and `occurrence` name its node; `lines` counts the lines of its body."""

    key: str
    occurrence: int
    title: str
    lines: int
    state: SectionState = SectionState.FILLED


class Loading(Enum):
    """How far the sections of a document are known."""

    UNASKED = "unasked"
    ASKED = "asked"
    KNOWN = "known"


_NONE_NAMED: Mapping[tuple[str, int], SectionNode] = {}


class Node:
    """A row: where it stands, what stands below it, and whether the view shows that.

    `said` is what the row says, kept until something about it changes.
    """

    __slots__ = ("children", "is_open", "number", "parent", "row", "said")

    def __init__(self, number: int, parent: Node | None, row: int) -> None:
        self.number = number
        self.parent = parent
        self.row = row
        self.is_open = False
        self.said: TreeRow | None = None
        # Most rows are leaves: they share one empty tuple instead of having a list each.
        self.children: Sequence[Node] = ()

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def place(self, first: int, nodes: Sequence[Node]) -> None:
        """Put `nodes` among the children, from row `first` on."""
        self.children = [*self.children[:first], *nodes, *self.children[first:]]
        self.renumber(first)

    def take(self, first: int, last: int) -> list[Node]:
        """Take the children at rows `first` to `last` out."""
        taken = list(self.children[first : last + 1])
        self.children = [*self.children[:first], *self.children[last + 1 :]]
        self.renumber(first)
        return taken

    def renumber(self, first: int = 0) -> None:
        """Let the children from row `first` on know their rows."""
        for row in range(first, len(self.children)):
            self.children[row].row = row


class AgentNode(Node):
    """A row for one root of an agent; its children are scopes and groups of them.

    `marked` holds its documents that have a mark; `off` is what of its memory is switched off; a `paused` one is not
    watched. `gone_open` are the addresses of rows below it that were open when they went.
    """

    __slots__ = ("gone_open", "marked", "monogram", "off", "paused", "root_path", "scopes", "title")

    def __init__(
        self, number: int, parent: Node, row: int, root_path: str, title: str, monogram: str
    ) -> None:
        super().__init__(number, parent, row)
        self.root_path = root_path
        self.title = title
        self.monogram = monogram
        self.off: tuple[SwitchedOff, ...] = ()
        self.paused = False
        self.marked: set[DocumentNode] = set()
        self.gone_open: set[tuple[Hashable, ...]] = set()
        self.scopes: dict[tuple[ScopeKind, str], ScopeNode] = {}


class GroupNode(Node):
    """A row for scopes that belong together; its children are groups and scopes."""

    __slots__ = ("title",)

    def __init__(self, number: int, parent: Node, row: int, title: str) -> None:
        super().__init__(number, parent, row)
        self.title = title


class ScopeNode(Node):
    """A row for a scope; its children are documents."""

    __slots__ = ("scope",)

    def __init__(self, number: int, parent: Node | None, row: int, scope: Scope) -> None:
        super().__init__(number, parent, row)
        self.scope = scope

    def documents(self) -> list[DocumentNode]:
        """The documents of this scope."""
        return [node for node in self.children if isinstance(node, DocumentNode)]


class DocumentNode(Node):
    """A row for a document; its children are sections, asked for when it is opened."""

    __slots__ = ("document", "loading", "marks", "named")

    def __init__(self, number: int, parent: Node, row: int, document: Document) -> None:
        super().__init__(number, parent, row)
        self.document = document
        self.marks = NO_MARKS
        self.loading = Loading.UNASKED
        self.named: Mapping[tuple[str, int], SectionNode] = _NONE_NAMED

    def sections(self) -> list[SectionNode]:
        """The sections that are known."""
        return [node for node in self.children if isinstance(node, SectionNode)]

    def section(self, key: str, occurrence: int) -> SectionNode | None:
        """The section of this key, or None."""
        return self.named.get((key, occurrence))


class SectionNode(Node):
    """A row for a section."""

    __slots__ = ("marks", "section")

    def __init__(self, number: int, parent: Node, row: int, section: SectionRow) -> None:
        super().__init__(number, parent, row)
        self.section = section
        self.marks = NO_MARKS


def scopes_below(node: Node) -> Iterator[ScopeNode]:
    """The scopes below an agent or a group, in order."""
    for child in node.children:
        if isinstance(child, ScopeNode):
            yield child
        elif isinstance(child, GroupNode):
            yield from scopes_below(child)


def groups_below(node: Node) -> Iterator[GroupNode]:
    """The groups below an agent, in order, each before those inside it."""
    for child in node.children:
        if isinstance(child, GroupNode):
            yield child
            yield from groups_below(child)


def agent_of(node: Node) -> AgentNode | None:
    """The agent `node` belongs to; None for the invisible root above all agents."""
    above: Node | None = node
    while above is not None and not isinstance(above, AgentNode):
        above = above.parent
    return above


def shown_marks(node: Node) -> Marks:
    """The marks of a row as it stands: a closed scope or agent shows what it hides, an open agent who writes.

    That it is not watched an agent shows either way.
    """
    if isinstance(node, DocumentNode):
        return node.marks if node.document.editable else replace(node.marks, read_only=True)
    if isinstance(node, SectionNode):
        return node.marks
    hidden = _joined(_marked_below(node))
    if not isinstance(node, AgentNode):
        return NO_MARKS if node.is_open else hidden
    return replace(Marks(writing=hidden.writing) if node.is_open else hidden, paused=node.paused)


def _marked_below(node: Node) -> Iterable[DocumentNode]:
    if isinstance(node, AgentNode):
        return node.marked
    if isinstance(node, GroupNode):
        return (document for scope in scopes_below(node) for document in scope.documents())
    return node.documents() if isinstance(node, ScopeNode) else ()


def _joined(documents: Iterable[DocumentNode]) -> Marks:
    """What a closed parent shows of the rows below it. A padlock is about its own row alone."""
    all_marks = [document.marks for document in documents if document.marks is not NO_MARKS]
    return Marks(
        unsaved=any(marks.unsaved for marks in all_marks),
        changed=sum(marks.changed for marks in all_marks),
        problem=any(marks.problem for marks in all_marks),
        conflict=any(marks.conflict for marks in all_marks),
        writing=any(marks.writing for marks in all_marks),
    )
