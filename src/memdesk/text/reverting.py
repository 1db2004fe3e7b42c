"""Whether a text on disk is an old copy that was written back over what we saved, and what would put ours back.

An agent that read a file before our save and writes it after it takes our changes out again. It shows by the nodes that
we changed, added, moved or removed: they are what they were before our save, while everything else may have moved on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import NamedTuple

from memdesk.text.alignment import align, is_ascending
from memdesk.text.doubt import Doubt
from memdesk.text.merge import lost_most
from memdesk.text.merge_lines import keys_of, same_lines
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.node_trace import Trace, lines_in
from memdesk.text.outline import NodeKind, Outline
from memdesk.text.parts import Part, parts_of
from memdesk.text.putting_back import OwnSave, added_lines, brings_own_lines, put_back, wanted_of
from memdesk.text.union import unite

_HOLDERS = (NodeKind.SECTION, NodeKind.PREAMBLE, NodeKind.FRONT_MATTER)
_BETWEEN_KEYS = "\n\n"


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a document is read, merged and written.

    `rewrites(text)` are the texts that the agent's own writing may make of `text`, for an agent that writes in a form
    of its own; empty for one that writes a text as it was read.
    """

    outline: Callable[[str], Outline]
    merge: Callable[[str, str, str], Merge]
    rewrites: Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Reverted:
    """What was written back. `nodes` counts what we had changed and is as it was before the save number `first`.

    `is_older` says that lines of others are missing in these nodes too: the copy is older than those, or somebody took
    them out with ours and meant it.

    `text` is the disk text with ours put back, beside what the copy says where both changed the same; `clashes` and
    `kept_against_delete` are those of the merges that made it. There is a `doubt` where that text is no old copy, but
    ours went with most of what stood around it. `is_cut_short` says that more of ours went than comes back, and most of
    what our saves come to: `find_cut` may know of it.
    """

    nodes: int
    text: str
    clashes: tuple[Clash, ...] = ()
    kept_against_delete: tuple[str, ...] = ()
    first: int = 0
    doubt: Doubt | None = None
    is_older: bool = False
    is_cut_short: bool = False

    @property
    def clean(self) -> bool:
        """Whether ours can be put back without asking: nothing that others wrote contradicts it."""
        return not (self.doubt or self.is_older or self.clashes or self.kept_against_delete)


def find_revert(saves: Sequence[OwnSave], now: str, grammar: Grammar) -> Reverted | None:
    """What the disk text `now` takes back of our recent `saves`, oldest first; None where it takes nothing back.

    A node counts as taken back where it holds all lines that it had before one of the saves, and no line that this save
    or a later one put in. So a node that somebody rewrote does not count, nor one that we ourselves changed back. White
    space at line ends and blank lines never count.

    These are no old copies: what the agent's own writing makes of our text (`Grammar.rewrites`); a text that lost most
    of what there was (see `find_cut`); a text that lacks only what others had written and we put back with ours.

    A node that is back but lacks lines of others counts as well where no node is back as a whole, or where more of ours
    is taken back that way.
    """
    wanted = wanted_of(saves, grammar.merge)
    best, fewest = None, 0
    for found in _old_copies(saves, now, grammar):
        missing = len(_missing(saves, wanted, found.text))
        if best is None or missing < fewest:
            best, fewest = found, missing
        if not missing:
            return best
    return None if best is None else replace(best, is_cut_short=lost_most(wanted, now))


def _old_copies(saves: Sequence[OwnSave], now: str, grammar: Grammar) -> Iterator[Reverted]:
    """What `now` may have taken back as a copy that was read before one of our saves, the likeliest first."""
    found, read = _places_to_start(saves, now, grammar), _read_after(saves, now, grammar)
    for indices in ([i for i in found if i >= read], [i for i in found if i < read]):
        yield from _copies_before(indices, saves, now, grammar)


