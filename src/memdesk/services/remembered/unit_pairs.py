"""Which new unit is one that went: under another name, at another place, or in other words; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.services.remembered.tallies import reworded
from memdesk.services.remembered.units import Unit, UnitId
from memdesk.text.document import trim
from memdesk.text.same_order import aligned


class _Changed(Protocol):
    """A unit that came (`then` is None), went (`now` is None) or says something else."""

    @property
    def then(self) -> Unit | None: ...
    @property
    def now(self) -> Unit | None: ...


Changed = TypeVar("Changed", bound=_Changed)


class OwnChange(NamedTuple):
    """What a change of ours made of one unit: None where it came or went. Its id is another one where it moved."""

    then: Unit | None
    now: Unit | None


def renumbered(then: Mapping[UnitId, Unit], now: Mapping[UnitId, Unit]) -> dict[UnitId, UnitId]:
    """The ids of units that are others now, because one with their words came or went above them, by the old ones.

    What had such an id and is gone has one that is free, so that no two have the same.
    """
    if not any(number for _, _, number in chain(then, now)):
        return {}
    moved = {old.id: new.id for old, new in _aligned([*then.values()], [*now.values()]) if old.id != new.id}
    free = sorted(set(moved) - set(moved.values()))
    return moved | dict(zip(sorted(set(moved.values()) - set(moved)), free, strict=True))


def _aligned(olds: Sequence[Unit], news: Sequence[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """The units that say the same in the same order."""
    one, other = ([(*unit.id[:2], trim(unit.text)) for unit in side] for side in (olds, news))
    return ((olds[at], news[to]) for at, to in aligned(one, other))


def stayed_elsewhere(
    then: Mapping[UnitId, Unit], now: Mapping[UnitId, Unit], moved: Mapping[UnitId, UnitId]
) -> Iterator[tuple[Unit, Unit]]:
    """What says what it said and has another number among those with its words."""
    for old, new in moved.items():
        if old in then and new in now and then[old].says_as(now[new]):
            yield then[old], now[new]


def with_ids(units: Mapping[UnitId, Unit], moved: Mapping[UnitId, UnitId]) -> dict[UnitId, Unit]:
    """The units by the ids that they have now; they stand where they stood."""
    return {(new := moved.get(unit_id, unit_id)): unit._replace(id=new) for unit_id, unit in units.items()}


def own_changes(changed: Iterable[OwnChange]) -> list[OwnChange]:
    """A change of ours, with what went in one place and came in another as one."""
    own = list(changed)
    pairs = pairs_of_ours(own)
    paired = {id(one) for pair in pairs for one in pair}
    joined = [OwnChange(old.then, new.now) for old, new in pairs]
    return [*joined, *(one for one in own if id(one) not in paired)]


def pairs_of_ours(found: Sequence[Changed]) -> list[tuple[Changed, Changed]]:
    """As `pairs_of`, within one change of ours: if one unit went and one of its kind came, they are a pair."""
    pairs = pairs_of(found)
    paired = {id(one) for pair in pairs for one in pair}
    left = [one for one in found if id(one) not in paired and (one.then is None or one.now is None)]
    if len(left) == 2:
        old, new = sorted(left, key=lambda one: one.then is None)
        if old.then is not None and new.now is not None and old.then.kind is new.now.kind:
            pairs.append((old, new))
    return pairs


def pairs_of(found: Sequence[Changed]) -> list[tuple[Changed, Changed]]:
    """Pairs of a unit that went and one that came: first those that say the same, then those that nearly do."""
    moves = pair_moves(found)
    moved = {id(one) for pair in moves for one in pair}
    return [*moves, *_reworded([one for one in found if id(one) not in moved])]


def pair_moves(found: Iterable[Changed]) -> list[tuple[Changed, Changed]]:
    """What went, with what came that says exactly the same; each once."""
    gone: dict[str, list[Changed]] = {}
    found = list(found)
    for one in found:
        if one.now is None and one.then is not None:
            gone.setdefault(one.then.digest, []).append(one)
    return [
        (olds.pop(0), one)
        for one in found
        if one.then is None and one.now is not None and (olds := gone.get(one.now.digest))
    ]


def _reworded(found: Sequence[Changed]) -> list[tuple[Changed, Changed]]:
    ends = [one for one in found if one.then is None or one.now is None]
    nodes = [_as_node(one) for one in ends]
    of_node = {id(node): one for node, one in zip(nodes, ends, strict=True)}
    return [(of_node[id(old)], of_node[id(new)]) for old, new in reworded(nodes)]


def _as_node(one: _Changed) -> NodeDifference:
    unit = one.then or one.now
    assert unit is not None
    then = one.then.text if one.then is not None else None
    now = one.now.text if one.now is not None else None
    return NodeDifference(unit.kind, unit.title, then, now, None)
