"""Lines as values: what the view of lines is given."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain


class LineKind(Enum):
    """What a line is to the reader."""

    PLAIN = "plain"
    ADDED = "added"
    REMOVED = "removed"
    LOST = "lost"
    """In the file, but not sent to the agent."""
    CUT = "cut"
    """The rule at which the agent's text ends; its text is the label."""
    NOTE = "note"
    """A remark of Memdesk, not a line of the text."""


REMARKS = frozenset({LineKind.CUT, LineKind.NOTE})
"""Kinds that are no text: they are neither numbered nor copied."""


class Line(NamedTuple):
    """One line without its line end. `words` are the spans of `text` that changed within it."""

    text: str
    kind: LineKind = LineKind.PLAIN
    number: int | None = None
    words: tuple[tuple[int, int], ...] = ()


def spoken(line: Line) -> str:
    """What a screen reader says: the text, behind the word for what the colours show."""
    if line.kind is LineKind.ADDED:
        return tr("added: {text}", text=line.text)
    if line.kind is LineKind.REMOVED:
        return tr("removed: {text}", text=line.text)
    if line.kind is LineKind.LOST:
        return tr("not sent: {text}", text=line.text)
    return plain(line.text)


def unchanged_runs(lines: Sequence[Line], *, context: int = 1, longest: int = 3) -> list[range]:
    """The runs of plain lines worth folding: longer than `longest`, less `context` lines beside each change."""
    runs: list[range] = []
    start = 0
    for at in range(len(lines) + 1):
        if at < len(lines) and lines[at].kind is LineKind.PLAIN:
            continue
        first = start + (context if start else 0)
        last = at - (context if at < len(lines) else 0)
        if at - start > longest and last - first > 1:
            runs.append(range(first, last))
        start = at + 1
    return runs
