"""The documents of one root, as its layout last listed them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from memdesk.layouts.documents import Document, DocumentKind, FileInfo, FileKind
from memdesk.layouts.optional import StoringInProjects
from memdesk.layouts.shapes.files import kind_of
from memdesk.paths import is_below_one
from memdesk.services.roots.roots import Documents, MemoryRoot

if TYPE_CHECKING:
    from memdesk.layouts.view import View


class Listing:
    """The documents of one root. Listed when first asked for, and again once something came or went."""

    def __init__(
        self, root: MemoryRoot, view: View, list_documents: Callable[[MemoryRoot], Documents]
    ) -> None:
        self.root = root
        self._view = view
        self._list_documents = list_documents
        self._documents: dict[str, Document] = {}
        self.why_not_all = ""
        """Why what was last listed is not all of it; empty where it is."""
        self._is_known = False
        self._questions = 0
        self._questioned: dict[str, int] = {}
        self._other_files: set[str] = set()
        self._renewed: dict[str, Document] = {}
        self._stores_outside: tuple[str, ...] | None = None
        self._store_folders: tuple[str, ...] | None = None
        self._outside: frozenset[str] | None = None

    @property
    def is_known(self) -> bool:
        """Whether the documents are listed and nothing came or went since."""
        return self._is_known

    @property
    def last_known(self) -> Mapping[str, Document]:
        """The documents as last listed, by path; nothing is listed for it."""
        return self._documents

    @property
    def stores_outside(self) -> tuple[str, ...]:
        """The folders outside of the root in which its agent keeps facts, each with an index, as last listed.

        Those in `store_folders` are left out.
        """
        if self._stores_outside is None:
            known, around = list(self._documents.values()), frozenset(self.store_folders)
            indexes = [one.path for one in known if one.narrow and one.kind is DocumentKind.LIST]
            stores = dict.fromkeys(map(posixpath.dirname, indexes))
            self._stores_outside = tuple(store for store in stores if not is_below_one(store, around))
        return self._stores_outside

    @property
    def store_folders(self) -> tuple[str, ...]:
        """The folders, there or not, in which its agent makes stores in the projects that were last listed."""
        layout: object = self.root.layout
        if self._store_folders is None:
            folders = {document.scope.folder for document in list(self._documents.values())} - {None, ""}
            made = layout.store_folders if isinstance(layout, StoringInProjects) else _no_folders
            self._store_folders = tuple(
                one for folder in sorted(filter(None, folders)) for one in made(folder)
            )
        return self._store_folders

    def is_in_store(self, path: str) -> bool:
        """Whether a file lies in one of `stores_outside` or `store_folders`."""
        if self._outside is None:
            self._outside = frozenset((*self.stores_outside, *self.store_folders))
        return is_below_one(path, self._outside)

    def documents(self) -> tuple[Document, ...]:
        """The documents, in tree order."""
        if not self._is_known:
            self.take(self._list_documents(self.root))
        return tuple(self._documents.values())

    def begin(self) -> int:
        """A mark of this moment, for `take`: call it before a worker lists the documents."""
        self._renewed.clear()
        return self._questions

    def take(self, documents: Documents, begun: int | None = None) -> None:
        """Take over what was listed: just now, or in a worker since `begin` gave `begun`.

        Where something came or went since then, the list counts as outdated at once. Where it is not whole, what was
        known before stays beside it, and the list does not count as known.
        """
        self.why_not_all = documents.why_not_all
        if documents.why_not_all:
            self.forget()
            self.take_first(documents)
            return
        self._documents = {document.path: document for document in documents}
        self._forget_folders()
        if begun is not None:
            self._keep_newer_facts()
        last = self._questions if begun is None else begun
        answered = {path for path, question in self._questioned.items() if question <= last}
        others = answered - self._documents.keys()
        # One that is gone again may be a document when it comes back.
        self._other_files |= {path for path in others if kind_of(self._view, path) is not None}
        for path in answered:
            del self._questioned[path]
        self._is_known = last == self._questions

    def _keep_newer_facts(self) -> None:
        """Of a document that was written while a worker made the list, that may have the older size and time."""
        for path, renewed in self._renewed.items():
            listed = self._documents.get(path)
            if listed is not None and listed.exists:
                newer = listed._replace(size_bytes=renewed.size_bytes, modified=renewed.modified)
                self._documents[path] = newer

    def take_first(self, documents: Iterable[Document]) -> None:
        """Take over the begin of a list that is not known yet."""
        if not self._is_known:
            self._documents = {document.path: document for document in documents} | self._documents
            self._forget_folders()

    def _forget_folders(self) -> None:
        self._stores_outside = self._store_folders = self._outside = None

    def find(self, path: str) -> Document | None:
        """The document at `path`; listed for it where something came or went."""
        self.documents()
        return self._documents.get(path)

    def forget(self) -> None:
        """List anew when next asked."""
        self._is_known = False

    def note_change(self, path: str, info: FileInfo | None) -> bool:
        """The file at `path` changed, came or went; whether the list has to be asked for again.

        `info` is what can be seen there now.

        Of a document that is still there, size and time are taken up at once; whether one that could not be edited can
        be now, its layout has to say. A file that is known to be none is passed over, so that a busy log does not have
        its root listed again and again.
        """
        document = self._documents.get(path)
        if document is None and path in self._other_files:
            return False
        now = _renewed(document, info) if document is not None else None
        if document is not None and now is not None:
            self._documents[path] = self._renewed[path] = now
            if now.exists == document.exists and document.editable:
                return False
        self._questions += 1
        # One that is gone may be a document when it comes back: of that one, a list says nothing.
        if now is None and info is not None:
            self._questioned[path] = self._questions
        self._is_known = False
        return True


def _no_folders(_project: str) -> Sequence[str]:
    return ()


def _renewed(document: Document, info: FileInfo | None) -> Document | None:
    """`document` with the facts of the file there now; None where there is none."""
    if info is None or info.kind is not FileKind.FILE:
        return None
    return document._replace(exists=True, size_bytes=info.size_bytes, modified=info.modified)
