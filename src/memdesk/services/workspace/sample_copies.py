"""The throwaway copies of the sample memories: made to look at, gone when the program ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from memdesk.paths import is_below
from memdesk.services.documents.changes import Changes
from memdesk.services.machine.attachments import Attachments
from memdesk.services.roots.roots import PLAIN, MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.store.copies import SampleCopy

_A_SAMPLE = say("a sample, in a temporary folder")


class SampleCopies:
    """Makes the copies, opens and leaves them, and knows which paths lie in one."""

    def __init__(
        self,
        layouts: Sequence[Layout],
        workspace: Workspace,
        attachments: Attachments,
    ) -> None:
        self._layouts = layouts
        self._workspace = workspace
        self._attachments = attachments
        self.made: list[tuple[str, SampleCopy]] = []
        """The copies that were made, by their agent's name."""
        self._roots: tuple[MemoryRoot, ...] = ()

    def __contains__(self, path: str) -> bool:
        """Whether this is or lies in a throwaway copy of a sample."""
        return any(is_below(path, copy.folder) for _, copy in self.made)

    @property
    def opened(self) -> tuple[MemoryRoot, ...]:
        """The open roots that lie in a copy."""
        return tuple(root for root in self._workspace.roots if root.path in self)

    @property
    def projects(self) -> tuple[str, ...]:
        """The project folders of the copies that are open."""
        opened = [root.path for root in self.opened]
        copies = [copy for _, copy in self.made if any(is_below(path, copy.folder) for path in opened)]
        return tuple(project for copy in copies for project in copy.projects)

    def open(self, *, is_named: bool) -> Changes:
        """Open a copy of every sample: those made before, which may have been left, else new ones.

        With `is_named` their names tell them from memory of the same agents. Raises `OSError`.
        """
        self._roots = self._roots or self.make()
        changes = Changes()
        for root in self._roots:
            changes |= self._workspace.open_root(root._replace(name=_name_of(root) if is_named else ""))
        return changes | self._workspace.relist()

    def tell_apart(self) -> tuple[MemoryRoot, ...]:
        """Name the open copies that stand beside other memory and have no name yet; those roots, with their names."""
        opened = self.opened
        if len(opened) == len(self._workspace.roots):
            return ()
        unnamed = [root for root in opened if not root.name]
        return tuple(self._workspace.take_name(root.path, _name_of(root)) for root in unnamed)

    def leave(self) -> Changes:
        """Show no copy any more. All of them stay until the program ends, with what is unsaved as drafts.

        Raises `OSError` where a draft cannot be kept.
        """
        changes = Changes()
        for root in self.opened:
            changes |= self._workspace.close_root(root.path)
        # Other roots of the same agents named the projects of the sample too.
        return changes | self._workspace.relist()

    def make(self, folder: str | None = None) -> tuple[MemoryRoot, ...]:
        """A throwaway copy of each agent's sample memory, as roots to open.

        `folder` is where to put it, else a new temporary folder. Raises `OSError`.
        """
        from memdesk.services.roots.samples import sample_of
        from memdesk.store.copies import copy_sample

        roots = []
        for layout in self._layouts:
            sample = None if layout.name == PLAIN else sample_of(layout)
            if sample is None:
                continue
            copy = copy_sample(sample, partial(layout.project_key, self._workspace.disk), folder)
            self.made.append((layout.name, copy))
            self._attachments.lend(copy.root, copy.attachments)
            roots.append(MemoryRoot(copy.root, layout, _A_SAMPLE))
            for path, generation in copy.others.items():
                roots.append(MemoryRoot(path, layout, _A_SAMPLE, generation=generation))
        return tuple(roots)

    def remove(self, forget: Callable[[str], object]) -> None:
        """Unsaved text in a throwaway copy goes with it, and so does what `forget` lets go of below its folder."""
        for _, copy in self.made:
            for path in self._unsaved_below(copy.folder) if copy.is_temporary else ():
                # A draft that cannot be removed finds no document to come back into.
                with suppress(OSError):
                    self._workspace.discard(path)
            copy.remove()
            if copy.is_temporary:
                forget(copy.folder)

    def _unsaved_below(self, folder: str) -> list[str]:
        """The documents below `folder` that are open, or closed and have a draft."""
        paths = list(self._workspace.sessions)
        if self._workspace.drafts is not None:
            with suppress(OSError):
                paths += [draft.path for draft in self._workspace.drafts.left_behind()]
        return [path for path in paths if is_below(path, folder)]


def _name_of(root: MemoryRoot) -> str:
    """What a copy is called beside memory of the same agent."""
    return say("{agent} (sample)", agent=root.title)
