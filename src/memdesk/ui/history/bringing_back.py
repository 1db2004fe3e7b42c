"""Restores, made as steps of the window: in a worker, with a sentence on what came back where, and an undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memdesk.services.steps.restoring import Kept, Place, Placed, Restoring
from memdesk.services.steps.step import Status, Step, StepJob
from memdesk.store.progress import Progress
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import Stepping, Wanted
from memdesk.ui.messages import Message, Messages


class BringingBack:
    """Restores what is asked for, through `stepping`."""

    def __init__(self, restoring: Callable[[], Restoring], stepping: Stepping, messages: Messages) -> None:
        self._restoring = restoring
        self._stepping = stepping
        self._messages = messages

    def bring(self, find: Callable[[], Sequence[Kept]], subject: str = "") -> None:
        """Restore what `find` gives, which runs in the worker and may raise `MemdeskError`, as one step."""
        restoring = self._restoring()
        came, progress = list[tuple[Sequence[Kept], Sequence[Placed]]](), Progress()

        def prepare() -> StepJob:
            kept = find()
            restore = restoring.prepare_all(kept, progress)
            came.append((kept, restore.places))
            return restore.job

        # Worded in the UI thread: Qt writes times and numbers.
        wanted = Wanted(prepare, lambda: _words(*came[-1]), subject, self._tell_unchanged, progress=progress)
        self._stepping.make(wanted)

    def _tell_unchanged(self, step: Step) -> None:
        if step.status is Status.UNCHANGED:
            words = tr("The file on disk says that already. What is not saved stays as it is.")
            self._messages.tell(Message(words, subject=step.paths[0]))


def _words(kept: Sequence[Kept], places: Sequence[Placed]) -> str:
    """What came back, and where it stands."""
    if len(kept) > 1:
        return _words_of_several(kept, places)
    (one,) = kept
    title = one.document.title
    if one.node is None:
        return tr(
            "Restored {title} as it was: {when}.", title=title, when=shown.short_moment(one.version.when)
        )
    facts = {"name": short(one.node[0]), "title": title}
    if not places or places[0].place is Place.WHERE_IT_IS:
        return tr("Restored “{name}” in {title}.", **facts)
    if places[0].place is Place.WHERE_IT_WAS:
        return tr("Restored “{name}” in {title}, where it stood.", **facts)
    if places[0].place is Place.SECTION_END:
        return tr(
            "Restored “{name}” in {title}, at the end of {section}: its place is gone.",
            **facts,
            section=places[0].section,
        )
    return tr("Restored “{name}” at the end of {title}: its place is gone.", **facts)


def _words_of_several(kept: Sequence[Kept], places: Sequence[Placed]) -> str:
    files = len({one.document.path for one in kept})
    if all(one.node is None for one in kept):
        return trn("Restored {n} file.", "Restored {n} files.", files, n=shown.number(files))
    what = trn("Restored {n} item", "Restored {n} items", len(kept), n=shown.number(len(kept)))
    moved = sum(placed.place in (Place.SECTION_END, Place.DOCUMENT_END) for placed in places)
    where = trn("in {n} file", "in {n} files", files, n=shown.number(files))
    if not moved:
        return tr("{what} {where}.", what=what, where=where)
    ends = trn("{n} stands at an end: its place is gone", "{n} stand at ends: their places are gone", moved)
    return tr("{what} {where}; {ends}.", what=what, where=where, ends=ends)
