"""Which project folders there are on this machine, so that an agent's key for a project can be resolved to its folder.

Known are folders that the user added or bound to a key, and folders below the home that hold a `.git` or a file agents
look for. The search is bounded, and its result cached, so that a start never waits for it.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from memdesk.store.settings_file import SettingsFile

if TYPE_CHECKING:
    from memdesk.services.settings.settings import Settings

MAX_DEPTH = 4
"""How many folders below the home a project is looked for."""

MAX_FOLDERS = 20_000
"""How many folders one search looks into at most."""

MAX_NAMES = 2_000
"""A folder with more names than this holds data, not projects."""

MARKS = (".git", "EVVA.md")
"""Names that make a folder a project."""

_PASSED_OVER = frozenset(
    {"node_modules", "venv", "__pycache__", "Library", "AppData", "snap", "go", "vendor"}
)


def named_in(settings: Settings) -> Iterable[str]:
    """The project folders that the user added, or bound to a key."""
    bound = (folder for keys in settings.bindings.values() for folder in keys.values())
    return (*settings.project_folders, *bound)


class _Search(NamedTuple):
    found: tuple[str, ...] = ()
    when: float = -math.inf


class KnownProjects:
    """The project folders known so far.

    `added()` are folders the user added or bound. `cache` is a file of ours that holds the last result of a search;
    `clock` tells Unix seconds.
    """

    def __init__(
        self,
        home: str,
        cache: SettingsFile,
        added: Callable[[], Iterable[str]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._home = home
        self._cache = cache
        self._added = added
        self._clock = clock
        self._known: _Search | None = None

    def folders(self) -> Sequence[str]:
        """Every project folder that is known, sorted; those found by the last search come from the cache."""
        return sorted({*self._added(), *self._last().found})

    @property
    def age_s(self) -> float:
        """How long ago the home was searched, in seconds; infinite where it never was."""
        age_s = self._clock() - self._last().when
        return age_s if age_s >= 0 else math.inf

    def search(self) -> tuple[str, ...]:
        """Look for projects below the home and keep them for the next start. For a worker; see `take`."""
        self._last()
        found = tuple(sorted(find_projects(self._home)))
        # The cache only spares the next start a search.
        with suppress(OSError):
            self._cache.write({"home": self._home, "when": self._clock(), "found": list(found)})
        return found

    def take(self, found: Collection[str]) -> bool:
        """Take over the result of a search; whether it is another than before."""
        before, self._known = self._last(), _Search(tuple(found), self._clock())
        return before.found != self._known.found

    def _last(self) -> _Search:
        if self._known is None:
            self._known = self._cached()
        return self._known

    def _cached(self) -> _Search:
        try:
            facts = self._cache.read()
        except OSError:
            return _Search()
        found, when = facts.get("found"), facts.get("when")
        if (
            facts.get("home") != self._home
            or not isinstance(found, list)
            or not isinstance(when, int | float)
        ):
            return _Search()
        return _Search(
            tuple(folder for folder in found if isinstance(folder, str) and os.path.isdir(folder)), when
        )


def find_projects(home: str) -> Iterator[str]:
    """The project folders below `home`, nearest first. Hidden and huge folders are passed over."""
    waiting = deque([(home, 0)])
    for _ in range(MAX_FOLDERS):
        if not waiting:
            return
        folder, depth = waiting.popleft()
        names = _subfolders(folder)
        if names is None:
            continue
        if depth and any(os.path.lexists(os.path.join(folder, mark)) for mark in MARKS):
            yield folder
        if depth < MAX_DEPTH:
            waiting.extend((os.path.join(folder, name), depth + 1) for name in names)


def _subfolders(folder: str) -> list[str] | None:
    """The names worth a look in `folder`, sorted; None where it cannot be listed or is huge. Links are not followed."""
    names = []
    try:
        with os.scandir(folder) as entries:
            for count, entry in enumerate(entries):
                if count >= MAX_NAMES:
                    return None
                is_worth_it = not entry.name.startswith(".") and entry.name not in _PASSED_OVER
                if is_worth_it and entry.is_dir(follow_symlinks=False):
                    names.append(entry.name)
    except OSError:
        return None
    return sorted(names)
