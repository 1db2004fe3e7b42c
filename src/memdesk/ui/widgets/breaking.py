"""Breaks a text into lines, for what paints its words itself."""

from __future__ import annotations

import re

from PySide6.QtGui import QFont, QTextLayout, QTextOption

from memdesk.ui.editor.units import code_points

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=[^\W\d_]|[%°])")
_NO_BREAK = "\u00a0"


def units_kept(text: str) -> str:
    """`text` for breaking into lines: none ends between a number and the word or sign behind it, as in `64 KB`."""
    return _BEFORE_UNIT.sub(_NO_BREAK, text)


def broken(text: str, font: QFont, width: int, most: int = 0) -> list[str]:
    """`text` in lines of `width` px; of `most` lines the last one may be too long, 0 gives as many as it takes."""
    layout = QTextLayout(units_kept(text), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    rest = text
    layout.beginLayout()
    while rest and len(lines) != most - 1 and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        end = code_points(rest, line.textLength())
        lines.append(rest[:end].rstrip())
        rest = rest[end:]
    layout.endLayout()
    return [*lines, rest] if rest or not lines else lines
