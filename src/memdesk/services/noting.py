"""A quick note: where it goes, the line it becomes, what is there already, and what it pushes out of the prompt."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from memdesk.errors import MemdeskError, Refused, reason_of
from memdesk.layouts.contract import Change
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.optional import Addition
from memdesk.layouts.view import View
from memdesk.paths import is_below, is_within, with_slashes
from memdesk.services.duplicates.duplicates import Duplicates, Likeness
from memdesk.services.duplicates.pairing import are_of_one_owner
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.moving.adding import change_that_adds
from memdesk.services.moving.cautions import cautions_before
from memdesk.services.remembered.entries import EntryList
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.move_targets import is_target
from memdesk.services.steps.step import StepJob
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.compare import common_prefix
from memdesk.text.document import decode, line_content, split_lines, trim
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import of_error

_KINDS = (DocumentKind.LIST, DocumentKind.MEMORY, DocumentKind.RECORD, DocumentKind.RULES)
"""Where a note rather goes, the best first: into what the agent itself writes."""
_RECORD = DocumentKind.RECORD
_PROJECT = ScopeKind.PROJECT


class NotePlace(NamedTuple):
    """Where a note can go: the document of one agent and scope that takes it best."""

    root: MemoryRoot
    document: Document

    @property
    def scope(self) -> str:
        """What the scope is called; of one that keeps records, each of which is about something else, the record."""
        return self.document.title if self.document.kind is DocumentKind.RECORD else self.document.scope.title


class Note(NamedTuple):
    """What is to be remembered, and where. `section` is a heading or a category; empty is the agent's own choice."""

    text: str
    place: NotePlace
    section: str = ""

    @property
    def addition(self) -> Addition:
        """The same in words that fit every agent."""
        types = self.place.document.types
        return Addition(self.text, self.section, self.section if self.section in types else "")


@dataclass(frozen=True, slots=True)
class NotePreview:
    """What would come of a note. `lines` are the very lines that come in; with `why_not` it is refused.

    `pushed_out` is what the agent would not be given any more, by its own rule; `remarks` are sentences on what else
    its author may not expect.
    """

    note: Note
    lines: tuple[str, ...] = ()
    alike: Likeness | None = None
    pushed_out: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    why_not: str = ""


def note_places(workspace: Workspace) -> tuple[NotePlace, ...]:
    """The places in the order of the roots: one for each agent and scope, or each record of one that has only those."""
    places: list[NotePlace] = []
    for root in workspace.roots:
        if root.supported:
            targets = filter(is_target, workspace.last_documents(root.path))
            best = _best_of(each for each in targets if not _is_nested(each))
            places += [NotePlace(root, document) for document in best]
    return tuple(places)


def _is_nested(document: Document) -> bool:
    """Whether it holds the rules of a part of a project: its agent reads them when it works there, not at a start."""
    folder = document.scope.folder
    if document.kind is not DocumentKind.RULES or not folder or not is_below(document.path, folder):
        return False
    first, *rest = with_slashes(os.path.relpath(document.path, folder)).split("/")
    return bool(rest) and not first.startswith(".")


def _best_of(documents: Iterable[Document]) -> Iterator[Document]:
    """Of each scope the document that takes a note best, or all records where it has only those."""
    ranked: tuple[list[Document], ...] = tuple([] for _ in range(2 * len(_KINDS)))
    for document in documents:
        rank = _KINDS.index(document.kind)
        ranked[rank if document.exists else rank + len(_KINDS)].append(document)
    found: dict[tuple[ScopeKind, str], list[Document]] = {}
    for document in chain.from_iterable(ranked):
        scope = document.scope
        here = found.setdefault((scope.kind, scope.key), [])
        if not here or here[0].kind is document.kind is _RECORD:
            here.append(document)
    return chain.from_iterable(found.values())


def choose_place(
    places: Sequence[NotePlace],
    last: Mapping[str, Mapping[str, str]],
    project: str,
    near: str = "",
    at_hand: Document | None = None,
) -> tuple[NotePlace, str] | None:
    """The place and the section of a note taken in a project: as last time there, else its memory.

    `project` is its folder, or the key of its scope; of several agents the one of the root `near` is told first, then
    that of the last note, then one that keeps a memory of its own there rather than rules that people write.
    Without a project it goes where the last note of all went, at first to the scope of the document `at_hand`, or to
    what is said of the user, since what belongs to one project or subagent is not at hand. None where nothing takes
    notes.
    """
    by_path = {place.document.path: place for place in places}
    used = last.get(project, {})
    if used.get("path") in by_path:
        return by_path[used["path"]], used.get("section", "")
    latest = by_path.get(last.get("", {}).get("path", ""))
    here = [place for place in places if _is_of_project(place.document.scope, project)] if project else []
    if here:
        same = [place for place in here if latest is not None and place.root.agent == latest.root.agent]
        nearest = [place for place in here if place.root.path == near]
        return (*nearest, *same, *sorted(here, key=lambda place: _KINDS.index(place.document.kind)))[0], ""
    if latest is not None:
        return latest, ""
    beside = [place for place in places if place.root.path == near]
    of_the_user = (place for place in places if place.document.scope.kind is ScopeKind.YOU)
    best = min(beside, key=partial(_distance, at_hand), default=next(chain(of_the_user, places), None))
    return (best, "") if best is not None else None


def _distance(at_hand: Document | None, place: NotePlace) -> int:
    """How far a place is from a document of the same root: it is that, is in the same scope, or is elsewhere."""
    if at_hand is None or place.document.scope != at_hand.scope:
        return 2
    return place.document.path != at_hand.path


def project_at(document: Document) -> str:
    """By what the project of a document is remembered; empty where it belongs to none."""
    return next(iter(_names_of_project(document)), "")


