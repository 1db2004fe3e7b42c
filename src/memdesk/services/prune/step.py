"""Prune chosen entries as one step over several files, each compared first with what the user looked at."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from memdesk.errors import MemdeskError, Refused, StorageError, reason_of
from memdesk.layouts.contract import Change, ChangeKind, Injected
from memdesk.layouts.documents import Document, Scope
from memdesk.layouts.view import View
from memdesk.services.faults.boundary import answered
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.preview.forecast import contexts_of
from memdesk.services.prune.prune import Candidate, Candidates
from memdesk.services.remembered.entries import WHOLE, Entry, ReadDocument
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.step import StepJob, was_of
from memdesk.services.steps.steps import Steps
from memdesk.store.outcomes import Applied, Declined, FileResult
from memdesk.store.progress import Progress
from memdesk.text.document import decode
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import say
from memdesk.text.tokens import estimate_tokens

WHY = "prune"
_CHANGED = "{title} changed, look again."
_UNSAVED = "{title} has text that is not saved; save it first."


class ChangedSince(Refused):
    """A document has changed since it was looked at."""


class LeftOut(NamedTuple):
    """A document of which nothing goes, how many entries were chosen of it, and a sentence on why."""

    path: str
    title: str
    entries: int
    why: str
    error: MemdeskError | OSError


class Pruning(NamedTuple):
    """What is ready to go: a job (None where nothing is left to do), what it takes out, and what it leaves alone."""

    job: StepJob | None
    goes: tuple[Candidate, ...]
    left_out: tuple[LeftOut, ...]


class Given(NamedTuple):
    """What an agent gets in one context, before and after."""

    root: MemoryRoot
    context: Scope
    before: Injected
    after: Injected

    @property
    def tokens_saved(self) -> int:
        """About so many tokens less per prompt; below zero where something else takes the room."""
        return estimate_tokens(self.before.text) - estimate_tokens(self.after.text)


class Saving(NamedTuple):
    """What letting entries go saves: on the disk by file, and in each prompt that changes."""

    entries: int
    size_bytes: int
    by_file: Mapping[str, tuple[int, int]]
    """Entries and bytes less, by path; a file that goes whole is named by `gone`."""
    gone: frozenset[str]
    given: tuple[Given, ...]

    @property
    def tokens_estimate(self) -> int:
        """About so many tokens less in the prompt that gets shortest by it; 0 where no prompt does."""
        return max((0, *(given.tokens_saved for given in self.given)))


def prepare(
    steps: Steps,
    disk: View,
    chosen: Sequence[Candidate],
    looked_at: Candidates,
    progress: Progress | None = None,
    barred: Mapping[str, MemdeskError] = MappingProxyType({}),
) -> Pruning:
    """One job that takes `chosen` out of the files that still are as they were looked at. For a worker.

    Documents that are `barred` are left out, each for a reason. Raises `Stopped` once `progress` wants no more.
    """
    progress = progress or Progress()
    view = SeenView(disk)
    by_path: dict[str, list[Candidate]] = {}
    for one in chosen:
        by_path.setdefault(one.entry.document.path, []).append(one)
    names = _names_of(chosen)
    job: StepJob | None = None
    goes: list[Candidate] = []
    left_out: list[LeftOut] = []
    for path, wanted in by_path.items():
        progress.go_on()
        try:
            _check(view, looked_at.documents[path], names[path])
            if path in barred:
                raise barred[path]
            changes = [change_of(entry) for entry in from_below(one.entry for one in wanted)]
            job = steps.and_then(job, view, changes, WHY)
            goes += wanted
        except (MemdeskError, OSError) as error:
            left_out.append(_left_out(wanted[0].entry.document, len(wanted), error))
    return Pruning(job, tuple(goes), tuple(left_out))


class PruneRun:
    """Lets chosen entries go, in a worker. A file that says no on the way is left out, and the rest goes all the same.

    `pruning` is what was prepared last.
    """

    def __init__(
        self,
        steps: Steps,
        disk: View,
        chosen: Sequence[Candidate],
        looked_at: Candidates,
        progress: Progress | None = None,
    ) -> None:
        self._steps = steps
        self._disk = disk
        self._chosen = chosen
        self._looked_at = looked_at
        self._progress = progress
        self._barred: dict[str, MemdeskError] = {}
        self._stopped_at: set[str] = set()
        self.pruning = Pruning(None, (), ())

    def prepare(self) -> StepJob | None:
        """What is to be done as things are; None where nothing can be. Raises `Stopped`."""
        self.pruning = prepare(
            self._steps, self._disk, self._chosen, self._looked_at, self._progress, self._barred
        )
        return self.pruning.job

    def after(self, applied: Applied) -> StepJob | None:
        """What to do instead where one file has stopped it, and all was taken back; None where it ends so."""
        stopped = applied.stopped
        if stopped is None:
            self._note_done(frozenset(was_of(applied)))
        if stopped is None or applied.kept or applied.is_open:
            return None
        result, path = stopped.result, stopped.path
        if isinstance(result, Declined) and result.by_user:
            return None
        is_again = path in self._stopped_at or isinstance(result, Declined)
        self._stopped_at.add(path)
        barred = self._documents_of(path, is_again=is_again)
        if barred is None:
            return None
        names = _names_of(self._chosen)
        self._barred.update(
            (document.path, _why_barred(result, names[document.path]))
            for document in barred
            if document.path not in self._barred
        )
        was, job = self.pruning, self.prepare()
        if job is None:
            self.pruning = was
        return job

    def _documents_of(self, path: str, *, is_again: bool) -> tuple[Document, ...] | None:
        """Whose entries are left alone because of a file: its own, or of an index those beside it. None where none is.

        An index may only have changed, so that it is tried again first.
        """
        chosen = {one.entry.document.path: one.entry.document for one in self._chosen}
        if path in chosen:
            return (chosen[path],) if path not in self._barred else None
        if not is_again:
            return ()
        folder = posixpath.dirname(path)
        beside = (one for one in chosen.values() if posixpath.dirname(one.path) == folder)
        return tuple(one for one in beside if one.path not in self._barred) or None

    def _note_done(self, changed: frozenset[str]) -> None:
        """Entries of a file that had gone by itself did not go by us."""
        job, stayed = self.pruning.job, dict[str, list[Candidate]]()
        asked = frozenset(job.paths if job is not None else ())
        for one in self.pruning.goes:
            if one.entry.document.path in asked - changed:
                stayed.setdefault(one.entry.document.path, []).append(one)
        names = _names_of(self._chosen)
        left_out = [
            _left_out(each[0].entry.document, len(each), ChangedSince(_CHANGED, title=names[path]))
            for path, each in stayed.items()
        ]
        goes = tuple(one for one in self.pruning.goes if one.entry.document.path not in stayed)
        self.pruning = self.pruning._replace(goes=goes, left_out=(*self.pruning.left_out, *left_out))


def _names_of(chosen: Iterable[Candidate]) -> dict[str, str]:
    """What each document is called where others of these are left alone as well: all files of ub have one name."""
    documents = {one.entry.document.path: one.entry for one in chosen}
    titles = {path: entry.document.title for path, entry in documents.items()}
    with_places = {path: _with_place(entry) for path, entry in documents.items()}
    often, often_there = Counter(titles.values()), Counter(with_places.values())
    return {
        path: title
        if often[title] == 1
        else with_places[path]
        if often_there[with_places[path]] == 1
        else path
        for path, title in titles.items()
    }


def _with_place(entry: Entry) -> str:
    document = entry.document
    return say(
        "{title} ({agent}, {scope})",
        title=document.title,
        agent=entry.root.label,
        scope=document.scope.title,
    )


def _why_barred(result: FileResult, name: str) -> MemdeskError:
    if not isinstance(result, Declined):
        return ChangedSince(_CHANGED, title=name)
    error = Refused if result.refused else StorageError
    return error(result.template, hint=result.hint, **result.facts)


def _left_out(document: Document, entries: int, error: MemdeskError | OSError) -> LeftOut:
    why = error.sentence if isinstance(error, MemdeskError) else f"{document.path}: {reason_of(error)}."
    return LeftOut(document.path, document.title, entries, why, error)


def change_of(entry: Entry) -> Change:
    """The change that takes an entry out; a prescribed section only loses its text."""
    key, occurrence = entry.node_id
    is_prescribed = entry.kind is NodeKind.SECTION and entry.title in entry.document.headings
    if entry.node_id == WHOLE:
        return Change(ChangeKind.REMOVE, entry.document, "")
    if is_prescribed or entry.kind is NodeKind.PREAMBLE:
        return Change(ChangeKind.SET_BODY, entry.document, key, occurrence, bare=True)
    return Change(ChangeKind.REMOVE, entry.document, key, occurrence)


def from_below(entries: Iterable[Entry]) -> list[Entry]:
    """From the last one of each document up, so that those above keep which of several with one key they are."""
    return sorted(entries, key=lambda entry: (entry.document.path, entry.span), reverse=True)


def saving_of(
    pruning: Pruning,
    disk: View,
    documents: Iterable[ReadDocument],
    is_wanted: Callable[[], bool] = lambda: True,
) -> Saving:
    """What a pruning saves. Asks each agent what it gets before and after: for a worker."""
    job = pruning.job if pruning.goes else None
    files = {file.path: file for file in job.files} if job is not None else {}
    counts: dict[str, int] = {}
    for one in pruning.goes:
        path = one.entry.document.path
        counts[path] = counts.get(path, 0) + 1
    by_file = {
        path: (counts.get(path, 0), len(file.before or b"") - len(file.after or b""))
        for path, file in files.items()
    }
    gone = frozenset(path for path, file in files.items() if file.after is None)
    # Of what is done already, too, it can be told what it saves.
    before = RememberedView(SeenView(disk, {path: file.before for path, file in files.items()}))
    after = SeenView(before, {path: file.after for path, file in files.items()})
    given = tuple(_given(pruning, documents, before, after, is_wanted))
    return Saving(len(pruning.goes), sum(size for _, size in by_file.values()), by_file, gone, given)


def _given(
    pruning: Pruning,
    documents: Iterable[ReadDocument],
    before: View,
    after: View,
    is_wanted: Callable[[], bool],
) -> Iterable[Given]:
    changed = {one.entry.document.path for one in pruning.goes}
    roots: dict[str, tuple[MemoryRoot, list[ReadDocument]]] = {}
    for document in documents:
        if document.document.path in changed:
            for root in document.readers:
                roots.setdefault(root.path, (root, []))[1].append(document)
    for root, read in roots.values():
        for context in contexts_of(root, before, read):
            if not is_wanted():
                return
            texts = _before_and_after(root, context, before, after)
            if texts is not None and texts[0].text != texts[1].text:
                yield Given(root, context, *texts)


def _before_and_after(
    root: MemoryRoot, context: Scope, before: View, after: View
) -> tuple[Injected, Injected] | None:
    """What the agent gets of both; None where that cannot be found out: half of it would be a saving of everything."""

    def both() -> tuple[Injected, Injected]:
        one, other = (root.layout.injected(view, root.path, context) for view in (before, after))
        return one, other

    return answered(both, root.path, lambda _: None)


def _check(view: SeenView, read: ReadDocument, name: str) -> None:
    """Raises `ChangedSince` where a document is not what was looked at."""
    if read.is_unsaved:
        raise ChangedSince(_UNSAVED, title=name)
    data = view.data(read.document.path)
    if data is None or decode(data) != read.text:
        raise ChangedSince(_CHANGED, title=name)
