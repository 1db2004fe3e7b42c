"""Pins go along with what the user changes himself: in other words, under another name, in another document."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.services.documents.taken import Address
from memdesk.services.remembered.unit_pairs import (
    OwnChange,
    pairs_of_ours,
    renumbered,
    stayed_elsewhere,
    with_ids,
)
from memdesk.services.remembered.units import Unit, UnitId, units_of
from memdesk.services.steps.step import was_of
from memdesk.store.marks import Mark, MarkKind
from memdesk.store.versions import UNDO
from memdesk.text.document import decode

if TYPE_CHECKING:
    from memdesk.services.remembered.past_documents import Past
    from memdesk.store.marks import Marks
    from memdesk.store.outcomes import Applied
    from memdesk.store.versions import Version


class PlacedChange(NamedTuple):
    """What became of a unit of the document at `path`: None where it came or went."""

    path: str
    then: Unit | None
    now: Unit | None


class CarriedPins:
    """Follows the steps. `past` tells which document a path means."""

    def __init__(
        self,
        past: Callable[[str], Past],
        marks: Callable[[], Marks],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._past = past
        self._marks = marks
        self._clock = clock
        self._came: dict[tuple[Address, str], float] = {}

    def follow(self, applied: Applied, *, is_undo: bool = False) -> None:
        """Pin what the pinned became in these files. For a worker. Raises `MemdeskError`.

        An undo takes back along what its step took along. Words that the step brought back to a pin which had stayed
        with them go without it: it never stood for what others had made of them.
        """
        was = was_of(applied)
        pins = {mark.address: mark for mark in self._marks().of(MarkKind.PINNED) if mark.path in was}
        if not pins:
            return
        changed: list[PlacedChange] = []
        for path, (before, after) in was.items():
            then, now = self._units(path, before), self._units(path, after)
            moved = renumbered(then, now)
            changed += (PlacedChange(path, *pair) for pair in stayed_elsewhere(then, now, moved))
            then = with_ids(then, moved)
            for unit_id in {**then, **now}:
                pair = then.get(unit_id), now.get(unit_id)
                if pair[0] is None or not pair[0].says_as(pair[1]):
                    changed.append(PlacedChange(path, *pair))
        if is_undo:
            pins = {address: pin for address, pin in pins.items() if pin.when >= self._came_when(pin)}
        when = self._clock()
        came = ((one.path, one.now) for one in changed if one.now is not None)
        self._came.update({((path, *unit.node), unit.digest): when for path, unit in came})
        carry(self._marks(), pins, changed, self._clock())

    def _came_when(self, pin: Mark) -> float:
        """When a step last brought the words that are pinned to where they are; 0 where none did."""
        return self._came.get((pin.address, pin.sha256), 0.0)

    def _units(self, path: str, data: bytes | None) -> Mapping[UnitId, Unit]:
        past = self._past(path)
        if data is None or past.root is None:
            return {}
        return units_of(past.root, past.document, decode(data))


def carry(
    marks: Marks,
    pins: Mapping[Address, Mark],
    changed: Sequence[PlacedChange],
    when: float,
    also: Sequence[Mark] = (),
) -> None:
    """Let pins go along with one change, made at `when`; `also` is marked with them. Raises `MarksError`."""
    carried = list(_carried(pins, changed, when))
    gone = [(MarkKind.PINNED, *one.old) for one in carried if not one.stays]
    if carried:
        marks.change([*(one.new for one in carried), *also], gone)


def carry_through(marks: Marks, path: str, version: Version, changed: Iterable[OwnChange]) -> None:
    """Let pins go along with what a version of the document at `path` changed, once. Raises `MarksError`.

    Their addresses are those of the version that was noted as followed last. Versions are followed again at each start,
    and where words stand several times, an older one would carry such an address to another entry.
    """
    # An undo is a step, whose pins went along at once, all that were to.
    changes = [PlacedChange(path, *one) for one in changed] if version.why != UNDO else []
    if not changes or version.when <= followed_until(marks, path):
        return
    pins = {mark.address: mark for mark in marks.of(MarkKind.PINNED)}
    carry(marks, pins, changes, version.when, [_followed(path, version)])


def note_followed(marks: Marks, path: str, version: Version) -> None:
    """Note that the pins of a document were followed up to a version, if it has any. Raises `MarksError`."""
    has_pins = any(mark.path == path for mark in marks.of(MarkKind.PINNED))
    if has_pins and followed_until(marks, path) < version.when:
        marks.put_all([_followed(path, version)])


def followed_until(marks: Marks, path: str) -> float:
    """The time of the version up to which the pins of a document were followed; 0 where none was noted."""
    return next((mark.when for mark in marks.of(MarkKind.FOLLOWED) if mark.path == path), 0.0)


def _followed(path: str, version: Version) -> Mark:
    return Mark(MarkKind.FOLLOWED, path, "", 0, version.sha256, version.when)


class _Carried(NamedTuple):
    """The address of a pin and the pin that comes in its stead; beside it, where it `stays`."""

    old: Address
    new: Mark
    stays: bool = False


def _carried(
    pins: Mapping[Address, Mark], changed: Sequence[PlacedChange], when: float
) -> Iterator[_Carried]:
    pairs = [(one, one) for one in changed if one.then is not None and one.now is not None]
    pairs += pairs_of_ours(changed)
    alone = _alone_elsewhere(changed, pairs)
    for old, new in [*pairs, *alone]:
        assert old.then is not None
        assert new.now is not None
        address = old.path, *old.then.node
        mark = pins.get(address)
        if mark is not None and mark.sha256 == old.then.digest and mark.when <= when:
            key, occurrence = new.now.node
            pin = Mark(MarkKind.PINNED, new.path, key, occurrence, new.now.digest, when)
            # A section that took up what was pinned may lose it again, when that comes back.
            yield _Carried(address, pin, stays=new is not old and new.then is not None)


def _alone_elsewhere(
    changed: Sequence[PlacedChange], pairs: Sequence[tuple[PlacedChange, PlacedChange]]
) -> list[tuple[PlacedChange, PlacedChange]]:
    """What went, with the only thing that came or changed in another document, perhaps as another kind of thing."""
    known = {id(one) for pair in pairs for one in pair if one.then is None or one.now is None}
    gone = [one for one in changed if one.now is None and id(one) not in known]
    paths = {one.path for one in gone}
    taking = [
        one for one in changed if one.now is not None and one.path not in paths and id(one) not in known
    ]
    return [(gone[0], taking[0])] if len(gone) == len(taking) == 1 else []