def _copies_before(
    indices: Sequence[int], saves: Sequence[OwnSave], now: str, grammar: Grammar
) -> Iterator[Reverted]:
    """As `_old_copies`, of those that were read before the saves of these numbers."""
    places = list[tuple[int, OwnSave]]()
    for index in indices:
        save = saves[index]
        if lost_most(save.before, now):
            continue
        own = OwnSave(save.before, wanted_of(saves[index:], grammar.merge))
        others = [one.after for one in saves[max(0, index - 1) : index]]
        others += [save.met] if save.met is not None else []
        found = _taken_back(own, save.after, others, now, grammar)
        if found is not None and brings_own_lines(saves, now, found.text):
            yield replace(found, first=index)
        places.append((index, own))
    for index, own in places:
        found = _taken_back_by_an_older(own, saves[index].after, now, grammar)
        if found is not None and brings_own_lines(saves, now, found.text):
            yield replace(found, first=index)


def _missing(saves: Sequence[OwnSave], wanted: str, now: str) -> frozenset[str]:
    """The lines that we put in and that are `wanted` still, but stand nowhere in `now`."""
    return added_lines(saves).intersection(keys_of(wanted)).difference(keys_of(now))


def find_cut(saves: Sequence[OwnSave], now: str | None, grammar: Grammar) -> Reverted | None:
    """What of our recent `saves` went with most of what stood around it; None where nothing did.

    That is no old copy and may be meant, so the user is asked. A node counts if a line of ours that it should hold
    stands nowhere any more, and the node is gone, or lost most of its lines or its end; where most of the whole text
    went, the first is enough. `now` is None for what is no text at all.
    """
    wanted = wanted_of(saves, grammar.merge)
    missing = _missing(saves, wanted, now or "")
    mine, theirs = _units(wanted, grammar), _units(now or "", grammar)
    pairs = ((part, _at(theirs, index)) for part, index in zip(mine, align(mine, theirs), strict=True))
    is_mostly_gone = lost_most(wanted, now or "")
    nodes = sum(
        not missing.isdisjoint(keys_of(part.content)) and (is_mostly_gone or _is_cut(part, left, missing))
        for part, left in pairs
    )
    if not nodes:
        return None
    if now is None:
        return Reverted(nodes, wanted, doubt=Doubt.NOT_TEXT)
    # Whoever cut a text took out nothing on purpose: all of it comes back, beside what was written since.
    whole = unite(wanted, wanted, now, grammar.merge)
    return Reverted(nodes, whole.text, whole.clashes, doubt=Doubt.MOSTLY_GONE)


def _is_cut(part: Part, left: Part | None, ours: frozenset[str]) -> bool:
    """Whether more than `ours` went from a node of which so much is `left`."""
    if left is None or lost_most(part.content, left.content):
        return True
    there = lines_in(left).keys()
    end = list(dropwhile(there.__contains__, keys_of(part.content)))
    return there.isdisjoint(end) and not ours.issuperset(end)


def _places_to_start(saves: Sequence[OwnSave], now: str, grammar: Grammar) -> list[int]:
    """The saves before which the old copy may have been read, by number.

    These are the saves of which something is missing or different in `now`. One more is the last save whose text before
    it is nearly all there now: with ours, what others wrote before that save may be missing. To merge each save with
    all later ones and compare would take too many merges.
    """
    wanted = wanted_of(saves, grammar.merge)
    if now == wanted:
        return []
    ours, theirs = Counter(keys_of(wanted)), Counter(keys_of(now))
    changes = [_Lines(Counter(keys_of(save.before)), Counter(keys_of(save.after))) for save in saves]
    is_moved = not is_ascending(align(_units(wanted, grammar), _units(now, grammar)))
    if not is_moved and all(lines.stand_in(theirs, ours) for lines in changes):
        return []
    found = [i for i, lines in enumerate(changes) if is_moved or not lines.stand_in(theirs, lines.new)]
    if not found:
        return []
    nearest = min(range(found[-1] + 1), key=lambda i: ((changes[i].old - theirs).total(), -i))
    return sorted({nearest, *found})


