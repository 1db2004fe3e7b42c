"""What the first paint shows: roots that were open at the last quit, listed without loading the rest of the desk."""

from __future__ import annotations

import os
from collections.abc import Sequence

from memdesk.layouts import layout_named
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.roots.projects import KnownProjects, named_in
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.settings.settings import Settings, SettingsStore
from memdesk.store.folders import StateFolders
from memdesk.store.settings_file import SettingsFile

_OPEN_BEFORE = "open at the last quit"


class FirstLook:
    """The settings and the disk as a `Desk` will have them. Reads only."""

    def __init__(self, folders: StateFolders, surroundings: Surroundings) -> None:
        self.settings: Settings = SettingsStore(folders.settings_file, only_looks=True).read()
        projects = KnownProjects(
            surroundings.home, SettingsFile(folders.projects_file), lambda: named_in(self.settings)
        )
        self.disk = MachineView(
            surroundings,
            project_folders=projects.folders,
            by_hand=self.settings,
        )

    def roots(self, folders: Sequence[str]) -> tuple[MemoryRoot, ...]:
        """What `Desk.roots_at_start` will give; nothing where one of `folders` was not open at the last quit.

        No agent is asked for its places: of the layouts, only those are loaded that were in use.
        """
        known = self.settings.open_roots
        wanted = folders or ([] if self.settings.is_first_run else sorted(known, key=self._rank))
        if not all(path in known for path in wanted):
            return ()
        found = (self._root(path, **known[path]) for path in wanted)
        return tuple(root for root in found if root is not None)

    def _rank(self, path: str) -> tuple[int, str]:
        """Roots come by the names of their layouts, and behind them those opened by hand, as they were added."""
        by_hand = self.settings.roots
        agent = self.settings.open_roots[path].get("agent", "")
        return (by_hand.index(path) + 1, "") if path in by_hand else (0, agent)

    def _root(self, path: str, *, agent: str = "", generation: str = "", **_: str) -> MemoryRoot | None:
        layout = layout_named(agent)
        if layout is None or not os.path.isdir(path):
            return None
        name = self.settings.root_name(path)
        return MemoryRoot(path, layout, _OPEN_BEFORE, generation=generation, name=name)
