"""Memories whose project folder is gone, and the folders that may have taken its place, with evidence for each."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memdesk.layouts.documents import Document, FileKind, Scope, ScopeKind
from memdesk.layouts.shapes.files import kind_of, text_at
from memdesk.layouts.view import View
from memdesk.paths import is_below
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.named_paths import paths_in
from memdesk.text.sentence import say

_NAME_WEIGHT, _REMOTE_NAME_WEIGHT, _REMOTE_WEIGHT, _PATHS_WEIGHT = 0.5, 0.35, 0.6, 0.4
_FEWEST_PATHS = 2
_MOST_PATHS = 60
_LEAST_SCORE = 0.1
_MOST_CANDIDATES = 12
_MOST_CONFIG_BYTES = 64 * 1024

_REMOTE = re.compile(r"(?m)^[ \t]*url[ \t]*=[ \t]*(\S+)")
_REPOSITORY = re.compile(r"[/:]([^/:\s]+)/([^/\s]+?)(?:\.git)?/?$")
_FILE = re.compile(r"`([\w-]+\.[a-z]{1,5})`")
_APART = re.compile(r"[\W_]+")


class Orphan(NamedTuple):
    """A project of a root that has memory and no folder. `documents` are its files there."""

    root: MemoryRoot
    scope: Scope
    documents: tuple[Document, ...]


class Candidate(NamedTuple):
    """A project folder that may be the orphan's now. `evidence` are sentences; `score` goes from 0 to about 1.5.

    `key` is the agent's name for its memory, `has_memory` whether there is some already.
    """

    folder: str
    key: str
    score: float
    evidence: tuple[str, ...]
    has_memory: bool


# Which


def find_orphans(view: View, root: MemoryRoot, documents: Iterable[Document]) -> Iterator[Orphan]:
    """The orphans among these documents of a root, in their order.

    A project for which several known folders come into question is no orphan: those folders exist.
    """
    by_key: dict[str, list[Document]] = {}
    for document in documents:
        is_kept_here = document.exists and is_below(document.path, root.path)
        if is_kept_here and document.scope.kind is ScopeKind.PROJECT and document.scope.key:
            by_key.setdefault(document.scope.key, []).append(document)
    for of_key in by_key.values():
        scope = of_key[0].scope
        if not scope.candidates and not (scope.folder and kind_of(view, scope.folder) is FileKind.FOLDER):
            yield Orphan(root, scope, tuple(of_key))


def orphan_at(view: View, root: MemoryRoot, documents: Sequence[Document], path: str) -> Orphan | None:
    """The orphan that a problem at `path` is about: a file of it, or the folder that is called by its key."""
    for orphan in find_orphans(view, root, documents):
        is_below = any(path == one.path or one.path.startswith(path + "/") for one in orphan.documents)
        if is_below or posixpath.basename(path) == orphan.scope.key:
            return orphan
    return None


# Where to


def candidates(view: View, orphan: Orphan, documents: Iterable[Document] = ()) -> tuple[Candidate, ...]:
    """The known project folders that may be the orphan's now, the likeliest first.

    `documents` are those of the root, by which is told who has memory already.
    """
    with_memory = {one.scope.key for one in documents if one.exists}
    text = "\n".join(text_at(view, document.path) or "" for document in orphan.documents)
    named = _paths_within(text)
    found = (
        _candidate(view, orphan, folder, text, named, with_memory)
        for folder in dict.fromkeys(view.project_folders())
        if kind_of(view, folder) is FileKind.FOLDER
    )
    likely = [one for one in found if one is not None and one.score >= _LEAST_SCORE]
    likely.sort(key=lambda one: (-one.score, one.folder))
    return tuple(likely[:_MOST_CANDIDATES])


def candidate_of(
    view: View, orphan: Orphan, folder: str, documents: Iterable[Document] = ()
) -> Candidate | None:
    """A folder that the user chose, with what speaks for it; None where the agent keeps no other memory for it."""
    text = "\n".join(text_at(view, document.path) or "" for document in orphan.documents)
    with_memory = {one.scope.key for one in documents if one.exists}
    return _candidate(view, orphan, folder, text, _paths_within(text), with_memory)


def _candidate(
    view: View,
    orphan: Orphan,
    folder: str,
    text: str,
    named: Sequence[str],
    with_memory: Iterable[str],
) -> Candidate | None:
    key = orphan.root.layout.project_key(view, folder)
    if not key or key == orphan.scope.key:
        return None
    told = [
        *_by_name(orphan, folder),
        *_by_remote(view, orphan, folder, text),
        *_by_paths(view, folder, named),
    ]
    score = round(sum(weight for weight, _ in told), 3)
    return Candidate(folder, key, score, tuple(sentence for _, sentence in told), key in with_memory)


def _by_name(orphan: Orphan, folder: str) -> Iterator[tuple[float, str]]:
    name = posixpath.basename(folder)
    gone = orphan.scope.folder
    if gone and _plain(posixpath.basename(gone)) == _plain(name):
        yield _NAME_WEIGHT, say("It is called {name}, as the folder that is gone.", name=name)
    elif not gone and _ends_with(orphan.scope.key, name):
        yield _NAME_WEIGHT, say("It is called {name}, as the end of {key}.", name=name, key=orphan.scope.key)


def _by_remote(view: View, orphan: Orphan, folder: str, text: str) -> Iterator[tuple[float, str]]:
    old = posixpath.basename(orphan.scope.folder or "")
    for owner, name in _repositories(view, folder):
        if f"{owner}/{name}".casefold() in text.casefold():
            yield (
                _REMOTE_WEIGHT,
                say("The memory speaks of {owner}/{name}, which is its git remote.", owner=owner, name=name),
            )
            return
        has_old_name = _plain(name) == _plain(old) if old else _ends_with(orphan.scope.key, name)
        if has_old_name and _plain(name) != _plain(posixpath.basename(folder)):
            yield (
                _REMOTE_NAME_WEIGHT,
                say("Its git remote is called {name}, as the folder that is gone.", name=name),
            )
            return


def _by_paths(view: View, folder: str, named: Sequence[str]) -> Iterator[tuple[float, str]]:
    there = sum(kind_of(view, posixpath.join(folder, path)) is not None for path in named)
    if there and len(named) >= _FEWEST_PATHS:
        weight = _PATHS_WEIGHT * there / len(named)
        yield (
            weight,
            say("{there} of {count} paths that the memory names are in it.", there=there, count=len(named)),
        )


def _repositories(view: View, folder: str) -> Iterator[tuple[str, str]]:
    """Owner and name of the remotes of a git checkout."""
    config = posixpath.join(folder, ".git", "config")
    try:
        if view.info(config).size_bytes > _MOST_CONFIG_BYTES:
            return
    except OSError:  # no checkout, or a worktree, whose main checkout is a candidate itself
        return
    for url in _REMOTE.findall(text_at(view, config) or ""):
        found = _REPOSITORY.search(url)
        if found:
            yield found[1], found[2]


def _paths_within(text: str) -> tuple[str, ...]:
    """The paths inside a project that a memory names, and files without a folder, each once."""
    inside = (path for path in paths_in(text) if not path.startswith(("..", "~", "/")))
    return tuple(dict.fromkeys((*inside, *_FILE.findall(text))))[:_MOST_PATHS]


def _ends_with(key: str, name: str) -> bool:
    """Whether a key that is made of a path ends in this folder name."""
    key, name = _plain(key), _plain(name)
    return bool(name) and (key == name or key.endswith(f"-{name}"))


def _plain(name: str) -> str:
    return _APART.sub("-", name.casefold()).strip("-")
