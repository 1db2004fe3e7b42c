"""Three-way merge of the lines of one node.

Lines are compared without the white space at their end and the blank lines in front. Those are merged on their own, and
never worth a conflict: where both sides changed them, mine count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from memdesk.text.document import line_content, line_key, split_lines
from memdesk.text.line_kinds import is_fence
from memdesk.text.three_way import stretches


class Line(NamedTuple):
    """A line with words: what is compared, the line without its end, and what stands between it and the one before."""

    key: str
    content: str
    before: str


class MergedLines(NamedTuple):
    """Merged lines, and whether one of them was edited by one side and deleted by the other: the edit stays."""

    text: str
    mine_against_delete: bool = False
    theirs_against_delete: bool = False


class _Merged(NamedTuple):
    """A line of the result, and the line there in base, mine and theirs, None where a side has none.

    `against_delete` says that the side without it deleted the line from which it was edited.
    """

    content: str
    sides: tuple[Line | None, Line | None, Line | None]
    against_delete: bool = False

    @property
    def key(self) -> str:
        """What is compared."""
        return line_key(self.content)


class _Hunk(NamedTuple):
    """Lines that one side or both changed: as they were, and as each side has them."""

    old: Sequence[Line]
    mine: Sequence[Line]
    theirs: Sequence[Line]


def pick(base: str | None, mine: str | None, theirs: str | None) -> str | None:
    """The side that changed something incidental; where both did, mine. None stands for "has no such thing"."""
    if mine is None or (theirs is not None and mine == base):
        return base if theirs is None else theirs
    return mine


def merge_lines(base: str, mine: str, theirs: str) -> MergedLines | None:
    """The text with the changes of both sides, or None where they changed the same lines differently.

    Lines that both added at one place are all kept, theirs first; what both added alike is kept once. A line that one
    side edited stays where the other deleted it.
    """
    old, own, other = lines_of(base), lines_of(mine), lines_of(theirs)
    merged: list[_Merged] = []
    for _, group in groupby(filter(any, _pieces(old, own, other)), key=_is_same):
        lines = _side_by_side(list(group))
        if lines is None:
            return None
        merged += lines
    kept = [line.sides for line in merged if line.against_delete]
    return MergedLines(
        _joined(merged, (old, own, other)), any(side[1] for side in kept), any(side[2] for side in kept)
    )


def lines_of(text: str) -> list[Line]:
    """The lines of `text` that have words; blank lines stand in front of the next one."""
    lines = []
    before: list[str] = []
    for line in split_lines(text):
        content = line_content(line)
        if key := line_key(content):
            lines.append(Line(key, content, "".join(before)))
            before = [line[len(content) :]]
        else:
            before.append(line)
    return lines


def keys_of(text: str) -> list[str]:
    """What is compared of the lines of `text` that have words."""
    return _keys(lines_of(text))


def same_lines(a: str, b: str) -> bool:
    """Whether two texts differ in nothing but blank lines and white space at the end of lines."""
    return a == b or keys_of(a) == keys_of(b)


def _keys(lines: Sequence[Line]) -> list[str]:
    return [line.key for line in lines]


def _is_same(piece: _Hunk) -> bool:
    return len(piece.old) == len(piece.mine) == len(piece.theirs) and all(
        old.key == mine.key == theirs.key for old, mine, theirs in zip(*piece, strict=True)
    )


def _unchanged(base: Line, mine: Line, theirs: Line) -> _Merged:
    return _Merged(pick(base.content, mine.content, theirs.content) or "", (base, mine, theirs))


def _side_by_side(hunks: Sequence[_Hunk]) -> list[_Merged] | None:
    """The lines that hunks without anything between become; None where the sides contradict each other in one.

    A line that both added is kept once, also where one side changed the line beside it, so that theirs is in another
    hunk than mine. Code is not looked into.
    """
    merged: list[_Merged] = []
    for hunk in hunks:
        lines = (
            [_unchanged(*sides) for sides in zip(*hunk, strict=True)] if _is_same(hunk) else _settled(hunk)
        )
        if lines is None:
            return None
        merged += lines
    old, mine, theirs = (Counter(key for hunk in hunks for key in _keys(hunk[side])) for side in range(3))
    by_both = (mine - old) & (theirs - old)
    if not by_both or any(map(is_fence, (*mine, *theirs))):
        return merged
    spare = Counter(line.key for line in merged) - (mine | theirs)
    return _without(spare & by_both, merged)


def _without(spare: Counter[str], merged: Sequence[_Merged]) -> list[_Merged]:
    """The lines of which none is `spare`: first goes what only mine has, then what only theirs has."""
    left_out = set()
    for i in sorted(range(len(merged)), key=lambda i: [bool(side) for side in merged[i].sides[:0:-1]]):
        key = merged[i].key
        if spare[key] > 0:
            spare[key] -= 1
            left_out.add(i)
    return [line for i, line in enumerate(merged) if i not in left_out]


def _settled(hunk: _Hunk) -> list[_Merged] | None:
    """The lines that a hunk becomes, or None where the sides contradict each other."""
    old, mine, theirs = (_keys(lines) for lines in hunk)
    if mine == theirs:
        return [
            _Merged(own.content, (None, own, other))
            for own, other in zip(hunk.mine, hunk.theirs, strict=True)
        ]
    if theirs == old:
        return _aligned(hunk, hunk.mine) or _of_mine(hunk.mine)
    if mine == old:
        return _aligned(hunk, hunk.theirs) or _of_theirs(hunk.theirs)
    return _edited_or_deleted(hunk) if old else _both_added(hunk.mine, hunk.theirs)


def _edited_or_deleted(hunk: _Hunk) -> list[_Merged] | None:
    """What one side edited of lines that the other deleted, or None where both edited some. Code stays in one piece."""
    edited = hunk.mine or hunk.theirs
    if (hunk.mine and hunk.theirs) or any(is_fence(line.key) for line in (*hunk.old, *edited)):
        return None
    known = {line.key for line in hunk.old}
    kept = [line for line in edited if line.key not in known]
    lines = _of_mine(kept) if hunk.mine else _of_theirs(kept)
    return [line._replace(against_delete=True) for line in lines]


def _aligned(hunk: _Hunk, changed: Sequence[Line]) -> list[_Merged]:
    """The lines of the side that changed them, where each gave way to one line and so keeps its place; else none."""
    if not len(hunk.mine) == len(hunk.old) == len(hunk.theirs):
        return []
    return [
        _Merged(line.content, sides) for line, sides in zip(changed, zip(*hunk, strict=True), strict=True)
    ]


def _of_mine(lines: Sequence[Line]) -> list[_Merged]:
    return [_Merged(line.content, (None, line, None)) for line in lines]


def _of_theirs(lines: Sequence[Line]) -> list[_Merged]:
    return [_Merged(line.content, (None, None, line)) for line in lines]


def _both_added(mine: Sequence[Line], theirs: Sequence[Line]) -> list[_Merged]:
    """Theirs, then mine, without repeating what one side has of the other at the ends or as a whole.

    Code is never taken apart: a fence that two blocks share would make one of them.
    """
    own, other = _keys(mine), _keys(theirs)
    if _holds(own, other):
        return _of_mine(mine)
    if _holds(other, own):
        return _of_theirs(theirs)
    if any(map(is_fence, (*own, *other))):
        return _of_theirs(theirs) + _of_mine(mine)
    ahead = _common(own, other)
    behind = _common(own[ahead:][::-1], other[ahead:][::-1])
    added = _of_theirs(theirs)
    end = len(added) - behind
    return added[:end] + _of_mine(mine[ahead : len(mine) - behind]) + added[end:]


def _holds(lines: Sequence[str], others: Sequence[str]) -> bool:
    """Whether all `others` stand in `lines`, in the same order."""
    rest = iter(lines)
    return all(line in rest for line in others)


def _common(a: Sequence[str], b: Sequence[str]) -> int:
    """How many items are equal at the start."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _joined(merged: Sequence[_Merged], texts: Sequence[Sequence[Line]]) -> str:
    """The merged lines with their gaps."""
    places = [{id(line): place for place, line in enumerate(lines)} for lines in texts]
    ahead: tuple[Line | None, ...] = (None, None, None)
    pieces: list[str] = []
    for line in merged:
        is_first = not pieces
        gaps = (
            _gap(lines, known[id(side)], known.get(id(above)), is_first=is_first) if side else None
            for side, above, lines, known in zip(line.sides, ahead, texts, places, strict=True)
        )
        gap = pick(*gaps)
        pieces += (_line_end(texts, is_first) if gap is None else gap, line.content)
        ahead = line.sides
    return "".join(pieces)