def _read_after(saves: Sequence[OwnSave], now: str, grammar: Grammar) -> int:
    """So many of our saves had been made at least when a copy was read that has lines which we alone had for a while.

    What takes back an earlier one lies beside them: to begin there would leave an earlier wording beside the last one.
    """
    lasting = {*keys_of(wanted_of(saves, grammar.merge)), *keys_of(saves[0].before if saves else "")}
    passing = set(keys_of(now)) - lasting
    made = [Counter(keys_of(save.after)) - Counter(keys_of(save.before)) for save in saves]
    firsts = (next((i for i, new in enumerate(made) if key in new), -1) for key in passing)
    return max(firsts, default=-1) + 1


class _Lines(NamedTuple):
    """The lines of a text before a save of ours and after it."""

    old: Counter[str]
    new: Counter[str]

    def stand_in(self, now: Counter[str], ours: Counter[str]) -> bool:
        """Whether of what was put in nothing is missing, and of what was taken out nothing there, as `ours` has it."""
        return all(now[key] >= ours[key] for key in self.new - self.old) and all(
            now[key] <= ours[key] for key in self.old - self.new
        )


def _taken_back(
    own: OwnSave, saved: str, others: Sequence[str], now: str, grammar: Grammar
) -> Reverted | None:
    """What a copy takes back of a change of ours, or of its first part, which `saved` has; later ones may stand in it.

    The copy may be of `others` that had stood there before it, or in the agent's own form.
    """
    for after in dict.fromkeys((own.after, saved)):
        look = _Look(OwnSave(own.before, after), own.after, now, grammar)
        for copy in (own.before, *others):
            nodes = look.count(copy)
            if nodes:
                return _put_back(Reverted(nodes, now), own, now, grammar)
        for copy in grammar.rewrites(own.before):
            nodes = look.count(copy)
            if nodes:
                as_ours = grammar.merge(copy, now, own.before)
                return _put_back(Reverted(nodes, now), own, as_ours.text if as_ours.clean else now, grammar)
    return None


def _taken_back_by_an_older(own: OwnSave, saved: str, now: str, grammar: Grammar) -> Reverted | None:
    """As `_taken_back`, by a copy that is older than what others had added to the same nodes."""
    for after in dict.fromkeys((own.after, saved)):
        nodes = _Look(OwnSave(own.before, after), own.after, now, grammar).count_older()
        if nodes:
            return _put_back(Reverted(nodes, now, is_older=True), own, now, grammar)
    return None


def _put_back(found: Reverted, own: OwnSave, as_ours: str, grammar: Grammar) -> Reverted | None:
    """What was `found` with our change put back; `as_ours` is the copy as if we had written it."""
    merge = put_back(own, as_ours, grammar.merge)
    if same_lines(merge.text, found.text):
        return None
    return replace(
        found, text=merge.text, clashes=merge.clashes, kept_against_delete=merge.kept_against_delete
    )


