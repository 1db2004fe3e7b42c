"""What stands in the middle of the window: the document, the invitation to choose one, or something in its place."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.empty import EmptyState


class DocumentPages(QStackedWidget):
    """`editor` shows the document."""

    def __init__(self, themes: ThemeManager, editor: DocumentEditor) -> None:
        super().__init__()
        self._editor = editor
        self._nothing = EmptyState(themes, "file-text", "")
        self.show_memory(is_open=True)
        self._has_document = False
        self._instead: QWidget | None = None
        self.addWidget(self._nothing)
        self.addWidget(editor)

    def show_memory(self, *, is_open: bool) -> None:
        """Whether there is memory of which a document could be shown."""
        if is_open:
            self._nothing.set_words(tr("Choose a document."), tr("Its sections are shown here."))
        else:
            self._nothing.set_words(
                tr("No folder is open."), tr("Its documents are shown here once one is open.")
            )

    def show_document(self, *, is_open: bool) -> None:
        """Whether there is a document to show."""
        self._has_document = is_open
        self._show()

    def show_instead(self, page: QWidget | None) -> None:
        """Show another page in the place of the document, or the document again."""
        self._instead = page
        self._show()

    @property
    def in_sight(self) -> QWidget:
        """The document, or what stands in its place."""
        return self._instead or self._editor

    def _show(self) -> None:
        self.setCurrentWidget(self._instead or (self._editor if self._has_document else self._nothing))
