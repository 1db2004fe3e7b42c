"""Where a part of a text stands in the widget that shows it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from PySide6.QtCore import QRect
from PySide6.QtGui import QTextBlock, QTextCursor

from memdesk.ui.editor.bridge import TextWidget


def boxes_of(widget: TextWidget, block: QTextBlock, start: int, end: int) -> Iterator[QRect]:
    """The rectangles of a part of a block in the viewport, one for each row that it is wrapped into.

    Both places are counted in UTF-16 units from the start of the block.
    """
    layout, cursor = block.layout(), QTextCursor(block)
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if first >= last:
            continue
        cursor.setPosition(block.position() + first)
        place = widget.cursorRect(cursor)
        # PySide returns the position in use as well, which its stubs do not say.
        left, right = (_x(line.cursorToX(unit)) for unit in (first, last))
        # A letter may reach a point beyond its own width.
        wide = math.ceil(abs(right - left)) + 1
        yield QRect(
            place.left() if right >= left else place.left() - wide,
            place.top(),
            wide,
            place.height(),
        )


def _x(place: object) -> float:
    return float(place[0]) if isinstance(place, tuple) else float(place)  # type: ignore[arg-type]
