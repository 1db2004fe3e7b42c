"""What the agent's next write would do, explained: one thing in a note, several in a menu that leads to each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.services.preview.survival import Loss
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import told, tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.explanation import explain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.menus import PopupMenu


class Explaining(QObject):
    """Answers "Why" and "+2 more" on the cards.

    Signals:
        problems_requested: show everything that is wrong in the document; argument: its path.
    """

    problems_requested = Signal(str)

    def __init__(
        self, themes: ThemeManager, document: OpenDocument, editor: DocumentEditor, window: QWidget
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._document = document
        self._editor = editor
        self._window = window
        editor.why_requested.connect(self.explain)
        editor.more_losses_requested.connect(self._on_more_requested)

    def explain(self, loss: Loss) -> None:
        """Say why the agent's next write would do this, and offer the repair where there is one."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Memdesk"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        hide = self._themes.masks.shown_sentence
        message = hide(told(loss.message)).rstrip(".")
        box.setText(tr("Line {line}: {message}.", line=loss.line, message=message))
        box.setInformativeText(hide(explain(loss, self._document.agent)))
        box.addButton(QMessageBox.StandardButton.Close)
        if loss.repair:
            fix = box.addButton(tr("Fix"), QMessageBox.ButtonRole.ActionRole)
            fix.clicked.connect(partial(self._document.repair, loss))
        box.setModal(False)
        box.show()

    def explain_nearest(self) -> None:
        """Explain the worst thing that the agent's next write would do where the caret is, else to the document."""
        for loss in self._document.losses_from_here()[:1]:
            self.explain(loss)

    def _on_more_requested(self, key: str, occurrence: int) -> None:
        session = self._document.session
        node = session.outline().find(key, occurrence) if session is not None else None
        if node is not None:
            self._offer([loss for loss in self._document.losses_now() if node.span.contains(loss.span.start)])

    def _offer(self, losses: Sequence[Loss]) -> None:
        menu = PopupMenu(self._themes, self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for loss in losses:
            message = self._themes.masks.shown_sentence(told(loss.message))
            words = tr("Line {line}: {message}", line=loss.line, message=message)
            menu.add_literal(words).triggered.connect(partial(self._go_to, loss))
        session = self._document.session
        if session is not None:
            menu.addSeparator()
            everything = menu.addAction(tr("Show all problems of this file"))
            everything.triggered.connect(lambda: self.problems_requested.emit(session.path))
        menu.popup(QCursor.pos())

    def _go_to(self, loss: Loss, _checked: bool = False) -> None:
        self._editor.go_to(loss.span.start, focus=True)
