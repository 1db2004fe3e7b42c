"""Which project folders there are on this machine, to give the keys of agents' memories their folders back.

Known are folders that the user added, folders that agents themselves name, and folders below the home that hold a
`.git` or a file agents look for. The search is bounded, and its result cached, so that a start never waits for it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from memdesk.store.settings_file import SettingsFile

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


class KnownProjects:
    """The project folders known so far. `search` may run in a worker; its result is taken over with `take`.

    `added()` are folders the user added or bound, `named()` those that agents' own files name. `cache` is a file of
    ours that holds the last result.
    """

    def __init__(
        self,
        home: str,
        cache: SettingsFile,
        added: Callable[[], Iterable[str]],
        named: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._home = home
        self._cache = cache
        self._added = added
        self._named = named
        self._found: tuple[str, ...] | None = None

    def folders(self) -> Sequence[str]:
        """Every project folder that is known, sorted; those found by the last search are read from the cache."""
        if self._found is None:
            self._found = self._cached()
        return sorted({*self._added(), *self._named(), *self._found})

    def search(self) -> tuple[str, ...]:
        """Look for projects below the home. Touches nothing of this object: it may run in a worker."""
        return tuple(sorted(find_projects(self._home)))

    def take(self, found: Collection[str]) -> bool:
        """Take over the result of a search and keep it for the next start; whether it is another than before."""
        before = self._found if self._found is not None else self._cached()
        self._found = tuple(found)
        if self._found == before:
            return False
        # The cache only spares the next start a search.
        with suppress(OSError):
            self._cache.write({"home": self._home, "found": list(self._found)})
        return True

    def _cached(self) -> tuple[str, ...]:
        try:
            facts = self._cache.read()
        except OSError:
            return ()
        found = facts.get("found")
        if facts.get("home") != self._home or not isinstance(found, list):
            return ()
        return tuple(folder for folder in found if isinstance(folder, str) and os.path.isdir(folder))


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
