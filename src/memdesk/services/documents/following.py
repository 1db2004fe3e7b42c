"""What else is written when a document is saved: the line of an index that quotes one of its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Change, ChangeKind, Plan
from memdesk.layouts.view import View
from memdesk.services.documents.composing import composed
from memdesk.services.documents.session import DocumentSession
from memdesk.text.edits import Edit
from memdesk.text.outline import NodeKind


def following_plans(session: DocumentSession, disk: View) -> Iterator[Plan]:
    """What an unsaved document's fields make of other files, as those on `disk` are now.

    A field is typed into the document's buffer alone; what quotes it changes once that is saved.
    """
    before = session.base_outline()
    for node in session.outline().walk():
        if node.kind is not NodeKind.FIELD or node.children or not node.editable:
            continue
        old = before.find(node.key, node.occurrence)
        if old is None:
            continue
        said = node.body_text(session.text.text)
        if said == old.body_text(session.base_text):
            continue
        change = Change(ChangeKind.SET_BODY, session.document, node.key, node.occurrence, body=said)
        if edits := _edits_of_others(session, change, disk):
            yield Plan(edits)


def _edits_of_others(session: DocumentSession, change: Change, disk: View) -> Mapping[str, tuple[Edit, ...]]:
    try:
        plan = composed(session.layout, disk, change)
    except MemdeskError:
        # The save itself says what stands in its way.
        return {}
    return {path: edits for path, edits in plan.edits.items() if path != session.path and edits}
