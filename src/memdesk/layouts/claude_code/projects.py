"""Which project a folder under `projects/` belongs to, and where a project keeps its memory."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_lowercase, digits

from memdesk.layouts.claude_code.assumptions import ACTIVE_MINUTES
from memdesk.layouts.claude_code.home import is_one_store, project_keys
from memdesk.layouts.claude_code.settings import memory_directory, settings_layers
from memdesk.layouts.documents import Scope
from memdesk.layouts.shapes.files import real_path_of, text_at
from memdesk.layouts.shapes.git_checkout import main_checkout
from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.shapes.keyed_projects import keyed_scopes
from memdesk.layouts.view import View
from memdesk.text.document import readable
from memdesk.text.json_string import read_string
from memdesk.text.sentence import say

_KEY_CHARS = 200
_MOST_TRANSCRIPTS, _MOST_TRANSCRIPT_BYTES = 3, 8 * 1024 * 1024

SEEMS_ACTIVE = say("A session of this project seems to be running: it may write its older copy over an edit")


def kept_for(view: View, folder: str) -> str:
    """The folder whose path makes the key: the main checkout, so that worktrees and sub-folders share a memory."""
    real = real_path_of(view, clean_path(folder))
    return main_checkout(view, real) or real


def transcripts_key(view: View, folder: str) -> str:
    """The key under which the transcripts of sessions that start in `folder` lie."""
    return key_among(view, (), real_path_of(view, clean_path(folder)))


def key_of(folder: str, platform: str) -> str:
    """The key of a folder: a dash for each UTF-16 unit but letters and digits, so that an emoji makes two.

    Of more than 200 the first 200 stand, and behind a dash a hash of the path (read off 2.1.139 and 2.1.154 by others).
    """
    native = readable(folder.replace("/", "\\") if platform == "win32" else folder)
    key = re.sub("[^A-Za-z0-9]", lambda found: "--" if found[0] > "\uffff" else "-", native)
    return key if len(key) <= _KEY_CHARS else f"{key[:_KEY_CHARS]}-{_in_base_36(abs(_hash(native)))}"


def _hash(path: str) -> int:
    """Each UTF-16 unit added to 31 times what came before, as a signed number of 32 bits."""
    total = 0
    data = path.encode("utf-16-le")
    for at in range(0, len(data), 2):
        total = (31 * total + int.from_bytes(data[at : at + 2], "little")) % 2**32
    return total - 2**32 if total >= 2**31 else total


def _in_base_36(number: int) -> str:
    rest, digit = divmod(number, 36)
    return (_in_base_36(rest) if rest else "") + (digits + ascii_lowercase)[digit]


def key_among(view: View, keys: Sequence[str], folder: str) -> str:
    """The key of a folder as it stands on disk: on Windows in either case, long ones with whatever hash."""
    key = _fixed_key(view) or key_of(folder, view.platform)
    if key in keys:
        return key
    fold = str.casefold if view.platform == "win32" else str
    begin = fold(key)[: _KEY_CHARS + 1]
    is_same = str.startswith if len(key) > _KEY_CHARS else str.__eq__
    same = [known for known in keys if is_same(fold(known), begin)]
    return same[0] if len(same) == 1 else key


def _fixed_key(view: View) -> str:
    """The name that all projects of a configuration folder share, where the environment gives one."""
    environment = view.environment
    return environment.get("CLAUDE_CODE_PROJECT_DIR_NAME", "") if environment.get("CLAUDE_CONFIG_DIR") else ""


def projects_of(view: View, root: str) -> list[Scope]:
    """The projects with a memory, and the known folders, each with all folders that it may be."""
    keys = project_keys(view, root)
    scopes = keyed_scopes(view, root, keys, partial(key_among, view, keys), partial(kept_for, view))
    return [_named_by_transcript(view, root, scope) for scope in scopes]


def _named_by_transcript(view: View, root: str, scope: Scope) -> Scope:
    """A scope that no known folder gives, with the folder that its newest transcript ran in, if that gives the key."""
    if scope.folder or scope.candidates:
        return scope
    folder = next(_ran_in(view, f"{root}/projects/{scope.key}"), "")
    main = kept_for(view, folder) if folder else ""
    if not folder or key_of(main, view.platform) != scope.key:
        return scope
    title = posixpath.basename(main) or main
    return scope._replace(folder=main, title=title, note=say("Named by its newest transcript"))


def _ran_in(view: View, folder: str) -> Iterator[str]:
    """The working folders that the newest transcripts of a project name."""
    for path, _ in _transcripts(view, folder)[:_MOST_TRANSCRIPTS]:
        if named := _cwd_in(view, path):
            yield named


def _cwd_in(view: View, path: str) -> str:
    """The working folder that a file of Claude Code names first; empty where it names none."""
    named = re.search(r'"cwd"\s*:\s*"((?:[^"\\]|\\.)*)"', text_at(view, path) or "")
    folder = read_string(named[1]).text if named else ""
    if "\0" in folder:
        return ""
    return folder.replace("\\", "/") if view.platform == "win32" else folder


def _transcripts(view: View, folder: str) -> list[tuple[str, float]]:
    """The transcripts of a project and when they were written, the newest first; huge ones are left out."""
    try:
        names = [entry.name for entry in view.entries(folder) if entry.name.endswith(".jsonl")]
        infos = [view.info(f"{folder}/{name}") for name in names]
    except OSError:
        return []
    small = [info for info in infos if info.size_bytes <= _MOST_TRANSCRIPT_BYTES]
    newest_first = sorted(small, key=lambda info: -info.modified)
    return [(f"{folder}/{info.name}", info.modified) for info in newest_first]


def seems_active(view: View, root: str, key: str) -> bool:
    """Whether a session of a project runs; where none is named, whether one has written its transcript just now."""
    running = running_keys(view, root)
    if running is not None:
        return key in running
    newest = _transcripts(view, f"{root}/projects/{key}")[:1]
    return bool(newest) and view.now.timestamp() - newest[0][1] < ACTIVE_MINUTES.of(view) * 60


def running_keys(view: View, root: str) -> frozenset[str] | None:
    """The keys of the projects in which a session runs; None where no session has ever been named."""
    return view.once("claude_code running", root, lambda: _running_keys(view, root))


def _running_keys(view: View, root: str) -> frozenset[str] | None:
    try:
        names = [entry.name for entry in view.entries(f"{root}/sessions")]
    except OSError:
        return None
    numbers = [name.removesuffix(".json") for name in names if name.endswith(".json")]
    running = [pid for pid in numbers if pid.isdecimal() and view.is_running(int(pid))]
    folders = [folder for pid in running if (folder := _cwd_in(view, f"{root}/sessions/{pid}.json"))]
    return frozenset(key_among(view, (), kept_for(view, folder)) for folder in folders)


def memory_folder(view: View, root: str, scope: Scope) -> str:
    """Where the memory of a project lies: as `autoMemoryDirectory` says, else under its key."""
    if is_one_store(view, root):
        return root
    elsewhere, _ = memory_directory(view, settings_layers(view, root, scope.folder))
    return elsewhere or f"{root}/projects/{scope.key}/memory"
