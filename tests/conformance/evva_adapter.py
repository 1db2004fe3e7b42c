"""evva's vectors, function by function. Only names are mapped here: what evva does stands in its layout."""

from __future__ import annotations

import re

from memdesk.layouts.evva import files, model
from memdesk.text.document import decode, encode
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Json
from tests.conformance.folders import listed, replace_file


def _merge(case: Case) -> Answers:
    try:
        texts = model.merge_like_evva(case.text("existing"), case.texts("updates"), case.names("allowed"))
    except model.EvvaError as error:
        return [{"error": str(error)}]
    return [{"result": text} for text in texts]


def _index(case: Case) -> Answers:
    return [{"result": model.index_like_evva(case.text("content"), case.number("max_body_chars"))}]


def _parse(case: Case) -> Answers:
    reading = model.parse_like_evva(case.text("content"))
    sections: list[Json] = [
        {"heading": section.name, "body": reading.body_text(section)} for section in reading.sections
    ]
    return [{"preamble": reading.preamble_text(), "sections": sections}]


def _project_key(case: Case) -> Answers:
    return [{"result": files.project_key(case.text("path"))}]


def _profile_path(case: Case) -> Answers:
    return [{"result": files.profile_path(case.text("app_home"))}]


def _memory_path(case: Case) -> Answers:
    return [{"result": files.project_memory_path(case.text("app_home"), case.text("workdir"))}]


def _load(case: Case) -> Answers:
    snapshot = files.load_snapshot(
        case.view, case.text("workdir"), case.text("app_home"), case.flag("load_project_memory")
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
    read = files.read_project_memory(case.view, case.text("app_home"), case.text("workdir"))
    return [{"result": decode(read.data), "warning": read.warning}]


def _write_profile(case: Case) -> Answers:
    return _done(case, files.write_user_profile(case.view, case.text("app_home"), case.text("content")))


def _write_memory(case: Case) -> Answers:
    home, workdir, content = case.text("app_home"), case.text("workdir"), case.text("content")
    return _done(case, files.write_project_memory(case.view, home, workdir, content))


def _ensure_folder(case: Case) -> Answers:
    folder = files.ensure_project_folder(case.text("app_home"), case.text("workdir"))
    if folder is None:
        return [{"dir_exists": False}]
    return [{"dir_exists": True, "dir_mode": f"{folder.mode:04o}"}]


def _tool(case: Case) -> Answers:
    write = files.update_like_evva(
        case.view, case.text("app_home"), case.text("target"), case.texts("updates"), case.text("workdir")
    )
    return [{**answer, "warning": write.warning} for answer in _done(case, write)]


def _done(case: Case, write: files.AgentWrite) -> Answers:
    """Carry out on the scratch folder what the model says evva does, and tell what lies there afterwards."""
    if write.error:
        return [{"error": write.error, "files": listed(str(case.root))}]
    answers = []
    for text in write.texts:
        data = encode(text)
        replace_file(write.path, data, write.temporary_name, write.file_mode, write.folder_mode)
        answers.append({"files": listed(str(case.root))})
    return answers


def _error_kind(message: str) -> str:
    """The words of an error before its first name, path or quotation."""
    return re.split(r'["/(—<]', message)[0].strip()


def _names(root: str) -> dict[str, str]:
    return {"$ROOTKEY": files.project_key(root)}


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
    edit={},
    names=_names,
    error_kind=_error_kind,
)
