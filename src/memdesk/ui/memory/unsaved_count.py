"""How much of a document is unsaved, in the parts that its header names."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.text.outline import Node, NodeKind


def unsaved_count(session: DocumentSession) -> int:
    """How many sections, fields and entries are unsaved, at least one.

    An entry with fields of its own is one. What says something else may be known by another key now, and is one too.
    """
    unsaved, now = session.unsaved_nodes(), session.outline()
    gone = unsaved - {(node.key, node.occurrence) for node in now.leaves()}
    gone_count = _count_among(session.base_outline().nodes, gone) if gone else 0
    return max(1, _count_among(now.nodes, unsaved), gone_count)


def _count_among(nodes: Iterable[Node], wanted: AbstractSet[NodeId]) -> int:
    return sum(
        _is_among(node, wanted)
        if node.kind is NodeKind.ENTRY or not node.children
        else _count_among(node.children, wanted)
        for node in nodes
    )


def _is_among(node: Node, wanted: AbstractSet[NodeId]) -> bool:
    if not node.children:
        return (node.key, node.occurrence) in wanted
    return any((one.key, one.occurrence) in wanted for one in node.walk())
