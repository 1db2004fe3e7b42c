"""The look of characters in an editor: code in the mono font, room for the codes of hidden characters."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from memdesk.text.mixed_scripts import find_mixed_words
from memdesk.ui.editor.escapes import code_of
from memdesk.ui.editor.hidden_characters import code_width, with_before
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.units import unit_count
from memdesk.ui.theme.manager import ThemeManager

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")

_SOFT_BLANK = re.compile("[\u00a0\u2007\u202f]")

_NO_FENCE = 0

_LONG_LINE = 5000
"""In a longer line, code spans and words that pretend are not looked for: that would be felt while one types."""


class TextMarks(QSyntaxHighlighter):
    """Styles the lines of one text widget.

    With `code`, fenced lines and code spans are set in the mono font. An edit restyles its line, and those behind it as
    far as a fence opened or closed: for cards, not for a whole file.
    """

    def __init__(
        self, document: QTextDocument, themes: ThemeManager, shown: ShownText, *, code: bool
    ) -> None:
        super().__init__(document)
        self._themes = themes
        self._shown = shown
        self._code = code
        self._mono = QTextCharFormat()
        self._soft = QTextCharFormat()
        self._has_colors = False
        """Whether a line has been styled that is not of plain letters."""
        self._restyle()
        themes.fonts_changed.connect(self._restyle)
        themes.theme_changed.connect(self._recolor)

    def _restyle(self) -> None:
        """Style all lines again, in the theme as it is now."""
        self._mono = QTextCharFormat()
        self._mono.setFont(self._themes.theme.font("mono"))
        self._soft.setBackground(self._themes.theme.brush("hover"))
        self.rehighlight()

    def _recolor(self) -> None:
        """Take the colours of the theme as it is now; a line of plain letters has none."""
        self._soft.setBackground(self._themes.theme.brush("hover"))
        if not self._has_colors:
            return
        block = self.document().begin()
        while block.isValid():
            if not block.text().isascii():
                self.rehighlightBlock(block)
            block = block.next()

    def highlightBlock(self, text: str) -> None:
        if self._code:
            self._style_code(text)
        if not text.isascii():
            self._has_colors = True
            if len(text) < _LONG_LINE:
                self._style_soft_blanks(text)
                self._style_pretence(text)
            for at, character, before in with_before(self._shown.escapes.find(text)):
                room = self._room_for(code_of(character, before))
                self.setFormat(unit_count(text[:at]), unit_count(text[at]), room)

    def _style_soft_blanks(self, text: str) -> None:
        """A blank that does not break is not hidden, and still another character than it looks."""
        for blank in _SOFT_BLANK.finditer(text):
            self.setFormat(unit_count(text[: blank.start()]), 1, self._soft)

    def _style_pretence(self, text: str) -> None:
        """A wave below a word that is spelled with letters of another script."""
        for word in find_mixed_words(text):
            start = unit_count(text[: word.span.start])
            for at in range(start, start + unit_count(word.span.of(text))):
                wavy = self.format(at)
                wavy.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                wavy.setUnderlineColor(self._themes.theme.color("warn"))
                self.setFormat(at, 1, wavy)

    def _style_code(self, text: str) -> None:
        before = max(_NO_FENCE, self.previousBlockState())
        state = _fence_behind(text, before)
        self.setCurrentBlockState(state)
        if before or state:
            self.setFormat(0, unit_count(text), self._mono)
        elif "`" in text and len(text) < _LONG_LINE:
            for span in _CODE_SPAN.finditer(text):
                self.setFormat(unit_count(text[: span.start()]), unit_count(span[0]), self._mono)

    def _room_for(self, code: str) -> QTextCharFormat:
        """The character itself is not drawn; space behind it makes room for its code."""
        room = QTextCharFormat()
        room.setForeground(QBrush(QColor(Qt.GlobalColor.transparent)))
        room.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        room.setFontLetterSpacing(code_width(self._themes.theme, code))
        return room


def _fence_behind(line: str, before: int) -> int:
    """In which fence the line behind `line` stands: 0 for none, else twice the length of its mark, odd for tildes."""
    found = _FENCE.match(line)
    if found is None:
        return before
    mark, rest = found[1], found[2]
    state = 2 * len(mark) + (mark[0] == "~")
    if not before:
        return _NO_FENCE if mark[0] == "`" and "`" in rest else state
    closes = state % 2 == before % 2 and state >= before and not rest.strip()
    return _NO_FENCE if closes else before
