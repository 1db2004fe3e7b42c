"""The ways in which a save puts its bytes in place, called rungs, and which way the last save on a disk went."""

from __future__ import annotations

import sys
from enum import Enum


class Way(Enum):
    """A rung, best first. On every one but `UNSEEN` and `IN_PLACE` the replaced file is looked at before it goes."""

    EXCHANGED = "exchanged"
    """New and old file change names in one step."""
    REPLACED = "replaced"
    """The system puts the new file in place and keeps the old one under another name (Windows)."""
    LINKED_ASIDE = "linked aside"
    """The old file gets a second name, then the new one is renamed over the first.

    Who writes into the old file is seen; who renames a file of his own there between the two calls is not.
    """
    UNSEEN = "unseen"
    """The new file is renamed over the old one; what it held at that very moment is not seen."""
    IN_PLACE = "in place"
    """The bytes are written into the file itself."""


def way_of(displaced: str | None, temporary: str) -> Way:
    """By which rung a swap went, by the name that the old file has after it; see `memdesk.store.swap.swap`."""
    if displaced is None:
        return Way.UNSEEN
    if sys.platform == "win32":
        return Way.REPLACED
    else:  # noqa: RET505  # the type checker takes branches on the platform, but no early return
        return Way.EXCHANGED if displaced == temporary else Way.LINKED_ASIDE


class LastWays:
    """What the last save really did, by file system; and of which files the system took no other file instead.

    Known only as long as the program runs: file systems are mounted anew. Any thread.
    """

    def __init__(self) -> None:
        self._by_device: dict[int, Way] = {}
        self._only_in_place: dict[str, str] = {}

    def note_swap(self, path: str, device: int, way: Way) -> None:
        """A save of the file at `path`, on this file system, went this way."""
        self._by_device[device] = way
        self._only_in_place.pop(path, None)

    def note_refusal(self, path: str, reason: str) -> None:
        """The system took no new file in the place of the one at `path`, in its own words for it."""
        self._only_in_place[path] = reason

    def swap_on(self, device: int) -> Way | None:
        """How the last swap on this file system went; None where there was none yet."""
        return self._by_device.get(device)

    def refusal_of(self, path: str) -> str:
        """Why the last save of this file had to write into it; empty where it did not."""
        return self._only_in_place.get(path, "")
