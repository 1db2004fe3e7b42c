"""Which node of one text is which node of another: by key, then by likeness."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memdesk.text.document import GO_WHITE_SPACE
from memdesk.text.outline import PREAMBLE_KEY, NodeKind, Outline

_WORD = re.compile(r"\w+")
_ALIKE = 0.6
"""Share of words that two nodes with different keys must have in common to be one node that was renamed."""

_FEWEST_WORDS = 3
_MOST_COMPARED = 2_500
"""Pairs of nodes compared by their words at most: a rewrite that renames more is not followed."""


@dataclass(frozen=True, slots=True)
class Part:
    """A top-level node as it is merged: its text up to its last line with words, and the gap behind that.

    The gap is the line end of that line and the blank lines below, so it belongs to the place as much as to the node.
    """

    kind: NodeKind
    key: str
    occurrence: int
    content: str
    gap: str

    @property
    def text(self) -> str:
        """The whole node."""
        return self.content + self.gap


def parts_of(text: str, outline: Outline) -> list[Part]:
    """The top-level nodes of `text` with everything in between; joined they are `text`."""
    nodes = outline.nodes
    if not nodes:
        return one_part(text)
    starts = [0, *(node.span.start for node in nodes[1:]), len(text)]
    return [
        Part(node.kind, node.key, node.occurrence, *split_gap(text[start:end]))
        for node, (start, end) in zip(nodes, pairwise(starts), strict=True)
    ]


def one_part(text: str) -> list[Part]:
    """`text` as a single node, none where it is empty."""
    return [Part(NodeKind.LOOSE, PREAMBLE_KEY, 0, *split_gap(text))] if text else []


def split_gap(text: str) -> tuple[str, str]:
    """`text` up to the end of its last line with words, and the rest, which begins with that line's end."""
    end = text.find("\n", len(text.rstrip(GO_WHITE_SPACE)))
    if end < 0:
        return text, ""
    end -= text.endswith("\r", 0, end)
    return text[:end], text[end:]


def align(old: Sequence[Part], new: Sequence[Part]) -> list[int | None]:
    """For each old part the new part that is the same node, or None.

    First equal key and text, then equal key in order, then, for what was renamed, most words in common.
    """
    found: list[int | None] = [None] * len(old)
    free = dict.fromkeys(range(len(new)))
    _match(old, new, found, free, lambda part: (part.kind, part.key, part.content))
    _match(old, new, found, free, lambda part: (part.kind, part.key))
    _match_alike(old, new, found, free)
    return found


def _match(
    old: Sequence[Part],
    new: Sequence[Part],
    found: list[int | None],
    free: dict[int, None],
    identity: Callable[[Part], object],
) -> None:
    """Pair what is equal in `identity` and not yet paired, in order."""
    waiting: defaultdict[object, deque[int]] = defaultdict(deque)
    for j in free:
        waiting[identity(new[j])].append(j)
    for i, part in enumerate(old):
        if found[i] is None and (same := waiting.get(identity(part))):
            found[i] = same.popleft()
            del free[found[i]]  # type: ignore[arg-type]


def _match_alike(
    old: Sequence[Part], new: Sequence[Part], found: list[int | None], free: dict[int, None]
) -> None:
    left = [i for i, j in enumerate(found) if j is None]
    if not left or not free or len(left) * len(free) > _MOST_COMPARED:
        return
    old_words = {i: words_of(old[i].content) for i in left}
    new_words = {j: words_of(new[j].content) for j in free}
    pairs = (
        (likeness(old_words[i], new_words[j]), i, j) for i in left for j in free if old[i].kind is new[j].kind
    )
    for score, i, j in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if score >= _ALIKE and found[i] is None and j in free:
            found[i] = j
            del free[j]


def words_of(text: str) -> Counter[str]:
    """The words of `text` and how often each stands in it."""
    return Counter(_WORD.findall(text))


def likeness(a: Counter[str], b: Counter[str]) -> float:
    """Which share of the words of both is common to both, 0 to 1; 0 where fewer than three are."""
    shared = (a & b).total()
    return 2 * shared / (a.total() + b.total()) if shared >= _FEWEST_WORDS else 0.0


def is_ascending(indices: Iterable[int | None]) -> bool:
    """Whether what is found stands in ascending order: nothing was moved."""
    return all(a < b for a, b in pairwise(i for i in indices if i is not None))
