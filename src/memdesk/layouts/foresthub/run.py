"""The run of the engine that preview, survival and checks speak of: its next start over the folder as it is now.

Without a workflow nobody knows what is declared. Then every record is taken for declared as it stands, and an agent is
assumed that may read and write all of them; whatever follows from that says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from memdesk.layouts.foresthub.engine import Engine, EngineError
from memdesk.layouts.foresthub.folder import Folder, is_plain, read_folder, record_path
from memdesk.layouts.foresthub.record import MemoryFile
from memdesk.layouts.foresthub.references import READ_WRITE, MemoryRef, check_refs
from memdesk.layouts.foresthub.workflow import Agent, Workflow, find_workflow
from memdesk.layouts.view import View


@dataclass(frozen=True)
class Run:
    """The engine after its start, what it started from, and its error where it does not start.

    `workflow` is None where none is known, and then `engine` stands for what is assumed.
    """

    folder: Folder
    workflow: Workflow | None
    engine: Engine
    error: str

    @cached_property
    def uid_by_path(self) -> Mapping[str, str]:
        """The id that the engine writes to each path."""
        return {record_path(self.folder.path, uid): uid for uid in self.engine.files}

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The agents of the workflow, else the one that is assumed."""
        if self.workflow is not None:
            return self.workflow.agents
        return (Agent("", "", tuple(MemoryRef(uid, READ_WRITE) for uid in self.engine.files)),)


def next_run(view: View, root: str) -> Run:
    """The engine started over the records in `root`; a workflow that cannot be read counts as none.

    Others may look at the same run: who goes on with its engine does so with a `branch` of it.
    """
    return view.once("foresthub run", root, lambda: _started(view, root))


def _started(view: View, root: str) -> Run:
    folder, workflow = read_folder(view, root), find_workflow(view, root)
    if workflow is not None and workflow.fault:
        workflow = None
    engine = Engine(view, root)
    declared = tuple(_assumed(folder)) if workflow is None else workflow.files
    try:
        engine.start(declared, folder, checks_labels=workflow is not None)
    except EngineError as error:
        return Run(folder, workflow, engine, str(error))
    return Run(folder, workflow, engine, "" if workflow is None else _fault_of_agents(workflow, engine))


def _fault_of_agents(workflow: Workflow, engine: Engine) -> str:
    """Why the engine would not build one of the agents, which stops all; empty where it builds them."""
    for agent in workflow.agents:
        try:
            check_refs(agent.refs, engine)
        except EngineError as error:
            return f"agent {agent.id}: {error}"
    return ""


def _assumed(folder: Folder) -> Iterator[MemoryFile]:
    """Each id with what its own record says of it, else the one whose content counts; none that no file can have."""
    for uid, files in folder.by_id.items():
        own = next((file for file in files if file.uid == uid), files[-1])
        if uid and own.file is not None and is_plain(uid):
            yield own.file
