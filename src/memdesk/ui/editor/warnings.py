"""The wavy line under text that an agent's next write would change."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from memdesk.text.edits import Span
from memdesk.ui.editor.bridge import Bridge, TextWidget
from memdesk.ui.theme.theme import Theme


def underline_spans(widget: TextWidget, bridge: Bridge, spans: Iterable[Span], theme: Theme) -> None:
    """Underline what `widget` shows of `spans`, and nothing else."""
    selections = []
    for span in spans:
        start, end = bridge.to_widget(span.start), bridge.to_widget(span.end)
        if start < end:
            selections.append(_selection(widget, start, end, theme))
    widget.setExtraSelections(selections)


def _selection(widget: TextWidget, start: int, end: int, theme: Theme) -> QTextEdit.ExtraSelection:
    look = QTextCharFormat()
    look.setBackground(theme.brush("warnSoft"))
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    look.setUnderlineColor(theme.color("warn"))
    cursor = QTextCursor(widget.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    selection = QTextEdit.ExtraSelection()
    selection.format = look
    selection.cursor = cursor
    return selection
