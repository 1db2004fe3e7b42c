"""A desk over throwaway copies of the agents' samples."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from memdesk.layouts import discover
from memdesk.layouts.contract import Cut
from memdesk.layouts.documents import Scope
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.services.preview.preview import Previewer
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.folders import StateFolders


class SampleDesk:
    """All samples open, or those of some agents; `agent` names the one a question is about."""

    def __init__(self, folder: Path, agents: Collection[str] = ()) -> None:
        surroundings = Surroundings(str(folder), {})
        self.desk = Desk(
            StateFolders.below(str(folder / "ours")),
            surroundings,
            discover(installed=False),
            keeps_drafts=False,
        )
        self.roots: dict[str, MemoryRoot] = {}
        for root in self.desk.samples.make(str(folder / "samples")):
            if agents and root.layout.name not in agents:
                continue
            self.desk.workspace.open_root(root)
            # Of an agent with two generations, the first sample is that of the older.
            self.roots.setdefault(root.layout.name, root)
        self.previewer = Previewer(self.desk.workspace)

    def root(self, agent: str) -> MemoryRoot:
        """The root of an agent."""
        return self.roots[agent]

    def context(self, agent: str, title: str) -> Scope:
        """The context whose title begins so."""
        contexts = self.previewer.contexts(self.roots[agent].path)
        return next(context for context in contexts if context.title.startswith(title))

    def cut(self, agent: str, title: str, words: str) -> Cut:
        """What of `words` the agent does not get."""
        injected = self.previewer.preview(self.roots[agent].path, self.context(agent, title)).injected
        return next(cut for cut in injected.cut if words in cut.text)

    def open(self, path: str) -> DocumentSession:
        """The session of a document."""
        return self.desk.workspace.open_document(path)
