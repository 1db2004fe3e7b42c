"""Which files ub's own program reads and writes, and how, at v0.3.8 (measured)."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Mapping

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.shapes.files import kind_of
from memdesk.layouts.shapes.go import clean_path, error_words, join_path
from memdesk.layouts.ub.model import (
    UbError,
)
from memdesk.layouts.view import View
from memdesk.text.document import encode, trim
from memdesk.text.sentence import say

INSTRUCTIONS_FILE = "instructions.md"
MEMORY_FILE = "memory.md"
RULES_FILE = "AGENTS.md"
MEMORY_FOLDER = "memory"
AGENT_FOLDER = "ub"

AUTO, GLOBAL = "auto", "global"
_ALIASES = {"workspace": AUTO}
_KEY_DIGITS = 16


# Folders


def state_root(environment: Mapping[str, str], platform: str = "linux") -> str:
    """The folder of ub's own data. Raises `UbError` where there is neither `XDG_STATE_HOME` nor a home."""
    return join_path(_xdg(environment, platform, "XDG_STATE_HOME", ".local/state"), AGENT_FOLDER)


def names_state(environment: Mapping[str, str]) -> bool:
    """Whether the environment says by itself where the folder is that `state_root` lies in."""
    return bool(trim(environment.get("XDG_STATE_HOME", "")))


def config_home(environment: Mapping[str, str], platform: str = "linux") -> str:
    """The folder of all programs' configuration. Raises `UbError`."""
    return _xdg(environment, platform, "XDG_CONFIG_HOME", ".config")


def _xdg(environment: Mapping[str, str], platform: str, name: str, below_home: str) -> str:
    """The value of a variable, trimmed; a blank one counts as unset, a relative one is taken as it is."""
    if value := trim(environment.get(name, "")):
        return _slashed(value, platform)
    variable, shown = ("USERPROFILE", "%userprofile%") if platform == "win32" else ("HOME", "$HOME")
    home = environment.get(variable)
    if not home:
        raise UbError(say("{shown} is not defined", shown=shown))
    return join_path(_slashed(home, platform), below_home)


def _slashed(path: str, platform: str) -> str:
    return path.replace("\\", "/") if platform == "win32" else path


# Keys


def canonical_path(view: View, workspace: str) -> str:
    """The folder that stands for a workspace: links resolved, then the nearest one above or itself that git marks.

    Raises `UbError` where the workspace is not there.
    """
    absolute = clean_path(workspace)
    try:
        info, real = view.info(absolute), view.real_path(absolute)
    except OSError as error:
        raise _unresolved(absolute, error_words(error)) from error
    if info.kind is FileKind.MISSING:
        raise _unresolved(absolute, "no such file or directory")
    return marked_folder(view, clean_path(real))


def _unresolved(path: str, words: str) -> UbError:
    return UbError(f'paths: resolve symlinks "{path}": lstat {path}: {words}')


def marked_folder(view: View, path: str) -> str:
    """The nearest folder with a `.git` marker, `path` itself included; `path` where there is none."""
    folder = path
    while not _has_git_marker(view, folder):
        above = posixpath.dirname(folder)
        if above == folder:
            return path
        folder = above
    return folder


def _has_git_marker(view: View, folder: str) -> bool:
    """Whether `.git` is a file, even an empty one, or a folder with a `HEAD`."""
    marker = f"{folder.rstrip('/')}/.git"
    kind = kind_of(view, marker)
    if kind is FileKind.FOLDER:
        return kind_of(view, f"{marker}/HEAD") not in (None, FileKind.MISSING)
    return kind is FileKind.FILE


def _info(view: View, path: str) -> FileInfo | None:
    try:
        return view.info(path)
    except OSError:
        return None


def key_of(canonical: str, platform: str = "linux") -> str:
    """The name of a workspace's memory folder: 16 hexadecimal digits that do not lead back."""
    native = canonical.replace("/", "\\") if platform == "win32" else canonical
    return hashlib.sha256(encode(native)).hexdigest()[:_KEY_DIGITS]


def is_key(name: str) -> bool:
    """Whether a folder of this name may be one of ub's."""
    return len(name) == _KEY_DIGITS and set(name) <= set("0123456789abcdef")


def project_key(view: View, workspace: str) -> str:
    """The key of a workspace. Raises `UbError`."""
    if not trim(workspace):
        raise UbError("paths: workspace path is empty")
    return key_of(canonical_path(view, workspace), view.platform)


def memory_path(view: View, workspace: str, scope: str) -> str:
    """Where ub keeps the memory of one scope. Raises `UbError`."""
    scope = _ALIASES.get(scope, scope)
    if scope == GLOBAL:
        return join_path(config_home(view.environment, view.platform), AGENT_FOLDER, INSTRUCTIONS_FILE)
    if scope != AUTO:
        raise UbError(f'memory: unknown scope "{scope}"')
    if not trim(workspace):
        raise UbError("memory: workspace root required for auto scope")
    try:
        key = project_key(view, workspace)
    except UbError as error:
        raise UbError(f"memory: project key: {error}") from error
    root = state_root(view.environment, view.platform)
    return join_path(root, MEMORY_FOLDER, key, MEMORY_FILE)


# Writing


def check_folder(view: View, path: str) -> None:
    """Raise `UbError` where ub cannot make the folder of `path`."""
    folder, wanted = posixpath.dirname(path), posixpath.dirname(path)
    while (found := _info(view, folder)) is None and folder not in ("/", ""):
        folder = posixpath.dirname(folder)
    if found and found.kind is not FileKind.FOLDER:
        raise UbError(f"memory: mkdir: mkdir {folder}: not a directory")
    if found and folder != wanted and not found.writable:
        raise UbError(f"memory: mkdir: mkdir {wanted}: permission denied")


def check_writable(view: View, path: str) -> None:
    """Raise `UbError` where ub can read the file at `path`, or make its folder, and not write it."""
    file, folder = _info(view, path), _info(view, posixpath.dirname(path))
    blocked = not file.writable if file else folder is not None and not folder.writable
    if blocked:
        raise UbError(f"memory: write: open {path}: permission denied")
