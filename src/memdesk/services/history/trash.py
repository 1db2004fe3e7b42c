"""The trash: what was removed from memory, and by whom, each with what brings it back.

It is read from the history alone. So it shows what agents removed as well, and nothing that is back.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.paths import is_below
from memdesk.services.remembered.node_differences import Counterparts, NodeDifference
from memdesk.services.remembered.tallies import reworded
from memdesk.services.steps.restoring import Kept
from memdesk.store.timeline import EVERYTHING
from memdesk.store.versions import REHOMED
from memdesk.text.outline import NodeKind, Outline

if TYPE_CHECKING:
    from memdesk.services.history.timeline import Known, Timeline
    from memdesk.services.remembered.past_documents import Past
    from memdesk.store.versions import Version

_ONE_MOMENT_S = 60.0
"""Documents of a folder that went within this time went with the folder."""
_PAGE = 50
_MOVED = frozenset({"move", "rename", REHOMED})
_KINDS = (NodeKind.SECTION, NodeKind.ENTRY, NodeKind.INDEX_LINE)


class RemovedKind(Enum):
    """What was removed."""

    FOLDER = "folder"
    FILE = "file"
    SECTION = "section"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class Removed:
    """One thing that was removed. `version` is the one in which it was gone first, `kept` what brings it back.

    `path` is that of the document or the folder; `text` what an entry or a section said, `around` all that tells what
    of it is a secret. Where nobody saw a file go, `version` is the last one of it that was seen.
    """

    kind: RemovedKind
    path: str
    title: str
    past: Past
    version: Version
    kept: tuple[Kept, ...]
    text: str = ""
    around: str = ""

    @property
    def was_seen(self) -> bool:
        """Whether it is known when it went."""
        return self.version.removed or self.kind in (RemovedKind.SECTION, RemovedKind.ENTRY)


class TrashScan:
    """Looks for what was removed, the newest first, some versions at a time. For one worker at a time."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._before: int | None = None
        self._files: dict[int, list[Removed]] | None = None
        self._gone: set[str] = set()
        self._found: set[tuple[str, NodeKind, str, str]] = set()
        self._present: dict[str, _Present] = {}
        self.looked_at = 0
        self.is_done = False

    def more(self, most: int = 200, is_wanted: Callable[[], bool] = lambda: True) -> tuple[Removed, ...]:
        """What the next versions removed; at least so many are looked at, unless there are no more.

        Raises:
            HistoryError: the history cannot be read.
        """
        if self._files is None:
            known = self._timeline.look()
            self._gone = {one.path for one in known if one.is_gone}
            self._files = by_version(gone_files(self._timeline, known))
        found: list[Removed] = []
        end = self.looked_at + most
        while self.looked_at < end and not self.is_done and is_wanted():
            page = self._timeline.queries.page(EVERYTHING, self._before, _PAGE)
            for version in page:
                found += self._files.get(version.id, ())
                # What cannot be read of one version says nothing of the others.
                with suppress(MemdeskError):
                    found += self._nodes(version)
            self.looked_at += len(page)
            self.is_done = len(page) < _PAGE
            self._before = page[-1].id if page else self._before
        return tuple(found)

    def _nodes(self, version: Version) -> Iterator[Removed]:
        """The entries and sections that a version removed, and that are not back."""
        if version.removed or not version.landed or version.why in _MOVED or version.path in self._gone:
            return
        past = self._timeline.past(version.path)
        before = self._timeline.before(version) if past.root is not None else None
        if before is None or before.removed:
            return
        then, now = self._timeline.text(before), self._timeline.text(version)
        for one in removed_among(self._timeline.differences(past, then, now)):
            assert one.node is not None
            assert one.then is not None
            known = version.path, one.kind, one.node[0], one.then.strip()
            if known in self._found or self._is_present(past, one, then):
                continue
            self._found.add(known)
            kind = RemovedKind.SECTION if one.kind is NodeKind.SECTION else RemovedKind.ENTRY
            kept = (Kept(past.document, before, one.node),)
            yield Removed(kind, version.path, one.title, past, version, kept, one.then, one.around)

    def _is_present(self, past: Past, one: NodeDifference, then: str) -> bool:
        path = past.document.path
        if path not in self._present:
            self._present[path] = _Present.of(past, self._timeline.disk_text(path) or "")
        return self._present[path].has(one, past, then)


