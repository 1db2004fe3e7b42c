"""ub's vectors, function by function. Only names are mapped here: what ub does stands in its layout."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from memdesk.layouts.shapes.go_time import GoTime
from memdesk.layouts.ub import files, model
from memdesk.layouts.ub.similar import is_similar, plain
from memdesk.layouts.view import View
from memdesk.text.document import decode, encode
from tests.agents import ub as agent
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Fields, Json, Scratch, as_fields, as_list
from tests.conformance.folders import FOLDER_MODE, DiskView, lay_out_listed

_WORKSPACE, _STATE, _CONFIG = "ws", "state", "cfg"
_SCOPES = ("auto", "global")


def _environment(given: Fields, root: str, scratch: Scratch) -> dict[str, str]:
    if "env" in given:
        named = as_fields(given["env"])
        return {name: scratch.text(named, name) or "" for name in named}
    return {"XDG_STATE_HOME": f"{root}/{_STATE}", "XDG_CONFIG_HOME": f"{root}/{_CONFIG}"}


def _environment_of(case: Case) -> dict[str, str]:
    return _environment(case.vector.input, str(case.root), case.scratch)


def _view(case: Case) -> View:
    return DiskView(environment=_environment_of(case), here=case.here)


def _workspace(case: Case) -> str:
    return case.text("workspace") if "workspace" in case.vector.input else f"{case.root}/{_WORKSPACE}"


def _lay_out(given: Fields, root: str, scratch: Scratch) -> None:
    """The files of a case: those it lists, its workspace, and the two that it calls `auto` and `global`."""
    workspace, here = f"{root}/{_WORKSPACE}", os.path.join(root, scratch.text(given, "cwd") or "")
    os.mkdir(workspace, FOLDER_MODE)
    view = DiskView(environment=_environment(given, root, scratch), here=here)
    listed = as_list(given.get("files", []))
    for name in _SCOPES:
        if facts := _facts_of(name, given):
            path = os.path.join(here, files.memory_path(view, workspace, name))
            listed = [*listed, {"path": path, **facts}]
    lay_out_listed({"files": listed}, root, scratch)


def _facts_of(name: str, given: Fields) -> dict[str, Json]:
    """What an input says of a file that it calls `name`: its text, in whatever form, its kind and its mode."""
    about = {
        key.removeprefix(name).lstrip("_"): value for key, value in given.items() if key.startswith(name)
    }
    forms = {"": "text", "b64": "text_b64", "parts": "text_parts"}
    return {forms.get(about_what, about_what): value for about_what, value in about.items()}


def _entry(entry: model.Entry) -> dict[str, Json]:
    return {"category": entry.category, "text": entry.text, **_time(entry.time)}


def _time(time: GoTime) -> dict[str, Json]:
    return {"timestamp": time.text, "unix": time.seconds, "nanos": time.nanoseconds}


def _entries(case: Case) -> Answers:
    return [{"entries": [_entry(entry) for entry in model.parse_like_ub(case.text("content"))]}]


def _bullet(case: Case) -> Answers:
    bullet = case.text("bullet")
    read = model.read_bullet(bullet)
    return [{"ok": True, "text": read.text.of(bullet), **_time(read.time)} if read else {"ok": False}]


def _similar(case: Case) -> Answers:
    return [{"result": is_similar(case.text("a"), case.text("b"))}]


def _category(case: Case) -> Answers:
    return [{"result": model.is_category(case.text("value"))}]


def _scope(case: Case) -> Answers:
    return [{"result": agent.is_scope(case.text("value"))}]


def _read(case: Case) -> Answers:
    turn = agent.read_like_ub(_view(case), _workspace(case), case.number("max_chars"))
    return [{"result": text} for text in turn.texts]


def _recall(case: Case) -> Answers:
    try:
        found = agent.recall_like_ub(_view(case), _workspace(case), case.text("query"), case.text("category"))
    except model.UbError as error:
        return [{"error": str(error)}]
    return [{"entries": [_entry(entry) for entry in found]}]


def _path(case: Case) -> Answers:
    return [_answer(lambda: files.memory_path(_view(case), _workspace(case), case.text("scope")), "result")]


def _roots(case: Case) -> Answers:
    environment = _environment_of(case)
    answer: dict[str, Json] = {}
    for name, folder in (
        ("state_root", files.state_root),
        ("config_home", files.config_home),
        ("data_home", agent.data_home),
    ):
        given = _answer(partial(folder, environment), name)
        answer |= {f"{name}_error" if key == "error" else key: value for key, value in given.items()}
    return [answer]


def _key(case: Case) -> Answers:
    view, workspace = _view(case), _workspace(case)
    canonical = _answer(lambda: files.canonical_path(view, workspace), "canonical")
    return [canonical | _answer(lambda: files.project_key(view, workspace), "result")]


def _normalized(case: Case) -> Answers:
    return [{"result": plain(case.text("text"))}]


def _hash(case: Case) -> Answers:
    return [{"result": files.key_of(case.text("path"))}]


def _answer(ask: Callable[[], str], name: str) -> dict[str, Json]:
    try:
        return {name: ask()}
    except model.UbError as error:
        return {"error": str(error)}


def _append(case: Case) -> Answers:
    write = _told(case, case.vector.input)
    if write.error:
        return [{"error": write.error, **_left(case)}]
    answers = []
    for text in write.texts:
        _put(case, write, text)
        answers.append({"path": write.path, "heading": write.heading, **_left(case)})
    return answers


def _session(case: Case) -> Answers:
    return list(_sessions(case, as_list(case.vector.input["steps"]), []))


def _sessions(case: Case, steps: Sequence[Json], done: list[Json]) -> Iterator[Mapping[str, Json]]:
    """Every way in which the rest of a session may go: one step's text is random where two categories rank alike."""
    if not steps:
        yield {"results": done, **_left(case)}
        return
    write = _told(case, as_fields(steps[0]))
    if write.error:
        yield from _sessions(case, steps[1:], [*done, {"error": write.error}])
        return
    path = Path(case.here, write.path)
    before = path.read_bytes() if path.exists() else None
    for text in write.texts:
        _put(case, write, text)
        yield from _sessions(case, steps[1:], [*done, {"path": write.path, "heading": write.heading}])
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)


