"""What stands in the inbox: changes to review, put together across documents, and how far the folders are listed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from memdesk.layouts.documents import Document
from memdesk.services.documents.taken import Address
from memdesk.services.inbox.review_changes import OF_MANY_THINGS, Difference, ReviewKind
from memdesk.services.remembered.entries import WHOLE
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.unit_pairs import pair_moves
from memdesk.services.remembered.units import Unit
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.versions import Version
from memdesk.text.document import encode, trim
from memdesk.text.sentence import say

_PATH = attrgetter("past.document.path")


class InboxItem(NamedTuple):
    """One change to review. `then` is what the user knew, as version `before` has it, `now` what is there instead.

    `version` brought it; `source` is the other document that it stood in, where it moved. `marks` are the changes by
    path and id that it is put together of, where these are several. `is_pin_broken` is whether what is pinned has been
    altered or taken out since.
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
    is_pin_broken: bool = False
    marks: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> str:
        """The document it is in, or was."""
        return self.past.document.path

    @property
    def unit(self) -> Unit:
        """The unit as it is now; as it was, if it is gone."""
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
        """Whether forgetting it brings the earlier text back, instead of only taking out the new one."""
        is_new_heading = (
            self.unit.kind in OF_MANY_THINGS and self.then is not None and self.before is not None
        )
        is_back = self.can_put_back and self.kind is not ReviewKind.MOVED
        return is_back or (self.now is not None and is_new_heading)

    @property
    def address(self) -> Address:
        """Where the unit is now, as path, key and occurrence; where it was, if it is gone."""
        # Asked of thousands at a time, so it asks no other property.
        unit = self.now or self.then
        assert unit is not None
        return self.past.document.path, *unit.node

    @property
    def old_address(self) -> Address:
        """Where the unit was before; where it is now, if it is new."""
        path = self.source.document.path if self.source is not None else self.path
        return path, *(self.then or self.unit).node


def paths_of(items: Iterable[InboxItem]) -> Iterator[str]:
    """The documents of `items`, one for each; a few times sooner than by asking each of thousands itself."""
    return map(_PATH, items)


class Unread(NamedTuple):
    """A document whose changes could not be told apart, or a root that is not listed to the end; why is a sentence.

    `is_kept` is False where the document could be read, but the history could not take what it says.
    """

    path: str
    title: str
    why: str
    is_kept: bool = True


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


def listing_of(workspace: Workspace) -> Listing:
    """What the inbox looks at; no look at the disk."""
    return tuple(
        ListedRoot(root, workspace.listed_documents(root.path), workspace.why_not_all(root.path))
        for root in workspace.roots
    )


def _told(unit: Unit | None, beside: Sequence[str] = ()) -> str | None:
    if unit is None or not any(beside):
        return unit.text if unit is not None else None
    return "\n".join([*filter(None, beside), trim(unit.text)])


def marks_of(item: InboxItem) -> tuple[tuple[str, str], ...]:
    """Path and id of each change that is reviewed with an item."""
    return item.marks or ((item.path, item.id),)


def item_of(past: Past, one: Difference, source: Past | None = None) -> InboxItem:
    """The item of one difference; its id tells where it is and what it changed, never the texts themselves."""
    path = past.document.path
    units = one.then, one.now
    parts = [path, one.kind, *(f"{unit.id}{unit.digest}" if unit else "-" for unit in units)]
    if one.then is not None and one.now is not None and one.then.digest == one.now.digest:
        parts += (unit.beside for unit in (one.then, one.now) if one.then.beside != one.now.beside)
    digest = hashlib.sha256(encode("\0".join(parts))).hexdigest()
    return InboxItem(digest[:12], one.kind, past, one.then, one.now, one.before, one.version, source)


def across(items: Sequence[InboxItem]) -> list[InboxItem]:
    """What went from one document and came to another one has moved."""
    ends = {_difference(item): item for item in items if item.then is None or item.now is None}
    moved: dict[str, InboxItem] = {}
    gone: set[str] = set()
    for old, new in pair_moves(ends):
        source, target = ends[old], ends[new]
        one = Difference(ReviewKind.MOVED, source.then, target.now, source.before, target.version)
        marks = (*marks_of(target), *marks_of(source))
        moved[target.id] = item_of(target.past, one, source.past)._replace(marks=marks)
        gone.add(source.id)
    return [moved.get(item.id, item) for item in items if item.id not in gone]


def whole_files(items: Sequence[InboxItem]) -> list[InboxItem]:
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
    whole = item_of(first.past, Difference(first.kind, unit, None, newest, first.version))
    return whole._replace(marks=tuple(mark for item in items for mark in marks_of(item)))


def _difference(item: InboxItem) -> Difference:
    return Difference(item.kind, item.then, item.now, item.before, item.version)


def half_listed(roots: Listing) -> Iterator[Unread]:
    """The roots that are listed only to somewhere."""
    for root, _, why in roots:
        if why:
            yield Unread(root.path, root.label, say("{why}.", why=why))
