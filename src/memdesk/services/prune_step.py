"""Letting chosen entries go as one step over several files, each compared with what was looked at first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from memdesk.errors import MemdeskError, Refused, reason_of
from memdesk.layouts.contract import Change, ChangeKind, Injected, Scope, View
from memdesk.services.boundary import answered
from memdesk.services.entries import WHOLE, Entry, ReadDocument
from memdesk.services.forecast import contexts_of
from memdesk.services.laid_over import RememberedView
from memdesk.services.prune import Candidate, Candidates
from memdesk.services.roots import MemoryRoot
from memdesk.services.seen_view import SeenView
from memdesk.services.step import StepJob
from memdesk.services.steps import Steps
from memdesk.store.progress import Progress
from memdesk.text.document import decode
from memdesk.text.outline import NodeKind
from memdesk.text.tokens import estimate_tokens

WHY = "prune"


class ChangedSince(Refused):
    """A document is another one by now than what was looked at."""


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
) -> Pruning:
    """One job that takes `chosen` out of the files that still are as they were looked at. For a worker.

    Raises `Stopped` once `progress` wants no more.
    """
    progress = progress or Progress()
    view = SeenView(disk)
    by_path: dict[str, list[Candidate]] = {}
    for one in chosen:
        by_path.setdefault(one.entry.document.path, []).append(one)
    job: StepJob | None = None
    goes: list[Candidate] = []
    left_out: list[LeftOut] = []
    for path, wanted in by_path.items():
        progress.go_on()
        try:
            _check(view, looked_at.documents[path])
            changes = [change_of(entry) for entry in from_below(one.entry for one in wanted)]
            job = steps.and_then(job, view, changes, WHY)
            goes += wanted
        except (MemdeskError, OSError) as error:
            why = error.sentence if isinstance(error, MemdeskError) else f"{path}: {reason_of(error)}."
            left_out.append(LeftOut(path, wanted[0].entry.document.title, len(wanted), why, error))
    return Pruning(job, tuple(goes), tuple(left_out))


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
    files = {file.path: file for file in pruning.job.files} if pruning.job is not None else {}
    counts: dict[str, int] = {}
    for one in pruning.goes:
        path = one.entry.document.path
        counts[path] = counts.get(path, 0) + 1
    by_file = {
        path: (counts.get(path, 0), len(file.before or b"") - len(file.after or b""))
        for path, file in files.items()
    }
    gone = frozenset(path for path, file in files.items() if file.after is None)
    before = RememberedView(disk)
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


def _check(view: SeenView, read: ReadDocument) -> None:
    """Raises `ChangedSince` where a document is not what was looked at."""
    if read.is_unsaved:
        raise ChangedSince("{title} has text that is not saved; save it first.", title=read.document.title)
    data = view.data(read.document.path)
    if data is None or decode(data) != read.text:
        raise ChangedSince("{title} changed, look again.", title=read.document.title)
