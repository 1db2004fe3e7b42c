"""Where the lines of a plain text stand, as it would paint them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QPlainTextEdit


def base_lines(view: QPlainTextEdit) -> Iterator[float]:
    """Where the base lines of all lines are, in the viewport."""
    block = view.document().firstBlock()
    while block.isValid():
        top_px = view.blockBoundingGeometry(block).translated(view.contentOffset()).top()
        layout = block.layout()
        lines = (layout.lineAt(number) for number in range(layout.lineCount()))
        yield from (top_px + line.y() + line.ascent() for line in lines)
        block = block.next()
