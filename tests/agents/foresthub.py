"""What an agent of a workflow gets in its prompt, and what its tools answer to the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdesk.layouts.foresthub.engine import Engine, EngineError, ErrorKind
from memdesk.layouts.foresthub.references import (
    _APPEND,
    _EDIT,
    _READ,
    CARD_HEAD,
    MemoryRef,
    _by_label,
    card_lines,
)
from memdesk.layouts.shapes.go import quoted
from tests.agents.go_json import WrongType, text_fields

_FIELDS = {
    _READ: ("file",),
    _APPEND: ("file", "content"),
    _EDIT: ("file", "old_string", "new_string"),
}
_TO_THE_MODEL = {
    ErrorKind.NO_MATCH: "the supplied old_string was not found in the file; re-read it and retry",
    ErrorKind.SIZE_EXCEEDED: (
        "this write would exceed the file's size cap; remove or compact existing content first"
    ),
    ErrorKind.NOT_FOUND: "file is not available to this agent",
}


def index_card(refs: Sequence[MemoryRef], engine: Engine | None) -> str:
    """What stands in the agent's prompt; empty without references. Raises `EngineError`."""
    lines = card_lines(refs, engine)
    return CARD_HEAD + "".join(line.text for line in lines) if lines else ""


def call_tool(refs: Sequence[MemoryRef], engine: Engine, tool: str, arguments: object) -> str:
    """What a tool answers to the model. Raises `EngineError` with the words that the model gets."""
    readable, writable = _by_label(refs, engine)
    try:
        given = text_fields(arguments, _FIELDS[tool], f"{tool.removesuffix('_memory')}Args")
    except WrongType as error:
        raise EngineError(f"{tool}: parse args: {error}") from None
    label = given["file"]
    uid = (readable if tool == _READ else writable).get(label)
    if uid is None:
        state = "available" if tool == _READ else "writable"
        raise EngineError(f"{tool}: file {quoted(label)} not {state}")
    try:
        return _called(engine, uid, tool, given)
    except EngineError as error:
        raise EngineError(f"{tool}: {_TO_THE_MODEL.get(error.kind, str(error))}") from None


def _called(engine: Engine, uid: str, tool: str, arguments: Mapping[str, str]) -> str:
    if tool == _READ:
        return engine.read(uid)
    if tool == _APPEND:
        engine.append(uid, arguments["content"])
    else:
        engine.edit(uid, arguments["old_string"], arguments["new_string"])
    return "ok"
