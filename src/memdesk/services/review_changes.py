"""What other programs changed in one document since it was reviewed, told from its versions; pure.

Versions are followed in their order. What one of ours changed counts as reviewed; what another program changed is told
apart from what was there when the user looked last, however many versions that took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

from memdesk.services.node_differences import NodeDifference
from memdesk.services.remembered_units import Unit, UnitId
from memdesk.services.tallies import reworded
from memdesk.store.versions import Author, Version
from memdesk.text.document import split_lines, trim
from memdesk.text.outline import NodeKind

_UNDO = "undo"

Value = TypeVar("Value")


class ReviewKind(StrEnum):
    """What became of a unit, in the words of the inbox."""

    LEARNED = "learned"
    CHANGED = "changed"
    REMOVED = "removed"
    MOVED = "moved"


class Difference(NamedTuple):
    """One unit that is otherwise than it was. `then` holds it in `before`, a version; `version` is what changed it."""

    kind: ReviewKind
    then: Unit | None
    now: Unit | None
    before: Version | None
    version: Version


@dataclass(slots=True)
class _Own:
    """What one change of ours met, for the case that it is undone."""

    found: Unit | None
    reviewed: Unit | None
    reviewed_in: Version | None
    touched: Version | None


@dataclass(slots=True)
class Followed:
    """How far a document was followed. `reviewed` is what the user knows, `present` what the newest version says."""

    reviewed: dict[UnitId, Unit]
    present: dict[UnitId, Unit]
    last: Version | None = None
    reviewed_in: dict[UnitId, Version] = field(default_factory=dict)
    touched: dict[UnitId, Version] = field(default_factory=dict)
    _own: dict[UnitId, list[_Own]] = field(default_factory=dict)

    @classmethod
    def from_baseline(cls, units: Mapping[UnitId, Unit], version: Version | None) -> Followed:
        """Begin where everything in `units` is reviewed; `version` holds it, None for a document that is new."""
        known = {} if version is None else dict.fromkeys(units, version)
        return cls(dict(units), dict(units), version, known)

    def follow(self, version: Version, units: Mapping[UnitId, Unit]) -> list[tuple[Unit | None, Unit | None]]:
        """Take up the next version; what it changed if it is ours, as pairs of then and now, else nothing."""
        own: list[tuple[Unit | None, Unit | None]] = []
        for unit_id in {**self.present, **units}:
            then, now = self.present.get(unit_id), units.get(unit_id)
            if now is then or (now is not None and now.says_as(then)):
                continue
            if version.author is Author.YOU:
                self._take_own(version, unit_id, now)
                own.append((then, now))
            else:
                self.touched[unit_id] = version
        self.present, self.last = dict(units), version
        return own

    def _take_own(self, version: Version, unit_id: UnitId, now: Unit | None) -> None:
        stack = self._own.setdefault(unit_id, [])
        if version.why == _UNDO and stack and _same(stack[-1].found, now):
            was = stack.pop()
            _set(self.reviewed, unit_id, was.reviewed)
            _set(self.reviewed_in, unit_id, was.reviewed_in)
            _set(self.touched, unit_id, was.touched)
            return
        stack.append(
            _Own(
                self.present.get(unit_id),
                self.reviewed.get(unit_id),
                self.reviewed_in.get(unit_id),
                self.touched.pop(unit_id, None),
            )
        )
        _set(self.reviewed, unit_id, now)
        _set(self.reviewed_in, unit_id, version if now is not None else None)

    def accept(self, is_kept: Callable[[Difference], bool]) -> list[Difference]:
        """Take what was kept as reviewed, and give it: from here on it is told apart from that."""
        kept = [one for one in self.differences() if is_kept(one)]
        for one in kept:
            for unit in (one.then, one.now):
                if unit is not None:
                    for known in (self.reviewed, self.reviewed_in, self.touched):
                        known.pop(unit.id, None)
            if one.now is not None and self.last is not None:
                self.reviewed[one.now.id], self.reviewed_in[one.now.id] = one.now, self.last
        return kept

    def differences(self) -> tuple[Difference, ...]:
        """What is to be reviewed, in document order, what is gone at the end."""
        if self.last is None:
            return ()
        found = [self._difference(unit_id) for unit_id in {**self.present, **self.reviewed}]
        return _joined([one for one in found if one is not None])

    def _difference(self, unit_id: UnitId) -> Difference | None:
        then, now = self.reviewed.get(unit_id), self.present.get(unit_id)
        version = self.touched.get(unit_id)
        if version is None or _same(then, now):
            return None
        before = self.reviewed_in.get(unit_id)
        if now is None:
            return Difference(ReviewKind.REMOVED, then, None, before, version)
        if then is None:
            return Difference(ReviewKind.LEARNED, None, now, None, version)
        kind = ReviewKind.LEARNED if has_only_more(then, now) else ReviewKind.CHANGED
        return Difference(kind, then, now, before, version)


def _set(where: dict[UnitId, Value], unit_id: UnitId, value: Value | None) -> None:
    if value is None:
        where.pop(unit_id, None)
    else:
        where[unit_id] = value


def has_only_more(then: Unit, now: Unit) -> bool:
    """Whether a section, which may say many things, only got more lines."""
    if now.kind not in (NodeKind.SECTION, NodeKind.PREAMBLE):
        return False
    old, new = ([line.strip() for line in split_lines(trim(unit.text))] for unit in (then, now))
    left = iter(new)
    return old != new and all(line in left for line in old)


def _same(one: Unit | None, other: Unit | None) -> bool:
    return one is other if one is None or other is None else one.says_as(other)


def _joined(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """What went here and came there is one: moved where it says the same, changed where nearly."""
    moves = pair_moves(found)
    moved = {id(one) for pair in moves for one in pair}
    left = [one for one in found if id(one) not in moved]
    pairs = [*moves, *_reworded(left)]
    by_new = {new: old for old, new in pairs}
    olds = set(by_new.values())
    return tuple(_one(by_new[one], one) if one in by_new else one for one in found if one not in olds)


def _one(old: Difference, new: Difference) -> Difference:
    assert old.then is not None
    kind = ReviewKind.MOVED if old.then.says_as(new.now) else ReviewKind.CHANGED
    return Difference(kind, old.then, new.now, old.before, new.version)


def pair_moves(found: Iterable[Difference]) -> list[tuple[Difference, Difference]]:
    """What went, with what came that says exactly the same; each once."""
    gone: dict[str, list[Difference]] = {}
    found = list(found)
    for one in found:
        if one.kind is ReviewKind.REMOVED and one.then is not None:
            gone.setdefault(one.then.digest, []).append(one)
    return [
        (olds.pop(0), one)
        for one in found
        if one.then is None and one.now is not None and (olds := gone.get(one.now.digest))
    ]


def _reworded(found: Sequence[Difference]) -> list[tuple[Difference, Difference]]:
    ends = [one for one in found if one.then is None or one.now is None]
    nodes = [_as_node(one) for one in ends]
    of_node = {id(node): one for node, one in zip(nodes, ends, strict=True)}
    return [(of_node[id(old)], of_node[id(new)]) for old, new in reworded(nodes)]


def _as_node(one: Difference) -> NodeDifference:
    unit = one.then or one.now
    assert unit is not None
    then = one.then.text if one.then is not None else None
    now = one.now.text if one.now is not None else None
    return NodeDifference(unit.kind, unit.title, then, now, None)
