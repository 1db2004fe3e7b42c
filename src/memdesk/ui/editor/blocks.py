"""Reading and rewriting the blocks of a `QTextDocument`, each of which shows one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QTextCursor, QTextDocument

from memdesk.text.compare import Run, changed_runs, common_ends
from memdesk.ui.editor.units import unit_count


class Block(NamedTuple):
    """The text of one block, where it starts and how long it is, in UTF-16 units without its separator."""

    text: str
    start: int
    length: int

    @property
    def end(self) -> int:
        """Where the block ends, before its separator."""
        return self.start + self.length

    @property
    def is_torn(self) -> bool:
        """Whether it holds half of a surrogate pair, which PySide leaves out of `text` silently."""
        return self.length != unit_count(self.text)


def read_blocks(document: QTextDocument, first: int, count: int) -> list[Block]:
    """`count` blocks from number `first` on."""
    found = []
    block = document.findBlockByNumber(first)
    for _ in range(count):
        found.append(Block(block.text(), block.position(), block.length() - 1))
        block = block.next()
    return found


def rewrite_blocks(document: QTextDocument, have: Sequence[Block], want: Sequence[str]) -> None:
    """Let the successive blocks `have` say `want`, by edits as small as possible: carets beside them stay."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    if any(block.is_torn for block in have):
        runs = [Run(0, len(have), 0, len(want))]
    else:
        runs = changed_runs([block.text for block in have], want)
    for run in reversed(runs):
        _rewrite(cursor, have, want, run)
    cursor.endEditBlock()


def _rewrite(cursor: QTextCursor, have: Sequence[Block], want: Sequence[str], run: Run) -> None:
    lines = "\n".join(want[run.new_first : run.new_end])
    at_end = run.old_end == len(have)
    if run.old_first == run.old_end:
        _insert(cursor, have, run.old_first, lines)
    elif run.new_first == run.new_end:
        # A block goes with one separator: the one behind it, for the last blocks the one before.
        start = have[run.old_first].start - (1 if at_end else 0)
        _select(cursor, start, have[-1].end if at_end else have[run.old_end].start)
        cursor.removeSelectedText()
    else:
        _replace(cursor, have[run.old_first : run.old_end], lines)


def _insert(cursor: QTextCursor, have: Sequence[Block], at: int, lines: str) -> None:
    if at < len(have):
        cursor.setPosition(have[at].start)
        cursor.insertText(lines + "\n")
    else:
        cursor.setPosition(have[-1].end)
        cursor.insertText("\n" + lines)


def _replace(cursor: QTextCursor, blocks: Sequence[Block], lines: str) -> None:
    old = "\n".join(block.text for block in blocks)
    ahead, behind = (0, 0) if any(block.is_torn for block in blocks) else common_ends(old, lines)
    start = blocks[0].start + unit_count(old[:ahead])
    _select(cursor, start, blocks[-1].end - unit_count(old[len(old) - behind :]))
    cursor.insertText(lines[ahead : len(lines) - behind])


def _select(cursor: QTextCursor, start: int, end: int) -> None:
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