def _told(case: Case, step: Fields) -> agent.AgentWrite:
    scope, category, text, now = (
        case.scratch.text(step, key) or "" for key in ("scope", "category", "text", "now")
    )
    moment = datetime.fromisoformat(now)
    return agent.append_like_ub(_view(case), _workspace(case), scope, category, text, moment)


def _put(case: Case, write: agent.AgentWrite, text: str) -> None:
    """Carry out on the scratch folder what the model says ub does: in place, where there is a file."""
    path = Path(case.here, write.path)
    os.makedirs(path.parent, write.folder_mode, exist_ok=True)
    is_new = not path.exists()
    path.write_bytes(encode(text))
    if is_new:
        path.chmod(write.file_mode)


def _left(case: Case) -> dict[str, Json]:
    """What lies in the two files afterwards; of the memory only where its workspace has any."""
    found: dict[str, Json] = {}
    for name in _SCOPES:
        try:
            path = os.path.join(case.here, files.memory_path(_view(case), _workspace(case), name))
        except model.UbError:
            continue
        found[name] = None
        if os.path.isfile(path):
            mode = stat.S_IMODE(os.stat(path).st_mode)
            os.chmod(path, mode | stat.S_IRUSR)
            found |= {name: decode(Path(path).read_bytes()), f"{name}_mode": f"{mode:04o}"}
            os.chmod(path, mode)
    return found


def _error_kind(message: str) -> str:
    """The words of an error before its first name, path or quotation."""
    return re.split(r'["/(—<]', message)[0].strip()


ADAPTER = Adapter(
    agent="ub",
    model={
        "ParseEntries": _entries,
        "ParseBullet": _bullet,
        "IsSimilar": _similar,
        "Normalize": _normalized,
        "ValidCategory": _category,
        "ValidScope": _scope,
        "Read": _read,
        "Recall": _recall,
        "Path": _path,
        "Roots": _roots,
        "ProjectKey": _key,
        "KeyOfCanonicalPath": _hash,
        "Append": _append,
        "Session": _session,
    },
    edit={},
    names=lambda _root: {},
    error_kind=_error_kind,
    lay_out=_lay_out,
    key_of=files.key_of,
)