class _Look:
    """Compares a change of ours with what is there now; `wanted` is what it was to come to in the end."""

    def __init__(self, own: OwnSave, wanted: str, now: str, grammar: Grammar) -> None:
        self._grammar = grammar
        self._own = own
        self._wanted = Counter(keys_of(wanted))
        self._before, self._after = _units(own.before, grammar), _units(own.after, grammar)
        self._in_the_end = self._after if wanted == own.after else self._aligned(_units(wanted, grammar))
        self._now = _units(now, grammar)
        self._made_of_ours: list[tuple[list[Part], list[int | None]]] | None = None

    def _aligned(self, wanted: Sequence[Part]) -> list[Part | None]:
        """For each node after our change what it was to come to."""
        return [_at(wanted, index) for index in align(self._after, wanted)]

    def count(self, copy: str) -> int:
        """How many nodes that we changed are back as `copy` has them."""
        written = self._before if copy == self._own.before else _units(copy, self._grammar)
        back = sum(1 for trace in self._traces(written) if self._is_back(trace))
        return back or self._moved_back()

    def count_older(self) -> int:
        """How many nodes that we changed are back but for lines of others."""
        return sum(
            trace.is_older(self._end_of(trace.after), self._wanted) and not self._is_of_the_agent(trace)
            for trace in self._traces(self._before)
        )

    def _is_back(self, trace: Trace) -> bool:
        if not trace.is_back(self._end_of(trace.after), self._wanted):
            return False
        return not self._is_of_the_agent(trace)

    def _end_of(self, after: Part | None) -> Part | None:
        """What a node of ours was to come to: the lines of other nodes say nothing about it."""
        return None if after is None else self._in_the_end[self._after.index(after)]

    def _is_of_the_agent(self, trace: Trace) -> bool:
        """Whether the agent's own writing makes of our text what is there now."""
        if trace.after is None:
            return False
        at = self._after.index(trace.after)
        return any(_same(trace.now, _at(parts, found[at])) for parts, found in self._made())

    def _moved_back(self) -> int:
        """How many nodes that we moved stand in their old order again.

        Only where we did nothing else: the order in which a merge leaves things is nobody's.
        """
        if Counter(keys_of(self._own.before)) != Counter(keys_of(self._own.after)):
            return 0
        to_after = align(self._before, self._after)
        if is_ascending(to_after) or not is_ascending(align(self._before, self._now)):
            return 0
        orders = (self._after, *(parts for parts, _ in self._made()))
        return 0 if any(is_ascending(align(parts, self._now)) for parts in orders) else _moved(to_after)

    def _made(self) -> list[tuple[list[Part], list[int | None]]]:
        """What the agent's own writing makes of our text, with what became of each of its nodes."""
        if self._made_of_ours is None:
            texts = [_units(text, self._grammar) for text in self._grammar.rewrites(self._own.after)]
            self._made_of_ours = [(parts, align(self._after, parts)) for parts in texts]
        return self._made_of_ours

    def _traces(self, written: Sequence[Part]) -> Iterator[Trace]:
        """Each node that we changed, with what the copy had of it, what we made of it, and what is there now."""
        to_after, to_written = align(self._before, self._after), align(self._before, written)
        old_to_now, to_now = align(self._before, self._now), align(self._after, self._now)
        old_of = {j: i for i, j in enumerate(to_after) if j is not None}
        for j, part in enumerate(self._after):
            i, now = old_of.get(j), _at(self._now, to_now[j])
            if i is None:
                yield Trace(None, None, part, now)
            elif not same_lines(self._before[i].content, part.content):
                old = self._before[i]
                if not _same(now, part) and _same(_at(self._now, old_to_now[i]), old):
                    now = _at(self._now, old_to_now[i])
                yield Trace(_at(written, to_written[i]), old, part, now)
        for i, old in enumerate(self._before):
            if to_after[i] is None:
                yield Trace(_at(written, to_written[i]), old, None, _at(self._now, old_to_now[i]))


def _units(text: str, grammar: Grammar) -> list[Part]:
    return list(_units_of(parts_of(text, grammar.outline(text)), ""))


def _units_of(parts: Sequence[Part], above: str) -> Iterator[Part]:
    """The nodes that stand for one remembered thing each, with keys that name what they stand in."""
    for part in parts:
        key = f"{above}{_BETWEEN_KEYS}{part.key}" if above else part.key
        if part.children and part.kind in _HOLDERS:
            yield from _units_of(part.children, key)
        else:
            yield replace(part, key=key)


def _at(parts: Sequence[Part], index: int | None) -> Part | None:
    return None if index is None else parts[index]


def _same(one: Part | None, other: Part | None) -> bool:
    if one is None or other is None:
        return one is other
    return same_lines(one.content, other.content)


def _moved(indices: Sequence[int | None]) -> int:
    """How many of these stand out of the order that most of them have."""
    found = [index for index in indices if index is not None]
    tails: list[int] = []
    for index in found:
        at = bisect_left(tails, index)
        tails[at : at + 1] = [index]
    return len(found) - len(tails)
