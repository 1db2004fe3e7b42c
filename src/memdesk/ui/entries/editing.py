"""One entry while it is written: what is typed goes into the document by changes of its grammar, in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.edits import Edit
from memdesk.text.outline import Node, NodeKind
from memdesk.ui.editor.page_parts import Group
from memdesk.ui.editor.requests import ChangeRequest, Leftover
from memdesk.ui.editor.session import EditorSession, NodeId

_KINDS = frozenset({NodeKind.ENTRY, NodeKind.INDEX_LINE, NodeKind.LOOSE})

Ask = Callable[[ChangeRequest], None]


class EntryEditing:
    """Writes one entry of `session`: an existing `node`, or a new one for `group`.

    Between the first `write` and `end` everything is one step of undo. The entry is followed while others write: by
    its key where that stays, else by its place. `ask` carries a change out.
    """

    def __init__(self, session: EditorSession, ask: Ask, group: Group, node: Node | None) -> None:
        self._session = session
        self._ask = ask
        self._group = group
        self._step = ExitStack()
        self._edits: list[Edit] | None = None
        self._known: frozenset[NodeId] = frozenset()
        self._anchor = -1
        self.node_id: NodeId | None = None
        self.first_id: NodeId | None = (node.key, node.occurrence) if node is not None else None
        self.has_written = False
        self.is_deferred = False
        """Whether it can be written only when it is accepted, since that touches other files."""
        self.written = node.body_text(session.text.text) if node is not None else ""
        if node is not None:
            self._hold(node)
        session.text.add_observer(self)

    @property
    def node(self) -> Node | None:
        """The entry as it stands in the text now."""
        return self._session.outline().find(*self.node_id) if self.node_id is not None else None

    def write(self, value: str, *, tentative: bool) -> str:
        """Let the entry say `value`; gives the reason where that is refused. Nothing is done where it says so."""
        if value == self.written and self.node_id is not None:
            return ""
        if tentative and (self.is_deferred or not value.strip()):
            return ""
        leftover = Leftover(self._group.key, self.node_id, value)
        request = ChangeRequest((self._change(value),), tentative, leftover=leftover)
        inserted = self._carried_out(request)
        if not request.is_done:
            self.is_deferred = self.is_deferred or (tentative and not request.refusal)
            return request.refusal
        self.has_written = True
        self.written = value
        node = self._written_node(inserted)
        if node is not None:
            self._hold(node)
            self.written = node.body_text(self._session.text.text)
        return ""

    def take_back(self) -> None:
        """Let the text be what it was before."""
        self.end()
        if self.has_written:
            self._session.text.undo()

    def end(self) -> None:
        """What was written is a step of its own from now on."""
        self._session.text.remove_observer(self)
        self._step.close()
        self._session.text.seal()

    def follow(self) -> bool:
        """Look where the entry is after others wrote; whether it is still there."""
        if self.node_id is None:
            return True
        node = self._session.outline().find(*self.node_id) or self._moved_node()
        if node is None:
            self.node_id = None
            return False
        self._hold(node)
        return True

    # Where it is

    def _hold(self, node: Node) -> None:
        self.node_id = (node.key, node.occurrence)
        self._anchor = node.body.start
        self._known = frozenset((one.key, one.occurrence) for one in self._nodes())

    def _nodes(self) -> Iterator[Node]:
        return (node for node in self._session.outline().walk() if node.kind in _KINDS)

    def _moved_node(self) -> Node | None:
        """The node where the entry stood, unless it is one that stood elsewhere before."""
        at = self._node_at(self._anchor)
        return at if at is not None and (at.key, at.occurrence) not in self._known else None

    def _node_at(self, position: int) -> Node | None:
        return next((node for node in self._nodes() if node.body.start <= position <= node.body.end), None)

    def _written_node(self, inserted: Sequence[tuple[int, int]]) -> Node | None:
        if self.node_id is not None:
            same = self._session.outline().find(*self.node_id)
            at = self._node_at(self._anchor)
            return at if at is not None and at.kind is not NodeKind.LOOSE else same or at
        for start, end in inserted:
            for node in self._nodes():
                if start <= node.body.start < end:
                    return node
        return None

    # Writing

    def _change(self, value: str) -> Change:
        document = self._session.document
        if self.node_id is not None:
            return Change(ChangeKind.SET_BODY, document, *self.node_id, body=value)
        return addition(self._session, self._group, value)

    def _carried_out(self, request: ChangeRequest) -> list[tuple[int, int]]:
        """Carry `request` out inside the one step; gives where text was put in."""
        text = self._session.text
        if not self.has_written:
            text.seal()
            self._step.enter_context(text.transaction())
        self._edits = []
        self._ask(request)
        edits, self._edits = self._edits, None
        if not request.is_done and not self.has_written:
            self._step.close()
        return _inserted(edits)

    # The observer of the text

    def text_arriving(self, text: str) -> None:
        """Nothing is to do."""

    def change_started(self, edit_count: int, origin: object | None) -> None:
        """Nothing is to do."""

    def lines_replaced(self, first: int, last_before: int, last_after: int, origin: object | None) -> None:
        """Nothing is to do."""

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:  # noqa: ARG002
        """Stay with the place of the entry."""
        for edit in edits:
            self._anchor = edit.carry(self._anchor)
        if self._edits is not None:
            self._edits += edits


def addition(session: EditorSession, group: Group, value: str) -> Change:
    """The change that adds `value` to a group: a line of an index is named by what it says."""
    document = session.document
    if any(node.kind is NodeKind.INDEX_LINE for node in group.entries):
        name, _, rest = value.partition(": ")
        about = rest.strip() or value
        return Change(ChangeKind.ADD, document, name.strip(), body=about, title=about)
    return Change(ChangeKind.ADD, document, group.key, body=value)


def _inserted(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Where `edits`, made one after the other, put text in, in positions after all of them; longest first."""
    spans: list[tuple[int, int]] = []
    for edit in edits:
        spans = [(edit.carry(start), edit.carry(end)) for start, end in spans]
        if edit.new:
            spans.append((edit.start, edit.start + len(edit.new)))
    return sorted(spans, key=lambda span: span[0] - span[1])
