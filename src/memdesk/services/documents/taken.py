"""What an open document made of a new text on disk, as values."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memdesk.text.edits import Edit

NodeId = tuple[str, int]
"""Key and occurrence of a node."""

Address = tuple[str, str, int]
"""The path of a document, and key and occurrence of a node in it."""


class Arrival(Enum):
    """What became of a text that was found on disk."""

    SAME = "same"
    """Nothing that is not known already."""
    RELOADED = "reloaded"
    MERGED = "merged"
    CLASHED = "clashed"
    REMOVED = "removed"
    DOUBTED = "doubted"
    """Most of the text is gone, perhaps because somebody is in the middle of writing: look again in a moment."""
    POSTPONED = "postponed"
    """A save is going on, which looks at the disk itself."""


class Taken(NamedTuple):
    """How a session took what the disk holds. `nodes` names what came in; `dropped` are own edits it took over.

    `kept_against_delete` are keys of nodes that are gone on disk and were kept, because they had been edited here;
    `returned` those of nodes that were deleted here and are back, because somebody else had edited them. With
    `look_again` the disk may have changed once more; with `save_again` nothing was saved, but the buffer has now taken
    in what stood in the way. `replaced` is what the buffer had been loaded from or merged with, where somebody wrote
    over it.
    """

    arrival: Arrival
    nodes: tuple[NodeId, ...] = ()
    dropped: tuple[Edit, ...] = ()
    kept_against_delete: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    look_again: bool = False
    save_again: bool = False
    replaced: bytes | None = None