@dataclass(frozen=True, slots=True)
class _Present:
    """What stands in a document now."""

    text: str
    outline: Outline
    keys: frozenset[tuple[NodeKind, str]]
    texts: frozenset[str]

    @classmethod
    def of(cls, past: Past, text: str) -> _Present:
        outline = past.layout.outline(past.document, text)
        nodes = tuple(outline.walk())
        return cls(
            text,
            outline,
            frozenset((node.kind, node.key) for node in nodes),
            frozenset(node.span.of(text).strip() for node in nodes),
        )

    def has(self, one: NodeDifference, past: Past, then: str) -> bool:
        """Whether what went from the text `then` says so again, or has come back in other words."""
        if (one.then or "").strip() in self.texts:
            return True
        if one.node is None or (one.kind, one.node[0]) not in self.keys:
            return False
        # Another one of its key may have stood beside it then.
        outline = past.layout.outline(past.document, then)
        return Counterparts(then, self.text, outline, self.outline).of(one.node) is not None


def removed_among(differences: Sequence[NodeDifference]) -> Iterator[NodeDifference]:
    """Those entries and sections that went, were not reworded or moved, and can come back."""
    still_there = {id(old) for old, _ in reworded(differences)}
    came = {one.now.strip() for one in differences if one.now is not None and one.then is None}
    for one in differences:
        went = one.now is None and one.node is not None and one.kind in _KINDS
        says = (one.then or "").strip()
        if went and says and says not in came and id(one) not in still_there:
            yield one


# Files and folders


def by_version(removed: Iterable[Removed]) -> dict[int, list[Removed]]:
    """What was removed, by the number of the version in which it went."""
    found: dict[int, list[Removed]] = {}
    for one in removed:
        found.setdefault(one.version.id, []).append(one)
    return found


def gone_files(timeline: Timeline, known: Iterable[Known]) -> Iterator[Removed]:
    """The files of open roots that are gone; those that went with their folder as that folder."""
    by_folder: dict[str, list[Known]] = {}
    for one in known:
        root = one.past.root
        if one.is_gone and root is not None and one.newest.why not in _MOVED:
            by_folder.setdefault(topmost_missing(one.path, root.path), []).append(one)
    for folder, members in by_folder.items():
        together = went_together(members) if folder else []
        if len(together) > 1:
            yield from _as_folder(timeline, folder, together)
        else:
            together = []
        for one in members:
            if one not in together:
                yield from _as_file(timeline, one)


def gone_below(timeline: Timeline, folder: str) -> tuple[Kept, ...]:
    """What brings back the documents that went last from below a folder, at one moment; none where none did."""
    gone = [one for one in timeline.look() if one.is_gone and is_below(one.path, folder)]
    kept = (_kept(timeline, one) for one in went_together(gone))
    return tuple(one for one in kept if one is not None)


def topmost_missing(path: str, root: str) -> str:
    """The highest folder above `path`, below `root`, that is not there; empty where all are."""
    missing, folder = "", os.path.dirname(path)
    while is_below(folder, root) and not os.path.isdir(folder):
        missing, folder = folder, os.path.dirname(folder)
    return missing


def went_together(members: Sequence[Known]) -> list[Known]:
    """Those that went with the last of them; those that nobody saw go belong to it too."""
    last = max((one.newest.when for one in members if one.newest.removed), default=0.0)
    return [one for one in members if not one.newest.removed or one.newest.when >= last - _ONE_MOMENT_S]


def _as_folder(timeline: Timeline, folder: str, members: Sequence[Known]) -> Iterator[Removed]:
    newest = max(members, key=lambda one: (one.newest.removed, one.newest.id))
    kept = tuple(one for one in (_kept(timeline, member) for member in members) if one is not None)
    if kept:
        title = os.path.basename(folder)
        yield Removed(RemovedKind.FOLDER, folder, title, newest.past, newest.newest, kept)


def _as_file(timeline: Timeline, one: Known) -> Iterator[Removed]:
    kept = _kept(timeline, one)
    if kept is not None:
        title = one.past.document.title
        yield Removed(RemovedKind.FILE, one.path, title, one.past, one.newest, (kept,))


def _kept(timeline: Timeline, one: Known) -> Kept | None:
    last = timeline.before(one.newest) if one.newest.removed else one.newest
    return None if last is None or last.removed else Kept(one.past.document, last)
