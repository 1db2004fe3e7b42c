"""Where OK's user folder is, what decides that, and how sure it is that a folder is one."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.documents import FileKind, Place
from memdesk.layouts.ok.docs import NAMES
from memdesk.layouts.ok.model import is_freeze_line
from memdesk.layouts.ok.store import INDEX_FILE, PROJECTS_FOLDER, SHARED_FOLDER, STORE_FOLDER
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.view import View
from memdesk.text.sentence import say

_NAME = "ok"
_MOST_STORES_READ = 20


def find_places(view: View) -> Iterator[Place]:
    """OK's user folder, and the one its page names on macOS, where it is not."""
    folder, why = user_folder(view)
    off = why_no_user_folder(view)
    yield Place(folder, f"{why}; {off}" if off else why, not off and _is_folder(view, folder))
    if view.platform == "darwin":
        documented = f"{_home(view)}/.config/{_NAME}"
        if _is_folder(view, documented):
            yield Place(
                documented,
                say("OK’s page names this folder, but its program looks in Application Support"),
                True,
            )


def user_folder(view: View) -> tuple[str, str]:
    """Where OK keeps memory on this machine, and what says so."""
    if view.platform == "win32":
        roaming = view.environment.get("APPDATA", "").replace("\\", "/")
        return f"{roaming or f'{_home(view)}/AppData/Roaming'}/{_NAME}", say(
            "%AppData%\\ok, OK’s user folder"
        )
    if view.platform == "darwin":
        return f"{_home(view)}/Library/Application Support/{_NAME}", say("OK’s user folder")
    named = view.environment.get("XDG_CONFIG_HOME", "")
    if named.startswith("/"):
        return f"{clean_path(named).rstrip('/')}/{_NAME}", say("XDG_CONFIG_HOME in the environment")
    return f"{_home(view)}/.config/{_NAME}", say("OK’s user folder")


def why_no_user_folder(view: View) -> str:
    """Why OK has no user folder at all, and so keeps no facts; empty where it has one."""
    named = view.environment.get("XDG_CONFIG_HOME", "")
    if view.platform in ("win32", "darwin") or not named or named.startswith("/"):
        return ""
    return say(
        "XDG_CONFIG_HOME={named} in the environment is no absolute path, so OK keeps no memory of its own",
        named=named,
    )


def _home(view: View) -> str:
    named = view.environment.get("USERPROFILE" if view.platform == "win32" else "HOME") or view.home
    return clean_path(named.replace("\\", "/")).rstrip("/")


def _is_folder(view: View, path: str) -> bool:
    return kind_of(view, path) is FileKind.FOLDER


def score_home(view: View, root: str) -> float:
    """How sure it is that OK lives here: 1 for a freeze line in an index, less for files of its names."""
    stores = list(_stores(view, root))
    if any(_has_freeze_line(view, f"{store}/{INDEX_FILE}") for store in stores):
        return 1.0
    if any(_is_file(view, f"{root}/{name}") for name in NAMES[:2]):
        return 0.9
    if _is_folder(view, f"{root}/{SHARED_FOLDER}/{STORE_FOLDER}"):
        return 0.8
    is_named = posixpath.basename(root) == _NAME
    return (0.6 if is_named else 0.2) if stores else 0.3 if is_named and _is_folder(view, root) else 0.0


def _stores(view: View, root: str) -> Iterator[str]:
    yield from filter(lambda path: _is_folder(view, path), (f"{root}/{SHARED_FOLDER}/{STORE_FOLDER}",))
    for key in project_keys(view, root)[:_MOST_STORES_READ]:
        yield f"{root}/{PROJECTS_FOLDER}/{key}/{STORE_FOLDER}"


def project_keys(view: View, root: str) -> list[str]:
    """The keys of the projects for which OK has a store."""
    try:
        entries = view.entries(f"{root}/{PROJECTS_FOLDER}")
    except OSError:
        return []
    folders = (entry.name for entry in entries if entry.kind is FileKind.FOLDER)
    return [name for name in folders if _is_folder(view, f"{root}/{PROJECTS_FOLDER}/{name}/{STORE_FOLDER}")]


def _is_file(view: View, path: str) -> bool:
    return kind_of(view, path) is FileKind.FILE


def _has_freeze_line(view: View, path: str) -> bool:
    text = text_at(view, path)
    return text is not None and any(map(is_freeze_line, text.split("\n")))
