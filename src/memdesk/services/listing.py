"""The documents of one root, as its layout last listed them."""

from __future__ import annotations

from dataclasses import replace

from memdesk.layouts.contract import Document, FileKind, View
from memdesk.services.roots import MemoryRoot


class Listing:
    """The documents of one root. Listed when first asked for, and again once something came or went."""

    def __init__(self, root: MemoryRoot, view: View) -> None:
        self.root = root
        self._view = view
        self._documents: dict[str, Document] | None = None
        self._questioned: set[str] = set()
        self._other_files: set[str] = set()

    @property
    def is_known(self) -> bool:
        """Whether the documents are listed and nothing came or went since."""
        return self._documents is not None

    def documents(self) -> tuple[Document, ...]:
        """The documents, in tree order."""
        if self._documents is None:
            self.take(tuple(self.root.layout.documents(self._view, self.root.path)))
        return tuple((self._documents or {}).values())

    def take(self, documents: tuple[Document, ...]) -> None:
        """Take over what a worker listed."""
        self._documents = {document.path: document for document in documents}
        self._other_files |= self._questioned - self._documents.keys()
        self._questioned.clear()

    def find(self, path: str) -> Document | None:
        """The document at `path`."""
        self.documents()
        return (self._documents or {}).get(path)

    def forget(self) -> None:
        """List anew when next asked."""
        self._documents = None

    def note_change(self, path: str) -> bool:
        """The file at `path` changed, came or went; whether the list has to be asked for again.

        Of a document that is still there, size and time are taken up at once. A file that is known to be none is
        passed over, so that a busy log does not have its root listed again and again.
        """
        document = (self._documents or {}).get(path)
        now = _facts(self._view, document) if document is not None else None
        if document is not None and now is not None and self._documents is not None:
            self._documents[path] = now
            return now.exists != document.exists
        if document is None and path in self._other_files:
            return False
        self._questioned.add(path)
        self._documents = None
        return True


def _facts(view: View, document: Document) -> Document | None:
    """`document` with the facts of the file there now; None where there is none."""
    try:
        info = view.info(document.path)
    except OSError:
        return None
    if info.kind is not FileKind.FILE:
        return None
    return replace(document, exists=True, size_bytes=info.size_bytes, modified=info.modified)
