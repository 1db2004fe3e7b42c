"""A workflow file opened beside the records: the files it declares, and which of its agents may read or write them.

Field names are those of ForestHub's workflow contract: `memory` with items of type `MemoryFile`, and nodes of type
`Agent`, also inside functions, with `arguments.memoryRefs`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.layouts.foresthub.record import RECORD_TYPE, MemoryFile
from memdesk.layouts.foresthub.references import READ_WRITE, MemoryRef
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.json_field import JsonValue
from memdesk.text.json_string import REPLACEMENT
from memdesk.text.sentence import say

ATTACHMENT = "workflow"
"""Name of the attachment. `workflow:` and the folder of the records names that of one folder among several."""

_NO_CHARACTER = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent of the workflow: the id of its node, its name, and its references."""

    id: str
    name: str
    refs: tuple[MemoryRef, ...]

    def mode_of(self, uid: str) -> str:
        """How it has a file: `rw`, another word for reading only, empty for not at all."""
        return next((ref.mode or "r" for ref in reversed(self.refs) if ref.uid == uid), "")


@dataclass(frozen=True, slots=True)
class Workflow:
    """What a workflow says of memory. `fault` is a sentence on why it could not be read, empty where it was."""

    files: tuple[MemoryFile, ...] = ()
    agents: tuple[Agent, ...] = ()
    fault: str = ""

    def declared(self, uid: str) -> MemoryFile | None:
        """The last declaration of an id, which is the one that counts."""
        return next((file for file in reversed(self.files) if file.id == uid), None)

    def users(self, uid: str) -> tuple[Agent, ...]:
        """The agents that have a file."""
        return tuple(agent for agent in self.agents if agent.mode_of(uid))

    def has_writer(self, uid: str) -> bool:
        """Whether any agent may write a file."""
        return any(agent.mode_of(uid) == READ_WRITE for agent in self.agents)


def find_workflow(view: View, root: str) -> Workflow | None:
    """The workflow opened beside the records in `root`, None for none."""
    for name in (f"{ATTACHMENT}:{root}", ATTACHMENT):
        if (data := view.attachment(name)) is not None:
            return read_workflow(data)
    return None


def read_workflow(data: bytes) -> Workflow:
    """What a workflow file says, also one that stands inside the engine's boot configuration."""
    try:
        found: JsonValue = json.loads(decode(data))
    except (ValueError, RecursionError):
        return Workflow(fault=say("The workflow file is no JSON, so it says nothing about these records"))
    inner = _object(found).get(ATTACHMENT)
    workflow = inner if isinstance(inner, dict) else _object(found)
    if not isinstance(workflow.get("memory"), list) or not isinstance(workflow.get("nodes"), list):
        return Workflow(fault=say("The file opened as workflow is none: it has no lists of nodes and memory"))
    files = tuple(_file(item) for item in _objects(workflow.get("memory")) if item.get("type") == RECORD_TYPE)
    return Workflow(files, tuple(_agents(workflow)))


def _agents(workflow: dict[str, JsonValue]) -> Iterator[Agent]:
    for part in (workflow, *_objects(workflow.get("functions"))):
        for node in _objects(part.get("nodes")):
            if node.get("type") == "Agent":
                arguments = _object(node.get("arguments"))
                refs = _objects(arguments.get("memoryRefs"))
                uid = _text(node, "id")
                name = _text(arguments, "name") or _text(node, "label") or uid
                yield Agent(uid, name, tuple(MemoryRef(_text(ref, "id"), _text(ref, "mode")) for ref in refs))


def _file(item: dict[str, JsonValue]) -> MemoryFile:
    cap = item.get("maxSizeBytes")
    return MemoryFile(
        _text(item, "id"),
        _text(item, "label"),
        _text(item, "description"),
        _text(item, "content"),
        cap if isinstance(cap, int) and not isinstance(cap, bool) else None,
    )


def _object(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _objects(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def _text(item: dict[str, JsonValue], key: str) -> str:
    """A text of the workflow; what is not UTF-8, or half an escape, is U+FFFD to the engine."""
    value = item.get(key)
    return _NO_CHARACTER.sub(REPLACEMENT, value) if isinstance(value, str) else ""
