"""A change that may touch several files: on its way to a worker, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from memdesk.layouts.documents import Document
from memdesk.services.documents.changes import Changes
from memdesk.store.outcomes import (
    Applied,
    Conflicted,
    Declined,
    DurabilityUnknown,
    FileChange,
    FileResult,
    Merged,
    Vanished,
)
from memdesk.text.document import decode
from memdesk.text.sentence import as_sentences, in_quotes, joined_as_list, say, says

_NONE = Changes()
_MOST_NAMED = 8
_SAVED = "Saved {paths}."
_MERGED = "Saved {paths}, together with what another program wrote there meanwhile."
_UNCHANGED = "There was nothing to change in {paths}."
_UNKNOWN = "Saved {paths}, but the system could not confirm that it is safe on the disk ({reason})."
_CONFLICT = "Nothing was changed, because another program has changed the same in {path} meanwhile."
_DOUBTFUL = (
    "Nothing was changed, because most of what {path} held is gone on disk, or is no text any more. "
    "The history keeps what Memdesk has seen of it."
)
_VANISHED = "Nothing was changed, because {path} is gone."
_NOTHING_ELSE = "Nothing was changed: {sentence}"
_STAYED = "{message} What another program has changed meanwhile stays where it was: {keys}."
_OPEN = "{message} What was begun is finished or taken back by the next start."
_KEPT = "{message} Another program has written {paths} meanwhile, so what was changed there stays."


class Status(StrEnum):
    """How a step ended."""

    SAVED = "saved"
    MERGED = "merged"
    """Saved, with what the disk had got meanwhile."""
    UNCHANGED = "unchanged"
    CONFLICT = "conflict"
    """Nothing was changed: another program has changed the same."""
    REFUSED = "refused"
    """Nothing was changed: we or the file system said no; `Step.why_not` tells which."""
    DURABILITY_UNKNOWN = "durability-unknown"


class Was(NamedTuple):
    """What one file held before a step and after it; None for no file."""

    before: bytes | None
    after: bytes | None


_WORDS = {
    Status.SAVED: _SAVED,
    Status.MERGED: _MERGED,
    Status.UNCHANGED: _UNCHANGED,
    Status.DURABILITY_UNKNOWN: _UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class StepJob:
    """A step that waits to be run, in any thread. `key` is what it is about.

    `document` is the one that is asked for something new, None where nothing is. `ours` are the lines that the user had
    changed, of a step that puts back what was lost; None where all of it is the user's.
    """

    document: Document | None
    files: tuple[FileChange, ...]
    why: str
    key: str = ""
    ours: frozenset[str] | None = None

    @property
    def paths(self) -> tuple[str, ...]:
        """The files it touches, in the order to go."""
        return tuple(change.path for change in self.files)


@dataclass(frozen=True, slots=True)
class Step:
    """How a step ended, and what undoes it. `was` tells of each file that changed, in the order of the changes.

    `key` is that of what was added, else of what was changed. `why_not` is what stood in the way, None where nothing
    did. `stayed` are keys of what was to go and is still there, because another program had changed it meanwhile.
    `modified_ns` are the times that the files had before, which undoing gives back with what they held.
    `changes` is what is different now for whoever shows it. `note` is a sentence on what else there is to know, which
    the message ends with; empty where nothing is.
    """

    paths: tuple[str, ...]
    status: Status
    message: str
    key: str = ""
    was: Mapping[str, Was] = field(default_factory=dict)
    why_not: FileResult | None = None
    stayed: tuple[str, ...] = ()
    changes: Changes = _NONE
    note: str = ""
    modified_ns: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def merged(self) -> bool:
        """Whether what another program wrote meanwhile came in."""
        return self.status is Status.MERGED

    @property
    def made(self) -> tuple[str, ...]:
        """The files that are new: after a rename, where a document is now."""
        return tuple(path for path, was in self.was.items() if was.before is None)

    @property
    def gone(self) -> tuple[str, ...]:
        """The files that were removed."""
        return tuple(path for path, was in self.was.items() if was.after is None)

    @property
    def is_done(self) -> bool:
        """Whether it was carried out, or there was nothing to do."""
        return self.why_not is None


def status_of(applied: Applied) -> Status:
    """How a change ended, in one word."""
    if applied.stopped is not None:
        return Status.REFUSED if isinstance(applied.stopped.result, Declined) else Status.CONFLICT
    results = [done.result for done in applied.files]
    if any(isinstance(result, DurabilityUnknown) for result in results):
        return Status.DURABILITY_UNKNOWN
    if any(isinstance(result, Merged) for result in results):
        return Status.MERGED
    return Status.SAVED if was_of(applied) else Status.UNCHANGED


def was_of(applied: Applied) -> dict[str, Was]:
    """What each file that changed held before and after."""
    return {done.path: Was(done.before, done.after) for done in applied.files if done.before != done.after}


def message_of(applied: Applied, paths: tuple[str, ...], stayed: tuple[str, ...] = ()) -> str:
    """How a change ended, in a sentence or two."""
    message = as_sentences((_sentence(applied, paths), applied.note))
    if stayed:
        message = say(_STAYED, message=message, keys=joined_as_list(tuple(in_quotes(key) for key in stayed)))
    if applied.is_open:
        return say(_OPEN, message=message)
    return say(_KEPT, message=message, paths=joined_as_list(applied.kept)) if applied.kept else message


def stayed_in(job: StepJob, applied: Applied) -> tuple[str, ...]:
    """Keys of what was to go, and was kept because another program had changed it meanwhile."""
    keys: list[str] = []
    for change, done in zip(job.files, applied.files, strict=False):
        if isinstance(done.result, Merged):
            texts = (decode(data or b"") for data in (change.before, change.after, done.result.theirs))
            keys += change.merge(*texts).returned
    return tuple(keys)


def _sentence(applied: Applied, paths: tuple[str, ...]) -> str:
    stopped = applied.stopped
    if stopped is not None and isinstance(stopped.result, Declined):
        result = stopped.result
        if result.by_user:
            return result.sentence
        return as_sentences((say(_NOTHING_ELSE, sentence=result.sentence), result.advice))
    if stopped is not None:
        return say(_why_stopped(stopped.result), path=stopped.path)
    merged = tuple(done.path for done in applied.files if isinstance(done.result, Merged))
    status = status_of(applied)
    # Of many files, what other programs wrote came into some.
    named = merged if status is Status.MERGED else tuple(was_of(applied)) or paths
    names = files_named(named)
    reasons = (done.result.reason for done in applied.files if isinstance(done.result, DurabilityUnknown))
    return say(_WORDS[status], paths=names, reason=next(reasons, ""))


def files_named(paths: Sequence[str]) -> str:
    """Files by their paths, as long as a sentence can hold them, else how many they are."""
    return joined_as_list(paths) if len(paths) <= _MOST_NAMED else says("{n} file", "{n} files", len(paths))


def _why_stopped(result: FileResult) -> str:
    if isinstance(result, Vanished):
        return _VANISHED
    return _DOUBTFUL if isinstance(result, Conflicted) and result.doubt is not None else _CONFLICT
