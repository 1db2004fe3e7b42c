"""Marks in a text: a wavy line below what an agent's next write would change, a coloured ground behind hits."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import islice

from PySide6.QtGui import QPainter, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit

from memdesk.text.edits import Span
from memdesk.ui.editor.bridge import Bridge, TextWidget
from memdesk.ui.editor.text_boxes import boxes_of
from memdesk.ui.theme.theme import Theme
from memdesk.ui.widgets.found_mark import FoundMark, draw_current

_LAYER = QTextFormat.Property.UserProperty + 1
_LOST, _FOUND, _CURRENT = 1, 2, 3
_MOST_FOUND = 1_000
"""More in one text would be slow to paint, and tell nobody more."""


def underline_spans(widget: TextWidget, bridge: Bridge, spans: Iterable[Span], theme: Theme) -> None:
    """Underline what `widget` shows of `spans`, and nothing else."""
    _show(widget, bridge, spans, _look_of(_LOST, theme))


def mark_found(
    widget: TextWidget, bridge: Bridge, spans: Sequence[Span], current: Span | None, theme: Theme
) -> None:
    """Lay a ground under what `widget` shows of `spans`, which are sorted, and say which is the `current` one.

    The line below that is for `paint_current`. Where there are very many, only the first are marked.
    """
    start, end = bridge.shown
    first = bisect_right(spans, start, key=lambda span: span.end)
    behind = bisect_left(spans, end, key=lambda span: span.start)
    _show(widget, bridge, spans[first:behind], _look_of(_FOUND, theme))
    is_here = current is not None and current.start < end and current.end > start
    here = [current] if current is not None and is_here else ()
    _show(widget, bridge, here, _look_of(_CURRENT, theme))


def recolor_marks(widget: TextWidget, theme: Theme) -> None:
    """Show what is marked in `widget` in the colours of `theme`."""
    marks = widget.extraSelections()
    for one in marks:
        one.format = _look_of(one.format.intProperty(_LAYER), theme)
    if marks:
        widget.setExtraSelections(marks)


def found_marks(widget: TextWidget) -> Sequence[tuple[int, int, FoundMark]]:
    """Where something is marked as found in `widget`, by its own positions; the current place is the last one."""
    kinds = {_FOUND: FoundMark.FOUND, _CURRENT: FoundMark.CURRENT}
    marks = ((one.cursor, kinds.get(one.format.property(_LAYER))) for one in widget.extraSelections())
    return [
        (cursor.selectionStart(), cursor.selectionEnd(), mark) for cursor, mark in marks if mark is not None
    ]


def paint_current(widget: TextWidget, theme: Theme) -> None:
    """Draw the line below the place that one stands at, over the text: a selection would cover an underline."""
    here = [one for one in widget.extraSelections() if one.format.property(_LAYER) == _CURRENT]
    if not here:
        return
    with QPainter(widget.viewport()) as painter:
        for one in here:
            start, end = one.cursor.selectionStart(), one.cursor.selectionEnd()
            block = widget.document().findBlock(start)
            while block.isValid() and block.position() < end:
                for box in boxes_of(widget, block, start - block.position(), end - block.position()):
                    draw_current(painter, theme, box)
                block = block.next()


def _look_of(layer: int, theme: Theme) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setProperty(_LAYER, layer)
    if layer == _LOST:
        look.setBackground(theme.brush("warnSoft"))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(theme.color("warn"))
    elif layer == _FOUND:
        look.setBackground(theme.brush("accentSoft"))
    return look


def _show(widget: TextWidget, bridge: Bridge, spans: Iterable[Span], look: QTextCharFormat) -> None:
    """Show the layer of this look anew; what the others show stays."""
    layer = look.property(_LAYER)
    others = [one for one in widget.extraSelections() if one.format.property(_LAYER) != layer]
    places = ((bridge.to_widget(span.start), bridge.to_widget(span.end)) for span in spans)
    shown = islice((place for place in places if place[0] < place[1]), _MOST_FOUND)
    selections = [*others, *(_selection(widget, start, end, look) for start, end in shown)]
    if selections or widget.extraSelections():
        widget.setExtraSelections(selections)


def _selection(widget: TextWidget, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    cursor = QTextCursor(widget.document())
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    selection = QTextEdit.ExtraSelection()
    selection.format = look
    selection.cursor = cursor
    return selection
