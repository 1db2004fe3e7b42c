"""How the result of a comparison is put together: differences, and what stands between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memdesk.services.comparing.comparing import Comparison
from memdesk.text.document import GO_WHITE_SPACE
from memdesk.text.edits import Span
from memdesk.text.merge_lines import merge_lines


class ResultLayout:
    """How the result of a comparison is put together: texts between differences, and where nodes begin in these."""

    def __init__(self, comparison: Comparison) -> None:
        self.gaps: list[str] = [""]
        self._heads: list[tuple[int, int]] = []
        self._tails: list[tuple[int, int]] = []
        for around, node in zip(comparison.around, comparison.nodes, strict=False):
            self.gaps[-1] += around
            self._heads.append((len(self.gaps) - 1, len(self.gaps[-1])))
            for piece in node.pieces:
                if piece.result is None:
                    self.gaps.append("")
                else:
                    self.gaps[-1] += piece.result
            self._tails.append((len(self.gaps) - 1, len(self.gaps[-1])))
        self.gaps[-1] += comparison.around[-1]

    def nodes(self, spans: Sequence[Span], end: int) -> Iterator[Span]:
        """Where the nodes stand, with the differences at `spans` of a result that is `end` characters long.

        A gap that was typed into is longer than here: a node reaches as far from the difference as it did.
        """
        starts = [*(span.start for span in spans), end]
        for (head, before), (tail, size) in zip(self._heads, self._tails, strict=True):
            first = starts[head] - (len(self.gaps[head]) - before)
            last = (spans[tail - 1].end if tail else 0) + size
            yield Span(max(0, first), min(max(first, last), end))


def alternating(gaps: Sequence[str], texts: Sequence[str]) -> Iterator[str]:
    """`gaps` with `texts` between them."""
    for gap, text in zip(gaps, [*texts, ""], strict=True):
        yield gap
        yield text


def merged_gaps(originals: Sequence[str], typed: Sequence[str], gaps: Sequence[str]) -> list[str]:
    """The new `gaps` with what was typed into the old ones, wherever it is clear which is which."""
    if len(originals) != len(gaps):
        now = dict(zip(originals, typed, strict=True))
        return [now.get(gap, gap) for gap in gaps]
    return [_merged_gap(*three) for three in zip(originals, typed, gaps, strict=True)]


def _merged_gap(original: str, typed: str, gap: str) -> str:
    if original in (typed, gap):
        return gap if typed == original else typed
    merged = merge_lines(original, typed, gap)
    return typed if merged is None else merged.text + gap[len(gap.rstrip(GO_WHITE_SPACE)) :]
