"""Projects that an agent knows by a key made of their folder, resolved back to folders that are known here.

A key cannot be turned back into a path: it is resolved by testing which known folder gives it. Several may, or none;
what the user bound by hand counts before all.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import FileKind, Scope, ScopeKind
from memdesk.layouts.shapes.files import kind_of
from memdesk.layouts.shapes.go import clean_path
from memdesk.layouts.view import View
from memdesk.text.edits import Span
from memdesk.text.sentence import joined, say

_START = Span(0, 0)


def keyed_scopes(
    view: View,
    root: str,
    keys: Collection[str],
    key_of: Callable[[str], str],
    kept_for: Callable[[str], str] = clean_path,
) -> list[Scope]:
    """A scope for each of `keys` and for each known folder, by title; what is only known by its key comes last.

    `kept_for` gives the folder for which the agent keeps what it learns in another one: the main checkout of a
    worktree, say.
    """
    folders: dict[str, dict[str, None]] = {}
    for folder in map(kept_for, view.project_folders()):
        if key := key_of(folder):
            folders.setdefault(key, {})[folder] = None
    candidates = {key: tuple(same) for key, same in folders.items()}
    for key, bound in view.bound_folders(root).items():
        if bound and key in keys:
            candidates[key] = (clean_path(bound),)
    titles = _titles(candidates, keys)
    scopes = [_scope(key, title, candidates.get(key, ())) for key, title in titles.items()]
    return sorted(scopes, key=lambda scope: (scope.folder is None, scope.title.casefold(), scope.key))


def _titles(candidates: Mapping[str, Sequence[str]], keys: Collection[str]) -> dict[str, str]:
    """A project is called by its folder's name, with the folder above it where two would be called the same."""
    only = {key: folders[0] for key, folders in candidates.items() if len(folders) == 1}
    names = Counter(posixpath.basename(folder) for folder in only.values())
    titles = {key: key for key in (*keys, *candidates)}
    for key, folder in only.items():
        name, above = posixpath.basename(folder) or folder, posixpath.basename(posixpath.dirname(folder))
        titles[key] = f"{name} ({above})" if names[name] > 1 and above else name
    return titles


def _scope(key: str, title: str, folders: Sequence[str]) -> Scope:
    if len(folders) == 1:
        return Scope(ScopeKind.PROJECT, key, title, folders[0])
    if folders:
        note = say("{count} folders share this key; choose the one it is for", count=len(folders))
        return Scope(ScopeKind.PROJECT, key, title, note=note, candidates=tuple(folders))
    note = say("No known folder gives this key; choose the one it is for")
    return Scope(ScopeKind.PROJECT, key, title, note=note)


def one_per_folder(scope: Scope) -> list[Scope]:
    """`scope`, or one for each folder that it may be."""
    note = say("Other folders share its memory")
    return [scope._replace(folder=at, title=at, note=note, candidates=()) for at in scope.candidates] or [
        scope
    ]


def key_problems(
    view: View, scopes: Iterable[Scope], keys: Collection[str], folder: str, why: str
) -> Iterator[Problem]:
    """What is uncertain about the projects of the keys in `folder`: shared by several, known to none, gone.

    `why` is a sentence on how different paths can give one key.
    """
    for scope in scopes:
        path = f"{folder}/{scope.key}"
        if scope.candidates:
            message = say(
                "{count} folders share one memory: {candidates}",
                count=len(scope.candidates),
                candidates=joined(scope.candidates),
            )
            severity = Severity.WARNING if scope.key in keys else Severity.NOTE
            yield Problem(severity, "key-collision", path, _START, message, why)
        elif scope.key in keys and not scope.folder:
            yield Problem(Severity.NOTE, "unknown-project", path, _START, scope.note)
        elif scope.key in keys and kind_of(view, scope.folder or "") is not FileKind.FOLDER:
            message = say(
                "The folder {folder} is gone; under another name it has another memory", folder=scope.folder
            )
            yield Problem(Severity.NOTE, "gone-project", path, _START, message)
