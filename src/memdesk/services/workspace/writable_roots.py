"""Which folders and files may be written.

A *narrow root* is a single file that its agent reads from outside of its own folder, such as the `AGENTS.md` of a
project: that file may be written, and nothing beside it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from memdesk.services.roots.roots import Documents

if TYPE_CHECKING:
    # A window, and a command that only reads, start sooner without the C library's calls.
    from memdesk.layouts.documents import Document
    from memdesk.services.workspace.open_roots import OpenRoots
    from memdesk.store.confine import Root


class WritableRoots:
    """What may be written of `open_roots`; `opened` gives the documents that are open, listed or not."""

    def __init__(self, open_roots: OpenRoots, opened: Callable[[], Iterable[Document]]) -> None:
        self._open_roots = open_roots
        self._opened = opened
        self._listed: dict[str, tuple[Root, ...]] = {}
        self._allowed: dict[Root, None] = {}

    def roots(self) -> tuple[Root, ...]:
        """The open roots whose layout is supported, and the narrow roots of their documents.

        Any thread: a save that runs asks for it.
        """
        from memdesk.store.confine import Root

        roots = self._open_roots.roots
        wide = [Root(root.path) for root in roots if root.supported]
        listed = [narrow for root in roots for narrow in self._listed.get(root.path, ())]
        narrow = _narrow_of((*self._opened(), *self._open_roots.last_narrow_documents()))
        return tuple(dict.fromkeys((*wide, *narrow, *listed, *self._allowed)))

    def holds(self, path: str) -> bool:
        """Whether the file at `path` lies in what may be written, once links are resolved."""
        return any(root.resolved().holds(path) for root in self.roots())

    def allow_beside(self, document: Document, path: str) -> None:
        """Let `document` be written, or the file at `path` that belongs to it, where it is a root of its own."""
        from memdesk.store.confine import Root

        if document.narrow and posixpath.dirname(path) == document.root:
            self._allowed[Root(document.root, posixpath.basename(path))] = None

    def list_narrow(self) -> None:
        """Let the narrow roots of all documents be written, those not listed yet included. For a worker.

        Of a root that is not listed to the end, those stay that were known before.
        """
        for root in self._open_roots.roots:
            documents = self._open_roots.list_documents(root) if root.supported else Documents((), root.path)
            known = self._listed.get(root.path, ()) if documents.why_not_all else ()
            self._listed[root.path] = tuple(dict.fromkeys((*known, *_narrow_of(documents))))


def _narrow_of(documents: Iterable[Document]) -> list[Root]:
    from memdesk.store.confine import Root

    return [Root(one.root, posixpath.basename(one.path)) for one in documents if one.narrow]
