"""The lines of one piece of a comparison, as the columns show them."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.services.comparing.comparing import Piece, Take
from memdesk.ui.i18n import tr
from memdesk.ui.preview.difference import compare_contents, contents
from memdesk.ui.widgets.lines.line import Line, LineKind

COLUMNS = (Take.MINE, Take.BEFORE, Take.THEIRS)
"""The columns, from the leading edge."""


def lines_of(piece: Piece, column: Take) -> list[Line]:
    """What a column shows of a piece; "before" carries no signs."""
    text = piece.shown(column)
    if not piece.differs or column is Take.BEFORE:
        return [Line(line) for line in contents(text)] or _nothing()
    return _changed(piece.shown(Take.BEFORE), text) or _nothing()


def _changed(before: str, text: str) -> list[Line]:
    """The lines of a side with signs; of those that it took out, such as nothing came for."""
    lines = compare_contents(before, text).lines
    kept: list[Line] = []
    for at, line in enumerate(lines):
        if line.kind is not LineKind.REMOVED or not _came_for(lines, at):
            kept.append(line._replace(number=None))
    return kept


def _came_for(lines: Sequence[Line], at: int) -> bool:
    """Whether behind the run of removed lines at `at` something was added."""
    behind = next((line for line in lines[at:] if line.kind is not LineKind.REMOVED), None)
    return behind is not None and behind.kind is LineKind.ADDED


def _nothing() -> list[Line]:
    return [Line(tr("(no line here)"), LineKind.NOTE)]
