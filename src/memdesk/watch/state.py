"""What to watch, and how well it is being watched, as values."""

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
    and an agent's own index.
    """

    path: str
    narrow_file: str | None = None
    is_temporary: Callable[[str], bool] = nothing_is_temporary


class WatchMode(Enum):
    """How changes by other programs are noticed."""

    STARTING = "starting"
    WATCHING = "watching"
    """The system reports changes; a rescan every ten seconds proves that none was missed."""
    POLLING = "polling"
    """The system does not report every change: all roots are looked through every two seconds."""
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class WatchState:
    """How well the roots are being watched, and why not better: a sentence, empty while all is well."""

    mode: WatchMode
    reason: str = ""
