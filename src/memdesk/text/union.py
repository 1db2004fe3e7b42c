"""Keeping both sides of a document where one of them lost so much that what it lacks cannot be taken for deletions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memdesk.text.compare import changed_runs, common_lines
from memdesk.text.document import line_key, split_lines
from memdesk.text.line_kinds import is_item
from memdesk.text.merge_result import Merge


def unite(base: str, mine: str, theirs: str, merge: Callable[[str, str, str], Merge]) -> Merge:
    """`mine` with everything that `theirs` added to `base`; what `theirs` deleted stays."""
    united = merge(common_lines(base, theirs), mine, theirs)
    return replace(united, text=without_repeats(united.text, mine, theirs)) if united.clean else united


def without_repeats(text: str, mine: str, theirs: str) -> str:
    """`text` made of both sides, without list items that stand once in each of them and more often in it.

    They moved it: it stands where it is in `mine`. What else is repeated, such as the marks of a notation, is no
    remembered thing by itself.
    """
    repeated = _items(mine, 1) & _items(theirs, 1) & _items(text, 2)
    return "".join(_kept(split_lines(text), split_lines(mine), repeated)) if repeated else text


def _items(text: str, count: int) -> set[str]:
    """The list items that stand so often in a text."""
    counts = Counter(map(line_key, split_lines(text)))
    return {key for key, number in counts.items() if number == count and is_item(key)}


def _kept(lines: Sequence[str], mine: Sequence[str], repeated: set[str]) -> Iterator[str]:
    at = 0
    for run in changed_runs(mine, lines):
        yield from lines[at : run.new_first]
        for line in lines[run.new_first : run.new_end]:
            if line_key(line) in repeated:
                repeated.discard(line_key(line))
            else:
                yield line
        at = run.new_end
    yield from lines[at:]
