"""The throwaway copies of the sample memories: made to look at, gone when the program ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from memdesk.paths import is_below
from memdesk.services.attachments import Attachments
from memdesk.services.roots import PLAIN, MemoryRoot
from memdesk.services.workspace import Workspace
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.store.copies import SampleCopy

_A_SAMPLE = say("a sample, in a temporary folder")


class SampleCopies:
    """Makes the copies, and knows which paths lie in one. `mention` makes a project folder known for this run."""

    def __init__(
        self,
        layouts: Sequence[Layout],
        workspace: Workspace,
        attachments: Attachments,
        mention: Callable[[str], object],
    ) -> None:
        self._layouts = layouts
        self._workspace = workspace
        self._attachments = attachments
        self._mention = mention
        self.made: list[tuple[str, SampleCopy]] = []
        """The copies that were made, by their agent's name."""

    def __contains__(self, path: str) -> bool:
        """Whether this is or lies in a throwaway copy of a sample."""
        return any(is_below(path, copy.folder) for _, copy in self.made)

    def make(self, folder: str | None = None) -> tuple[MemoryRoot, ...]:
        """A throwaway copy of each agent's sample memory, as roots to open; its projects become known for this run.

        `folder` is where to put it, else a new temporary folder. Raises `OSError`.
        """
        from memdesk.services.samples import sample_of
        from memdesk.store.copies import copy_sample

        roots = []
        for layout in self._layouts:
            sample = None if layout.name == PLAIN else sample_of(layout)
            if sample is None:
                continue
            copy = copy_sample(sample, partial(layout.project_key, self._workspace.disk), folder)
            self.made.append((layout.name, copy))
            for project in copy.projects:
                self._mention(project)
            self._attachments.lend(copy.root, copy.attachments)
            roots.append(MemoryRoot(copy.root, layout, _A_SAMPLE))
            for path, generation in copy.others.items():
                roots.append(MemoryRoot(path, layout, _A_SAMPLE, generation=generation))
        return tuple(roots)

    def remove(self, forget: Callable[[str], object]) -> None:
        """Unsaved text in a throwaway copy goes with it, and so does what `forget` lets go of below its folder."""
        for _, copy in self.made:
            inside = [path for path in self._workspace.sessions if is_below(path, copy.folder)]
            for path in inside if copy.is_temporary else ():
                # A draft that cannot be removed finds no document to come back into.
                with suppress(OSError):
                    self._workspace.discard(path)
            copy.remove()
            if copy.is_temporary:
                forget(copy.folder)
