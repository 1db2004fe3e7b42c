"""A field for a text of several lines, which stand as far apart as the design has them."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.even_lines import EvenLines


class EvenText(QPlainTextEdit):
    """Plain text in the body font, `margin_px` from its edges; with `lines`, as high as so many."""

    def __init__(
        self, themes: ThemeManager, margin_px: int, *, lines: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._margin_px, self._lines = margin_px, lines
        document = QTextDocument(self)
        self._layout = EvenLines(document, "body")
        document.setDocumentLayout(self._layout)
        document.setDocumentMargin(margin_px)
        # The margin is a step of undo to Qt.
        document.clearUndoRedoStacks()
        self.setDocument(document)
        self._on_fonts_changed()
        themes.fonts_changed.connect(self._on_fonts_changed)

    def height_of(self, lines: int) -> int:
        """How high so many lines are, with the margins, in px."""
        return lines * self._themes.theme.line_height("body") + 2 * self._margin_px

    def first_line(self) -> QRect:
        """Where the first line stands in the viewport while it is not scrolled."""
        line_px, margin = self._themes.theme.line_height("body"), self._margin_px
        return QRect(margin, margin, self.viewport().width() - 2 * margin, line_px)

    def _on_fonts_changed(self) -> None:
        self._layout.follow(self._themes.theme)
        self.setFont(self._themes.theme.font("body"))
        if self._lines:
            self.setFixedHeight(self.height_of(self._lines))
