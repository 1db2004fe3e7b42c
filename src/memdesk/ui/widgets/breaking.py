"""Breaks a text into lines, for what paints its words itself."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextLayout, QTextOption

from memdesk.ui.editor.units import code_points


def broken(text: str, font: QFont, width: int, most: int = 0) -> list[str]:
    """`text` in lines of `width` px; of `most` lines the last one may be too long, 0 gives as many as it takes."""
    layout = QTextLayout(text, font)
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
