"""What a change of several files did, in a sentence that also names it where it is undone."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.services.moving.moving import Move
from memdesk.text.document import readable
from memdesk.text.shortening import in_short
from memdesk.ui.i18n import tr, trn

_LONGEST_CHARS = 40


def step_words(document: Document, changes: Sequence[Change]) -> str:
    """What `changes` of `document` did."""
    change, title = changes[0], document.title
    name = short(change.key or title)
    if change.kind is ChangeKind.ADD:
        return tr(
            "Added “{name}” to {title}.", name=short(change.key or change.title or change.body), title=title
        )
    if change.kind is ChangeKind.REMOVE and not change.key:
        return tr("Removed {title}.", title=title)
    if change.kind is ChangeKind.REMOVE:
        return trn(
            "Removed “{name}” from {title}.",
            "Removed {n} entries from {title}.",
            len(changes),
            name=name,
            title=title,
        )
    if change.kind is ChangeKind.RENAME:
        return tr("Renamed “{name}” to “{new}”.", name=name, new=short(change.title))
    return tr("Changed “{name}” in {title}.", name=name, title=title)


def move_words(move: Move, agent: str) -> str:
    """What `move` did; `agent` is the one that was told."""
    if move.is_copy:
        return tr("Copied 1 fact to {agent}.", agent=agent)
    return tr("Moved 1 fact to {agent}.", agent=agent)


def short(text: str) -> str:
    """The begin of `text`, fit for a sentence."""
    return in_short(readable(text), _LONGEST_CHARS)
