"""What must hold of one file that is opened, perhaps edited, and saved."""

from __future__ import annotations

from pathlib import Path
from random import Random

from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from memdesk.store.outcomes import Saved, Unchanged
from memdesk.text.document import encode
from memdesk.text.edits import Edit

WORD = "nasturtium"


class Broken(AssertionError):
    """A byte changed that nobody edited."""


class Trips:
    """Opens and saves the documents of `desk`, whose roots are throwaway copies."""

    def __init__(self, desk: Desk) -> None:
        self._workspace = desk.workspace
        self.edited = 0

    def begin(self, document: Document, data: bytes) -> DocumentSession:
        """The document, holding `data`, opened."""
        Path(document.path).write_bytes(data)
        return self._workspace.open_document(document.path)

    def end(self, session: DocumentSession) -> None:
        """Close the document."""
        self._workspace.discard(session.path)
        self._workspace.close_document(session.path)

    def save_unedited(self, session: DocumentSession, data: bytes) -> None:
        """Save what nobody edited: the very file is still there, untouched."""
        path = Path(session.path)
        before = path.stat()
        _expect(not session.is_dirty, "it counts as edited")
        _expect(session.data == data, f"the buffer would write {session.data!r}")
        result, _ = self._workspace.save(session.path)
        _expect(isinstance(result, Unchanged), f"the save ended as {result!r}")
        after = path.stat()
        _expect(
            (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns), "the file was touched"
        )
        _expect(path.read_bytes() == data, f"the disk holds {path.read_bytes()!r}")

    def save_edited(self, session: DocumentSession, data: bytes, random: Random) -> None:
        """Save with a word put in somewhere, then with that undone: only the word came and went."""
        if session.why_read_only:
            return
        text = session.text.text
        at = random.randint(0, len(text))
        session.text.edit([Edit(at, "", WORD)])
        self._save(session, encode(text[:at]) + WORD.encode() + encode(text[at:]))
        session.text.undo()
        self._save(session, data)
        self.edited += 1

    def _save(self, session: DocumentSession, wanted: bytes) -> None:
        result, changes = self._workspace.save(session.path)
        _expect(isinstance(result, Saved), f"the save ended as {result!r}")
        _expect(
            all(taken.arrival is Arrival.SAME for _, taken in changes.arrived), "the save brought other text"
        )
        found = Path(session.path).read_bytes()
        _expect(found == wanted, f"the disk holds {found!r}, not {wanted!r}")


def _expect(condition: object, otherwise: str) -> None:
    if not condition:
        raise Broken(otherwise)
