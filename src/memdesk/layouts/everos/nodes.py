"""The node that a change is about, and the words for what cannot be done to it."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change
from memdesk.text.edits import Edit
from memdesk.text.outline import Node, Outline
from memdesk.text.sentence import say


def editable_node(outline: Outline, change: Change) -> Node:
    """The node that `change` names. Raises `NotFound`, and `Refused` for one that is not edited, or is locked."""
    found = outline.find(change.key, change.occurrence)
    if found is None:
        raise NotFound("There is no “{key}” in {name}.", key=change.key, name=change.document.title)
    is_lockable = found.facts.get("locked") == "yes"
    if not found.editable and not (is_lockable and change.unlocked):
        raise Refused(
            "“{title}” is not edited here: {why}.",
            hint=say("Unlock it first, if it must be changed.")
            if is_lockable
            else say("Edit the file as text where it must be."),
            title=found.title,
            why=found.why_not or say("it is EverOS’s own"),
        )
    return found


def not_possible(change: Change) -> Refused:
    """Said of a kind of change that a node does not take."""
    return Refused(
        "This part of {name} takes no “{kind}”.",
        hint="Edit the file as text.",
        name=change.document.title,
        kind=change.kind.value,
    )


def shifted(start: int, edits: Sequence[Edit]) -> list[Edit]:
    """Edits of a stretch of text that begins at `start`, in positions of the whole."""
    return [edit._replace(start=edit.start + start) for edit in edits]
