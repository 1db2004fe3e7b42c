"""EverOS's vectors, function by function. Only names are mapped here: what EverOS does stands in its layout."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from memdesk.layouts.everos import entries, header, ids, index, kinds, writing
from memdesk.layouts.everos.ids import Version
from memdesk.layouts.shapes.daily_log import LogEntry, scan_entries
from memdesk.text.document import decode, first_invalid_byte
from memdesk.text.edits import Span
from tests.agents import everos as agent
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import ANSWER, Fields, Json, Scratch, as_fields, as_list

NOW = datetime(2026, 6, 1, 9, 12, 13, tzinfo=UTC)


_SPELLED: Mapping[str, Callable[[Json], object]] = {
    "$date": lambda content: date.fromisoformat(str(content)),
    "$datetime": lambda content: datetime.fromisoformat(str(content)),
    "$float": lambda content: float(str(content)),
    "$bytes": lambda content: b64decode(str(content)),
    "$set": lambda content: set(map(value_of, as_list(content))),
    "$pairs": lambda content: {
        value_of(pair[0]): value_of(pair[1]) for pair in map(as_list, as_list(content))
    },
    "$repeat": lambda content: str(as_list(content)[0]) * int(str(as_list(content)[1])),
}


def value_of(given: Json) -> object:
    """A value of a vector as Python has it."""
    if isinstance(given, list):
        return [value_of(item) for item in given]
    if not isinstance(given, dict):
        return given
    if len(given) == 1 and (name := next(iter(given))) in _SPELLED:
        return _SPELLED[name](given[name])
    return {key: value_of(item) for key, item in given.items()}


def as_json(value: object) -> Json:
    """A value of Python as a vector has it."""
    match value:
        case float():
            spelled: Json = value if value - value == 0 else {"$float": str(value)}
        case None | bool() | int() | str():
            spelled = value
        case datetime():
            spelled = {"$datetime": value.isoformat()}
        case date():
            spelled = {"$date": value.isoformat()}
        case bytes():
            spelled = {"$bytes": b64encode(value).decode()}
        case set():
            spelled = {"$set": sorted(map(as_json, value), key=repr)}
        case list() | tuple():
            spelled = list(map(as_json, value))
        case _:
            spelled = _mapping_as_json(_mapping(value))
    return spelled


def _mapping_as_json(value: Mapping[object, object]) -> Json:
    if all(isinstance(key, str) for key in value):
        return {str(key): as_json(item) for key, item in value.items()}
    return {"$pairs": [[as_json(key), as_json(item)] for key, item in value.items()]}


def _input(case: Case, key: str) -> object:
    return value_of(case.vector.input.get(key))


def _text(case: Case, key: str) -> str:
    return str(_input(case, key))


def _mapping(value: object) -> Mapping[object, object]:
    return value if isinstance(value, Mapping) else {}


def _file(case: Case) -> str | None:
    given = case.vector.input.get("file")
    if given is None:
        return None
    fields = as_fields(given)
    return str(value_of(fields["text"])) if "text" in fields else decode(b64decode(str(fields["b64"])))


def _as_file(text: str) -> Json:
    if first_invalid_byte(text) is None:
        return {"text": text}
    return {"b64": b64encode(text.encode("utf-8", "surrogateescape")).decode()}


def _answer(value: Json) -> Answers:
    return [value if isinstance(value, dict) else {ANSWER: value}]


def _id_parse(case: Case) -> Answers:
    found = ids.parse_entry_id(_text(case, "s"))
    day: Json = found.day.isoformat()
    return [{"prefix": found.prefix, "date": day, "seq": found.sequence, "formatted": str(found)}]


def _id_format(case: Case) -> Answers:
    day = date.fromisoformat(_text(case, "date"))
    return _answer(str(ids.EntryId(_text(case, "prefix"), day, case.number("seq"))))


def _id_next(case: Case) -> Answers:
    day = date.fromisoformat(_text(case, "date"))
    return _answer(str(ids.next_entry_id(_text(case, "prefix"), day, case.number("current_count"))))


def _as_entry(text: str, entry: LogEntry) -> Json:
    span = entry.span
    return {"id": entry.entry_id, "body": entry.body.of(text), "start": span.start, "end": span.end}


def _split(case: Case) -> Answers:
    body = _text(case, "body")
    return _answer([_as_entry(body, entry) for entry in scan_entries(body)])


def _split_summary(case: Case) -> Answers:
    found = [entry.entry_id for entry in scan_entries(_text(case, "body"))]
    first, last = (found[0], found[-1]) if found else (None, None)
    return [{"n": len(found), "first": first, "last": last}]


def _find(case: Case) -> Answers:
    body = _text(case, "body")
    found = agent.find_entry(body, _text(case, "id"))
    return _answer(_as_entry(body, found) if found else None)


def _form(body: str) -> entries.AuditForm:
    return entries.parse_audit_form(body, Span(0, len(body)))


def _structured(case: Case) -> Answers:
    form = _form(_text(case, "body"))
    return [
        {
            "header": form.header,
            "inline": as_json(form.inline),
            "inline_order": as_json(list(form.inline)),
            "sections": as_json(form.sections),
            "section_order": as_json(list(form.sections)),
        }
    ]


def _render(case: Case) -> Answers:
    given_header, sections = _input(case, "header"), _mapping(_input(case, "sections"))
    rendered = entries.render_audit_form(
        None if given_header is None else str(given_header),
        {str(key): value for key, value in _mapping(_input(case, "inline")).items()},
        {str(key): str(value) for key, value in sections.items()},
    )
    form = _form(rendered)
    return [
        {
            "rendered": rendered,
            "header": form.header,
            "inline": as_json(form.inline),
            "sections": as_json(form.sections),
        }
    ]


def _header_parse(case: Case) -> Answers:
    parsed = header.parse_like_everos(_text(case, "text"))
    meta = as_json(parsed.header)
    named: list[list[Json]] = [[as_json(key) for key in parsed.header], [str(key) for key in parsed.header]]
    return [{"meta": meta, "keys": keys, "body": parsed.body} for keys in named]


def _header_dump(case: Case) -> Answers:
    return _answer(header.dump_like_everos(_mapping(_input(case, "meta"))))


def _roundtrip(case: Case) -> Answers:
    text = _text(case, "text")
    parsed = header.parse_like_everos(text)
    dumped = header.dump_like_everos(parsed.header) + parsed.body
    return [{"text": dumped, "identical": dumped == text}]


def _read(case: Case) -> Answers:
    parsed = header.parse_like_everos(header.read_like_everos(_file(case) or ""))
    found: list[Json] = [_as_entry(parsed.body, entry) for entry in scan_entries(parsed.body)]
    return [{"meta": as_json(parsed.header), "body": parsed.body, "entries": found}]


def _keeps(before: str, after: str) -> bool:
    """Whether the body that EverOS saw stands in the file afterwards, byte for byte."""
    return header.parse_like_everos(before).body in after


def _patch(case: Case) -> Answers:
    text = _file(case) or ""
    try:
        after = header_patch(case, text)
    except ids.EverosError as error:
        return _refused_write(case, error)
    return [{"file": _as_file(after), "keeps_user_bytes": _keeps(text, after)}]


def header_patch(case: Case, text: str) -> str:
    """The file after the patch of a case."""
    return writing.patch_like_everos(text, _mapping(_input(case, "updates")))


def _files_below(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def _refused_write(case: Case, error: ids.EverosError) -> Answers:
    """EverOS fails and leaves every file as it was."""
    found: list[Json] = [*_files_below(case.root)]
    refusal: dict[str, Json] = {"error": str(error), "unchanged": True}
    return [refusal | {"files": found}, refusal]


def append_answer(case: Case, version: Version) -> Answers:
    """The answer of one version to an append."""
    kind = kinds.BY_NAME[_text(case, "kind")]
    owner, day = _text(case, "scope_id"), date.fromisoformat(_text(case, "date"))
    text = _file(case)
    items = [
        writing.NewEntry(
            {str(key): value for key, value in _mapping(item.get("inline")).items()},
            {str(key): str(value) for key, value in _mapping(item.get("sections")).items()},
        )
        for item in (_mapping(value_of(given)) for given in as_list(case.vector.input["items"]))
    ]
    try:
        path = agent.build_path(kind, owner, day.isoformat()).checked
        appended = writing.append_like_everos(text, kind, owner, day, items, NOW, version)
    except ids.EverosError as error:
        return _refused_write(case, error)
    names: list[Json] = [str(entry_id) for entry_id in appended.ids]
    answer: dict[str, Json] = {"path": path, "ids": names, "file": _as_file(appended.text)}
    return [answer if text is None else {**answer, "keeps_user_bytes": _keeps(text, appended.text)}]


def _append(case: Case) -> Answers:
    return append_answer(case, Version.V1_5)


def _profile(case: Case) -> Answers:
    written = agent.write_profile_like_everos(
        _text(case, "scope_id"), _mapping(_input(case, "frontmatter")), _text(case, "body")
    )
    return [{"path": written.path, "file": _as_file(written.text)}]


def _skill(case: Case) -> Answers:
    written = agent.write_skill_like_everos(
        _text(case, "scope_id"),
        _text(case, "name"),
        _mapping(_input(case, "frontmatter")),
        _text(case, "body"),
    )
    folder = os.path.dirname(written.path)
    answer: dict[str, Json] = {"path": written.path, "file": _as_file(written.text)}
    for name in _mapping(_input(case, "references")):
        answer["ref_path"] = f"{folder}/references/{agent.reference_name(str(name))}"
    for name in _mapping(_input(case, "scripts")):
        answer["script_path"] = f"{folder}/scripts/{agent.script_name(str(name))}"
    return [answer]


def skill_folder_answer(case: Case, version: Version) -> Answers:
    """The folder of a skill in one version."""
    return _answer(ids.skill_folder_name(_text(case, "name"), version))


def _skill_folder(case: Case) -> Answers:
    return skill_folder_answer(case, Version.V1_5)


def path_answer(case: Case, version: Version) -> Answers:
    """What one version takes a path for."""
    facts = kinds.parse_path(_text(case, "path"), version)
    owner = kinds.owner_of(_mapping(_input(case, "frontmatter")), facts.owner_type)
    return [
        {
            "kind": facts.kind.name if facts.kind else None,
            "app": facts.app,
            "project": facts.project,
            "owner_id_from_frontmatter": owner,
            "owner_type": facts.owner_type,
        }
    ]


def _path_parse(case: Case) -> Answers:
    return path_answer(case, Version.V1_5)


def _path_build(case: Case) -> Answers:
    given = case.vector.input
    built = agent.build_path(
        kinds.BY_NAME[_text(case, "kind")],
        _text(case, "scope_id"),
        str(given.get("date", given.get("name", ""))),
        str(given.get("app", "default")),
        str(given.get("project", "default")),
    )
    return [{"path": built.path, "inside_root": built.is_inside}]


def _folder_map(case: Case) -> Answers:
    name = _text(case, "id")
    app, project = agent.app_folder(name), agent.project_folder(name)
    return [
        {
            "app_dir": app,
            "project_dir": project,
            "app_back": kinds.app_of_folder(app),
            "project_back": kinds.project_of_folder(project),
        }
    ]


def _scan(case: Case) -> Answers:
    return _answer([[path, kind.name] for path, kind in agent.scan_like_everos(_files_below(case.root))])


def _digest(case: Case) -> Answers:
    kind = kinds.BY_NAME[_text(case, "kind")]
    digest = index.digest_like_everos(kind, _form(_text(case, "body")))
    return [{"content_sha256": digest, "keys": as_json(kind.digest_keys)}]


def _row(case: Case) -> Answers:
    body = _text(case, "body")
    entry = next(scan_entries(body))
    owner = index.Owner(_text(case, "owner_id"), _text(case, "owner_type"))
    form = entries.parse_audit_form(body, entry.body)
    row = as_json(index.row_like_everos(kinds.BY_NAME[_text(case, "kind")], entry.entry_id, form, owner))
    return _answer(row)


def _reconcile(case: Case) -> Answers:
    scan, states = (list(map(as_fields, as_list(case.vector.input[key]))) for key in ("scan", "state"))
    decisions = index.reconcile_like_everos(
        [index.Seen(str(item["md_path"]), _seconds(item), str(item["kind"])) for item in scan],
        {str(item["md_path"]): _state(item) for item in states},
    )
    return _answer(
        [
            {"md_path": d.path, "kind": d.kind, "change_type": d.change_type, "mtime": d.modified}
            for d in decisions
        ]
    )


def _seconds(item: Fields) -> float:
    return float(str(item["mtime"]))


def _state(item: Fields) -> index.State:
    retryable = item.get("retryable")
    return index.State(
        str(item["md_path"]),
        str(item["kind"]),
        _seconds(item),
        str(item["status"]),
        str(item["change_type"]),
        None if retryable is None else bool(retryable),
    )


def _inline_list(case: Case) -> Answers:
    return _answer(as_json(ids.parse_list(_text(case, "raw"))))


def _timestamp(case: Case) -> Answers:
    raw = _input(case, "raw")
    return _answer(as_json(ids.parse_timestamp(None if raw is None else str(raw))))


def _lay_out(given: Fields, root: str, scratch: Scratch) -> None:
    """Make the empty files that a scan is given, or the one file that is appended to where it would lie."""
    names = [str(name) for name in as_list(given.get("files") or [])]
    if isinstance(given.get("file"), dict) and "scope_id" in given and "date" in given:
        built = agent.build_path(
            kinds.BY_NAME[str(given["kind"])], str(given["scope_id"]), str(given["date"])
        )
        names += [built.path] if built.path and built.is_inside else []
    for name in names:
        path = Path(root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def _names(root: str) -> dict[str, str]:
    return {}


def _refusal(message: str) -> str:
    """A refusal is a refusal: the class that EverOS raises is its own affair."""
    return "refused" if message else ""


_FUNCTIONS: Mapping[str, Callable[[Case], Answers]] = {
    "entry_id.parse": _id_parse,
    "entry_id.format": _id_format,
    "entry_id.next_for": _id_next,
    "entries.split": _split,
    "entries.split_summary": _split_summary,
    "entries.find": _find,
    "entry.parse_structured": _structured,
    "entry.render_then_parse": _render,
    "frontmatter.parse": _header_parse,
    "frontmatter.dump": _header_dump,
    "frontmatter.roundtrip": _roundtrip,
    "file.read": _read,
    "file.patch_frontmatter": _patch,
    "daily.append": _append,
    "profile.write": _profile,
    "skill.write": _skill,
    "skill.dir_name": _skill_folder,
    "path.parse": _path_parse,
    "path.build": _path_build,
    "path.dir_map": _folder_map,
    "cascade.scan": _scan,
    "cascade.content_sha256": _digest,
    "cascade.row": _row,
    "cascade.reconcile": _reconcile,
    "cascade.inline_list": _inline_list,
    "cascade.timestamp": _timestamp,
}


def _or_refused(answer: Callable[[Case], Answers]) -> Callable[[Case], Answers]:
    def guarded(case: Case) -> Answers:
        try:
            return answer(case)
        except ids.EverosError as error:
            return [{"error": str(error)}]

    return guarded


ADAPTER = Adapter(
    agent="everos",
    model={fn: _or_refused(answer) for fn, answer in _FUNCTIONS.items()},
    edit={},
    names=_names,
    error_kind=_refusal,
    lay_out=_lay_out,
    skips={
        "api.id": "ids of requests to a running EverOS; files of any name are shown, and none is made from an id",
        "ome.parse": "strategy settings of EverOS's own engine; ome.toml is shown and edited as text",
    },
)
