"""A memory format small enough to see through: one entry a line, `key: text`, and its three-way merge."""

from __future__ import annotations

from memdesk.text.document import split_lines
from memdesk.text.edits import Span
from memdesk.text.merge_result import Clash, Merge


def merge_lines(base: str, mine: str, theirs: str) -> Merge:
    """Merge by key: theirs in its order, then what is new in mine. An edit wins over a removal."""
    old, ours, others = (_entries(text) for text in (base, mine, theirs))
    merged: list[str] = []
    clashes: list[Clash] = []
    for key in [*others, *(key for key in ours if key not in others)]:
        before, here, there = old.get(key), ours.get(key), others.get(key)
        if here and there and len({before, here, there}) == 3:
            clashes.append(Clash(key, 0, before, here, there, Span(0, 0)))
        edited = there if here == before else here
        merged.append(edited or (there if there != before else None) or "")
    return Merge("".join(merged), tuple(clashes))


def _entries(text: str) -> dict[str, str]:
    return {line.partition(":")[0]: line.rstrip("\n") + "\n" for line in split_lines(text)}
