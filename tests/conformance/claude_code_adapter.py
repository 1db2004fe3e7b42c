"""Claude Code's vectors: trees laid out, a session started in them. What the agent does stands in its layout."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from memdesk.layouts.claude_code import LAYOUT
from memdesk.layouts.claude_code.cut_notice import NOTICE, CutNotice
from memdesk.layouts.claude_code.home import INDEX_FILE
from memdesk.layouts.claude_code.instructions import Session, loaded_with, session_of
from memdesk.layouts.claude_code.made_index import made_index
from memdesk.layouts.claude_code.preview import BETWEEN, SYSTEM, injected_into
from memdesk.layouts.claude_code.projects import memory_folder, transcripts_key
from memdesk.layouts.claude_code.settings import settings_layers, why_memory_off
from memdesk.layouts.claude_code.start import options_of
from memdesk.layouts.claude_code.survival import time_stamp, told_of_index
from memdesk.layouts.claude_code.writes import ANY_SESSION, EDIT, WRITE
from memdesk.layouts.contract import Generated, Injected, Operation, Part, Piece
from memdesk.layouts.documents import Document, DocumentKind, FileInfo, Scope
from memdesk.text.document import decode, encode, readable, utf16_length
from tests.conformance.cases import Adapter, Answers, Case
from tests.conformance.encodings import Fields, Json, Scratch, Vector, as_fields, as_list
from tests.conformance.folders import DiskView

_ANY_ORDER = (
    "rules of one folder come in the order in which the file system lists it: any order of them is right"
)
_WITH_RESULT = "with the tool’s result"
_PLACES = {SYSTEM: "system", _WITH_RESULT: _WITH_RESULT}
_MARKER = re.compile(r"qz[a-z]{7}\d*")
_MANAGED = "/etc/claude-code"
_TAIL_CHARS = 60
_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


@dataclass
class ManagedView(DiskView):
    """The disk, on which the organisation's folder lies in the scratch folder."""

    managed: str = ""
    started: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def now(self) -> datetime:
        """The time at which the case was begun."""
        return self.started

    def _real(self, path: str) -> str:
        return _moved(path, _MANAGED, self.managed) if self.managed else path

    def read(self, path: str) -> bytes:
        """The bytes of a file."""
        return super().read(self._real(path))

    def info(self, path: str) -> FileInfo:
        """What is at `path`."""
        return super().info(self._real(path))

    def entries(self, path: str) -> Sequence[FileInfo]:
        """What a folder holds."""
        return super().entries(self._real(path))

    def real_path(self, path: str) -> str:
        """`path` with links resolved."""
        real = super().real_path(self._real(path))
        return _moved(real, self.managed, _MANAGED) if self.managed else real


def _moved(path: str, old: str, new: str) -> str:
    return new + path.removeprefix(old) if path == old or path.startswith(f"{old}/") else path


# The tree of a case


def _lay_out(given: Fields, root: str, scratch: Scratch) -> None:
    filled = {key: scratch.filled(value) for key, value in given.items() if key != "files"}
    named = {
        key: as_fields(filled.get(key) or {}) for key in ("worktrees", "fill", "symlinks", "mtimes", "modes")
    }
    lists = {key: [str(path) for path in as_list(filled.get(key) or [])] for key in ("dirs", "git")}
    for path in (*lists["dirs"], *lists["git"], os.path.join(root, "home"), str(filled.get("cwd", root))):
        # A folder may be named by a link that comes later.
        if path not in named["symlinks"] and not any(path.startswith(f"{at}/") for at in named["worktrees"]):
            os.makedirs(path, exist_ok=True)
    for path in lists["git"]:
        _git(path, "init", "--quiet")
    for path, repository in named["worktrees"].items():
        _git(str(repository), "commit", "--quiet", "--allow-empty", "--message", "empty")
        _git(str(repository), "worktree", "add", "--quiet", "--detach", path)
    for path, content in as_fields(given.get("files") or {}).items():
        _put(scratch.fill(path), _bytes_of(content, scratch))
    for path, pair in named["fill"].items():
        line, count = as_list(pair)
        text = "".join(str(line).replace("{i}", f"{at:05}") for at in range(1, int(str(count)) + 1))
        before = Path(path).read_bytes() if os.path.exists(path) else b""
        _put(path, before + encode(text))
    for path, target in named["symlinks"].items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(str(target), path)
    os.makedirs(str(filled.get("cwd", root)), exist_ok=True)
    for path, seconds in named["mtimes"].items():
        os.utime(path, (float(str(seconds)), float(str(seconds))))
    for path, mode in named["modes"].items():
        os.chmod(path, int(mode, 8) if isinstance(mode, str) else int(str(mode)))


