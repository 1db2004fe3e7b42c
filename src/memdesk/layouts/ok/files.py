"""The documents that OK reads and writes: yours, the shared facts, then of each project its documents and facts."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ok.docs import Candidate, Reach, candidates, exists, write_target
from memdesk.layouts.ok.home import project_keys
from memdesk.layouts.ok.limits import MEASURED, Limits, limits_of
from memdesk.layouts.ok.model import TYPES, Index, path_slug, split_index
from memdesk.layouts.ok.store import (
    INDEX_FILE,
    PROJECTS_FOLDER,
    STORE_FOLDER,
    Store,
    fact_files,
    index_text,
    is_fact_name,
    shared_store,
)
from memdesk.layouts.ok.unreached import unreached, why_not_loaded
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.fact_store import stems_of
from memdesk.layouts.shapes.files import document_at, each_path_once
from memdesk.layouts.shapes.instruction_files import not_loaded, title_below
from memdesk.layouts.shapes.keyed_projects import keyed_scopes, one_per_folder
from memdesk.layouts.view import View
from memdesk.text.sentence import say

YOU = Scope(ScopeKind.YOU, "", say("You"))
SHARED = Scope(ScopeKind.SHARED, "shared", say("All projects"))

_REACH = say("next session")
_QUICK_NOTES = {
    Reach.USER: say("OK adds quick notes of yours here"),
    Reach.PROJECT: say("OK adds quick notes of the project here"),
    Reach.LOCAL: say("OK adds local quick notes here"),
}


def documents_of(view: View, root: str) -> Iterator[Document]:
    """Every document of a root, in tree order, each path once."""
    return each_path_once(_all(view, root))


def _all(view: View, root: str) -> Iterator[Document]:
    yield from _your_docs(view, root)
    yield from _store_documents(view, root, shared_store(root), SHARED)
    keys = set(project_keys(view, root))
    scopes = keyed_scopes(view, root, keys, path_slug)
    # What one project never reaches may be another one's.
    reached = {
        place.absolute
        for scope in scopes
        for folder in _folders(scope)
        for place in candidates(view, folder, root)
    }
    for scope in scopes:
        for folder in _folders(scope):
            docs = list(_docs(view, scope, folder, has_store=scope.key in keys))
            yield from docs
            yield from _unreached_docs(view, scope, folder, reached) if docs else ()
        if scope.key in keys:
            store = Store(f"{root}/{PROJECTS_FOLDER}/{scope.key}/{STORE_FOLDER}")
            yield from _store_documents(view, root, store, scope)


def _folders(scope: Scope) -> tuple[str, ...]:
    return (scope.folder,) if scope.folder else scope.candidates


def _your_docs(view: View, root: str) -> Iterator[Document]:
    """The documents of the user folder, and the one that OK would create where there is none."""
    target = write_target(view, Reach.USER, root, root)
    for candidate in candidates(view, root, root):
        is_target = candidate.absolute == target
        if candidate.reach is Reach.USER and (is_target or exists(view, candidate.absolute)):
            yield _doc(view, root, candidate, YOU, _QUICK_NOTES[Reach.USER] if is_target else "")


def _docs(view: View, scope: Scope, folder: str, *, has_store: bool) -> Iterator[Document]:
    """The documents of a project folder; with a store also those that OK would create."""
    targets = {write_target(view, reach, folder, ""): reach for reach in (Reach.PROJECT, Reach.LOCAL)}
    for candidate in candidates(view, folder, ""):
        path = candidate.absolute
        if exists(view, path) or (has_store and path in targets):
            note = _QUICK_NOTES[targets[path]] if path in targets else ""
            yield _doc(view, posixpath.dirname(path), candidate, scope, note)


def _unreached_docs(view: View, scope: Scope, folder: str, reached: Collection[str]) -> Iterator[Document]:
    """The documents above and below a project folder that OK loads in no project."""
    for candidate, why_not in unreached(view, folder, ""):
        path = candidate.absolute
        if path not in reached:
            document = _doc(view, posixpath.dirname(path), candidate, scope, not_loaded(why_not))
            yield document._replace(title=title_below(path, folder), reach="")


def _doc(view: View, root: str, candidate: Candidate, scope: Scope, note: str) -> Document:
    path = candidate.absolute
    title = title_below(path) if candidate.reach is Reach.ANCESTOR else posixpath.basename(path)
    why_not = why_not_loaded(view, path)
    return _described(view, path, root, title, scope, DocumentKind.RULES)._replace(
        narrow=candidate.reach is not Reach.USER,
        cap_bytes=limits_of(view).document_bytes,
        note=not_loaded(why_not) if why_not else note,
        reach="" if why_not else _REACH,
    )


def _store_documents(view: View, root: str, store: Store, scope: Scope) -> Iterator[Document]:
    files = fact_files(view, store)
    index = _described(view, store.index_path, root, INDEX_FILE, scope, DocumentKind.LIST)
    if index.exists or files:
        yield index._replace(agent_rewrites=True)
    shown = split_index(index_text(view, store)) if files else Index()
    links = FactLinks(store.folder, stems_of(entry.name for entry in files), view.home)
    frozen, unfrozen = ({links.stem(key) for key in part} for part in (shown.frozen, shown.unfrozen))
    for entry in files:
        path = f"{store.folder}/{entry.name}"
        document = _described(view, path, root, entry.name, scope, DocumentKind.RECORD)
        note = _index_state(entry.name.removesuffix(".md"), frozen, unfrozen)
        yield document._replace(agent_rewrites=True, types=TYPES, note=note)


def _index_state(stem: str, frozen: Collection[str], unfrozen: Collection[str]) -> str:
    """What is special about the index line of a fact; empty where OK shows it."""
    if stem in frozen:
        return ""
    return (
        say("Below the freeze line of the index") if stem in unfrozen else say("Without a line in the index")
    )


def _described(view: View, path: str, root: str, title: str, scope: Scope, kind: DocumentKind) -> Document:
    return document_at(view, path, root, scope, kind, title=title)._replace(reach=_REACH)


def is_index(document: Document) -> bool:
    """Whether a document is the index of a store."""
    return document.kind is DocumentKind.LIST


def is_fact(document: Document) -> bool:
    """Whether a document is a fact of a store."""
    return document.kind is DocumentKind.RECORD and is_fact_name(posixpath.basename(document.path))


def store_of(document: Document, limits: Limits = MEASURED) -> Store:
    """The store that a fact or an index belongs to."""
    folder = posixpath.dirname(document.path)
    if document.scope.kind is ScopeKind.SHARED:
        return Store(folder, limits.shared_facts)
    return Store(folder, limits.facts)


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Where OK can start: projects with facts or documents, a folder without any, then other known folders."""
    keys = set(project_keys(view, root))
    known: tuple[list[Scope], list[Scope]] = ([], [])
    for keyed in keyed_scopes(view, root, keys, path_slug):
        for scope in one_per_folder(keyed):
            has_docs = scope.folder and any(
                exists(view, place.absolute) for place in candidates(view, scope.folder, "")
            )
            known[0 if keyed.key in keys or has_docs else 1].append(scope)
    return (*known[0], YOU, *known[1])
