"""The inbox: what agents learned, changed, moved and removed since the user looked, from the versions that were seen.

What was reviewed is told by marks of our own: of each root, when the inbox saw it first; of a document, that it was
there then, or up to which text all of it was reviewed; of one change, that it was kept. A document that was there at
the first look begins with its oldest version, one that came later with nothing.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from threading import Lock
from typing import NamedTuple

from memdesk.errors import MemdeskError, NotFound
from memdesk.layouts.contract import Document
from memdesk.services.carried_pins import carry_through, followed_until, note_followed
from memdesk.services.entries import WHOLE
from memdesk.services.past_documents import Past
from memdesk.services.remembered_units import Unit, UnitId, units_of
from memdesk.services.review_changes import OF_MANY_THINGS, Difference, Followed, ReviewKind
from memdesk.services.roots import MemoryRoot
from memdesk.services.taken import Address, NodeId
from memdesk.services.timeline import Known, Timeline
from memdesk.services.unit_pairs import pair_moves
from memdesk.services.workspace import Workspace
from memdesk.store.history import History
from memdesk.store.marks import Mark, MarkChange, MarkKind, Marks, MarksError
from memdesk.store.versions import FIRST_SEEN, Author, Version
from memdesk.text.document import trim
from memdesk.text.sentence import say

REMEMBERED_S = 7 * 24 * 3600.0
"""So long what was kept can be looked at again."""
_MOST_FOLLOWED = 60
"""Above so many versions in a row by others, only the last of them is looked at."""


class InboxItem(NamedTuple):
    """One change to review. `then` is what the user knew, as version `before` has it, `now` what is there instead.

    `version` brought it; `source` is the other document that it stood in, where it moved. `marks` are the changes by
    path and id that it is put together of, where these are several.
    """

    id: str
    kind: ReviewKind
    past: Past
    then: Unit | None
    now: Unit | None
    before: Version | None
    version: Version
    source: Past | None = None
    is_pinned: bool = False
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> str:
        """The document it is in, or was."""
        return self.past.document.path

    @property
    def unit(self) -> Unit:
        """What there is, else what there was."""
        unit = self.now or self.then
        assert unit is not None
        return unit

    @property
    def said(self) -> tuple[str | None, str | None]:
        """What it said and says, None for nothing; before its text what is otherwise beside it."""
        if self.then is None or self.now is None:
            return _told(self.then), _told(self.now)
        old, new = (unit.beside.split("\n") for unit in (self.then, self.now))
        only_old, only_new = (
            [one for one in own if one not in other] for own, other in ((old, new), (new, old))
        )
        return _told(self.then, only_old), _told(self.now, only_new)

    @property
    def when(self) -> float:
        """When it was seen, in Unix seconds."""
        return self.version.when

    @property
    def can_put_back(self) -> bool:
        """Whether the earlier text can come back, or what moved can go to where it was."""
        if self.then is None or self.before is None:
            return False
        # A section that moved to another document may have met others there.
        return (
            self.kind is not ReviewKind.MOVED or self.source is None or self.unit.kind not in OF_MANY_THINGS
        )

    @property
    def is_forgotten_by_old_text(self) -> bool:
        """Whether to forget it brings back what was there, instead of taking out what is: words, or a heading."""
        is_new_heading = (
            self.unit.kind in OF_MANY_THINGS and self.then is not None and self.before is not None
        )
        is_back = self.can_put_back and self.kind is not ReviewKind.MOVED
        return is_back or (self.now is not None and is_new_heading)

    @property
    def address(self) -> Address:
        """Path, key and occurrence of what is there, else of what was."""
        return self.path, *self.unit.node

    @property
    def old_address(self) -> Address:
        """The same of what was there, else of what is."""
        path = self.source.document.path if self.source is not None else self.path
        return path, *(self.then or self.unit).node


class Unread(NamedTuple):
    """A document whose changes could not be told apart, or a root that is not listed to the end; why is a sentence."""

    path: str
    title: str
    why: str


class InboxState(NamedTuple):
    """What is to be reviewed, document by document and the newest first, and what was, the newest first.

    `unrecorded` are open roots whose changes are not kept, so that nothing of them can stand here; `unread` are
    documents and roots of which the newest changes are missing.
    """

    items: tuple[InboxItem, ...] = ()
    reviewed: tuple[InboxItem, ...] = ()
    files: int = 0
    roots: int = 0
    unrecorded: tuple[MemoryRoot, ...] = ()
    unread: tuple[Unread, ...] = ()

    @property
    def documents(self) -> tuple[tuple[Past, tuple[InboxItem, ...]], ...]:
        """The items by document."""
        groups = groupby(self.items, key=lambda item: item.path)
        return tuple((group[0].past, group) for group in (tuple(items) for _, items in groups))


class ListedRoot(NamedTuple):
    """An open root with its documents: None where they are not listed, or only to where `why_not_all` tells."""

    root: MemoryRoot
    documents: tuple[Document, ...] | None
    why_not_all: str = ""


Listing = tuple[ListedRoot, ...]


class _Kept(NamedTuple):
    """How far a document was looked at; `followed` is None where its newest version is the one that is known.

    `done` is what was reviewed of it, with the time.
    """

    root: MemoryRoot
    newest: int
    followed: Followed | None
    done: list[tuple[float, InboxItem]]
    baseline: Mark | None


class Inbox:
    """Tells what is to be reviewed, and takes notes of what was. Calls wait for the disk: make them from a worker.

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
        self._taken_out: dict[str, list[InboxItem]] = {}
        """What went from a document to the one at a path, where the user took it out."""
        self._lock = Lock()

    def look(self, roots: Listing, unrecorded: Sequence[MemoryRoot] = ()) -> InboxState:
        """Everything that is to be reviewed in these roots. Only documents with new versions are read again."""
        with self._lock:
            known = self._timeline.look()
            off = {root.path for root in unrecorded}
            self._see_roots([one for one in roots if one.root.path not in off])
            marks = self._reviewed()
            self._forget_what_came_back(marks)
            self._baselines = {mark.path: mark for mark in self._marks().of(MarkKind.BASELINE)}
            self._unread.clear()
            found = [item for one in known for item in self._items(one, marks.get(one.path, {}))]
            return self._state(self._without_taken_out(_across(found)), roots, tuple(unrecorded))

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
        addresses = [address for item in items for address in _marks_of(item)]
        new += [Mark(MarkKind.REVIEWED, path, key, 0, key, now) for path, key in addresses]
        return self._marks().change(new, [(MarkKind.PINNED, *item.old_address) for item in pinned])

    def take_back(self, items: Iterable[InboxItem]) -> tuple[MarkChange, ...]:
        """Let what was kept stand in the inbox again."""
        new, gone = list[Mark](), list[tuple[MarkKind, str, str, int]]()
        for item in items:
            gone += [(MarkKind.REVIEWED, path, key, 0) for path, key in _marks_of(item)]
            if item.is_pinned and item.then is not None:
                path, key, occurrence = item.old_address
                if item.now is not None:
                    gone.append((MarkKind.PINNED, *item.address))
                new.append(Mark(MarkKind.PINNED, path, key, occurrence, item.then.digest, self._clock()))
        return self._marks().change(new, gone)

    def pin(self, path: str, unit: Unit) -> tuple[MarkChange, ...]:
        """Protect it: whoever removes or alters it, it comes back to the inbox."""
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
        """Protect it no more, if it was."""
        return self._marks().remove(MarkKind.PINNED, *address)

    def pins(self) -> frozenset[Address]:
        """What is pinned."""
        return frozenset(mark.address for mark in self._marks().of(MarkKind.PINNED))

    # One step below

    def _without_taken_out(self, items: Sequence[InboxItem]) -> list[InboxItem]:
        """Without what went to another document and was taken out there by the user: both ends are dealt with.

        What goes only after that went nowhere, even if it said the same, and is news.
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
        pins = self.pins()
        items = _whole([item._replace(is_pinned=item.old_address in pins) for item in found])
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
            (*_half_listed(roots), *self._unread.values()),
        )

    def _see_roots(self, roots: Iterable[ListedRoot]) -> None:
        """What is there when a root is seen first is no news, whenever its first copy is made."""
        seen = {mark.path for mark in self._marks().of(MarkKind.BASELINE)}
        now, marks = self._clock(), list[Mark]()
        for root, documents, _ in roots:
            if root.path not in seen and documents is not None:
                there = (one.path for one in documents if one.exists and one.path not in seen)
                marks += [Mark(MarkKind.BASELINE, path, "", 0, "", now) for path in (root.path, *there)]
        self._marks().put_all(marks)

    def _items(self, one: Known, marks: Mapping[str, float]) -> Iterator[InboxItem]:
        root = one.past.root
        if root is None:
            return
        kept = self._looked_at(one, root, marks)
        if kept.followed is not None:
            kept.done.extend(_accept(kept.followed, one.past, marks))
            yield from (_item(one.past, difference) for difference in kept.followed.differences())

    def _looked_at(self, one: Known, root: MemoryRoot, marks: Mapping[str, float]) -> _Kept:
        kept, baseline = self._kept.get(one.path), self._baselines.get(one.path)
        if kept is not None and (kept.root, kept.baseline) != (root, baseline):
            kept = None
        if kept is not None and kept.newest == one.newest.id:
            return kept
        versions = [version for version in self._history().versions(one.path)[::-1] if version.landed]
        try:
            followed, done = self._follow(one.past, root, versions, kept, marks)
        except MemdeskError as error:
            # Nothing is kept of this version: the next look reads it again.
            self._unread[one.path] = Unread(one.path, one.past.document.title, error.sentence)
            return kept or _Kept(root, one.newest.id, None, [], baseline)
        self._kept[one.path] = _Kept(root, one.newest.id, followed, done, baseline)
        return self._kept[one.path]

    def _follow(
        self,
        past: Past,
        root: MemoryRoot,
        versions: Sequence[Version],
        kept: _Kept | None,
        marks: Mapping[str, float],
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
            # What the user edits stays pinned, and what has another number now.
            carry_through(notes, path, version, followed.follow(version, self._units(past, root, version)))
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
        is_first = first.why == FIRST_SEEN and first.author is not Author.YOU
        is_new = mine is None and roots is not None and first.when > roots.when
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
        if followed is not None and followed.last is not None and not followed.differences():
            last = followed.last
            # What tells that these were dealt with here goes with the versions before the baseline.
            gone = [address for item in self._taken_out.pop(path, ()) for address in _marks_of(item)]
            now = self._clock()
            self._marks().put_all(Mark(MarkKind.REVIEWED, *one, 0, one[1], now) for one in gone)
            self._marks().put(MarkKind.BASELINE, path, "", last.sha256, last.when)
            self._marks().remove_all((mark.kind, path, mark.key, 0) for mark in marks)
            del self._kept[path]


def _accept(followed: Followed, past: Past, marks: Mapping[str, float]) -> Iterator[tuple[float, InboxItem]]:
    """What was kept after it had come; the same change may come again."""

    def is_kept(one: Difference) -> bool:
        return marks.get(_item(past, one).id, 0.0) >= one.version.when

    for one in followed.accept(is_kept) if marks else ():
        item = _item(past, one)
        yield marks[item.id], item


def _told(unit: Unit | None, beside: Sequence[str] = ()) -> str | None:
    if unit is None or not any(beside):
        return unit.text if unit is not None else None
    return "\n".join([*filter(None, beside), trim(unit.text)])


def _marks_of(item: InboxItem) -> tuple[tuple[str, str], ...]:
    return item.marks or ((item.path, item.id),)


def _item(past: Past, one: Difference, source: Past | None = None) -> InboxItem:
    path = past.document.path
    units = one.then, one.now
    parts = [path, one.kind, *(f"{unit.id}{unit.digest}" if unit else "-" for unit in units)]
    if one.then is not None and one.now is not None and one.then.digest == one.now.digest:
        parts += (unit.beside for unit in (one.then, one.now) if one.then.beside != one.now.beside)
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
    return InboxItem(digest[:12], one.kind, past, one.then, one.now, one.before, one.version, source)


def _across(items: Sequence[InboxItem]) -> list[InboxItem]:
    """What went from one document and came to another one has moved."""
    ends = {_difference(item): item for item in items if item.then is None or item.now is None}
    moved: dict[str, InboxItem] = {}
    gone: set[str] = set()
    for old, new in pair_moves(ends):
        source, target = ends[old], ends[new]
        one = Difference(ReviewKind.MOVED, source.then, target.now, source.before, target.version)
        marks = (*_marks_of(target), *_marks_of(source))
        moved[target.id] = _item(target.past, one, source.past)._replace(marks=marks)
        gone.add(source.id)
    return [moved.get(item.id, item) for item in items if item.id not in gone]


def _whole(items: Sequence[InboxItem]) -> list[InboxItem]:
    """Where a file is gone, that is one change, but for what is pinned in it."""
    gone: dict[str, list[InboxItem]] = {}
    for item in items:
        if item.now is None and item.version.removed and not item.is_pinned:
            gone.setdefault(item.path, []).append(item)
    together = {id(item): each for each in gone.values() if len(each) > 1 for item in each}
    whole = {each[0].path: _file_of(each) for each in together.values()}
    return [
        whole.pop(item.path) if id(item) in together else item
        for item in items
        if id(item) not in together or item.path in whole
    ]


def _file_of(items: Sequence[InboxItem]) -> InboxItem:
    first = items[0]
    texts = [item.then.text for item in items if item.then is not None]
    title = first.past.document.title
    around = "\n".join(item.then.around for item in items if item.then is not None)
    text = "\n\n".join(map(trim, texts))
    unit = Unit(("", *WHOLE), WHOLE, first.unit.kind, title, "", text, around)
    befores = [item.before for item in items if item.before is not None]
    newest = max(befores, key=lambda version: version.id, default=None)
    whole = _item(first.past, Difference(first.kind, unit, None, newest, first.version))
    return whole._replace(marks=tuple(mark for item in items for mark in _marks_of(item)))


def _difference(item: InboxItem) -> Difference:
    return Difference(item.kind, item.then, item.now, item.before, item.version)


def _worth_reading(versions: Sequence[Version], pins_until: float) -> Iterator[Version]:
    """Of very many, those of ours, and what the others left before each of them, at last, and where pins stand."""
    if len(versions) <= _MOST_FOLLOWED:
        yield from versions
        return
    for version, following in zip(versions, [*versions[1:], None], strict=True):
        is_last = following is None or following.author is Author.YOU
        if version.author is Author.YOU or is_last or version.when == pins_until:
            yield version


def listing_of(workspace: Workspace) -> Listing:
    """What the inbox looks at; no look at the disk."""
    return tuple(
        ListedRoot(root, workspace.listed_documents(root.path), workspace.why_not_all(root.path))
        for root in workspace.roots
    )


def _half_listed(roots: Listing) -> Iterator[Unread]:
    for root, _, why in roots:
        if why:
            yield Unread(root.path, root.label, say("{why}.", why=why))
