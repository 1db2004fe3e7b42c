"""evva's vectors, function by function. Only names are mapped here: what evva does stands in its layout."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import partial

from memdesk.errors import Refused
from memdesk.layouts.evva import files, model, names
from memdesk.text.document import BYTE_ORDER_MARK, decode, encode, readable, trim
from memdesk.text.fences import open_fence
from memdesk.text.section_edits import merge_sections
from memdesk.text.sections import parse_sections
from tests.agents import evva as agent
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Fields, Json
from tests.conformance.folders import listed, replace_file
from tests.text.strategies import closed

_HEADING_BEHIND_MARK = BYTE_ORDER_MARK + "## "
"""Where a text starts so, our own answer is that of the text without the mark: a heading there is a heading."""


def _merge(case: Case) -> Answers:
    try:
        texts = model.merge_like_evva(case.text("existing"), case.texts("updates"), case.names("allowed"))
    except model.EvvaError as error:
        return [{"error": str(error)}]
    return [{"result": text} for text in texts]


def _index(case: Case) -> Answers:
    return [{"result": agent.index_like_evva(case.text("content"), case.number("max_body_chars"))}]


def _parse(case: Case) -> Answers:
    reading = model.parse_like_evva(case.text("content"))
    sections: list[Json] = [
        {"heading": section.name, "body": reading.body_text(section)} for section in reading.sections
    ]
    return [{"preamble": agent.preamble_text(reading), "sections": sections}]


def _project_key(case: Case) -> Answers:
    return [{"result": names.project_key(case.text("path"))}]


def _profile_path(case: Case) -> Answers:
    return [{"result": names.profile_path(case.text("app_home"))}]


def _memory_path(case: Case) -> Answers:
    return [{"result": agent.project_memory_path(case.text("app_home"), case.text("workdir"), case.here)}]


def _load(case: Case) -> Answers:
    snapshot = agent.load_snapshot(
        case.view, case.text("workdir"), case.text("app_home"), case.flag("load_project_memory"), case.here
    )
    warnings: list[Json] = list(snapshot.warnings)
    return [
        {
            "workdir_memory": snapshot.workdir_memory,
            "user_profile": snapshot.user_profile,
            "project_memory": snapshot.project_memory,
            "project_memory_index": snapshot.project_memory_index,
            "warnings": warnings,
        }
    ]


def _read_memory(case: Case) -> Answers:
    read = agent.read_project_memory(case.view, case.text("app_home"), case.text("workdir"), case.here)
    return [{"result": decode(read.data), "warning": read.warning}]


def _write_profile(case: Case) -> Answers:
    return _done(case, agent.write_user_profile(case.view, case.text("app_home"), case.text("content")))


def _write_memory(case: Case) -> Answers:
    home, workdir, content = case.text("app_home"), case.text("workdir"), case.text("content")
    return _done(case, agent.write_project_memory(case.view, home, workdir, content, case.here))


def _ensure_folder(case: Case) -> Answers:
    folder = agent.ensure_project_folder(case.text("app_home"), case.text("workdir"), case.here)
    if folder is None:
        return [{"dir_exists": False}]
    return [{"dir_exists": True, "dir_mode": f"{folder.mode:04o}"}]


def _tool(case: Case) -> Answers:
    home, target, workdir = case.text("app_home"), case.text("target"), case.text("workdir")
    write = agent.update_like_evva(case.view, home, target, case.texts("updates"), workdir, case.here)
    return [{**answer, "warning": write.warning} for answer in _done(case, write)]


def _done(case: Case, write: files.AgentWrite) -> Answers:
    """Carry out on the scratch folder what the model says evva does, and tell what lies there afterwards."""
    if write.error:
        return [{"error": write.error, "files": listed(str(case.root))}]
    answers = []
    for text in write.texts:
        data = encode(text)
        path = os.path.join(case.here, write.path)
        replace_file(path, data, write.temporary_name, write.file_mode, write.folder_mode)
        answers.append({"files": listed(str(case.root))})
    return answers


def _edit_merge(case: Case) -> str:
    existing, updates, allowed = case.text("existing"), case.texts("updates"), case.names("allowed")
    merge = partial(merge_sections, updates=updates, allowed=allowed)
    try:
        merged = merge(existing)
    except Refused as refusal:
        return _refusal_problem(case, refusal, merge)
    if "error" in case.vector.expected:
        return f"expected a refusal, got {merged!r:.400}"
    if existing.startswith(_HEADING_BEHIND_MARK):
        return _differs(existing[0] + merge(existing[1:]), merged)
    if case.vector.agrees_with_doc and model.merge_like_evva(existing, {}, allowed) == (existing,):
        return _says_other(case, case.vector.expected, "result", merged)
    return _differs(case.vector.fields["doc_sections"], _doc_sections(merged))


def _refusal_problem(case: Case, refusal: Refused, merge: Callable[[str], str]) -> str:
    """Ours on purpose: a merge into a text that ends in an open fence, for as long as nobody closes it."""
    existing = case.text("existing")
    is_open = open_fence(existing) is not None
    if "error" in case.vector.expected:
        return f"refused for the fence alone: {refusal}" if is_open else ""
    if not is_open:
        return f"refused: {refusal}"
    merge(closed(existing))
    return ""


def _edit_index(case: Case) -> str:
    content, limit = case.text("content"), case.number("max_body_chars")
    ours = agent.index_summary(content, limit)
    if content.startswith(_HEADING_BEHIND_MARK):
        return _differs(agent.index_summary(content[1:], limit), ours)
    if case.vector.agrees_with_doc:
        return _says_other(case, case.vector.expected, "result", ours)
    return _says_other(case, case.vector.fields, "doc_result", ours)


def _edit_parse(case: Case) -> str:
    content, expected = case.text("content"), case.vector.expected
    parsed = parse_sections(content)
    if not case.vector.agrees_with_doc:
        return _differs(case.vector.fields["doc_sections"], _doc_sections(content))
    if content.startswith(_HEADING_BEHIND_MARK):
        return _differs(_doc_sections(content[1:]), _doc_sections(content))
    ours: list[Json] = [{"heading": s.heading, "body": s.text(content)} for s in parsed.sections]
    answer: Json = {"preamble": trim(parsed.preamble.of(content)), "sections": ours}
    return "" if case.scratch.agrees(dict(expected), answer) else _differs(dict(expected), answer)


def _doc_sections(text: str) -> list[Json]:
    """Headings and trimmed bodies by the document, the preamble left out."""
    return [[readable(s.heading), readable(s.text(text))] for s in parse_sections(text).sections]


def _says_other(case: Case, fields: Fields, key: str, ours: str) -> str:
    """What is wrong with our text, where `fields` give the right one under `key`, in whatever form."""
    wanted = {name: value for name, value in fields.items() if name == key or name.startswith(f"{key}_")}
    return "" if case.scratch.agrees(wanted, {key: ours}) else _differs(wanted, ours)


def _differs(expected: Json, ours: Json) -> str:
    return "" if expected == ours else f"expected {expected!r:.400} but ours is {ours!r:.400}"


def _error_kind(message: str) -> str:
    """An error without what it quotes; the words of the system are Linux's, so elsewhere only what stands before."""
    kind = re.sub(r'"(?:[^"\\]|\\.)*"', '"…"', message)
    return kind if sys.platform == "linux" else re.split("[/(<]", kind)[0]


def _names(root: str) -> dict[str, str]:
    return {"$ROOTKEY": names.project_key(root)}


ADAPTER = Adapter(
    agent="evva",
    model={
        "MergeSections": _merge,
        "IndexSummary": _index,
        "ParseSections": _parse,
        "ProjectKey": _project_key,
        "UserProfilePath": _profile_path,
        "ProjectMemoryPath": _memory_path,
        "Load": _load,
        "ReadProjectMemory": _read_memory,
        "WriteUserProfile": _write_profile,
        "WriteProjectMemory": _write_memory,
        "EnsureProjectMemoryDir": _ensure_folder,
        "ToolUpdate": _tool,
    },
    edit={"MergeSections": _edit_merge, "IndexSummary": _edit_index, "ParseSections": _edit_parse},
    names=_names,
    error_kind=_error_kind,
)
