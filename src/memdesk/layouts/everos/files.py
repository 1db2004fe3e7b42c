"""The documents of a memory-root, by owner: profile, logs, skills with what belongs to them, knowledge, settings."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.everos.assumptions import soon
from memdesk.layouts.everos.home import (
    CONFIG_FILE,
    SETTINGS_FILE,
    files,
    folders,
    memory_files,
    spaces,
    time_in,
)
from memdesk.layouts.everos.kinds import (
    AGENTS,
    CASE,
    DATED_LOG,
    DEFAULT_APP_FOLDER,
    DEFAULT_ID,
    DEFAULT_PROJECT_FOLDER,
    FACT,
    KINDS,
    KNOWLEDGE,
    PROFILE,
    SKILL,
    USERS,
    Kind,
    app_of_folder,
    kind_of_path,
    project_of_folder,
)
from memdesk.layouts.shapes.files import file_facts
from memdesk.layouts.view import View
from memdesk.text.sentence import say

SETTINGS = Scope(ScopeKind.SHARED, "settings", "EverOS")
_REACH_OF_REFERENCE = say("when SKILL.md beside it is saved again")


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """The users, agents and knowledge of each app and project, in order; at least one."""
    found = []
    for app, project in spaces(view, root):
        for scope, kind, group in (
            (USERS, ScopeKind.USER, say("Users")),
            (AGENTS, ScopeKind.AGENT, say("Agents")),
        ):
            above = (*_groups(app, project), group)
            for name in folders(view, f"{root}/{app}/{project}/{scope}"):
                key, title = f"{app}/{project}/{scope}/{name}", f"{name}{_space(app, project)}"
                found.append(Scope(kind, key, title, above=above, owner=key))
        if folders(view, f"{root}/{app}/{project}/{KNOWLEDGE}"):
            key, title = f"{app}/{project}/{KNOWLEDGE}", say("Knowledge{space}", space=_space(app, project))
            found.append(Scope(ScopeKind.SHARED, key, title, above=_groups(app, project)))
    return tuple(found) or (Scope(ScopeKind.SHARED, "", say("Nobody yet")),)


def _groups(app: str, project: str) -> tuple[str, ...]:
    """The rows above those of an app and project; none where both are the default ones."""
    if (app, project) == (DEFAULT_APP_FOLDER, DEFAULT_PROJECT_FOLDER):
        return ()
    return app_of_folder(app), project_of_folder(project)


def _space(app: str, project: str) -> str:
    """App and project behind a name, left out for the default ones."""
    if (app, project) == (DEFAULT_APP_FOLDER, DEFAULT_PROJECT_FOLDER):
        return ""
    names = app_of_folder(app), project_of_folder(project)
    return f" ({names[0]})" if names[1] == DEFAULT_ID else f" ({'/'.join(names)})"


def documents_of(view: View, root: str) -> Iterator[Document]:
    """All documents, owner by owner, lazily, then the settings."""
    for context in contexts_of(view, root):
        if context.key:
            yield from documents_in(view, root, context)
    for name in (SETTINGS_FILE, CONFIG_FILE):
        document = _describe(view, root, f"{root}/{name}", SETTINGS, DocumentKind.RULES, name)
        if document.exists:
            yield document


def documents_in(view: View, root: str, scope: Scope) -> Iterator[Document]:
    """The documents of one owner, and the logs of today, which may be begun."""
    folder = f"{root}/{scope.key}"
    paths = dict.fromkeys((*_files_below(view, folder), *_logs_of_today(view, root, folder)))
    for path in sorted(paths, key=lambda path: _order(root, path)):
        yield describe(view, root, path, scope)


def _logs_of_today(view: View, root: str, folder: str) -> Iterator[str]:
    """A log of each kind that this owner has, of facts and of cases at any rate."""
    day = time_in(view, root).date().isoformat()
    present = set(folders(view, folder))
    for kind in KINDS:
        is_own = kind.is_daily_log and f"/{kind.scope}/" in f"{folder}/"
        if is_own and (kind in (FACT, CASE) or kind.folder in present):
            yield f"{folder}/{kind.folder}/{kind.name}-{day}.md"


def _files_below(view: View, folder: str) -> Iterator[str]:
    yield from (f"{folder}/{name}" for name in files(view, folder) if name.endswith(".md"))
    for name in folders(view, folder):
        yield from _files_below_all(view, f"{folder}/{name}", 3)


def _files_below_all(view: View, folder: str, levels: int) -> Iterator[str]:
    yield from (f"{folder}/{name}" for name in files(view, folder))
    for name in folders(view, folder) if levels else ():
        yield from _files_below_all(view, f"{folder}/{name}", levels - 1)


_RANK = {None: 9} | {
    name: rank for rank, name in enumerate(("user_profile", "episode", "atomic_fact", "foresight"))
}


def _order(root: str, path: str) -> tuple[int, str, int, str]:
    """The profile first, then logs; what belongs to a skill or a knowledge document stays behind its main file."""
    kind = kind_of_path(posixpath.relpath(path, root))
    rank = _RANK.get(kind.name if kind else None, 5)
    if "/skills/" in path or f"/{KNOWLEDGE}/" in path:
        above = posixpath.dirname(path)
        is_beside = posixpath.basename(above) in ("references", "scripts")
        main = posixpath.dirname(above) if is_beside else above
        return 7, main, 0 if kind in (SKILL,) or path.endswith("/index.md") else 1, path
    return rank, "", 0, path


def describe(view: View, root: str, path: str, scope: Scope) -> Document:
    """The document at `path`, there or not yet."""
    kind = kind_of_path(posixpath.relpath(path, root))
    shown = posixpath.relpath(path, f"{root}/{scope.key}")
    title = shown.removeprefix("skills/").replace("/SKILL.md", "")
    if kind is not None and kind.is_daily_log:
        title = posixpath.basename(path)
    return _describe(view, root, path, scope, _document_kind(kind), title, kind)


def _document_kind(kind: Kind | None) -> DocumentKind:
    if kind and kind.is_daily_log:
        return DocumentKind.LIST
    return DocumentKind.RECORD if kind is PROFILE else DocumentKind.MEMORY


def _describe(
    view: View,
    root: str,
    path: str,
    scope: Scope,
    document_kind: DocumentKind,
    title: str,
    kind: Kind | None = None,
) -> Document:
    info, why_not = file_facts(view, path)
    return Document(
        path,
        root,
        title,
        scope,
        document_kind,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        why_read_only=why_not,
        agent_rewrites=kind in (PROFILE, SKILL),
        reach=say("when EverOS scans again, {soon}", soon=soon(view))
        if kind
        else _REACH_OF_REFERENCE
        if "/references/" in path
        else "",
        note=_note(path, scope, kind),
    )


def _note(path: str, scope: Scope, kind: Kind | None) -> str:
    if kind is not None and kind.is_daily_log and not DATED_LOG.fullmatch(posixpath.basename(path)):
        return say("Its name is no day, yet EverOS reads it: its entries take over those of the same id")
    is_part = "/references/" in path or "/scripts/" in path
    if kind is None and path.endswith(".md") and not is_part and scope != SETTINGS:
        return say("EverOS never finds this file: its scans look for fixed names and depths")
    return ""


def ignored_files(view: View, root: str) -> Iterator[str]:
    """Markdown files where memory lies that no scan finds; what belongs to a skill is found with it."""
    for path in memory_files(view, root):
        is_part = "/references/" in path or "/scripts/" in path
        if path.endswith(".md") and not is_part and kind_of_path(posixpath.relpath(path, root)) is None:
            yield path
