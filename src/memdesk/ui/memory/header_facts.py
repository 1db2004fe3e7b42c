"""What the header of a document says: where it lies, how it is shown, and what of it is unsaved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memdesk.layouts.documents import DocumentKind
from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.workspace import Workspace
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.format import number
from memdesk.ui.header import DocumentHeader
from memdesk.ui.i18n import tr, trn
from memdesk.ui.memory.crumbs import crumbs_of
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.save_note import SaveNote
from memdesk.ui.memory.unsaved_count import unsaved_count
from memdesk.ui.widgets.breadcrumb import Crumb


class HeaderFacts:
    """Fills `header` for the document on screen; `go_to` shows another one by its path."""

    def __init__(
        self,
        header: DocumentHeader,
        workspace: Workspace,
        document: OpenDocument,
        editor: DocumentEditor,
        note: SaveNote,
        go_to: Callable[[str], object],
    ) -> None:
        self._header = header
        self._workspace = workspace
        self._document = document
        self._editor = editor
        self._note = note
        self._go_to = go_to
        self._unsaved_count = 1
        self._counted: object = None

    def show_document(self) -> None:
        """Say which document is on screen, and how it is shown."""
        session = self._document.session
        self._unsaved_count, self._counted = 1, None
        if session is None or self._document.root is None:
            self._header.show_nothing()
            return
        self._header.show_document(
            self._crumbs(session),
            sections=self._editor.has_sections,
            editable=not session.why_read_only,
            parts=_parts_words(session.document.kind),
        )
        self._header.modes.set_current(self._editor.coming_mode)

    def show_path(self) -> None:
        """Say anew where it lies: something on the way is called otherwise."""
        session = self._document.session
        if session is not None:
            self._header.show_path(self._crumbs(session))

    def _crumbs(self, session: DocumentSession) -> Sequence[Crumb]:
        root = self._document.root
        return crumbs_of(self._workspace, root, session.document, self._go_to) if root is not None else ()

    def show_state(self) -> None:
        """Say whether it can be edited, and what came of the last save or is unsaved."""
        session, state = self._document.session, self._header.state
        if session is None:
            state.show_state("")
            return
        if session.is_meeting:
            # Until the base follows, all that came in would count as unsaved; who took it up says so then.
            return
        # A record that is mended can be shown as a form again.
        self._header.modes.setVisible(self._editor.has_sections)
        dirty = session.is_dirty and not session.why_read_only
        self._header.save_button.setVisible(not session.why_read_only)
        self._header.save_button.setEnabled(self._document.can_save and not session.why_read_only)
        note = self._note.of(session.path)
        if note is not None and not session.is_saving:
            state.show_state(*note, why=session.why_read_only)
        elif session.why_read_only:
            state.show_state(tr("Read-only"), "lock", "text3", why=session.why_read_only)
        elif session.is_saving:
            state.show_state(tr("Saving…"))
        elif dirty:
            count = self._count_of(session)
            words = _unsaved_words(session.document.kind, count)
            state.show_state(words, "dot", shorter=(tr("{n} unsaved", n=count), number(count)))
        else:
            self._unsaved_count, self._counted = 1, None
            state.show_state("")

    def _count_of(self, session: DocumentSession) -> int:
        """How much is unsaved; of a text that is not read again yet, what was a moment ago."""
        now = session.path, session.text.revision, session.base_text
        if now != self._counted and session.is_read:
            self._unsaved_count, self._counted = unsaved_count(session), now
        return self._unsaved_count


def _parts_words(kind: DocumentKind) -> str:
    """What the structured view of such a document shows."""
    words = {DocumentKind.LIST: tr("Entries"), DocumentKind.RECORD: tr("Form")}
    return words.get(kind, tr("Sections"))


def _unsaved_words(kind: DocumentKind, count: int) -> str:
    if kind is DocumentKind.LIST:
        return trn("{n} entry unsaved", "{n} entries unsaved", count)
    if kind is DocumentKind.RECORD:
        return trn("{n} field unsaved", "{n} fields unsaved", count)
    return trn("{n} section unsaved", "{n} sections unsaved", count)
