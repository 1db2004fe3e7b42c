"""The text that an input method shows at the caret before it is committed."""

from __future__ import annotations

from PySide6.QtGui import QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit


class Preedit:
    """Lifts the preedit text of `widget` out of its layout and lays it back at the caret.

    Qt leaves a preedit at its old column when text comes in before it, while the caret moves on. The input method
    itself only knows the caret, so its next word replaces what was laid back here.
    """

    def __init__(self, widget: QTextEdit | QPlainTextEdit) -> None:
        self._widget = widget
        self._text = ""

    def lift(self) -> None:
        """Take the preedit away."""
        block = self._widget.textCursor().block()
        layout = block.layout()
        if not layout.preeditAreaText():
            return
        self._text = layout.preeditAreaText()
        layout.setPreeditArea(-1, "")
        layout.clearFormats()
        self._widget.document().markContentsDirty(block.position(), block.length())

    def lay(self) -> None:
        """Show it again, underlined, where the caret is now."""
        if not self._text:
            return
        cursor = self._widget.textCursor()
        block = cursor.block()
        column = cursor.position() - block.position()
        underlined = QTextLayout.FormatRange()
        underlined.start, underlined.length = column, len(self._text)
        underlined.format = _underline()
        layout = block.layout()
        layout.setPreeditArea(column, self._text)
        layout.setFormats([underlined])
        self._widget.document().markContentsDirty(block.position(), block.length())
        self._text = ""


def _underline() -> QTextCharFormat:
    drawn = QTextCharFormat()
    drawn.setFontUnderline(True)
    return drawn
