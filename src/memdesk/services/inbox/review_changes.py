"""What other programs changed in one document since it was reviewed, worked out from its versions; pure.

Versions are followed in their order. What one of ours changed counts as reviewed, line by line; what another program
changed is told apart from what was there when the user looked last, however many versions that took.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, TypeVar

from memdesk.services.remembered.unit_pairs import (
    OwnChange,
    own_changes,
    pairs_of,
    renumbered,
    stayed_elsewhere,
    with_ids,
)
from memdesk.services.remembered.units import Unit, UnitId
from memdesk.store.versions import REHOMED, UNDO, Author, Version
from memdesk.text.document import split_lines, trim
from memdesk.text.known_lines import known_after
from memdesk.text.outline import NodeKind

EDITED_IN_INBOX = "edit in the inbox"
"""Why a version is in the history whose changes were made with the whole unit on screen, so that all of it is known."""
OF_MANY_THINGS = (NodeKind.SECTION, NodeKind.PREAMBLE)
"""Units that may hold much beside what one change is about; all others are one fact."""
_REHOMED = (REHOMED, "redo")

Value = TypeVar("Value")


class ReviewKind(StrEnum):
    """What became of a unit, in the words of the inbox."""

    LEARNED = "learned"
    CHANGED = "changed"
    REMOVED = "removed"
    MOVED = "moved"


class Difference(NamedTuple):
    """One unit that is otherwise than it was; `version` is what changed it.

    `then` is what the user knows of it. The version `before` holds that, where it is one of ours perhaps among lines of
    others that are to be reviewed.
    """

    kind: ReviewKind
    then: Unit | None
    now: Unit | None
    before: Version | None
    version: Version


@dataclass(slots=True)
class _Own:
    """How a unit stood before a change of ours, in case that is undone. `came_from` was settled together with it."""

    by: Version
    found: Unit | None
    reviewed: Unit | None
    reviewed_in: Version | None
    touched: Version | None
    came_from: UnitId | None = None


class Unreviewed(NamedTuple):
    """What was to be reviewed of a unit when its memory got another home: it says `found`, the user knew `then`.

    `before` is the version that holds what he knew, `version` the one that brought the other words; `by` is the one
    with which it went.
    """

    found: Unit
    then: Unit | None
    before: Version | None
    version: Version
    by: Version

    def is_in(self, unit: Unit) -> bool:
        """Whether a unit of the new home is what it became there: other links, or without the lines known there."""
        same = unit.digest == self.found.digest
        return same or (bool(unit.title) and (unit.kind, unit.title) == (self.found.kind, self.found.title))


@dataclass(slots=True)
class Followed:
    """How far a document was followed. `reviewed` is what the user knows, `present` what the newest version says."""

    reviewed: dict[UnitId, Unit]
    present: dict[UnitId, Unit]
    last: Version | None = None
    reviewed_in: dict[UnitId, Version] = field(default_factory=dict)
    touched: dict[UnitId, Version] = field(default_factory=dict)
    rehomed: list[Version] = field(default_factory=list)
    """The versions in which it came or went with its project, and steps that were made again."""
    _own: dict[UnitId, list[_Own]] = field(default_factory=dict)
    _taken_over: set[tuple[UnitId, int]] = field(default_factory=set)

    @classmethod
    def from_baseline(cls, units: Mapping[UnitId, Unit], version: Version | None) -> Followed:
        """Begin where everything in `units` is reviewed; `version` holds it, None for a document that is new."""
        known = {} if version is None else dict.fromkeys(units, version)
        settled = {(unit_id, by.id) for unit_id, by in known.items()}
        return cls(dict(units), dict(units), version, known, _taken_over=settled)

    def follow(self, version: Version, units: Mapping[UnitId, Unit]) -> list[OwnChange]:
        """Take up the next version; what it changed if it is ours, and whoever made it, what has another number now."""
        moved = renumbered(self.present, units)
        stayed = [OwnChange(*pair) for pair in stayed_elsewhere(self.present, units, moved)]
        self._renumber(units, moved)
        changed = {
            unit_id: OwnChange(self.present.get(unit_id), units.get(unit_id))
            for unit_id in {**self.present, **units}
            if not _same(self.present.get(unit_id), units.get(unit_id))
        }
        own = own_changes(changed.values()) if version.author is Author.YOU else []
        came_from = self._came_from(version, own)
        if version.author is Author.YOU and version.why in _REHOMED:
            self.rehomed.append(version)
        if version.author is not Author.YOU:
            self.touched.update(dict.fromkeys(changed, version))
        for one in own:
            self._take_own(version, one, came_from.get(one.then.id) if one.then is not None else None)
        self.present, self.last = dict(units), version
        return [*stayed, *own]

    def _renumber(self, units: Mapping[UnitId, Unit], moved: Mapping[UnitId, UnitId]) -> None:
        """Know all by the ids that they have among `units`: of two with the same words the first may have gone."""
        if not moved:
            return
        nodes = {unit_id: unit.node for unit_id, unit in {**self.present, **units}.items()}
        self.present = with_ids(self.present, moved)
        self.reviewed = {
            unit_id: unit._replace(node=nodes.get(unit_id, unit.node)) if unit_id in moved.values() else unit
            for unit_id, unit in with_ids(self.reviewed, moved).items()
        }
        self.reviewed_in = {moved.get(unit_id, unit_id): one for unit_id, one in self.reviewed_in.items()}
        self.touched = {moved.get(unit_id, unit_id): one for unit_id, one in self.touched.items()}
        self._own = {moved.get(unit_id, unit_id): one for unit_id, one in self._own.items()}
        for own in chain.from_iterable(self._own.values()):
            own.came_from = moved.get(own.came_from, own.came_from) if own.came_from is not None else None

    def _came_from(self, version: Version, own: Sequence[OwnChange]) -> dict[UnitId, UnitId]:
        """What others had moved or reworded before ours dealt with all of it: its ids, and those by which it is known.

        Of a section only some lines may be dealt with, so where it came from stays to be reviewed.
        """
        whole = {one.then.id: one for one in own if one.then is not None and _is_whole(version, one)}
        if not whole:
            return {}
        found: dict[UnitId, UnitId] = {}
        for old, new in pairs_of(self._differences()):
            if old.then is None or new.now is None or new.now.id not in whole:
                continue
            now = whole[new.now.id].now
            is_back = now is not None and now.id == old.then.id
            if not is_back and (old.then.kind not in OF_MANY_THINGS or old.then.says_as(new.now)):
                found[new.now.id] = old.then.id
        return found

    def _take_own(self, version: Version, one: OwnChange, came_from: UnitId | None) -> None:
        now = one.now
        after = {unit.id: unit if unit is now else None for unit in one if unit is not None}
        if version.why == UNDO and self._take_back(after):
            return
        mets = [self._let_go(unit_id, version) for unit_id in after]
        if now is None:
            self._let_go_with(mets[0], came_from)
            return
        # What comes back under the name by which it is known is not what was found under another one.
        met = mets[-1] if mets[-1].reviewed is not None else mets[0]
        is_known = met.touched is None or _same(met.reviewed, one.then) or _is_seen_whole(version, one)
        known = now if is_known else _known_after(met.reviewed, one.then, now)
        _set(self.reviewed, now.id, known)
        _set(self.reviewed_in, now.id, version if known is not None else None)
        if _same(known, now):
            self._let_go_with(mets[0], came_from)
        else:
            _set(self.touched, now.id, met.touched)

    def _let_go(self, unit_id: UnitId, by: Version) -> _Own:
        own = _Own(
            by,
            self.present.get(unit_id),
            self.reviewed.pop(unit_id, None),
            self.reviewed_in.pop(unit_id, None),
            self.touched.pop(unit_id, None),
        )
        self._own.setdefault(unit_id, []).append(own)
        return own

    def _let_go_with(self, own: _Own, came_from: UnitId | None) -> None:
        if came_from is not None:
            self._let_go(came_from, own.by)
            own.came_from = came_from

    def _take_back(self, after: Mapping[UnitId, Unit | None]) -> bool:
        """Undo a change of ours, where it met what is left now: what was to be reviewed then is so again."""
        stacks = {unit_id: self._own.get(unit_id, []) for unit_id in after}
        if not all(stack and _same(stack[-1].found, after[unit_id]) for unit_id, stack in stacks.items()):
            return False
        for unit_id in after:
            came_from = self._found_again(unit_id).came_from
            stack = self._own.get(came_from) if came_from is not None else None
            if came_from is not None and stack and stack[-1].found is None:
                self._found_again(came_from)
        return True

    def _found_again(self, unit_id: UnitId) -> _Own:
        was = self._own[unit_id].pop()
        _set(self.reviewed, unit_id, was.reviewed)
        _set(self.reviewed_in, unit_id, was.reviewed_in)
        _set(self.touched, unit_id, was.touched)
        return was

    def know(self, units: Iterable[Unit]) -> None:
        """Take these, which the newest version holds, as reviewed."""
        for unit in units:
            self.touched.pop(unit.id, None)
            if self.last is not None:
                self.reviewed[unit.id], self.reviewed_in[unit.id] = unit, self.last

    def accept(self, is_kept: Callable[[Difference], bool]) -> list[Difference]:
        """Take what was kept as reviewed, and give it: from here on it is told apart from that."""
        kept = [one for one in self.differences() if is_kept(one)]
        for one in kept:
            for unit in (one.then, one.now):
                if unit is not None:
                    for known in (self.reviewed, self.reviewed_in, self.touched, self._own):
                        known.pop(unit.id, None)
            if one.now is not None and self.last is not None:
                self.reviewed[one.now.id], self.reviewed_in[one.now.id] = one.now, self.last
        return kept

    def differences(self) -> tuple[Difference, ...]:
        """What is to be reviewed, in document order, what is gone at the end."""
        if self.last is None:
            return ()
        return _joined(self._differences())

    def taken_out(self) -> Iterator[tuple[Unit, Version]]:
        """What others had brought and ours let go again, or made something else of, with the version that did."""
        for unit_id, stack in self._own.items():
            if unit_id not in self.present and stack:
                last = stack[-1]
                if last.found is not None and last.reviewed is None and last.touched is not None:
                    yield last.found, last.by

    def handed_over(self) -> Iterator[Unreviewed]:
        """What was to be reviewed and went from here to the new home of its project."""
        for unit_id, stack in self._own.items():
            own = stack[-1] if stack and unit_id not in self.present else None
            if own is None or own.found is None or own.touched is None or own.by.why not in _REHOMED:
                continue
            yield Unreviewed(own.found, own.reviewed, own.reviewed_in, own.touched, own.by)

    def take_over(self, unreviewed: Sequence[Unreviewed], moves: Mapping[int, int]) -> None:
        """Let what came here from the old home of its project be reviewed here, once; `moves` are `moves_of` all."""
        for unit_id, unit in list(self.reviewed.items()):
            by = self.reviewed_in.get(unit_id)
            if by is None or by.why not in _REHOMED or (unit_id, by.id) in self._taken_over:
                continue
            here = moves.get(by.id)
            came = (one for one in unreviewed if moves.get(one.by.id) == here and one.is_in(unit))
            one = next(came, None)
            if one is None:
                continue
            self._taken_over.add((unit_id, by.id))
            _set(self.reviewed, unit_id, one.then)
            _set(self.reviewed_in, unit_id, one.before)
            self.touched.setdefault(unit_id, one.version)

    def _differences(self) -> list[Difference]:
        found = (self._difference(unit_id) for unit_id in {**self.present, **self.reviewed})
        return [one for one in found if one is not None]

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


def moves_of(versions: Iterable[Version]) -> Mapping[int, int]:
    """To which move of a project each version belongs: in each all files come first, then the old ones go.

    Projects have files, sections and facts of the same names, so what came is told by its move as well.
    """
    found: dict[int, int] = {}
    move, goes = 0, False
    for version in sorted(versions, key=lambda one: one.id):
        move += goes and not version.removed
        goes = version.removed
        found[version.id] = move
    return found


def _set(where: dict[UnitId, Value], unit_id: UnitId, value: Value | None) -> None:
    if value is None:
        where.pop(unit_id, None)
    else:
        where[unit_id] = value


def _is_whole(version: Version, one: OwnChange) -> bool:
    """Whether a change of ours takes out all that was there, or a fact, or what was on screen as a whole."""
    if one.then is None or one.now is None or one.then.kind not in OF_MANY_THINGS:
        return True
    return version.why == EDITED_IN_INBOX


def _is_seen_whole(version: Version, one: OwnChange) -> bool:
    """Whether the user saw all of what he changed, as that of a single fact which he moved."""
    if one.then is None or one.now is None:
        return False
    is_moved_fact = one.then.id != one.now.id and one.now.kind not in OF_MANY_THINGS
    return is_moved_fact or version.why == EDITED_IN_INBOX


def _known_after(known: Unit | None, then: Unit | None, now: Unit) -> Unit | None:
    text = known_after(*(unit.text if unit is not None else "" for unit in (known, then, now)))
    if known is None or then is None or then.beside != now.beside:
        return now._replace(text=text) if known is not None or trim(text) else None
    # What others made of it beside its text is not what ours changed.
    return now._replace(text=text, beside=known.beside)


def has_only_more(then: Unit, now: Unit) -> bool:
    """Whether a section, which may say many things, only got more lines."""
    if now.kind not in OF_MANY_THINGS:
        return False
    old, new = ([line.strip() for line in split_lines(trim(unit.text))] for unit in (then, now))
    left = iter(new)
    return old != new and all(line in left for line in old)


def _same(one: Unit | None, other: Unit | None) -> bool:
    return one is other if one is None or other is None else one.says_as(other)


def _joined(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """What went here and came there is one: moved where it says the same, changed where nearly."""
    by_new = {new: old for old, new in pairs_of(found)}
    olds = set(by_new.values())
    return tuple(_one(by_new[one], one) if one in by_new else one for one in found if one not in olds)


def _one(old: Difference, new: Difference) -> Difference:
    assert old.then is not None
    kind = ReviewKind.MOVED if old.then.says_as(new.now) else ReviewKind.CHANGED
    return Difference(kind, old.then, new.now, old.before, new.version)