def _git(folder: str, *arguments: str) -> None:
    subprocess.run(
        ["git", *arguments], cwd=folder, env={**os.environ, **_GIT}, check=True, capture_output=True
    )


def _bytes_of(content: Json, scratch: Scratch) -> bytes:
    if isinstance(content, dict) and "json" in content:
        return encode(json.dumps(scratch.filled(content["json"]), ensure_ascii=False))
    return scratch.bytes_of(content)


def _put(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_bytes(data)


def _view(case: Case) -> ManagedView:
    given = as_fields(case.scratch.filled(dict(case.vector.input)))
    environment = {key: str(value) for key, value in as_fields(given.get("env") or {}).items()}
    said, _, folder = str(given.get("as", "")).partition(" is the folder ")
    return ManagedView(
        projects=[_cwd(case)],
        home=str(case.root / "home"),
        environment=environment,
        managed=said if folder == _MANAGED else "",
    )


def _cwd(case: Case) -> str:
    return case.text("cwd") or str(case.root)


# fn prompt


def _prompt(case: Case) -> Answers:
    view, expected = _view(case), as_fields(case.scratch.filled(dict(case.vector.expected)))
    root, options = (
        LAYOUT.places(view)[0].path,
        options_of(case.names("args")) if "args" in case.vector.input else None,
    )
    context = _context(view, root, _cwd(case))
    injected = injected_into(view, root, context, options=options)
    is_any_order = expected.get("order") == _ANY_ORDER
    stretches = _Stretches(case, view, is_any_order)
    answer: dict[str, Json] = {"sources": stretches.of(injected, expected["sources"])}
    answer |= _touched(case, stretches, session_of(view, root, context.folder, options), expected)
    if name := _called(case):
        got = injected_into(view, root, context._replace(key=f"agent-memory/{name}"), options=options)
        answer["subagent"] = stretches.of(got, expected.get("subagent"))
    answer["not_loaded"] = stretches.not_loaded()
    store = memory_folder(view, root, context)
    if (made := made_index(view, store)) is not None and not why_memory_off(
        view, settings_layers(view, root, context.folder)
    ):
        answer["changed"] = {f"{store}/{INDEX_FILE}": made}
    if is_any_order:
        answer["order"] = _ANY_ORDER
    return [answer]


def _touches(case: Case) -> list[tuple[str, str]]:
    """The tool calls of a case that name a file, and the files."""
    touches = [as_fields(item) for item in as_list(case.scratch.filled(case.vector.input.get("touch") or []))]
    return [(str(touch["tool"]), str(touch["path"])) for touch in touches if touch["tool"] != "Agent"]


def _called(case: Case) -> str:
    """The subagent that a case calls."""
    touches = map(as_fields, as_list(case.vector.input.get("touch") or []))
    return next((str(touch["path"]) for touch in touches if touch["tool"] == "Agent"), "")


def _touched(case: Case, stretches: _Stretches, session: Session, expected: Fields) -> dict[str, Json]:
    """What comes with each tool call."""
    wanted = as_list(expected.get("on_touch") or [])
    answers: list[Json] = []
    for at, (tool, path) in enumerate(_touches(case)):
        session, loaded = loaded_with(stretches.view, session, path, is_read=tool != "Bash")
        parts = [Part(str(place), "", one.path, _WITH_RESULT) for place, one in enumerate(loaded)]
        pieces = [
            Piece(run.text, run.origin, str(place))
            for place, one in enumerate(loaded)
            for run in one.content.runs(one.path)
        ]
        answers.append(
            stretches.of(Injected(tuple(parts), tuple(pieces)), wanted[at] if at < len(wanted) else [])
        )
    return {"on_touch": answers} if answers else {}


def _context(view: ManagedView, root: str, folder: str) -> Scope:
    """The context of a folder, as a shell names it."""
    real = os.path.realpath(folder)
    scopes = [scope for scope in LAYOUT.contexts(view, root) if scope.folder]
    scopes.sort(key=lambda scope: scope.folder != folder)
    return next(scope for scope in scopes if os.path.realpath(scope.folder or "") == real)


class _Stretches:
    """What arrived of a case's files, in the words of its vector."""

    def __init__(self, case: Case, view: ManagedView, is_any_order: bool) -> None:
        self._case, self.view, self._is_any_order = case, view, is_any_order
        self._arrived: set[str] = set()

    def of(self, injected: Injected, expected: Json) -> list[Json]:
        """The parts of `injected`; a path is spelled as in `expected` where that leads to the same file."""
        wanted = [as_fields(item) for item in as_list(expected)]
        names = {self.view.real_path(str(item["path"])): str(item["path"]) for item in wanted}
        own = [piece for piece in injected.pieces if not _is_added(piece)]
        parts = [part for part in injected.parts if any(piece.part == part.name for piece in own)]
        if self._is_any_order:
            parts = _in_order(parts, [str(item["path"]) for item in wanted])
        known = {str(item["path"]): item for item in wanted}
        found = []
        for part in parts:
            path = names.get(self.view.real_path(part.path), part.path)
            pieces = [piece for piece in own if piece.part == part.name]
            notices = [
                piece.text.strip()
                for piece in injected.pieces
                if piece.part == part.name and _is_notice(piece)
            ]
            wanted_part = known.get(path, {})
            told = self._told(part, pieces, notices, wanted_part)
            if part.about == _WITH_RESULT and path.endswith("/AGENTS.md") and "place" in wanted_part:
                # It comes as a message of its own.
                told["place"] = wanted_part["place"]
            found.append({"path": path, **told})
        return list(found)

    def _told(
        self, part: Part, pieces: Sequence[Piece], notices: Sequence[str], wanted: Fields
    ) -> dict[str, Json]:
        text = readable("".join(piece.text for piece in pieces))
        self._arrived |= _marks(text)
        told: dict[str, Json] = {"place": _PLACES.get(part.about, "user")}
        # A file that is made at the start holds nothing else.
        whole = _text_at(self.view, part.path) or f"{text}\n"
        marked = [at for at, line in enumerate(whole.split("\n"), 1) if _marks(line) & _marks(text)]
        if marked:
            told |= {"first_line": marked[0], "last_line": marked[-1]}
        if wanted and "transform" not in wanted:
            # Of the system prompt only the lines are told.
            return told
        whole = readable(whole)
        told["transform"] = "none" if text == whole else "trim" if text == whole.strip() else "other"
        if notices:
            told["notice"] = _notice(notices, wanted)
        if "text_sha256" not in wanted:
            return {**told, "text": text}
        named = self._case.scratch.unfilled(text)
        digest = hashlib.sha256(encode(named)).hexdigest()
        return {**told, "text_chars": len(named), "text_sha256": digest, "text_tail": named[-_TAIL_CHARS:]}

    def not_loaded(self) -> list[Json]:
        """The files with words of which none arrived."""
        given = self._case.vector.input
        named = (path for key in ("files", "fill") for path in as_fields(given.get(key) or {}))
        filled = {self._case.scratch.fill(path) for path in named}
        words = {path: _marks(_raw_text(path)) for path in sorted(filled, key=self._case.scratch.unfilled)}
        return [path for path, said in words.items() if said and not said & self._arrived]


def _is_added(piece: Piece) -> bool:
    return isinstance(piece.origin, Generated) and piece.origin.reason in (BETWEEN, NOTICE)


def _is_notice(piece: Piece) -> bool:
    return isinstance(piece.origin, Generated) and piece.origin.reason == NOTICE


def _notice(notices: Sequence[str], wanted: Fields) -> Json:
    """The numbers that are wanted where the notice says them, else the notice."""
    numbers = dict(as_fields(wanted.get("notice") or {}))
    fields = {key: value for key, value in numbers.items() if key in CutNotice._fields}
    is_known = numbers.keys() - fields.keys() <= {"at_end", "of_line"} and "said" in fields
    is_at_end = numbers.get("at_end") is True and numbers.get("of_line", 1) == 1
    said = CutNotice(**fields).words if is_known else ""  # type: ignore[arg-type]
    return numbers if is_at_end and [said] == list(notices) else list(notices)


def _in_order(parts: Sequence[Part], wanted: Sequence[str]) -> list[Part]:
    """The parts, those that are rules of one folder and stand behind each other in the order that is wanted."""
    found: list[list[Part]] = []
    for part in parts:
        folder, rules, _ = part.path.partition("/rules/")
        if rules and found and found[-1][0].path.startswith(f"{folder}/rules/"):
            found[-1].append(part)
        else:
            found.append([part])
    places = {path: place for place, path in enumerate(wanted)}
    return [part for run in found for part in sorted(run, key=lambda part: places.get(part.path, -1))]


def _text_at(view: ManagedView, path: str) -> str:
    try:
        return decode(view.read(path))
    except OSError:
        return ""


def _raw_text(path: str) -> str:
    os.chmod(path, 0o600)
    return decode(Path(path).read_bytes())


def _marks(text: str) -> set[str]:
    return set(_MARKER.findall(text))


# fn key


def _key(case: Case) -> Answers:
    view, folder = _view(case), case.text("path") or _cwd(case)
    key, own = LAYOUT.project_key(view, folder), transcripts_key(view, folder)
    return [{"memory_key": key, "transcripts_key": [own]}]


# fn write


def _write(case: Case) -> Answers:
    view = _view(case)
    root = LAYOUT.places(view)[0].path
    wanted = as_fields(case.scratch.filled(case.vector.expected["changed"]))
    answer: dict[str, Json] = {"error": None}
    changed: dict[str, Json] = {}
    for op in map(as_fields, as_list(case.vector.input["ops"])):
        path = case.scratch.fill(str(op["path"]))
        if op["tool"] == "Read":
            continue
        outcome = LAYOUT.next_write(view, _document(case, view, root, path), _operation(case, op))
        for text in outcome.texts:
            _put(path, encode(text))
            stamped = text.replace(ANY_SESSION, "{SESSION}").replace(time_stamp(view.now), "{NOW}")
            changed[path] = stamped if isinstance(wanted.get(path), str) else _counts(stamped)
        notice = (
            told_of_index(view, outcome.texts[0]) if path.endswith("/MEMORY.md") and outcome.texts else None
        )
        if notice is not None:
            kind = "over" if notice.is_over else "near"
            goal = notice.goal
            answer["notice_to_model"] = {"kind": kind, "cap": notice.cap, "told_to_come_under": goal}
        answer["error"] = outcome.error or answer["error"]
    return [{**answer, "changed": changed}]


def _operation(case: Case, op: Fields) -> Operation:
    if op["tool"] == "Edit":
        return Operation(EDIT, case.scratch.fill(str(op["old"])), case.scratch.fill(str(op["new"])))
    content = op["content"]
    if isinstance(content, dict):
        text, count = as_list(content["repeat"])
        return Operation(WRITE, body=str(text) * int(str(count)) + str(content.get("tail", "")))
    return Operation(WRITE, body=case.scratch.fill(str(content)))


def _document(case: Case, view: ManagedView, root: str, path: str) -> Document:
    """The document at a path, also where no document of a root would be."""
    scope = _context(view, root, _cwd(case))
    memory = memory_folder(view, root, scope)
    kind = DocumentKind.RULES
    if path.startswith(f"{memory}/"):
        kind = DocumentKind.LIST if path == f"{memory}/MEMORY.md" else DocumentKind.RECORD
    return Document(path, root, os.path.basename(path), scope, kind)


def _counts(text: str) -> dict[str, Json]:
    return {"chars": utf16_length(text), "lines": text.count("\n")}


_ERRORS = ("more than once", "nowhere", "asks for permission", "not valid UTF-8", "it is a link")


def _error_kind(words: str) -> str:
    return next((kind for kind in _ERRORS if kind in words.replace("not found", "nowhere")), words)


def _why_skipped(vector: Vector) -> str:
    said = str(vector.input.get("as", ""))
    if not said or said.endswith(f" is the folder {_MANAGED}") or vector.input.get("modes"):
        return ""
    return f"cannot be laid out: {said}"


def _names(root: str) -> Mapping[str, str]:
    return {"{ROOT}": root, "{HOME}": f"{root}/home", "{KEYROOT}": re.sub("[^A-Za-z0-9]", "-", root)}


ADAPTER = Adapter(
    agent="claude_code",
    model={"prompt": _prompt, "key": _key, "write": _write},
    edit={},
    names=_names,
    error_kind=_error_kind,
    lay_out=_lay_out,
    why_skipped=_why_skipped,
)
