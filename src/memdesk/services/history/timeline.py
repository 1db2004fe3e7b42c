"""The history of all documents, those that are gone included, and what each version changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Layout
from memdesk.services.remembered.node_differences import NodeDifference, node_differences
from memdesk.services.remembered.past_documents import Past, PastDocuments
from memdesk.services.remembered.tallies import Tally, tally
from memdesk.store.timeline import TimelineQueries
from memdesk.store.versions import FIRST_SEEN
from memdesk.text.document import decode

if TYPE_CHECKING:
    from memdesk.services.workspace.workspace import Workspace
    from memdesk.store.history import History
    from memdesk.store.versions import Version

_MOST_REMEMBERED = 20_000


class Known(NamedTuple):
    """A document of the history, with its newest version. `is_gone` where there is no file at its path now."""

    past: Past
    newest: Version
    is_gone: bool

    @property
    def path(self) -> str:
        """Where it is, or was."""
        return self.newest.path


class Deed(Enum):
    """What a version did to its document as a whole."""

    FIRST_SEEN = "first seen"
    MADE = "made"
    """There was no file before."""
    REMOVED = "removed"
    CHANGED = "changed"
    SAME = "same"
    """Nothing but blank lines or line ends is different."""
    UNKNOWN = "unknown"
    """Its text, or that before it, cannot be read."""


class Summary(NamedTuple):
    """What a version changed, in numbers."""

    deed: Deed
    tallies: tuple[Tally, ...] = ()


class Timeline:
    """Looks at the history of a workspace as a whole. Calls wait for the disk: make them from a worker.

    `plain` is the layout of documents that no open root has. Every call may raise `HistoryError`.
    """

    def __init__(self, workspace: Workspace, plain: Layout, history: Callable[[], History]) -> None:
        self._history = history
        self._past_documents = PastDocuments(workspace, plain, lambda number: history().data(number))
        self._disk = workspace.disk
        self._known: dict[str, Known] = {}
        self._summaries: dict[int, Summary] = {}

    @property
    def queries(self) -> TimelineQueries:
        """The versions, by the page."""
        return TimelineQueries(self._history())

    # Documents

    def look(self) -> tuple[Known, ...]:
        """Every document that has a history, by path; found anew at each call."""
        queries, newest = self.queries, self.queries.newest_of_each()
        gone = {version.path for version in newest if not os.path.lexists(version.path)}
        last = {version.path: version for version in newest if not version.removed}
        for version in newest:
            if version.removed and (before := queries.before(version)) is not None:
                last[version.path] = before
        texts = {path: version.id for path, version in last.items() if not version.removed and path in gone}
        pasts = self._past_documents.find((version.path for version in newest), texts)
        known = {
            version.path: Known(pasts[version.path], version, version.path in gone) for version in newest
        }
        self._known = known
        return tuple(known.values())

    def past(self, path: str) -> Past:
        """The document of a path, as `look` found it last; one that is new since is found now."""
        known = self._known.get(path)
        if known is not None:
            return known.past
        return self._past_documents.find([path], {})[path]

    # What changed

    def before(self, version: Version) -> Version | None:
        """The version that this one followed."""
        return self.queries.before(version)

    def text(self, version: Version | None) -> str:
        """What a version holds; empty for none, and for one in which the file was gone."""
        return "" if version is None or version.removed else decode(self._history().data(version.id))

    def disk_text(self, path: str) -> str | None:
        """What the file at `path` holds now; None where there is none, or it cannot be read."""
        try:
            return decode(self._disk.read(path))
        except OSError:
            return None

    def differences(self, past: Past, then_text: str, now_text: str) -> tuple[NodeDifference, ...]:
        """What an earlier text of a document has otherwise than a later one, node by node."""
        outline_of, document = past.layout.outline, past.document
        return node_differences(
            then_text, now_text, outline_of(document, then_text), outline_of(document, now_text)
        )

    def summary(self, version: Version) -> Summary:
        """What a version changed. What was worked out once is remembered: versions do not change."""
        known = self._summaries.get(version.id)
        if known is None:
            known = self._summarize(version)
            if len(self._summaries) > _MOST_REMEMBERED:
                self._summaries.clear()
            self._summaries[version.id] = known
        return known

    def _summarize(self, version: Version) -> Summary:
        if version.removed:
            return Summary(Deed.REMOVED)
        before = self.before(version)
        if before is None and version.why == FIRST_SEEN:
            return Summary(Deed.FIRST_SEEN)
        if before is None or before.removed:
            return Summary(Deed.MADE)
        try:
            found = tally(self.differences(self.past(version.path), self.text(before), self.text(version)))
        except MemdeskError:
            return Summary(Deed.UNKNOWN)
        return Summary(Deed.CHANGED, found) if found else Summary(Deed.SAME)
