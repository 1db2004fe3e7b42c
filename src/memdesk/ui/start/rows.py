"""The rows that the tree shows first, told from the first documents of each root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from memdesk.layouts.documents import Document, Scope
from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui.tree.defaults import GROUP_ICON, MOST_SCOPES_OPENED, document_icon, scope_icon


class FirstRow(NamedTuple):
    """A row: how deep it stands (0 for an agent), its name, and its icon or the monogram of an agent.

    `is_open` is None for a row that nothing can stand below. `is_quiet` rows are drawn dim.
    """

    depth: int
    name: str
    icon: str = ""
    monogram: str = ""
    is_open: bool | None = None
    is_quiet: bool = False
    is_file: bool = False


def first_rows(roots: Iterable[tuple[MemoryRoot, Sequence[Document]]], most: int) -> list[FirstRow]:
    """The first `most` rows of a tree of `roots`, each with its first documents, as nobody has touched it yet."""
    return list(islice((row for root, documents in roots for row in _rows_of(root, documents)), most))


def _rows_of(root: MemoryRoot, documents: Sequence[Document]) -> Iterator[FirstRow]:
    yield FirstRow(0, root.label, monogram=root.layout.monogram, is_open=True if documents else None)
    scopes: dict[tuple[object, str], list[Document]] = {}
    for document in documents:
        scopes.setdefault((document.scope.kind, document.scope.key), []).append(document)
    is_open = len(scopes) <= MOST_SCOPES_OPENED
    above: tuple[str, ...] = ()
    for inside in scopes.values():
        scope = inside[0].scope
        yield from _group_rows(above, scope.above)
        above = scope.above
        yield _scope_row(scope, inside, is_open)
        for document in inside if is_open else ():
            yield _document_row(document, len(above))


def _group_rows(before: tuple[str, ...], above: tuple[str, ...]) -> Iterator[FirstRow]:
    """The groups that open between two scopes that follow one another."""
    for depth, title in enumerate(above):
        if above[: depth + 1] != before[: depth + 1]:
            yield FirstRow(depth + 1, title, GROUP_ICON, is_open=True)


def _scope_row(scope: Scope, documents: Sequence[Document], is_open: bool) -> FirstRow:
    is_quiet = not any(document.exists for document in documents)
    depth = len(scope.above) + 1
    return FirstRow(depth, scope.title, scope_icon(scope), is_open=is_open, is_quiet=is_quiet)


def _document_row(document: Document, groups: int) -> FirstRow:
    is_open = False if document.exists else None
    icon, is_quiet = document_icon(document.kind), not document.exists
    return FirstRow(groups + 2, document.title, icon, is_open=is_open, is_quiet=is_quiet, is_file=True)
