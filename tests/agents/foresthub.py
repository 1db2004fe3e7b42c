"""What an agent of a workflow gets in its prompt, and what its tools answer to the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memdesk.layouts.foresthub.engine import Engine, EngineError
from memdesk.layouts.foresthub.references import (
    _APPEND,
    _READ,
    _TO_THE_MODEL,
    CARD_HEAD,
    MemoryRef,
    _by_label,
    card_lines,
)
from memdesk.layouts.shapes.go import quoted


def index_card(refs: Sequence[MemoryRef], engine: Engine | None) -> str:
    """What stands in the agent's prompt; empty without references. Raises `EngineError`."""
    lines = card_lines(refs, engine)
    return CARD_HEAD + "".join(line.text for line in lines) if lines else ""


def call_tool(refs: Sequence[MemoryRef], engine: Engine, tool: str, arguments: Mapping[str, str]) -> str:
    """What a tool answers to the model. Raises `EngineError` with the words that the model gets."""
    readable, writable = _by_label(refs, engine)
    label = arguments.get("file", "")
    uid = (readable if tool == _READ else writable).get(label)
    if uid is None:
        state = "available" if tool == _READ else "writable"
        raise EngineError(f"{tool}: file {quoted(label)} not {state}")
    try:
        return _called(engine, uid, tool, arguments)
    except EngineError as error:
        raise EngineError(f"{tool}: {_TO_THE_MODEL.get(error.kind, str(error))}") from None


def _called(engine: Engine, uid: str, tool: str, arguments: Mapping[str, str]) -> str:
    if tool == _READ:
        return engine.read(uid)
    if tool == _APPEND:
        engine.append(uid, arguments.get("content", ""))
    else:
        engine.edit(uid, arguments.get("old_string", ""), arguments.get("new_string", ""))
    return "ok"
