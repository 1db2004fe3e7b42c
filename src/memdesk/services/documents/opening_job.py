"""A document that a worker reads, so that the window waits neither for the disk nor for its node tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document
from memdesk.services.documents.reading_job import Ahead
from memdesk.services.documents.session import DocumentSession


@dataclass(frozen=True, slots=True)
class OpeningJob:
    """A document that is to be opened; the node tree of one that `is_large` takes some milliseconds.

    `looks` is how often open documents had been compared with the disk by then.
    """

    document: Document
    layout: Layout
    looks: int
    read: Callable[[], bytes | None]
    ahead: Ahead | None = None
    is_large: bool = False

    @property
    def path(self) -> str:
        """Where the document lies."""
        return self.document.path

    def run(self) -> DocumentSession:
        """Read it and work out its node tree, in any thread. Raises `StorageError` where it cannot be read."""
        session = DocumentSession(self.document, self.layout, self.read())
        outline = session.outline()
        if self.ahead is not None:
            self.ahead(session.document, outline, session.text.text)
        return session
