"""What the cards say of sections beside their text: what is unsaved, in conflict, new or pinned, and who wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from memdesk.layouts.shapes.fact_file import BODY_KEY
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Address, NodeId
from memdesk.text.outline import NodeKind
from memdesk.ui import format as shown
from memdesk.ui.editor.session import SectionMark
from memdesk.ui.i18n import tr

_MARKED = frozenset(
    {
        NodeKind.SECTION,
        NodeKind.PREAMBLE,
        NodeKind.ENTRY,
        NodeKind.INDEX_LINE,
        NodeKind.FIELD,
        NodeKind.LOOSE,
    }
)

_MOST_WRITERS = 2_000
"""Of so many nodes of a document it is remembered who wrote them last."""


class SectionMarks:
    """Remembers who wrote the nodes of each document last while the program runs, and what is pinned."""

    def __init__(self) -> None:
        self.pins: frozenset[Address] = frozenset()
        """What is pinned, as path, key and occurrence."""
        self._writers: dict[str, dict[NodeId, tuple[str, float]]] = {}

    def note_writer(self, path: str, nodes: Iterable[NodeId], who: str, when_s: float) -> None:
        """`who` wrote these nodes, at so many seconds since 1970.

        Of a document that agents go on adding to, those are remembered that were written last.
        """
        writers = self._writers.setdefault(path, {})
        for node in nodes:
            writers.pop(node, None)
            writers[node] = who, when_s
        for node in list(islice(writers, max(0, len(writers) - _MOST_WRITERS))):
            del writers[node]

    def take_pins(self, pins: frozenset[Address]) -> bool:
        """Take over what is pinned, of a fact with a file of its own its body; whether that is anything new."""
        pins = pins | {(path, BODY_KEY, 0) for path, key, _ in pins if not key}
        is_new = pins != self.pins
        self.pins = pins
        return is_new

    def of(self, session: DocumentSession, changed: frozenset[NodeId]) -> dict[NodeId, SectionMark]:
        """The marks of the nodes of which there is anything to say; `changed` are news that nobody has seen yet."""
        unsaved, conflict = session.unsaved_nodes(), session.conflict
        writers = self._writers.get(session.path, {})
        clashes = (
            {(clash.key, clash.occurrence) for clash in conflict.clashes} if conflict is not None else set()
        )
        pinned = {(key, occurrence) for path, key, occurrence in self.pins if path == session.path}
        said = unsaved | changed | clashes | pinned | writers.keys()
        marks = {}
        # Of most of hundreds of sections there is nothing to say.
        for node in session.outline().walk() if said else ():
            node_id = node.key, node.occurrence
            if node_id not in said or node.kind not in _MARKED:
                continue
            who, when_s = writers.get(node_id, ("", 0.0))
            meta = (
                tr("you · editing") if node_id in unsaved else f"{who} · {shown.ago(when_s)}" if who else ""
            )
            marks[node_id] = SectionMark(
                node_id in unsaved,
                node_id in clashes,
                int(node_id in changed),
                meta,
                pinned=node_id in pinned,
            )
        return marks
