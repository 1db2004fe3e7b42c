"""The projects of a home, their keys resolved back to folders, and the documents of each."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope, ScopeKind
from memdesk.layouts.evva.assumptions import FILE_BYTES
from memdesk.layouts.evva.names import (
    MEMORY_FILE,
    PROFILE_FILE,
    PROFILE_HEADINGS,
    PROJECT_HEADINGS,
    PROJECTS_FOLDER,
    RULES_FILE,
    project_key,
)
from memdesk.layouts.shapes.files import file_facts, kind_of
from memdesk.layouts.shapes.go import clean_path
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

YOU = Scope(ScopeKind.YOU, "", say("You"))

_REACH = say("next session")
_OF_NO_FOLDER = say("No known folder gives this key; choose the one it is for")


class Project(NamedTuple):
    """A project of a home: its scope, and whether evva has a folder for it there."""

    scope: Scope
    has_folder: bool

    @property
    def folders(self) -> Sequence[str]:
        """The project folder, or all that it may be."""
        return (self.scope.folder,) if self.scope.folder else self.scope.candidates


def known_projects(view: View, root: str) -> Iterator[Project]:
    """Every project with a folder in this home, and every known project folder, by title.

    A key cannot be turned back into a path: it is resolved by testing which known folder gives it. Several may, or
    none; what the user bound by hand counts before all. What is only known by its key comes last, made as it is asked
    for: of a home with thousands of keys the window wants a screenful at first. Nothing is looked up on the disk but
    the list of keys.
    """
    candidates = _folders_by_key(view.project_folders())
    keys = _keys(view, root)
    titles = _titles(candidates)
    scopes = {key: _scope(key, titles.get(key, key), folders) for key, folders in candidates.items()}
    for key, bound in view.bound_folders(root).items():
        if bound and _is_among(keys, key):
            folder = clean_path(bound)
            scopes[key] = Scope(ScopeKind.PROJECT, key, posixpath.basename(folder) or folder, folder)
    resolved = {key: scope for key, scope in scopes.items() if scope.folder is not None}
    for scope in sorted(resolved.values(), key=lambda scope: (scope.title.casefold(), scope.key)):
        yield Project(scope, _is_among(keys, scope.key))
    elsewhere = frozenset(key for key in candidates if not _is_among(keys, key))
    others = [key for key in (*keys, *elsewhere) if key not in resolved]
    # Here the title is the key. Sorted twice, they are in the order of folded title, then key.
    for key in sorted(sorted(others), key=str.casefold):
        yield Project(scopes.get(key) or _scope(key, key, ()), key not in elsewhere)


def _is_among(keys: Sequence[str], key: str) -> bool:
    """Whether `key` is one of the sorted `keys`."""
    place = bisect_left(keys, key)
    return place < len(keys) and keys[place] == key


def _folders_by_key(folders: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Known folders by their key; `/` has none, so evva keeps nothing for it."""
    found: dict[str, dict[str, None]] = {}
    for folder in map(clean_path, folders):
        if key := project_key(folder):
            found.setdefault(key, {})[folder] = None
    return {key: tuple(same) for key, same in found.items()}


def _keys(view: View, root: str) -> Sequence[str]:
    try:
        return view.folder_names(f"{root}/{PROJECTS_FOLDER}")
    except OSError:
        return ()


def _titles(candidates: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A project is called by its folder's name, with the folder above it where two would be called the same."""
    only = {key: folders[0] for key, folders in candidates.items() if len(folders) == 1}
    names = Counter(posixpath.basename(folder) for folder in only.values())
    titles: dict[str, str] = {}
    for key, folder in only.items():
        name, above = posixpath.basename(folder), posixpath.basename(posixpath.dirname(folder))
        titles[key] = f"{name} ({above})" if names[name] > 1 and above else name
    return titles


def _scope(key: str, title: str, folders: Sequence[str]) -> Scope:
    if len(folders) == 1:
        return Scope(ScopeKind.PROJECT, key, title, folders[0])
    if folders:
        return Scope(
            ScopeKind.PROJECT,
            key,
            title,
            note=say("{count} folders share this key; choose the one it is for", count=len(folders)),
            candidates=tuple(folders),
        )
    return Scope(ScopeKind.PROJECT, key, title, note=_OF_NO_FOLDER)


def with_folder_checked(view: View, scope: Scope) -> Scope:
    """`scope`, with a note where its folder is no longer there."""
    if scope.folder and kind_of(view, scope.folder) is not FileKind.FOLDER:
        return scope._replace(note=say("The folder {folder} is gone", folder=scope.folder))
    return scope


def documents_of(view: View, root: str) -> Iterator[Document]:
    """The profile, then each project's rules and memory; lazily, so that the first of many come at once."""
    yield describe(view, f"{root}/{PROFILE_FILE}", root, YOU)
    for project in known_projects(view, root):
        yield from _project_documents(view, root, project)


def _project_documents(view: View, root: str, project: Project) -> Iterator[Document]:
    rules = [
        document
        for folder in project.folders
        if (document := describe(view, f"{folder}/{RULES_FILE}", folder, project.scope)).exists
    ]
    if not rules and not project.has_folder:
        return
    scope = with_folder_checked(view, project.scope)
    for document in rules:
        title = RULES_FILE if scope.folder else f"{posixpath.basename(document.root)}/{RULES_FILE}"
        yield document._replace(scope=scope, title=title)
    memory = describe(view, memory_path(root, scope), root, scope)
    if memory.exists or scope.folder or scope.candidates:
        yield memory


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Where evva can start: projects with memory or rules, a folder without either, other known folders."""
    known: tuple[list[Scope], list[Scope]] = ([], [])
    for project in known_projects(view, root):
        scope = project.scope
        if not scope.folder and not scope.candidates:  # most of very many, so without a step more
            known[0 if project.has_folder else 1].append(scope)
            continue
        for scope in _starts(view, project.scope):
            rules = scope.folder and kind_of(view, f"{scope.folder}/{RULES_FILE}") is not None
            known[0 if project.has_folder or rules else 1].append(scope)
    return (*known[0], YOU, *known[1])


def _starts(view: View, scope: Scope) -> Iterator[Scope]:
    """A scope with its folder; where several folders share it, one for each."""
    if not scope.candidates:
        yield with_folder_checked(view, scope)
    for folder in scope.candidates:
        yield scope._replace(
            folder=folder, title=folder, note=say("Other folders share its memory"), candidates=()
        )


def memory_path(root: str, context: Scope) -> str:
    """Where the memory of a project lies; empty for what has no key."""
    key = context.key or project_key(context.folder or "")
    return f"{root}/{PROJECTS_FOLDER}/{key}/{MEMORY_FILE}" if key else ""


def describe(view: View, path: str, root: str, scope: Scope) -> Document:
    """The document at `path`, there or not yet."""
    name = posixpath.basename(path)
    info, why_not = file_facts(view, path)
    is_rules = name == RULES_FILE
    headings = PROFILE_HEADINGS if scope.kind is ScopeKind.YOU else PROJECT_HEADINGS
    return Document(
        path,
        root,
        name,
        scope,
        DocumentKind.RULES if is_rules else DocumentKind.MEMORY,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        narrow=is_rules,
        headings=() if is_rules else headings,
        cap_bytes=FILE_BYTES.of(view),
        why_read_only=why_not,
        agent_rewrites=not is_rules,
        reach=_REACH,
    )
