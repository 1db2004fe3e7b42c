"""The inbox: what agents learned, changed, moved and removed since the user looked, from the versions that were seen.

What was reviewed is told by marks of our own: of each root, when the inbox saw it first; of a document, that it was
there then, or up to which text all of it was reviewed; of one change, that it was kept. A document that was there at
the first look begins with its oldest version, one that came later with nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFound
from memdesk.layouts.documents import Document
from memdesk.paths import is_within
from memdesk.services.documents.taken import Address, NodeId
from memdesk.services.history.timeline import Known, Timeline
from memdesk.services.inbox.items import (
    InboxItem,
    InboxState,
    ListedRoot,
    Listing,
    Unread,
    across,
    half_listed,
    item_of,
    marks_of,
    whole_files,
)
from memdesk.services.inbox.lost_pins import LostPins, Words
from memdesk.services.inbox.review_changes import Difference, Followed, moves_of
from memdesk.services.remembered.entries import WHOLE
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.units import Unit, UnitId, units_of
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.carried_pins import carry_through, followed_until, note_followed
from memdesk.store.history import History
from memdesk.store.marks import Mark, MarkChange, MarkKind, Marks, MarksError
from memdesk.store.versions import FIRST_SEEN, REHOMED, Author, Version

REMEMBERED_S = 7 * 24 * 3600.0
"""So long what was kept can be looked at again."""
_MOST_FOLLOWED = 60
"""Above so many versions in a row by others, only the last of them is looked at."""


class _Kept(NamedTuple):
    """How far a document was looked at; `followed` is None where its newest version is the one that is known.

    `done` is what was reviewed of it, with the time; `lost` is what of its pinned words went.
    """

    root: MemoryRoot
    newest: int
    followed: Followed | None
    done: list[tuple[float, InboxItem]]
    baseline: Mark | None
    lost: LostPins


class Inbox:
    """Finds what is to be reviewed, and notes what was. Calls wait for the disk: make them from a worker.

    Every call may raise `HistoryError` or `MarksError`.
    """

    def __init__(
        self,
        timeline: Timeline,
        history: Callable[[], History],
        marks: Callable[[], Marks],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._timeline = timeline
        self._history = history
        self._marks = marks
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._unread: dict[str, Unread] = {}
        self._baselines: dict[str, Mark] = {}
        self._accepted: Mapping[str, Mapping[str, float]] = {}
        self._pins: Mapping[Address, Mark] = {}
        self._taken_out: dict[str, list[InboxItem]] = {}
        """What went from a document to the one at a path, where the user took it out."""
        self._lock = Lock()

    def look(self, roots: Listing, unrecorded: Sequence[MemoryRoot] = ()) -> InboxState:
        """Everything that is to be reviewed in these roots. Only documents with new versions are read again."""
        with self._lock:
            known = self._timeline.look()
            off = {root.path for root in unrecorded}
            newest = max((one.newest.id for one in known), default=0)
            self._see_roots([one for one in roots if one.root.path not in off], newest)
            marks = self._reviewed()
            self._forget_what_came_back(marks)
            self._baselines = {mark.path: mark for mark in self._marks().of(MarkKind.BASELINE)}
            self._read_pins()
            self._unread.clear()
            looked = [(one, self._looked_at(one, marks.get(one.path, {}))) for one in known]
            self._hand_over()
            found = [
                item
                for one, kept in looked
                if kept is not None
                for item in self._items(one, kept, marks.get(one.path, {}))
            ]
            return self._state(self._without_taken_out(across(found)), roots, tuple(unrecorded))

    def _read_pins(self) -> None:
        self._pins = {mark.address: mark for mark in self._marks().of(MarkKind.PINNED)}

    def _pinned_in(self, path: str) -> frozenset[Words]:
        return frozenset(
            (mark.key, mark.occurrence, mark.sha256) for mark in self._pins.values() if mark.path == path
        )

    def _reviewed(self) -> dict[str, dict[str, float]]:
        """When which changes were kept, by path."""
        found: dict[str, dict[str, float]] = {}
        for mark in self._marks().of(MarkKind.REVIEWED):
            found.setdefault(mark.path, {})[mark.key] = mark.when
        return found

    def _forget_what_came_back(self, marks: Mapping[str, Mapping[str, float]]) -> None:
        """Read again what was followed as reviewed and is not any more, whoever took the mark away."""
        for path, known in self._accepted.items():
            now = marks.get(path, {})
            if any(now.get(key, 0.0) < when for key, when in known.items()):
                self._kept.pop(path, None)
        self._accepted = marks

    def forget(self) -> None:
        """Read everything again: the history was cleared or purged."""
        with self._lock:
            self._kept.clear()

    # Marks

    def keep(self, items: Iterable[InboxItem]) -> tuple[MarkChange, ...]:
        """Note that these were reviewed. What is pinned is pinned as it is now, what is gone no more."""
        items, now = list(items), self._clock()
        pins = {mark.address for mark in self._marks().of(MarkKind.PINNED)}
        pinned = [item for item in items if item.old_address in pins]
        new = [self._pin_of(item.path, item.now) for item in pinned if item.now is not None]
        # A clock that was set back shall not let it seem that the change came after it was kept.
        kept = [(address, max(now, item.when)) for item in items for address in marks_of(item)]
        new += [Mark(MarkKind.REVIEWED, path, key, 0, key, when) for (path, key), when in kept]
        return self._marks().change(new, [(MarkKind.PINNED, *item.old_address) for item in pinned])

    def take_back(self, items: Iterable[InboxItem]) -> tuple[MarkChange, ...]:
        """Put what was kept back into the inbox."""
        new, gone = list[Mark](), list[tuple[MarkKind, str, str, int]]()
        for item in items:
            gone += [(MarkKind.REVIEWED, path, key, 0) for path, key in marks_of(item)]
            if item.is_pinned and item.then is not None:
                path, key, occurrence = item.old_address
                if item.now is not None:
                    gone.append((MarkKind.PINNED, *item.address))
                new.append(Mark(MarkKind.PINNED, path, key, occurrence, item.then.digest, self._clock()))
        return self._marks().change(new, gone)

    def pin(self, path: str, unit: Unit) -> tuple[MarkChange, ...]:
        """Pin it: if any program removes or alters it, that comes to the inbox again."""
        return self._marks().put_all([self._pin_of(path, unit)])

    def _pin_of(self, path: str, unit: Unit) -> Mark:
        return Mark(MarkKind.PINNED, path, *unit.node, unit.digest, self._clock())

    def turn_pin(
        self, root: MemoryRoot, document: Document, text: str, node: NodeId
    ) -> tuple[MarkChange, ...]:
        """Pin a node of `text`, or do not protect it any more, where it is pinned. Raises `NotFound`."""
        units = list(units_of(root, document, text).values())
        unit = next((one for one in units if one.node == node), None)
        unit = unit or next((one for one in units if one.node == WHOLE), None)
        if unit is None:
            raise NotFound("What is remembered there are its entries: pin these.")
        return self.unpin((document.path, *unit.node)) or self.pin(document.path, unit)

    def unpin(self, address: Address) -> tuple[MarkChange, ...]:
        """Take its pin away, if it has one."""
        return self._marks().remove(MarkKind.PINNED, *address)

    def pins(self) -> frozenset[Address]:
        """What is pinned."""
        return frozenset(mark.address for mark in self._marks().of(MarkKind.PINNED))

    # One step below

    def _without_taken_out(self, items: Sequence[InboxItem]) -> list[InboxItem]:
        """The items without what moved to another document where the user then removed it: both ends are settled.

        What disappears after that removal did not move there, even if it says the same, so it stays an item.
        """
        self._taken_out.clear()
        taken: dict[str, list[tuple[str, Version]]] = {}
        for path, kept in self._kept.items():
            for unit, by in kept.followed.taken_out() if kept.followed is not None else ():
                taken.setdefault(unit.digest, []).append((path, by))
        left: list[InboxItem] = []
        for item in items:
            ends = taken.get(item.unit.digest, []) if item.now is None else []
            end = next((one for one in ends if one[0] != item.path and one[1].id > item.version.id), None)
            if end is None:
                left.append(item)
            else:
                ends.remove(end)
                self._taken_out.setdefault(end[0], []).append(item)
        return left

    def _state(self, found: Sequence[InboxItem], roots: Listing, off: tuple[MemoryRoot, ...]) -> InboxState:
        items = whole_files([self._with_pin(item) for item in found])
        newest: dict[str, float] = {}
        for item in items:
            newest[item.path] = max(item.when, newest.get(item.path, item.when))
        done = sorted((one for kept in self._kept.values() for one in kept.done), key=lambda one: -one[0])
        return InboxState(
            tuple(sorted(items, key=lambda item: (-newest[item.path], item.path))),
            tuple(item for _, item in done),
            len({document.path for one in roots for document in one.documents or () if document.exists}),
            len(roots),
            off,
            (*half_listed(roots), *self._unread.values()),
        )

    def _with_pin(self, item: InboxItem) -> InboxItem:
        pin = self._pins.get(item.old_address)
        if pin is None:
            return item
        is_broken = item.now is None or item.now.digest != pin.sha256
        if item.now is not None and item.then is not None and item.then.digest == item.now.digest:
            # Its place, or what stands beside its words: a pin does not know these, but when it was set.
            is_broken = item.when > pin.when
        return item._replace(is_pinned=True, is_pin_broken=is_broken)

    def _see_roots(self, roots: Iterable[ListedRoot], newest: int) -> None:
        """What is there when a root is seen first is no news, whenever its first copy is made.

        The mark of a root tells the number of the newest version then, since a clock may be set back.

        Nor is what lies in a project folder that came to be known since, as the transcripts of an agent tell of it: its
        documents were there before, if nobody wrote them since the root was seen.
        """
        seen = {mark.path: mark.when for mark in self._marks().of(MarkKind.BASELINE)}
        now, marks = self._clock(), list[Mark]()
        for root, documents, _ in roots:
            if documents is None:
                continue
            first = seen.get(root.path)
            unseen = [one for one in documents if one.exists and one.path not in seen]
            if first is None:
                there = [root.path, *(one.path for one in unseen)]
            else:
                known_later = (one for one in unseen if not is_within(one.path, root.path))
                there = [one.path for one in known_later if one.modified <= first]
            numbers = {root.path: str(newest)} if first is None else {}
            marks += [Mark(MarkKind.BASELINE, path, "", 0, numbers.get(path, ""), now) for path in there]
        self._marks().put_all(marks)

    def _hand_over(self) -> None:
        """Let what went unreviewed to the new home of its project be reviewed there."""
        followed = [kept.followed for kept in self._kept.values() if kept.followed is not None]
        unreviewed = [one for each in followed for one in each.handed_over()]
        if unreviewed:
            moves = moves_of(version for each in followed for version in each.rehomed)
            for each in followed:
                each.take_over(unreviewed, moves)

    def _items(self, one: Known, kept: _Kept, marks: Mapping[str, float]) -> Iterator[InboxItem]:
        if kept.followed is not None:
            kept.done.extend(_accept(kept.followed, one.past, marks))
            items = [item_of(one.past, difference) for difference in kept.followed.differences()]
            pins = self._pinned_in(one.path)
            yield from kept.lost.with_items(pins, one.past, kept.followed.present, items)

    def _looked_at(self, one: Known, marks: Mapping[str, float]) -> _Kept | None:
        root = one.past.root
        if root is None:
            return None
        kept, baseline = self._kept.get(one.path), self._baselines.get(one.path)
        if kept is not None and (kept.root, kept.baseline) != (root, baseline):
            kept = None
        if kept is not None and kept.newest == one.newest.id:
            return kept
        versions = [version for version in self._history().versions(one.path)[::-1] if version.landed]
        if not versions:
            # Another program cleared the history since it was asked what is in it.
            return None
        lost = kept.lost if kept is not None else LostPins()
        try:
            followed, done = self._follow(one.past, root, versions, kept, marks, lost)
        except MemdeskError as error:
            # Nothing is kept of this version: the next look reads it again.
            self._unread[one.path] = Unread(one.path, one.past.document.title, error.sentence)
            return kept or _Kept(root, one.newest.id, None, [], baseline, lost)
        self._kept[one.path] = _Kept(root, one.newest.id, followed, done, baseline, lost)
        return self._kept[one.path]

    def _follow(
        self,
        past: Past,
        root: MemoryRoot,
        versions: Sequence[Version],
        kept: _Kept | None,
        marks: Mapping[str, float],
        lost: LostPins,
    ) -> tuple[Followed | None, list[tuple[float, InboxItem]]]:
        followed = kept.followed if kept is not None else None
        done = kept.done if kept is not None else []
        if followed is not None and followed.last in versions:
            later = versions[versions.index(followed.last) + 1 :]
        else:
            at, done = self._baseline(past.document.path, root, versions), []
            if at == len(versions) - 1:
                return None, done
            known = versions[at] if at is not None else None
            units = self._units(past, root, known) if known is not None else {}
            followed = Followed.from_baseline(units, known)
            later = versions if at is None else versions[at + 1 :]
        if marks and followed.last is not None:
            # What was kept since the last look was kept as it was then.
            done.extend(_accept(followed, past, marks))
        path, notes = past.document.path, self._marks()
        for version in _worth_reading(later, followed_until(notes, path)):
            pins, then, before = self._pinned_in(path), followed.present, followed.last
            changes = followed.follow(version, self._units(past, root, version))
            # What the user edits stays pinned, and what has another number now.
            carry_through(notes, path, version, changes)
            followed.know(lost.follow(pins, then, before, followed.present, version))
            if changes and pins:
                self._read_pins()
            if marks:
                done.extend(_accept(followed, past, marks))
        if followed.last is not None:
            # On a full disk what changed can be told all the same.
            with suppress(MarksError):
                note_followed(notes, path, followed.last)
        return followed, done

    def _baseline(self, path: str, root: MemoryRoot, versions: Sequence[Version]) -> int | None:
        """Which version the user knows; None for a document that came after the root was seen first."""
        mine, roots = self._baselines.get(path), self._baselines.get(root.path)
        if mine is not None and mine.sha256:
            known = [at for at, version in enumerate(versions) if version.sha256 == mine.sha256]
            earlier = [at for at, version in enumerate(versions) if version.when <= mine.when]
            return max(known or earlier, default=0)
        first = versions[0]
        # What came with its project is known only as far as it was where it came from.
        is_first = first.why == REHOMED or (first.why == FIRST_SEEN and first.author is not Author.YOU)
        is_new = mine is None and roots is not None and _is_later(first, roots)
        return None if is_new and is_first else 0

    def _units(self, past: Past, root: MemoryRoot, version: Version) -> Mapping[UnitId, Unit]:
        if version.removed:
            return {}
        return units_of(root, past.document, self._timeline.text(version))

    def settle(self) -> None:
        """Begin anew at the newest version of documents that were reviewed as a whole and a while ago."""
        with self._lock:
            long_ago = self._clock() - REMEMBERED_S
            by_path: dict[str, list[Mark]] = {}
            for mark in self._marks().of(MarkKind.REVIEWED):
                by_path.setdefault(mark.path, []).append(mark)
            for path, marks in by_path.items():
                if max(mark.when for mark in marks) < long_ago:
                    self._settle(path, marks)

    def _settle(self, path: str, marks: Sequence[Mark]) -> None:
        kept = self._kept.get(path)
        followed = kept.followed if kept is not None else None
        if kept is None or kept.lost.has_any(self._pinned_in(path)):
            return
        if followed is not None and any(followed.handed_over()):
            return  # it tells what is to be reviewed elsewhere
        if followed is not None and followed.last is not None and not followed.differences():
            last = followed.last
            # What tells that these were dealt with here goes with the versions before the baseline.
            gone = [address for item in self._taken_out.pop(path, ()) for address in marks_of(item)]
            now = self._clock()
            self._marks().put_all(Mark(MarkKind.REVIEWED, *one, 0, one[1], now) for one in gone)
            self._marks().put(MarkKind.BASELINE, path, "", last.sha256, last.when)
            self._marks().remove_all((mark.kind, path, mark.key, 0) for mark in marks)
            del self._kept[path]


def _is_later(version: Version, root: Mark) -> bool:
    """Whether a version came after a root was seen first, by the clock or by its number; a new history counts anew."""
    return version.when > root.when or (root.sha256.isdecimal() and version.id > int(root.sha256))


def _accept(followed: Followed, past: Past, marks: Mapping[str, float]) -> Iterator[tuple[float, InboxItem]]:
    """What was kept after it had come; the same change may come again."""

    def is_kept(one: Difference) -> bool:
        return marks.get(item_of(past, one).id, 0.0) >= one.version.when

    for one in followed.accept(is_kept) if marks else ():
        item = item_of(past, one)
        yield marks[item.id], item


def _worth_reading(versions: Sequence[Version], pins_until: float) -> Iterator[Version]:
    """All versions, or of very many: ours, the last by others before each of ours, the newest, and where pins stand."""
    if len(versions) <= _MOST_FOLLOWED:
        yield from versions
        return
    for version, following in zip(versions, [*versions[1:], None], strict=True):
        is_last = following is None or following.author is Author.YOU
        if version.author is Author.YOU or is_last or version.when == pins_until:
            yield version
