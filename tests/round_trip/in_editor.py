"""Files opened in the window's editor, gone through, typed into and saved."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.theme.manager import ThemeManager
from tests.round_trip.trips import Broken, Trips

_WALK = (
    Qt.Key.Key_Down,
    Qt.Key.Key_End,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Up,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
)
_TYPED = ("x", " ", "a word ", "-")


class EditorTrips:
    """One editor for all files, as in the window. `close` lets go of it."""

    def __init__(self, desk: Desk, themes: ThemeManager) -> None:
        self._trips = Trips(desk)
        self._editor = DocumentEditor(themes)
        self._editor.resize(700, 500)
        self._editor.show()
        self._editor.activateWindow()
        assert QTest.qWaitForWindowActive(self._editor)
        self.edited = 0

    def close(self) -> None:
        """Take the editor off the screen."""
        self._editor.set_session(None)
        self._editor.close()
        self._editor.deleteLater()

    def make(self, document: Document, data: bytes, seed: int) -> None:
        """Look at one file in both modes, save it, type, take that back and save again."""
        random = Random(seed)
        session = self._trips.begin(document, data)
        try:
            self._editor.set_session(session, random.choice(("sections", "source")))
            for mode in random.choice((("source", "sections"), ("sections", "source"), ("source",))):
                self._editor.set_mode(mode)
                self._walk_about(random)
            self._trips.save_unedited(session, data)
            if not session.why_read_only:
                self._type_and_undo(session, random)
                self._trips.save_unedited(session, data)
        except Broken as broken:
            broken.add_note(f"seed {seed}: {document.title} as {data!r}")
            raise
        finally:
            self._editor.set_session(None)
            # Only a running event loop deletes what was left for later.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            self._trips.end(session)

    def _walk_about(self, random: Random) -> None:
        self._editor.focus_text()
        for key in random.choices(_WALK, k=random.randrange(4)):
            QTest.keyClick(self._focus, key)

    def _type_and_undo(self, session: DocumentSession, random: Random) -> None:
        QTest.keyClicks(self._focus, random.choice(_TYPED))
        self._editor.finish_writing()
        self.edited += session.text.can_undo
        while session.text.can_undo:
            self._editor.undo()

    @property
    def _focus(self) -> QWidget:
        focus: QWidget | None = self._editor.focusWidget()
        return self._editor if focus is None else focus
