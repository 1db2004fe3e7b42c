"""Which block of text stands at which height, without laying all of it out.

Lines are cut into blocks of bounded length. The height of a block is estimated from its length and corrected once it
is really laid out, which happens only to blocks in view: so neither 10,000 lines nor one line of a megabyte cost
more than what is seen of them.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from memdesk.ui.widgets.lines.line import Line, LineKind

LONGEST_BLOCK = 1000
_LONGEST_SIMULATED = 4
# A lost line is elided to one row, and a cut-off rule is drawn as one thing.
_ONE_ROW = frozenset({LineKind.LOST, LineKind.CUT})


class Block:
    """A stretch of one line, or a folded run of lines. Offsets count code points of the line's text."""

    __slots__ = ("end", "exact", "fold", "height", "line", "start")

    def __init__(self, line: int, start: int, end: int, height: int, fold: range | None = None) -> None:
        self.line = line
        self.start = start
        self.end = end
        self.height = height
        self.fold = fold
        self.exact = fold is not None


class Flow:
    """The blocks of some lines, and their heights in px."""

    def __init__(
        self,
        lines: Sequence[Line],
        folds: Sequence[range],
        height_of: Callable[[Line, int], int],
        fold_height: int,
    ) -> None:
        """`height_of` estimates the height of so many code points of a line; it may be wrong, not slow."""
        self.blocks: list[Block] = []
        self._firsts: list[int] = []
        folds_at = {fold.start: fold for fold in folds}
        at = 0
        while at < len(lines):
            fold = folds_at.get(at)
            if fold is not None:
                self._firsts += [len(self.blocks)] * len(fold)
                self.blocks.append(Block(at, 0, 0, fold_height, fold))
                at = fold.stop
                continue
            self._firsts.append(len(self.blocks))
            self._add_line(at, lines[at], height_of)
            at += 1
        self._tops = [0]
        self.measure()

    @property
    def height(self) -> int:
        """Height of all blocks, in px."""
        return self._tops[-1]

    def top(self, block: int) -> int:
        """Where block number `block` begins, in px."""
        return self._tops[block]

    def at(self, y: int) -> int:
        """The number of the block at height `y`, the first or last one beyond the ends."""
        found = bisect_right(self._tops, y) - 1
        return max(0, min(found, len(self.blocks) - 1))

    def block_of(self, line: int, offset: int) -> int:
        """The number of the block that holds `offset` of line `line`."""
        number = self._firsts[line]
        while number + 1 < len(self.blocks) and self.blocks[number + 1].line == line:
            if offset < self.blocks[number].end:
                break
            number += 1
        return number

    def measure(self) -> None:
        """Add the heights up again, after some were corrected."""
        self._tops = list(accumulate((block.height for block in self.blocks), initial=0))

    def _add_line(self, number: int, line: Line, height_of: Callable[[Line, int], int]) -> None:
        start, length = 0, len(line.text)
        while length - start > LONGEST_BLOCK and line.kind not in _ONE_ROW:
            end = _cut(line.text, start + LONGEST_BLOCK)
            self.blocks.append(Block(number, start, end, height_of(line, end - start)))
            start = end
        self.blocks.append(Block(number, start, length, height_of(line, length - start)))


def _cut(text: str, wanted: int) -> int:
    """A place near `wanted` to break a long line: behind a blank, else not in front of a combining mark."""
    blank = text.rfind(" ", wanted - LONGEST_BLOCK // 8, wanted)
    if blank >= 0:
        return blank + 1
    for place in range(wanted, wanted - LONGEST_BLOCK // 8, -1):
        if not unicodedata.combining(text[place]):
            return place
    return wanted


def wrapped_rows(text: str, columns: int) -> int:
    """About how many rows `text` takes in `columns` cells, broken at blanks where there are some."""
    length = len(text)
    if length <= columns:
        return 1
    if length > _LONGEST_SIMULATED * columns:
        return -(-length // max(1, columns - 2))
    rows = start = 0
    while length - start > columns:
        blank = text.rfind(" ", start, start + columns + 1)
        start = blank + 1 if blank > start else start + columns
        rows += 1
    return rows + 1