def _gap(lines: Sequence[Line], place: int, above: int | None, *, is_first: bool) -> str | None:
    """What a side has between the line in `place` and the line `above` it in the result, None where that tells nothing.

    The first line of a text tells nothing about the gap before another one. Where the other side deleted the lines in
    between, the widest of their gaps parts the two still: a paragraph doesn't become a part of the one before it.
    """
    if (place == 0) != is_first:
        return None
    if above is None or above >= place:
        return lines[place].before
    return max(
        (line.before for line in reversed(lines[above + 1 : place + 1])), key=lambda gap: gap.count("\n")
    )


def _line_end(texts: Sequence[Sequence[Line]], is_first: bool) -> str:
    """The gap before a line that no side has at such a place."""
    if is_first:
        return ""
    return "\r\n" if any(line.before.startswith("\r\n") for lines in texts for line in lines[1:2]) else "\n"


def _pieces(old: Sequence[Line], mine: Sequence[Line], theirs: Sequence[Line]) -> Iterator[_Hunk]:
    """The three texts cut, in order, into lines that no side changed and hunks that one or both changed."""
    for stretch in stretches(_keys(old), _keys(mine), _keys(theirs)):
        lines = zip((old, mine, theirs), stretch, strict=True)
        yield _Hunk(*(side[span.start : span.end] for side, span in lines))
