"""Where a memory-root is, how sure that it is one, which version and time zone it speaks, and what is switched off."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, tzinfo

from memdesk.layouts.documents import FileInfo, FileKind, Place
from memdesk.layouts.everos.ids import Version
from memdesk.layouts.everos.kinds import AGENTS, KNOWLEDGE, USERS, kind_of_path
from memdesk.layouts.shapes.files import kind_of
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.sentence import say

SETTINGS_FILE = "ome.toml"
CONFIG_FILE = "everos.toml"
INDEX_FOLDER = ".index"
STAGING_FOLDER = ".tmp"

_RECONCILED = f"{INDEX_FOLDER}/.index_reconcile_version"
_SCOPES = (USERS, AGENTS, KNOWLEDGE)
_MOST_LOOKED_AT = 40


def find_places(view: View) -> Iterator[Place]:
    """The default root, and those that the variables of 1.5 and of 1.0 name."""
    places = {posixpath.join(view.home, ".everos"): say("EverOS’s default memory-root")}
    for variable, since in (("EVEROS_ROOT", "since 1.5"), ("EVEROS_MEMORY__ROOT", "in 1.0")):
        if named := view.environment.get(variable):
            path = named.replace("\\", "/") if view.platform == "win32" else named
            path = posixpath.join(view.home, path[2:]) if path.startswith("~/") else path
            places[posixpath.normpath(path)] = say(
                "{variable} in the environment names it ({since})", variable=variable, since=since
            )
    for path, why in places.items():
        yield Place(path, why, kind_of(view, path) is FileKind.FOLDER)


def score_root(view: View, root: str) -> float:
    """1 for a root with a file where EverOS keeps memory, less for one with its state or settings alone."""
    for number, path in enumerate(memory_files(view, root)):
        if kind_of_path(posixpath.relpath(path, root)):
            return 1.0
        if number > _MOST_LOOKED_AT:
            break
    if kind_of(view, f"{root}/{INDEX_FOLDER}/sqlite/system.db") is FileKind.FILE:
        return 0.9
    return 0.6 if kind_of(view, f"{root}/{SETTINGS_FILE}") is FileKind.FILE else 0.0


def version_of(view: View, root: str) -> Version:
    """The generation whose program last opened this root: 1.0 leaves an index without the mark of later ones."""
    has_index = kind_of(view, f"{root}/{INDEX_FOLDER}/sqlite/system.db") is FileKind.FILE
    is_later = kind_of(view, f"{root}/{_RECONCILED}") is FileKind.FILE
    return Version.V1_0 if has_index and not is_later else Version.V1_5


def time_in(view: View, root: str) -> datetime:
    """The time now in the zone of a root."""
    return view.now.astimezone(zone_of(view, root))


def zone_of(view: View, root: str) -> tzinfo:
    """The zone of a root: that of the environment, else of its configuration, else UTC."""
    from zoneinfo import ZoneInfo

    memory = settings_of(view, f"{root}/{CONFIG_FILE}").get("memory")
    configured = memory.get("timezone") if isinstance(memory, dict) else None
    try:
        return ZoneInfo(str(view.environment.get("EVEROS_MEMORY__TIMEZONE") or configured or "UTC"))
    except (ValueError, OSError, KeyError):
        # EverOS would not start with such a zone; what is written meanwhile is in UTC, its default.
        return UTC


def settings_of(view: View, path: str) -> Mapping[str, object]:
    """A settings file; empty where there is none, or none that can be read."""
    from memdesk.text.toml_values import read_toml

    try:
        return read_toml(decode(view.read(path)))
    except (OSError, ValueError):
        return {}


def switched_off(view: View, root: str) -> Iterator[str]:
    """Sentences on what EverOS does not do here, and the file that decides it."""
    path = f"{root}/{SETTINGS_FILE}"
    strategies = settings_of(view, path).get("strategies")
    for name, strategy in strategies.items() if isinstance(strategies, dict) else ():
        if isinstance(strategy, dict) and str(strategy.get("enabled")).lower() in ("false", "0", "no", "off"):
            yield say("EverOS does not run “{name}”: it is switched off in {path}", name=name, path=path)


def folders(view: View, path: str) -> list[str]:
    """The names of the folders in `path`; none where it cannot be looked at."""
    return [entry.name for entry in entries_of(view, path) if entry.kind is FileKind.FOLDER]


def files(view: View, path: str) -> list[str]:
    """The names of the files in `path`, leftovers of a write aside."""
    return [entry.name for entry in entries_of(view, path) if entry.kind is FileKind.FILE]


def entries_of(view: View, path: str) -> list[FileInfo]:
    """What a folder holds, but for EverOS's temporary files; nothing where it cannot be looked at."""
    from memdesk.layouts.everos.writing import is_temporary

    try:
        return [entry for entry in view.entries(path) if not is_temporary(entry.name)]
    except OSError:
        return []


def spaces(view: View, root: str) -> Iterator[tuple[str, str]]:
    """The app and project folders of a root that hold memory."""
    for app in folders(view, root):
        if app.startswith("."):
            continue
        for project in folders(view, f"{root}/{app}"):
            if set(_SCOPES) & set(folders(view, f"{root}/{app}/{project}")):
                yield app, project


def memory_files(view: View, root: str) -> Iterator[str]:
    """Every file below `users`, `agents` and `knowledge`, of every app and project, in order."""
    for app, project in spaces(view, root):
        for scope in _SCOPES:
            yield from _walk(view, f"{root}/{app}/{project}/{scope}", 6)


def _walk(view: View, path: str, levels: int) -> Iterator[str]:
    entries = entries_of(view, path)
    for entry in entries:
        if entry.kind is FileKind.FILE:
            yield f"{path}/{entry.name}"
    for entry in entries:
        # A link to a folder may lead out of the root, or in a circle.
        if entry.kind is FileKind.FOLDER and not entry.is_link and levels:
            yield from _walk(view, f"{path}/{entry.name}", levels - 1)


def exists(view: View, path: str) -> bool:
    """Whether there is anything at `path` that can be looked at."""
    return kind_of(view, path) is not None
