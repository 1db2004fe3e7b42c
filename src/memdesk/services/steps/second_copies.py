"""Whole files that the user removes go into the trash of the system too, where that is wanted; undo takes them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from memdesk.errors import reason_of
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.services.steps.step import StepJob
    from memdesk.store.outcomes import Applied, FileDone
    from memdesk.store.system_trash import SystemTrash

_REMOVING = frozenset({"remove", "redo"})
_BRINGING_BACK = frozenset({"undo", "restore"})


class SecondCopies:
    """Follows the steps that remove files or bring them back. `is_wanted(path)` tells whether a copy is to be made."""

    def __init__(self, trash: Callable[[], SystemTrash], is_wanted: Callable[[str], bool]) -> None:
        self._trash = trash
        self._is_wanted = is_wanted

    def follow(self, job: StepJob, applied: Applied) -> str:
        """What a step made gone is put into the trash, what it brought back is taken out of it.

        Returns a sentence on what could not be done, empty where nothing is to be said. For a worker.
        """
        try:
            for done in _removed(job, applied):
                if self._is_wanted(done.path):
                    self._trash().put(done.path, done.before or b"")
            for done in applied.files if job.why in _BRINGING_BACK else ():
                if done.before is None and done.after is not None:
                    self._trash().take_back(done.path, done.after)
        except OSError as error:
            return say(
                "The trash of the system was left as it was ({reason}); the history has the file.",
                reason=reason_of(error),
            )
        return ""


def _removed(job: StepJob, applied: Applied) -> Iterator[FileDone]:
    """The files that are gone for good, and not because they are elsewhere now."""
    is_move = any(done.before is None and done.after is not None for done in applied.files)
    if job.why in _REMOVING and not is_move and applied.stopped is None:
        yield from (done for done in applied.files if done.before is not None and done.after is None)
