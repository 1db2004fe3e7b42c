"""ForestHub's vectors, function by function. Only names are mapped here: what the engine does stands in its layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memdesk.layouts.foresthub import record, references
from memdesk.layouts.foresthub.engine import Engine, EngineError, MirrorError
from memdesk.layouts.foresthub.record import MemoryFile
from memdesk.layouts.foresthub.references import MemoryRef
from memdesk.text.document import decode, encode
from memdesk.text.json_text import NotJson
from tests.agents import foresthub as agent
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Fields, Json, Scratch, as_fields, as_list
from tests.conformance.folders import changes, contents, lay_out_mapped

_FOLDER = "mem"


@dataclass
class _Mirror:
    """A mirror that answers as the case says, and counts."""

    mode: str
    contents: Mapping[str, str]
    hydrate_calls: int = 0
    pushes: list[Json] = field(default_factory=list)

    def hydrate(self) -> Mapping[str, str]:
        self.hydrate_calls += 1
        if self.mode == "hydrate_fail":
            raise MirrorError("mirror down")
        return self.contents

    def push(self, uid: str, content: str) -> None:
        if self.mode == "push_fail":
            raise MirrorError("mirror down")
        self.pushes.append([uid, content])


def _encode(case: Case) -> Answers:
    return [{"result": record.write_like_engine(_file(case, as_fields(case.vector.input["record"])))}]


def _decode(case: Case) -> Answers:
    try:
        file = record.read_like_engine(_text(case.vector.input["text"], case.scratch))
    except (NotJson, record.RecordError) as error:
        return [{"error": str(error), "error_kind": "other"}]
    fields: dict[str, Json] = {
        "content": file.content,
        "description": file.description,
        "id": file.id,
        "label": file.label,
        "maxSizeBytes": file.cap_bytes,
        "type": file.type,
    }
    return [{"result": fields}]


def _session(case: Case) -> Answers:
    given, folder = case.vector.input, case.root / _FOLDER
    if not given.get("no_dir"):
        folder.mkdir(exist_ok=True)
    before = contents(str(case.root))
    mirror = _mirror(case)
    engine = Engine(case.view, str(folder), mirror)
    started, *steps = [
        _taken(case, engine, as_fields(step))
        for step in [{**given, "op": "restore"}, *as_list(given["steps"])]
    ]
    answer: dict[str, Json] = {"restore": started, "steps": steps}
    if mirror is not None:
        answer |= {"hydrate_calls": mirror.hydrate_calls, "pushes": mirror.pushes}
    return [answer | {"changed": changes(before, contents(str(case.root)))}]


def _mirror(case: Case) -> _Mirror | None:
    mode = str(case.vector.input.get("mirror") or "none")
    files = [_file(case, as_fields(item)) for item in as_list(case.vector.input.get("remote") or [])]
    return None if mode == "none" else _Mirror(mode, {file.id: file.content for file in files})


def _taken(case: Case, engine: Engine, step: Fields) -> Json:
    """Take a step, and write in place what the engine writes in it."""
    outcome = _outcome(_step(case, engine, step))
    for path, text in engine.written.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        Path(path).write_bytes(encode(text))
    engine.written.clear()
    return outcome


def _outcome(ask: Callable[[], Json | None]) -> dict[str, Json]:
    try:
        result = ask()
    except EngineError as error:
        return {"error": str(error), "error_kind": error.kind.value}
    return {} if result is None else {"result": result}


def _step(case: Case, engine: Engine, step: Fields) -> Callable[[], Json | None]:
    """What a step asks of the engine."""
    uid, refs = str(step.get("uid", "")), _refs(step)
    memory = None if step.get("nil_mgr") else engine
    text = {key: _text(step[key], case.scratch) for key in ("content", "old", "new") if key in step}
    asked: dict[str, Callable[[], Json | None]] = {
        "restore": lambda: engine.start([_file(case, as_fields(item)) for item in as_list(step["declared"])]),
        "external_write": lambda: _write(case, as_fields(step["write"])),
        "read": lambda: engine.read(uid),
        "card": lambda: _card(engine, uid),
        "uids": lambda: list[Json](sorted(engine.files)),
        "append": lambda: engine.append(uid, text["content"]),
        "edit": lambda: engine.edit(uid, text["old"], text["new"]),
        "validate_refs": lambda: references.check_refs(refs, memory),
        "index_card": lambda: agent.index_card(refs, memory),
        "tools": lambda: _tools(refs, memory),
        "call_tool": lambda: agent.call_tool(
            refs, engine, str(step["tool"]), case.scratch.read(step["args"])
        ),
    }
    return asked[str(step["op"])]


def _card(engine: Engine, uid: str) -> Json:
    card = engine.card(uid)
    return {
        "uid": card.uid,
        "name": card.name,
        "description": card.description,
        "sizeBytes": card.size_bytes,
    }


def _tools(refs: Sequence[MemoryRef], engine: Engine | None) -> Json:
    return [{"name": tool.name, "enum": list[Json](tool.labels)} for tool in references.tools(refs, engine)]


def _write(case: Case, texts: Fields) -> None:
    """Write as another program does, or delete."""
    for name, text in texts.items():
        path = case.root / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(case.scratch.bytes_of(text))


def _refs(step: Fields) -> list[MemoryRef]:
    items = map(as_fields, as_list(step.get("refs") or []))
    return [MemoryRef(str(item["id"]), str(item["mode"])) for item in items]


def _text(value: Json, scratch: Scratch) -> str:
    return decode(scratch.bytes_of(value))


def _file(case: Case, fields: Fields) -> MemoryFile:
    texts = {
        key: _text(fields.get(key, ""), case.scratch)
        for key in ("id", "label", "description", "content", "type")
    }
    cap = fields.get("maxSizeBytes")
    return MemoryFile(**texts, cap_bytes=None if cap is None else int(str(cap)))


ADAPTER = Adapter(
    agent="foresthub",
    model={"record_encode": _encode, "record_decode": _decode, "session": _session},
    edit={},
    names=lambda root: {"{ROOT}": root},
    error_kind=lambda message: message,
    lay_out=lay_out_mapped,
)
