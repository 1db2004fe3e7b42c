"""Which roots are open: those that are found, and what the user said by adding, closing, naming and pausing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from memdesk.errors import NotFound, Refused
from memdesk.services.documents.changes import Changes
from memdesk.services.roots.roots import MemoryRoot, claim, find_roots
from memdesk.services.settings.settings import Settings
from memdesk.services.workspace.workspace import Workspace

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.layouts.documents import Document


class ChosenRoots:
    """Finds roots, opens and closes them, and remembers that in the settings, which `write` puts on disk.

    `is_ours` tells whether a folder holds Memdesk's own files, or lies in a folder of them.
    """

    def __init__(
        self,
        layouts: Sequence[Layout],
        settings: Settings,
        workspace: Workspace,
        is_ours: Callable[[str], bool],
        write: Callable[[], object],
    ) -> None:
        self._layouts = layouts
        self._settings = settings
        self._workspace = workspace
        self._is_ours = is_ours
        self._write = write

    def find_roots(self, by_hand: Iterable[str] = ()) -> tuple[MemoryRoot, ...]:
        """Every place where an agent keeps memory or would, those of the settings and `by_hand` included."""
        found = find_roots(self._layouts, self._workspace.disk, (*self._settings.roots, *by_hand))
        self._workspace.not_placed = found.not_placed
        return found.roots

    def open_found(self, by_hand: Iterable[str] = ()) -> Changes:
        """Open every root that was found, but for those the user closed."""
        changes = Changes()
        for root in self._roots_to_open(by_hand):
            changes |= self._workspace.open_root(root)
        return changes

    def remember_roots(self) -> None:
        """Note what is open, for the first look of the next start; the caller writes the settings."""
        self._settings.open_roots = {
            root.path: {"agent": root.agent, "generation": root.generation} for root in self._workspace.roots
        }

    def roots_at_start(self, folders: Sequence[str]) -> tuple[MemoryRoot, ...]:
        """What a start opens: those of `folders` that are there, else what was open before. Opens nothing."""
        if not folders:
            return () if self._settings.is_first_run else self._roots_to_open()
        roots = []
        for folder in folders:
            with suppress(Refused):
                roots.append(self.claim(folder))
        return tuple(root for root in roots if root.found)

    def _roots_to_open(self, by_hand: Iterable[str] = ()) -> tuple[MemoryRoot, ...]:
        closed = self._settings.closed_roots
        return tuple(root for root in self.find_roots(by_hand) if root.found and root.path not in closed)

    def add_root(self, path: str) -> Changes:
        """Open a folder by hand and remember it.

        Raises:
            NotFound: there is no such folder.
            Refused: it holds or is Memdesk's own folder.
            StorageError: the settings cannot be written.
        """
        return self.add_claimed(self.claim(path))

    def add_claimed(self, root: MemoryRoot, first: Sequence[Document] = ()) -> Changes:
        """The same for what `claim` gave, which may take a while. Raises `NotFound`, `StorageError`.

        `first` are documents that were listed already.
        """
        if not root.found:
            raise NotFound("There is no folder {path}.", path=root.path)
        if root.path not in self._settings.roots:
            self._settings.roots.append(root.path)
        if root.path in self._settings.closed_roots:
            self._settings.closed_roots.remove(root.path)
        self._settings.is_first_run = False
        self._write()
        return self._workspace.open_root(root, first)

    def claim(self, path: str) -> MemoryRoot:
        """The folder as the root of the agent that most surely lives there. Raises `Refused` for a folder of ours."""
        path = os.path.abspath(path)
        if self._is_ours(path):
            raise Refused(
                "{path} holds Memdesk’s own files, so it cannot be opened as memory.",
                hint="Open the folder of an agent instead.",
                path=path,
            )
        return claim(self._layouts, self._workspace.disk, path)

    def remove_root(self, path: str) -> Changes:
        """Close a root and remember that. Raises `StorageError`, and `OSError` where a draft cannot be kept."""
        if path in self._settings.roots:
            self._settings.roots.remove(path)
        if path not in self._settings.closed_roots:
            self._settings.closed_roots.append(path)
        self._write()
        return self._workspace.close_root(path)

    def rename_root(self, path: str, name: str) -> MemoryRoot:
        """Give an open root a name; without one it is called as its agent. Raises `NotFound`, `StorageError`."""
        if name:
            self._settings.root_names[path] = name
        else:
            self._settings.root_names.pop(path, None)
        renamed = self._workspace.take_name(path)
        self._write()
        return renamed

    def pause_root(self, path: str, *, is_paused: bool) -> None:
        """Stop or go on watching a root, as `workspace.watch_roots` then says. Raises `StorageError`."""
        paused = [root for root in self._settings.paused_roots if root != path]
        self._settings.paused_roots = [*paused, path] if is_paused else paused
        self._write()
