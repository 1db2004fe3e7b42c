"""Lines and entries that one side of a merge moved to another place while the other side changed them.

Such an entry is settled before anything else is merged: it is taken out of the base and of the side that left it where
it was, and stands, with the changes of both, where it was moved to. So it can never come out twice.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from memdesk.text.alignment import align, likeness, words_of
from memdesk.text.document import line_content, line_key, split_lines
from memdesk.text.edited_lines import edited_runs
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.outline import NodeKind
from memdesk.text.parts import Part

MergeWords = Callable[[str, str, str], str | None]
"""Base, mine and theirs of one entry to what it becomes, None where they contradict each other."""

_FEWEST_WORDS = 3
_ALIKE = 0.6
_MOST_COMPARED = 2_500
_FENCES = ("```", "~~~")
_IN_LINES = (NodeKind.SECTION, NodeKind.PREAMBLE, NodeKind.LOOSE, NodeKind.ENTRY)
"""Kinds whose lines are looked at one by one where they hold no nodes; the others are found by their keys."""


class Unit(NamedTuple):
    """A line, or an entry inside a section: where it stands, and in the how-manieth node of the text."""

    key: str
    text: str
    start: int
    place: int

    @property
    def end(self) -> int:
        """Where it ends, its line end not counted."""
        return self.start + len(self.text)


class Moved(NamedTuple):
    """An entry that stands elsewhere on one side at least; None where a side has it no more."""

    base: Unit
    mine: Unit | None
    theirs: Unit | None
    moved_by_mine: bool


class Unclear(NamedTuple):
    """An entry that both sides changed in different ways while one moved it: what each says."""

    base: str
    mine: str
    theirs: str


class Carried(NamedTuple):
    """Three texts in which every moved entry is settled, and those that are not: mine stands for these.

    `kept_against_delete` and `returned` name the nodes to which mine, or theirs, moved what the other deleted.
    """

    texts: tuple[str, str, str]
    unclear: tuple[Unclear, ...] = ()
    kept_against_delete: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()


def carry_moves(
    texts: tuple[str, str, str], sides: Sequence[Sequence[Part]], merge_words: MergeWords
) -> Carried:
    """`texts` (base, mine, theirs) without the moves that stand in the way of a merge; `sides` are their parts."""
    edits: tuple[list[Edit], list[Edit], list[Edit]] = ([], [], [])
    unclear = []
    kept: list[str] = []
    returned: list[str] = []
    for moved in find_moves(sides):
        if moved.mine is None or moved.theirs is None:
            kept += _moved_to(moved.base, moved.mine, sides[1])
            returned += _moved_to(moved.base, moved.theirs, sides[2])
            continue
        merged = merge_words(moved.base.text, moved.mine.text, moved.theirs.text)
        if merged is None:
            unclear.append(Unclear(moved.base.text, moved.mine.text, moved.theirs.text))
            merged = moved.mine.text
        stays, goes = (moved.mine, moved.theirs) if moved.moved_by_mine else (moved.theirs, moved.mine)
        here, there = (1, 2) if moved.moved_by_mine else (2, 1)
        edits[0].append(_without(texts[0], moved.base))
        edits[there].append(_without(texts[there], goes))
        edits[here].append(Edit(stays.start, stays.text, merged))
    base, mine, theirs = (apply_all(text, some) for text, some in zip(texts, edits, strict=True))
    return Carried((base, mine, theirs), tuple(unclear), tuple(kept), tuple(returned))


def _moved_to(base: Unit, side: Unit | None, parts: Sequence[Part]) -> Iterator[str]:
    """The node to which a side moved an entry word by word, if it did."""
    if side is not None and side.key == base.key:
        yield parts[side.place].key


def find_moves(sides: Sequence[Sequence[Part]]) -> Iterator[Moved]:
    """The entries that one side moved and the other changed, moved too, or left out; in the order of the base.

    Also those that one side moved, word by word, out of a node which it then deleted: the other may have edited that,
    so that it stays with all it holds.
    """
    base, mine, theirs = (list(_units(parts)) for parts in sides)
    to_mine, mine_moved, left_by_mine = _found(base, mine, sides[0], sides[1])
    to_theirs, theirs_moved, left_by_theirs = _found(base, theirs, sides[0], sides[2])
    for i in sorted(mine_moved | theirs_moved):
        unit, own, other = base[i], to_mine.get(i), to_theirs.get(i)
        at_mine = None if own is None else mine[own]
        at_theirs = None if other is None else theirs[other]
        left = at_theirs if i in mine_moved else at_mine
        is_same = left is not None and left.key == unit.key
        moved, deleted = (at_mine, left_by_mine) if i in mine_moved else (at_theirs, left_by_theirs)
        was_saved = moved is not None and moved.key == unit.key and unit.place in deleted
        if is_same and not was_saved and not (i in mine_moved and i in theirs_moved):
            continue
        yield Moved(unit, at_mine, at_theirs, i in mine_moved)


def _units(parts: Sequence[Part]) -> Iterator[Unit]:
    at = 0
    for place, part in enumerate(parts):
        if part.children:
            start = at
            for child in part.children:
                if child.kind is NodeKind.ENTRY:
                    yield Unit(line_key(child.content), child.content, start, place)
                start += len(child.text)
        elif part.kind in _IN_LINES:
            yield from _lines(part, at, place)
        at += len(part.text)


def _lines(part: Part, at: int, place: int) -> Iterator[Unit]:
    """The lines of a node, but for its heading and for code."""
    is_code = False
    for number, line in enumerate(split_lines(part.content)):
        content = line_content(line)
        key = line_key(content)
        is_fence = key.lstrip(" ").startswith(_FENCES)
        if key and not is_code and not is_fence and (number or part.kind is not NodeKind.SECTION):
            yield Unit(key, content, at, place)
        is_code ^= is_fence
        at += len(line)


def _found(
    old: Sequence[Unit], new: Sequence[Unit], old_parts: Sequence[Part], new_parts: Sequence[Part]
) -> tuple[dict[int, int], set[int], set[int]]:
    """Where each old unit stands in the new text, which of them were moved, and the places of nodes that are gone."""
    places = align(old_parts, new_parts)
    known: dict[int, int] = {}
    stayed = {unit.key for unit in old} & {unit.key for unit in new}
    here, there = _by_place(old), _by_place(new)
    for place, new_place in enumerate(places):
        if new_place is not None:
            known.update(_in_place(here[place], there[new_place], old, new, stayed))
    taken = set(known.values())
    single = _single(old) & _single(new)
    gone = [i for i, unit in enumerate(old) if i not in known and (unit.key in single or _is_telling(unit))]
    came = [j for j, unit in enumerate(new) if j not in taken and (unit.key in single or _is_telling(unit))]
    moved = dict(_elsewhere(gone, came, old, new))
    within = {
        i
        for i, j in moved.items()
        if old_parts[old[i].place].children and places[old[i].place] == new[j].place
    }
    deleted = {place for place, new_place in enumerate(places) if new_place is None}
    return {**known, **moved}, moved.keys() - within, deleted


def _by_place(units: Sequence[Unit]) -> defaultdict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    for i, unit in enumerate(units):
        found[unit.place].append(i)
    return found


def _in_place(
    here: Sequence[int],
    there: Sequence[int],
    old: Sequence[Unit],
    new: Sequence[Unit],
    stayed: Collection[str],
) -> Iterable[tuple[int, int]]:
    """The units of one node that are still there in the same order, those that were edited included.

    What `stayed` somewhere as it was is not what another one was edited to.
    """
    before, after = [old[i].key for i in here], [new[j].key for j in there]
    pairs, at, new_at = [], 0, 0
    for run in edited_runs(before, after):
        pairs += list(zip(here[at : run.old_first], there[new_at : run.new_first], strict=True))
        at, new_at = run.old_end, run.new_end
        if run.old_end - run.old_first == run.new_end - run.new_first == 1:
            i, j = here[run.old_first], there[run.new_first]
            is_other = old[i].key in stayed or new[j].key in stayed
            if not is_other and likeness(words_of(old[i].key), words_of(new[j].key)) >= _ALIKE:
                pairs.append((i, j))
    return pairs + list(zip(here[at:], there[new_at:], strict=True))


def _single(units: Sequence[Unit]) -> set[str]:
    """What stands once in a text, with a word at least: however short, it is told from others."""
    counts = Counter(unit.key for unit in units)
    return {key for key, count in counts.items() if count == 1 and words_of(key)}


def _is_telling(unit: Unit) -> bool:
    """Whether a unit says enough to be told from others that are alike."""
    return words_of(unit.key).total() >= _FEWEST_WORDS


def _elsewhere(
    gone: Sequence[int], came: Sequence[int], old: Sequence[Unit], new: Sequence[Unit]
) -> Iterator[tuple[int, int]]:
    """What is gone at its place and came at another one: word by word, else alike."""
    waiting: defaultdict[str, deque[int]] = defaultdict(deque)
    for j in came:
        waiting[new[j].key].append(j)
    left = []
    for i in gone:
        if same := waiting[old[i].key]:
            yield i, same.popleft()
        else:
            left.append(i)
    left = [i for i in left if _is_telling(old[i])]
    free = {j for same in waiting.values() for j in same if _is_telling(new[j])}
    if len(left) * len(free) > _MOST_COMPARED:
        return
    words = {j: words_of(new[j].key) for j in free}
    scores = [(likeness(words_of(old[i].key), words[j]), i, j) for i in left for j in free]
    done: set[int] = set()
    for score, i, j in sorted(scores, key=lambda one: (-one[0], one[1], one[2])):
        if score >= _ALIKE and i not in done and j in free:
            done.add(i)
            free.remove(j)
            yield i, j


def _without(text: str, unit: Unit) -> Edit:
    """The edit that takes a unit out with its line end."""
    end = text.find("\n", unit.end)
    span = Span(unit.start, len(text) if end < 0 else end + 1)
    return Edit(span.start, span.of(text), "")
