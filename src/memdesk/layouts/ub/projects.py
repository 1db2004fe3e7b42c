"""The workspaces of a memory root, their keys resolved back to folders, and the documents of each."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from memdesk.layouts.documents import Document, DocumentKind, FileKind, Scope, ScopeKind
from memdesk.layouts.shapes.files import file_facts, kind_of
from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.shapes.keyed_projects import keyed_scopes
from memdesk.layouts.ub.files import (
    MEMORY_FILE,
    RULES_FILE,
    key_of,
    marked_folder,
)
from memdesk.layouts.ub.home import instructions_path, keys_of, memory_folder
from memdesk.layouts.ub.model import CATEGORIES
from memdesk.layouts.view import View
from memdesk.text.sentence import say

YOU = Scope(ScopeKind.YOU, "", say("You"))

_REACH = say("next turn")


class Workspace(NamedTuple):
    """A workspace: its scope, the known folders that share its memory, and whether ub has a folder for it."""

    scope: Scope
    folders: Sequence[str]
    has_folder: bool


def canonical_folder(view: View, folder: str) -> str:
    """The folder that stands for `folder` in its key; of one that is gone, as far as that can still be told."""
    try:
        real = view.real_path(clean_path(folder))
    except OSError:
        real = folder
    return marked_folder(view, clean_path(real))


def likely_key(view: View, folder: str) -> str:
    """The key that ub gives a folder, or gave it while it was there."""
    return key_of(canonical_folder(view, folder), view.platform)


def known_workspaces(view: View, root: str) -> list[Workspace]:
    """Every workspace with a folder in this root, and every known project folder, by title.

    Folders below one that git marks share its memory. What is only known by its key comes last.
    """
    keys = keys_of(view, root)
    canonical = {folder: canonical_folder(view, folder) for folder in map(clean_path, view.project_folders())}
    by_key: dict[str, list[str]] = {}
    for folder, stands_for in canonical.items():
        by_key.setdefault(key_of(stands_for, view.platform), []).append(folder)
    key_by_folder = {folder: key for key, folders in by_key.items() for folder in folders}
    return [
        Workspace(_resolved(scope, by_key, canonical), by_key.get(scope.key, ()), scope.key in keys)
        for scope in keyed_scopes(view, root, keys, lambda folder: key_by_folder.get(folder, ""))
    ]


def _resolved(scope: Scope, by_key: Mapping[str, Sequence[str]], canonical: Mapping[str, str]) -> Scope:
    """`scope` of the folder that stands for those that share its key, unless the user bound it to another one."""
    folders = by_key.get(scope.key, ())
    if not scope.candidates and scope.folder not in folders:
        return scope
    folder = canonical[folders[0]]
    if folder == scope.folder:
        return scope
    return scope._replace(folder=folder, title=posixpath.basename(folder) or folder, note="", candidates=())


def with_folder_checked(view: View, scope: Scope) -> Scope:
    """`scope`, with a note where its folder is gone, or where ub would look for another memory from there."""
    if scope.folder is None:
        return scope
    if kind_of(view, scope.folder) is not FileKind.FOLDER:
        return scope._replace(note=say("The folder {folder} is gone", folder=scope.folder))
    if likely_key(view, scope.folder) != scope.key:
        return scope._replace(
            note=say("ub started in {folder} looks for another memory, not for this one", folder=scope.folder)
        )
    return scope


def documents_of(view: View, root: str) -> Iterator[Document]:
    """The instructions, then each workspace's rules and memory; lazily, so that the first of many come at once."""
    if instructions := instructions_path(view, root):
        yield _rules(view, instructions, YOU)
    for workspace in known_workspaces(view, root):
        if workspace.has_folder:
            yield from _of_workspace(view, root, workspace)


def _of_workspace(view: View, root: str, workspace: Workspace) -> Iterator[Document]:
    scope = with_folder_checked(view, workspace.scope)
    for folder in dict.fromkeys((*((scope.folder,) if scope.folder else ()), *workspace.folders)):
        rules = _rules(view, f"{folder.rstrip('/')}/{RULES_FILE}", scope)
        if rules.exists:
            is_own = folder == scope.folder
            yield rules if is_own else rules._replace(title=f"{posixpath.basename(folder)}/{RULES_FILE}")
    memory = memory_document(view, root, scope)
    if memory.exists or scope.folder:
        yield memory


def memory_path(view: View, root: str, context: Scope) -> str:
    """Where the memory of a workspace lies; empty for what has no key."""
    key = context.key or (likely_key(view, context.folder) if context.folder else "")
    return f"{memory_folder(view, root)}/{key}/{MEMORY_FILE}" if key else ""


def memory_document(view: View, root: str, scope: Scope) -> Document:
    """The memory of a workspace, there or not yet."""
    document = _describe(view, memory_path(view, root, scope), root, scope, DocumentKind.LIST)
    return document._replace(agent_rewrites=True, types=CATEGORIES)


def _rules(view: View, path: str, scope: Scope) -> Document:
    document = _describe(view, path, posixpath.dirname(path), scope, DocumentKind.RULES)
    return document._replace(narrow=True)


def _describe(view: View, path: str, root: str, scope: Scope, kind: DocumentKind) -> Document:
    info, why_not = file_facts(view, path)
    return Document(
        path,
        root,
        posixpath.basename(path),
        scope,
        kind,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        why_read_only=why_not,
        reach=_REACH if kind is DocumentKind.LIST or scope is YOU else say("next session"),
    )


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Where ub can start: workspaces with memory, no workspace at all, other known folders."""
    with_memory: list[Scope] = []
    others: list[Scope] = []
    for workspace in known_workspaces(view, root):
        for scope in _starts(view, workspace):
            (with_memory if workspace.has_folder else others).append(scope)
    return (*with_memory, YOU, *others)


def _starts(view: View, workspace: Workspace) -> Iterator[Scope]:
    """A workspace with the folder that stands for it, then the other folders that share its memory."""
    scope = workspace.scope
    yield with_folder_checked(view, scope)
    for folder in workspace.folders:
        if folder != scope.folder:
            yield scope._replace(
                folder=folder, title=folder, note=say("It shares the memory of {folder}", folder=scope.folder)
            )
