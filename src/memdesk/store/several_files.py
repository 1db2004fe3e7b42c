"""Change several files as if they were one: all of them, or none, whatever happens on the way.

The record of such a change is durable before the first file is touched, and closed when the last one is done. Whoever
finds it open, while nobody holds the lock, finds the change interrupted and carries it on from where it stands. Where
another program has made that impossible, what was done is taken back, in the opposite order: each file by a merge, so
that nothing another program wrote goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from memdesk.errors import MemdeskError, NotListed, Stopped
from memdesk.store.declining import declined
from memdesk.store.history import History, TextDamaged
from memdesk.store.locks import DocumentLocks, Locked
from memdesk.store.one_file import OneFile
from memdesk.store.outcomes import (
    Applied,
    Conflicted,
    Declined,
    FileChange,
    FileDone,
    FileResult,
    MergeTexts,
    Unchanged,
    Vanished,
)
from memdesk.store.progress import NOTHING_CHANGED, Progress
from memdesk.store.sweep import Ending, Swept
from memdesk.store.versions import PendingChange, PendingPart
from memdesk.text.document import decode

_LOCK = "changes of several files"
_TAKE_BACK = "take back"


class SeveralFiles:
    """Carries out changes of several files, one change at a time, in this process and others."""

    def __init__(
        self,
        history: History,
        locks: DocumentLocks,
        one_file: OneFile,
        merges_of: Callable[[Sequence[str]], Sequence[MergeTexts]],
    ) -> None:
        self._history = history
        self._locks = locks
        self._one_file = one_file
        self._merges_of = merges_of

    def apply(self, changes: Sequence[FileChange], why: str, progress: Progress) -> Applied:
        """Carry out all changes, in order, or none: none also where they are stopped on the way.

        Never raises for what the disk or another program does.
        """
        if not changes:
            return Applied(())
        try:
            with self._locks.held(_LOCK):
                self._take_up_all(Progress())
                stopped = next(filter(None, (self._obstacle(change, progress) for change in changes)), None)
                if stopped is not None:
                    return Applied((), stopped)
                files = [(change.path, change.before, change.after) for change in changes]
                entry = self._history.open_change(why, files)
                return self._carry_out(entry, changes, {}, progress)
        except MemdeskError as error:
            path = changes[0].path
            return Applied((), FileDone(path, None, None, declined(error, path)))

    def take_up(self, progress: Progress) -> tuple[Swept, ...]:
        """Finish, or take back, every change that was interrupted; does nothing while one is going on.

        `progress` is told how far each is.

        Raises:
            HistoryError: the history cannot be used.
        """
        if not self._history.has_open_changes():
            return ()
        with suppress(Locked), self._locks.held(_LOCK, patience_s=0):
            return self._take_up_all(progress)
        return ()

    def _take_up_all(self, progress: Progress) -> tuple[Swept, ...]:
        damaged = self._history.close_damaged_changes()
        pending = self._history.pending_changes()
        taken_up = (swept for entry in pending for swept in self._take_up(entry, progress))
        return (*(Swept(path, Ending.DAMAGED) for path in damaged), *taken_up)

    def _take_up(self, entry: PendingChange, progress: Progress) -> Iterable[Swept]:
        """Carry on with one interrupted change. One that the disk or a closed root stands in the way of waits.

        So does one of a root that cannot be listed now: nobody knows by which grammar its files are merged.
        """
        try:
            merges = self._merges_of([part.path for part in entry.parts])
            changes = [
                FileChange(part.path, part.before, part.after, merge)
                for part, merge in zip(entry.parts, merges, strict=True)
            ]
            done = {
                number: self._done_part(part)
                for number, part in enumerate(entry.parts)
                if part.done is not None
            }
        except NotListed:
            return
        except TextDamaged:
            self._history.give_up(entry)
            yield Swept(entry.parts[0].path, Ending.DAMAGED, len(entry.parts))
            return
        is_still_there = all(self._one_file.holds(changes[number]) for number in done)
        if not is_still_there:
            entry = self._history.turn_back(entry)
        if entry.is_undone:
            applied = self._take_back(entry, changes, done, None)
        else:
            applied = self._carry_out(entry, changes, done, progress, waits=True)
        if entry.id not in (pending.id for pending in self._history.pending_changes()):
            is_whole = applied.stopped is None and not entry.is_undone
            ending = Ending.FINISHED if is_whole else Ending.TAKEN_BACK
            yield Swept(entry.parts[0].path, ending, len(entry.parts), applied.files if is_whole else ())

    def _done_part(self, part: PendingPart) -> FileDone:
        assert part.done is not None
        before = None if part.done.parent is None else self._history.data(part.done.parent)
        after = None if part.done.removed else self._history.data(part.done.id)
        return FileDone(
            part.path, before if part.before is not None else None, after, Unchanged(after or b"")
        )

    def _carry_out(
        self,
        entry: PendingChange,
        changes: Sequence[FileChange],
        done: dict[int, FileDone],
        progress: Progress,
        *,
        waits: bool = False,
    ) -> Applied:
        """Do what is not done yet. With `waits`, a change that has begun stays open where the disk says no."""
        for number, (part, change) in enumerate(zip(entry.parts, changes, strict=True)):
            if number in done:
                continue
            progress.note(number, len(changes))
            if not progress.is_wanted:
                return self._stopped(entry, changes, done, _called_off(change))
            each = _excused(change, self._one_file.change(change, entry.why, part.id))
            if waits and done and isinstance(each.result, Declined):
                return Applied((), each)
            if _is_failure(each.result):
                return self._stopped(entry, changes, done, each)
            done[number] = each
        self._close(entry)
        return Applied(tuple(done[number] for number in sorted(done)))

    def _stopped(
        self, entry: PendingChange, changes: Sequence[FileChange], done: dict[int, FileDone], at: FileDone
    ) -> Applied:
        try:
            entry = self._history.turn_back(entry)
        except MemdeskError:
            # Without a record of the way back, the next start would go on from what then is there no more.
            return _left(done.values(), at, is_open=bool(done))
        return self._take_back(entry, changes, done, at)

    def _close(self, entry: PendingChange) -> None:
        with suppress(MemdeskError):  # the next start finds everything done, and closes it
            self._history.close_change(entry)

    def _take_back(
        self,
        entry: PendingChange,
        changes: Sequence[FileChange],
        done: dict[int, FileDone],
        stopped: FileDone | None,
    ) -> Applied:
        """Undo what was done, the last first.

        Where another program has changed the same since, that stays, and so does what was done before it: what a file
        has not got back, no other file may lose.
        """
        result: FileResult = Unchanged(b"")
        left = dict(done)
        for number in sorted(done, reverse=True):
            each = done[number]
            back = FileChange(each.path, each.after, each.before, changes[number].merge)
            if each.before != each.after:
                result = self._one_file.change(back, _TAKE_BACK).result
            if isinstance(result, Vanished) and each.before is None:
                result = Unchanged(b"")  # an earlier way back came as far as this
            if _is_failure(result):
                break
            del left[number]
        is_open = isinstance(result, Declined)
        if not is_open:
            self._close(entry)
        kept = [left[number] for number in sorted(left) if left[number].before != left[number].after]
        return _left(kept, stopped, is_open=is_open)

    def _obstacle(self, change: FileChange, progress: Progress) -> FileDone | None:
        if not progress.is_wanted:
            return _called_off(change)
        result = self._one_file.why_not(change)
        if result is None:
            return None
        each = _excused(change, FileDone(change.path, change.before, change.before, result))
        return each if _is_failure(each.result) else None


def _left(kept: Iterable[FileDone], stopped: FileDone | None, *, is_open: bool) -> Applied:
    files = tuple(kept)
    return Applied(files, stopped, tuple(each.path for each in files), is_open)


def _called_off(change: FileChange) -> FileDone:
    return FileDone(
        change.path, change.before, change.before, declined(Stopped(NOTHING_CHANGED), change.path)
    )


def _is_failure(result: FileResult) -> bool:
    return isinstance(result, Conflicted | Vanished | Declined)


def _excused(change: FileChange, done: FileDone) -> FileDone:
    """Where the file is gone, there is nothing left to do for a change that only takes something away."""
    if not isinstance(done.result, Vanished) or change.before is None:
        return done
    if change.after is not None and not _only_takes_away(change, decode(change.before), decode(change.after)):
        return done
    return FileDone(change.path, None, None, Unchanged(b""))


def _only_takes_away(change: FileChange, before: str, after: str) -> bool:
    merge = change.merge(before, after, "")
    return merge.clean and not merge.text