def _is_of_project(scope: Scope, project: str) -> bool:
    return scope.kind is _PROJECT and project in (scope.folder, scope.key)


def _names_of_project(document: Document) -> tuple[str, ...]:
    scope = document.scope
    return (
        tuple(name for name in (scope.folder, scope.key) if name) if scope.kind is ScopeKind.PROJECT else ()
    )


def project_of(places: Iterable[NotePlace], folder: str) -> str:
    """The project folder that `folder` is or lies in, as the scopes know it; empty for none."""
    known = {
        place.document.scope.folder for place in places if place.document.scope.kind is ScopeKind.PROJECT
    }
    around = (each for each in known if each and is_within(folder, each))
    return max(around, key=len, default="")


def remembered(
    last: Mapping[str, Mapping[str, str]], folder: str, place: NotePlace, section: str
) -> dict[str, dict[str, str]]:
    """What is known of last uses once a note went there."""
    used = {"path": place.document.path, "section": section}
    return {**{key: dict(each) for key, each in last.items()}, folder: used, "": used}


def sections_of(workspace: Workspace, place: NotePlace) -> tuple[str, ...]:
    """The categories or headings that the document of a place offers; none where there is nothing to choose.

    Of a file that cannot be read, the headings that its agent knows; the preview says that it cannot.
    """
    document = place.document
    if document.kind is DocumentKind.RECORD:
        return ()
    if document.types:
        return document.types
    view = SeenView(workspace.disk)
    try:
        text = decode(view.data(document.path) or b"")
    except OSError:
        text = ""
    nodes = place.root.layout.outline(document, text).nodes
    present = [node.key for node in nodes if node.kind is NodeKind.SECTION]
    return tuple(dict.fromkeys((*document.headings, *present)))


def _with_section(workspace: Workspace, note: Note) -> Note:
    """The note with the section that it goes to where one has to be named and is not: the first one."""
    known = sections_of(workspace, note.place)
    if note.section or not known or note.place.document.types:
        return note
    asked = note if trim(note.text) else note._replace(text="x")
    try:
        change_that_adds(
            note.place.root.layout, SeenView(workspace.disk), note.place.document, asked.addition
        )
    except Refused:
        return note._replace(section=known[0])
    return note


def preview_note(
    workspace: Workspace, steps: Steps, note: Note, alike: Likeness | None = None
) -> NotePreview:
    """What would come of a note, from what the disk holds now. Any thread; nothing is written.

    Where it needs a section and names none, the preview's note goes to the first one.
    """
    try:
        note = _with_section(workspace, note)
        view, change, job = _planned(workspace, steps, note)
        lines = tuple(_new_lines(job))
        remarks = tuple(cautions_before(note.place.root.layout, view, change))
        out, why_cut = _fate(note.place, view, job)
        return NotePreview(note, lines, alike, out, (*remarks, *why_cut))
    except MemdeskError as error:
        return NotePreview(note, alike=alike, why_not=of_error(error))
    except OSError as error:
        return NotePreview(note, alike=alike, why_not=f"{note.place.document.path}: {reason_of(error)}.")


def alike_at(place: NotePlace, text: str, duplicates: Duplicates, entries: EntryList) -> Likeness | None:
    """What says the same as a text, or is most like it, among what the agent of a place knows; else what another knows.

    Of what another agent knows only the same counts.
    """
    alike = duplicates.alike(text, entries)
    found = [like for like in alike if are_of_one_owner(place.document, like.entry.document)]
    own = (like for like in found if like.entry.root == place.root)
    return next(chain(own, (like for like in found if like.is_same)), None)


def prepare_note(workspace: Workspace, steps: Steps, note: Note) -> StepJob:
    """A note, ready to be run as one step. Any thread. Raises `Refused` with the reason.

    It goes to the same section as in its preview.
    """
    return _planned(workspace, steps, _with_section(workspace, note))[2]


def _planned(workspace: Workspace, steps: Steps, note: Note) -> tuple[SeenView, Change, StepJob]:
    document, layout = note.place.document, note.place.root.layout
    view = SeenView(workspace.disk)
    change = change_that_adds(layout, view, document, note.addition)
    return view, change, steps.job(document, view, layout.compose(view, change), "note", change.key)


def _new_lines(job: StepJob) -> Iterator[str]:
    """The lines that come in, file by file: what lies between the equal begins and ends of before and after."""
    for file in job.files:
        before = split_lines(decode(file.before or b""))
        after = split_lines(decode(file.after or b""))
        start = common_prefix(before, after)
        end = common_prefix(before[start:][::-1], after[start:][::-1])
        for line in after[start : len(after) - end]:
            said = line_content(line)
            if trim(said):
                yield said


def _fate(place: NotePlace, view: View, job: StepJob) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that the agent gets no more once this is there, and why it does not get the note itself.

    From its own model, run before and after.
    """
    root, context = place.root, place.document.scope
    after = SeenView(view, {file.path: file.after for file in job.files})
    try:
        now = root.injected(view, context)
        then = root.injected(after, context)
    except OSError:
        return (), ()
    known = {line for cut in now.cut for line in _lines(cut.text)}
    came_in = {trim(line) for line in _new_lines(job)}
    fresh = [(line, cut) for cut in then.cut for line in _lines(cut.text) if line not in known]
    out = dict.fromkeys(line for line, cut in fresh if line not in came_in and cut.is_over_cap)
    return tuple(out), tuple(dict.fromkeys(cut.why for line, cut in fresh if line in came_in))


def _lines(text: str) -> Iterator[str]:
    return (said for said in (trim(line) for line in split_lines(text)) if said)
