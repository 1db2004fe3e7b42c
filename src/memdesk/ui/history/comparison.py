"""Which two texts are compared for a chosen version, and the difference in words and lines."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from memdesk.errors import NotFound
from memdesk.services.documents.taken import NodeId
from memdesk.services.history.timeline import Timeline
from memdesk.services.remembered.past_documents import Past
from memdesk.services.steps.restoring import Kept
from memdesk.store.versions import Version
from memdesk.ui import format as shown
from memdesk.ui.history.difference_list import Piece, pieces_of
from memdesk.ui.i18n import tr, trn


class Against(StrEnum):
    """What a chosen version is compared with, where no other one is chosen too."""

    BEFORE = "before"
    """The version before it: what it changed."""
    NOW = "now"
    """What the document holds now: what has changed since."""


class Comparison(NamedTuple):
    """An earlier and a later text of a document, and where they differ.

    `chosen` and `against` are what was asked to be compared, versions by their numbers. `then` is the earlier version,
    None where there was none; `now` the later one, None for the present text. `whole` is what comes back as a whole
    when that is asked for, None where nothing can.
    """

    chosen: tuple[int, ...]
    against: Against
    past: Past
    then: Version | None
    now: Version | None
    whole: Version | None
    pieces: tuple[Piece, ...]

    def answers(self, chosen: Sequence[Version], against: Against) -> bool:
        """Whether this is what was to be compared; its later text may be another one by now."""
        return (self.chosen, self.against) == (_numbers(chosen), against)

    def kept(self, node: NodeId | None) -> Kept | None:
        """What brings a node of the earlier text back, or the whole; None where nothing does."""
        version = self.whole if node is None else self.then
        return None if version is None else Kept(self.past.document, version, node)


def compare(
    timeline: Timeline, past: Past, chosen: Sequence[Version], against: Against, present: str | None = None
) -> Comparison:
    """Compare what is chosen: two versions, the newer one first, or one with what `against` says. For a worker.

    `present` is the text of the document now; None for what is on disk. Raises `HistoryError`.
    """
    newer, older = chosen[0], chosen[-1]
    if newer.path != older.path:
        raise NotFound("Choose two versions of one document to compare them.")
    then, now, whole = _two_of(timeline, newer, older, against)
    if now is not None:
        later = timeline.text(now)
    else:
        later = timeline.disk_text(newer.path) or "" if present is None else present
    pieces = pieces_of(timeline.differences(past, timeline.text(then), later))
    return Comparison(_numbers(chosen), against, past, then, now, whole, pieces)


def _two_of(
    timeline: Timeline, newer: Version, older: Version, against: Against
) -> tuple[Version | None, Version | None, Version | None]:
    """The earlier and the later one of what is compared, and what comes back as a whole; see `Comparison`."""
    if newer is not older:
        return older, newer, None if older.removed else older
    before = timeline.before(newer)
    # Of a version in which the file was gone, what was there before it is what one wants back.
    whole = before if newer.removed else newer
    if whole is not None and whole.removed:
        whole = None
    return (before, newer, whole) if against is Against.BEFORE else (whole, None, whole)


def _numbers(versions: Sequence[Version]) -> tuple[int, ...]:
    return tuple(version.id for version in versions)


def words_of(compared: Comparison, *, chosen: int) -> str:
    """What is compared and how much differs, in a sentence."""
    count, number = len(compared.pieces), shown.number(len(compared.pieces))
    if compared.now is None:
        same = tr("This is the present text.")
        since = trn("{n} place has changed since", "{n} places have changed since", count, n=number)
        return since if count else same
    if chosen > 1 and compared.then is not None:
        times = _times(compared.then.when, compared.now.when)
        return trn(
            "{n} place differs: {older} and {newer}",
            "{n} places differ: {older} and {newer}",
            count,
            n=number,
            older=times[0],
            newer=times[1],
        )
    if compared.now.removed:
        return tr("The file was removed; this is what it held.")
    if compared.then is None:
        return tr("The first copy that was kept.")
    none = tr("It changed nothing but blank lines or line ends.")
    return trn("It changed {n} place", "It changed {n} places", count, n=number) if count else none


def _times(older: float, newer: float) -> tuple[str, str]:
    """When both were, without the day where that is the same."""
    tell = shown.time_of_day if shown.day(older) == shown.day(newer) else shown.short_moment
    return tell(older), tell(newer)
