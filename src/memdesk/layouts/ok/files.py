"""The documents that OK reads and writes: yours, the shared facts, then of each project its documents and facts."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.contract import Document, DocumentKind, FileInfo, FileKind, Scope, ScopeKind, View
from memdesk.layouts.ok.docs import DOCUMENT_BYTES, Candidate, Reach, candidates, write_target
from memdesk.layouts.ok.home import project_keys
from memdesk.layouts.ok.model import TYPES, Index, path_slug, split_index
from memdesk.layouts.ok.store import (
    INDEX_FILE,
    MOST_SHARED_FACTS,
    PROJECTS_FOLDER,
    STORE_FOLDER,
    Store,
    fact_files,
    index_text,
    is_fact_name,
    shared_store,
)
from memdesk.layouts.shapes.keyed_projects import keyed_scopes, one_per_folder

YOU = Scope(ScopeKind.YOU, "", "You")
SHARED = Scope(ScopeKind.SHARED, "shared", "All projects")

_REACH = "next session"
_WHY_NOT = {
    FileKind.FOLDER: "There is a folder of this name",
    FileKind.OTHER: "This is not a regular file",
    FileKind.MISSING: "This link leads nowhere",
}


def documents_of(view: View, root: str) -> Iterator[Document]:
    """Every document of a root, in tree order, each path once."""
    seen: set[str] = set()
    for document in _all(view, root):
        if document.path not in seen:
            seen.add(document.path)
            yield document


def _all(view: View, root: str) -> Iterator[Document]:
    yield from _docs(view, root, YOU)
    yield from _store_documents(view, root, shared_store(root), SHARED)
    keys = set(project_keys(view, root))
    for scope in keyed_scopes(view, root, keys, path_slug):
        for folder in (scope.folder,) if scope.folder else scope.candidates:
            yield from _docs(view, root, scope, folder)
        if scope.key in keys:
            store = Store(f"{root}/{PROJECTS_FOLDER}/{scope.key}/{STORE_FOLDER}")
            yield from _store_documents(view, root, store, scope)


def _docs(view: View, root: str, scope: Scope, folder: str = "") -> Iterator[Document]:
    """The instruction documents of a scope that are there; for you, else the one that OK would create."""
    if not folder:
        found = [doc for doc in candidates(view, root, root) if doc.reach is Reach.USER]
        there = [document for doc in found if (document := _doc(view, root, doc, YOU)).exists]
        target = write_target(view, Reach.USER, root, root)
        yield from there or [_doc(view, root, Candidate(target, target, Reach.USER), YOU)]
        return
    for candidate in candidates(view, folder, ""):
        document = _doc(view, posixpath.dirname(candidate.absolute), candidate, scope)
        if document.exists:
            yield document


def _doc(view: View, root: str, candidate: Candidate, scope: Scope) -> Document:
    path = candidate.absolute
    name = posixpath.basename(path)
    is_above = candidate.reach is Reach.ANCESTOR
    title = f"{posixpath.basename(posixpath.dirname(path))}/{name}" if is_above else name
    document = _described(view, path, root, title, scope, DocumentKind.RULES)
    return document._replace(narrow=candidate.reach is not Reach.USER, cap_bytes=DOCUMENT_BYTES)


def _store_documents(view: View, root: str, store: Store, scope: Scope) -> Iterator[Document]:
    files = fact_files(view, store)
    index = _described(view, store.index_path, root, INDEX_FILE, scope, DocumentKind.LIST)
    if index.exists or files:
        yield index._replace(agent_rewrites=True)
    shown = split_index(index_text(view, store)) if files else Index()
    for entry in files:
        path = f"{store.folder}/{entry.name}"
        document = _described(view, path, root, entry.name, scope, DocumentKind.RECORD)
        note = _index_state(shown, entry.name.removesuffix(".md"))
        yield document._replace(agent_rewrites=True, types=TYPES, note=note)


def _index_state(index: Index, stem: str) -> str:
    """What is special about the index line of a fact; empty where OK shows it."""
    if stem in index.frozen:
        return ""
    return "Below the freeze line of the index" if stem in index.unfrozen else "Without a line in the index"


def _described(view: View, path: str, root: str, title: str, scope: Scope, kind: DocumentKind) -> Document:
    info, why_not = _facts(view, path)
    return Document(
        path,
        root,
        title,
        scope,
        kind,
        exists=info is not None,
        size_bytes=info.size_bytes if info else 0,
        modified=info.modified if info else 0.0,
        why_read_only=why_not,
        reach=_REACH,
    )


def _facts(view: View, path: str) -> tuple[FileInfo | None, str]:
    """What is at `path`, and why it cannot be edited, if so."""
    try:
        info = view.info(path)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return FileInfo(posixpath.basename(path), FileKind.OTHER), f"It cannot be looked at: {error.strerror}"
    if info.kind is FileKind.FILE and not info.writable:
        return info, "There is no permission to write it"
    return info, _WHY_NOT.get(info.kind, "")


def is_index(document: Document) -> bool:
    """Whether a document is the index of a store."""
    return document.kind is DocumentKind.LIST


def is_fact(document: Document) -> bool:
    """Whether a document is a fact of a store."""
    return document.kind is DocumentKind.RECORD and is_fact_name(posixpath.basename(document.path))


def store_of(document: Document) -> Store:
    """The store that a fact or an index belongs to."""
    folder = posixpath.dirname(document.path)
    if document.scope.kind is ScopeKind.SHARED:
        return Store(folder, MOST_SHARED_FACTS)
    return Store(folder)


def contexts_of(view: View, root: str) -> tuple[Scope, ...]:
    """Where OK can start: projects with facts or documents, a folder without any, then other known folders."""
    keys = set(project_keys(view, root))
    known: tuple[list[Scope], list[Scope]] = ([], [])
    for keyed in keyed_scopes(view, root, keys, path_slug):
        for scope in one_per_folder(keyed):
            has_docs = scope.folder and any(doc.exists for doc in _docs(view, root, scope, scope.folder))
            known[0 if keyed.key in keys or has_docs else 1].append(scope)
    return (*known[0], YOU, *known[1])
