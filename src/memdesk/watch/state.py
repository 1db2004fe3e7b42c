"""Values: what is to be watched, and how well it is being watched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


def nothing_is_temporary(_name: str) -> bool:
    """Every file counts."""
    return False


@dataclass(frozen=True, slots=True)
class WatchRoot:
    """A folder to watch with all below it, or one named file in a folder (a narrow root).

    `path` is absolute. `narrow_file` is a bare file name: the folder around it is then neither read nor reported.
    `is_temporary(name)` tells names of files and folders that are never memory: temporary ones, ours and the agent's,
    and an agent's own index. One that `is_expected` need not be there yet: its files are told of as they come, and it
    is never away.
    """

    path: str
    narrow_file: str | None = None
    is_temporary: Callable[[str], bool] = nothing_is_temporary
    is_expected: bool = False


class WatchMode(Enum):
    """How changes by other programs are noticed."""

    STARTING = "starting"
    WATCHING = "watching"
    """The system reports changes; looking through all roots every `interval_s` proves that none was missed."""
    POLLING = "polling"
    """The system does not report every change: they are found by looking through all roots every `interval_s`."""
    PAUSED = "paused"
    """Nobody looks before `Watcher.resume`."""
    STOPPED = "stopped"
    """It has failed; `reason` says where. It is tried again."""


class Cause(Enum):
    """Why the system's reports are not enough."""

    NO_ROOM = "no room"
    """The system hands out no more watches or no more queues for them."""
    NO_EVENTS = "no events"
    """The system cannot report changes here."""
    UNREPORTED = "unreported"
    """A change was found that the system had not reported, as on a network mount."""


class Absence(Enum):
    """Why nothing can be seen in a root just now."""

    GONE = "gone"
    """There is no such folder: removed, renamed or unmounted."""
    NO_FOLDER = "no folder"
    """Something else than a folder has its name."""
    UNREADABLE = "unreadable"
    """The system does not let us look: no right, or a mount that does not answer."""
    UNMOUNTED = "unmounted"
    """Another device was mounted there, and the folder is empty now."""


@dataclass(frozen=True, slots=True)
class AwayRoot:
    """A root, or the folder of a narrow root, in which nothing can be seen just now."""

    path: str
    absence: Absence


@dataclass(frozen=True, slots=True)
class WatchState:
    """How well the roots are being watched.

    `reason` says why not better: a sentence, empty while all is well; `cause` is its kind while polling. `interval_s`
    is how often everything is looked through. `away` are the roots in which nothing can be seen. `unheard` is how
    many single files are left to these looks because the system would need a thread for each. `overflows` counts how
    often changes came faster than the system could report them, each time followed by a look at everything.
    """

    mode: WatchMode
    reason: str = ""
    cause: Cause | None = None
    interval_s: float = 0.0
    away: tuple[AwayRoot, ...] = ()
    unheard: int = 0
    overflows: int = 0
