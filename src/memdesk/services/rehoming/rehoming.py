"""Bring the memory of a project that moved into its new home: entry by entry, without what is there already."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Plan
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.shapes.fact_links import renamed_links
from memdesk.paths import is_below
from memdesk.services.documents.disk_text import unread
from memdesk.services.documents.merging import merge_sections
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.moving.carried import carried_from
from memdesk.services.moving.fitting import Taker, fit
from memdesk.services.rehoming.orphans import Candidate, Orphan
from memdesk.services.remembered.entries import WHOLE, Entry, entries_of
from memdesk.services.steps.step import StepJob
from memdesk.services.steps.steps import Steps, together
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.outcomes import FileChange, MergeTexts
from memdesk.store.versions import REHOMED
from memdesk.text.document import (
    BYTE_ORDER_MARK,
    decode,
    encode,
    line_end_near,
    split_lines,
    trim,
    with_line_ends,
)
from memdesk.text.edits import Edit, apply_all
from memdesk.text.outline import NodeKind, Outline
from memdesk.text.parts import FENCE_KEY
from memdesk.text.wording import plain_words

_LINK = re.compile(r"\[\[|\]\]|\[|\]\([^)]*\)")
"""What makes a link of a name in a line of an index, its target included."""


@dataclass(frozen=True, slots=True)
class Rehoming:
    """What would come of it: `brought` are titles of what the new home gets, `known` of what it has already.

    `whole` are files that are brought as they are. `job` does it, and removes the old files, as one step.
    """

    job: StepJob
    brought: tuple[str, ...]
    known: tuple[str, ...]
    whole: tuple[str, ...]


def plan_rehoming(workspace: Workspace, steps: Steps, orphan: Orphan, candidate: Candidate) -> Rehoming:
    """How the orphan gets into the memory of this folder, by what is on disk. Nothing is written; for a worker.

    Raises `Refused` with the reason where something finds no place there: then nothing may be removed either;
    `NotListed` where nobody can tell what is there, and `StorageError` where a file cannot be read.
    """
    try:
        return _Planning(workspace, steps, orphan, candidate).plan()
    except OSError as error:
        raise unread(error, orphan.root.path) from error


class _Planning:
    def __init__(self, workspace: Workspace, steps: Steps, orphan: Orphan, candidate: Candidate) -> None:
        self._workspace = workspace
        self._steps = steps
        self._orphan = orphan
        self._layout = orphan.root.layout
        self._view = SeenView(workspace.disk)
        self._files: tuple[FileChange, ...] = ()
        self._brought: list[str] = []
        self._known: list[str] = []
        self._whole: list[str] = []
        self._came: dict[str, str] = {}
        self._paths: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._words: dict[str, tuple[bytes, str]] = {}
        self._outlined: tuple[tuple[str, str], Outline | None] = (("", ""), None)
        self._new = {
            one.path: one
            for one in orphan.root.list_documents(self._view).whole()
            if one.scope.key == candidate.key and is_below(one.path, orphan.root.path)
        }
        self._key = candidate.key

    def plan(self) -> Rehoming:
        """Everything: facts first, so that a line of an index leads somewhere, and last what goes."""
        for source in sorted(self._orphan.documents, key=lambda one: one.kind is not DocumentKind.RECORD):
            self._bring(source)
        self._follow_names()
        for source in self._orphan.documents:
            before = self._view.data(source.path)
            if before is not None:
                change = FileChange(source.path, before, None, self._workspace.merge_of(source.path))
                self._files = together(self._files, (change,))
        if not self._files:
            raise Refused("{name} has nothing to move.", name=self._orphan.scope.title)
        job = StepJob(None, self._files, REHOMED, self._orphan.scope.title)
        return Rehoming(job, tuple(self._brought), tuple(self._known), tuple(self._whole))

    # One file

    def _bring(self, source: Document) -> None:
        target, data = self._target_path(source), self._view.data(source.path)
        if data is None:
            return
        there = self._now().data(target)
        if there is None:
            self._whole.append(posixpath.basename(target))
            self._files = together(self._files, (FileChange(target, None, data, self._merge_of(target)),))
        elif there != data:
            self._bring_entries(source, decode(data), target)

    def _target_path(self, source: Document) -> str:
        """Where the same file of the new home is: the key is one part of every path of a project."""
        old, new = self._orphan.scope.key, self._key
        base = self._orphan.root.path.rstrip("/")
        parts = source.path[len(base) + 1 :].split("/")
        if old not in parts:
            raise Refused("{path} has no place in another project.", path=source.path)
        place = len(parts) - 1 - parts[::-1].index(old)
        return "/".join((base, *parts[:place], new, *parts[place + 1 :]))

    def _bring_entries(self, source: Document, text: str, target_path: str) -> None:
        target = self._document(target_path, source)
        known = {words for said in self._said(target) for words in (plain_words(said),) if words}
        everything = list(entries_of(self._orphan.root, source, text, self._layout.outline(source, text)))
        for entry in everything:
            if entry.is_remembered and entry.kind is not NodeKind.INDEX_LINE:
                self._bring_entry(source, entry, target, known)
        # Afterwards, since an entry may have brought the heading that it stands below.
        for entry in everything:
            if entry.kind is NodeKind.INDEX_LINE:
                self._bring_line(entry, text, target)
            elif not (entry.is_remembered or _is_header(entry)):
                self._bring_loose(entry, entry.span.of(text), target)
            elif entry.kind is NodeKind.SECTION:
                self._bring_loose(entry, entry.span.of(text).partition("\n")[0], target)

    def _bring_entry(
        self, source: Document, entry: Entry, target: Document, known: set[tuple[str, ...]]
    ) -> None:
        """What the target says already, as a whole or line by line, is left out."""
        title = trim(entry.title) or trim(entry.text).partition("\n")[0]
        lines = [line for line in split_lines(entry.text) if plain_words(line) not in known]
        left = "" if plain_words(entry.text) in known else trim("".join(lines))
        if not left and all(map(self._says, _said_beside(entry))):
            self._known.append(title)
            return
        key, occurrence = entry.node_id
        carried = carried_from(self._layout, self._view, source, key, occurrence)
        if entry.node_id != WHOLE and len(lines) < len(split_lines(entry.text)):
            carried = replace(carried, text=left)
        if entry.node_id != WHOLE:
            carried = replace(carried, text=self._with_names(carried.text, target.path))
        taker = Taker(
            self._layout, self._index_of(target) if entry.node_id == WHOLE else target, target.types
        )
        fitted = fit(taker, self._now(), carried, "")
        self._take(taker.document, fitted.plan)
        self._brought.append(title)
        if entry.node_id == WHOLE:
            self._note_name(source, entry.title, fitted.plan)

    def _note_name(self, source: Document, title: str, plan: Plan) -> None:
        """What a fact is called in the new home: links lead to its file, or give its name."""
        path, text = next(iter(plan.creates.items()), (source.path, ""))
        self._came[source.path] = posixpath.basename(path)
        self._paths[self._target_path(source)] = path
        header = next(iter(self._layout.outline(source._replace(path=path), text).nodes), None)
        self._names[title] = header.facts.get("name", "") if header is not None else ""

    def _follow_names(self) -> None:
        """Let links of what came lead to the facts that have other names now; those of the new home mean its own."""
        for file in self._files:
            if file.before is None and file.after is not None:
                text = decode(file.after)
                followed = self._with_names(text, file.path)
                if followed != text:
                    self._files = together(
                        self._files, (replace(file, before=file.after, after=encode(followed)),)
                    )

    def _with_names(self, text: str, path: str) -> str:
        """Words that came into the file at `path`, with their links as they have to be there."""
        paths = {
            old: new for old, new in self._paths.items() if posixpath.basename(old) != posixpath.basename(new)
        }
        names = {old: new for old, new in self._names.items() if new and old != new}
        return renamed_links(text, posixpath.dirname(path), paths, names) if paths or names else text

    def _bring_line(self, entry: Entry, text: str, index: Document) -> None:
        """A line of an index, unless its fact has one in the new home and what it says is said there."""
        folder, name = posixpath.dirname(entry.document.path), entry.facts.get("file", "")
        line, now = entry.span.of(text), self._now()
        new_name = self._came.get(posixpath.join(folder, name), name)
        is_there = now.data(posixpath.join(posixpath.dirname(index.path), new_name)) is not None
        outline = self._outline(index, decode(now.data(index.path) or b""))
        has_line = any(node.facts.get("file") == new_name for node in outline.walk())
        if (has_line or not is_there) and all(map(self._says, _LINK.split(line))):
            return
        self._append(entry, line.replace(name, new_name), index)
        if has_line or not is_there:
            self._brought.append(entry.title)

    def _bring_loose(self, entry: Entry, said: str, target: Document) -> None:
        """What is `said` in no entry, as a heading is, apart from the lines that the new home has."""
        there = self._lines()
        lines = [line for line in split_lines(said) if plain_words(line) not in there]
        left = "".join(lines).removeprefix(BYTE_ORDER_MARK).strip("\r\n")
        is_heading = entry.kind in (NodeKind.HEADING, NodeKind.SECTION)
        if not trim(left) or (is_heading and not trim(left).strip("#")):
            return
        self._append(entry, "\n" + left, target)
        if entry.kind is not NodeKind.SECTION:
            self._brought.append(trim(left).partition("\n")[0])

    def _append(self, entry: Entry, words: str, target: Document) -> None:
        """Put words as they are at the end of what the agent gets. Raises `Refused` where they would be something else.

        What stands below a line that parts a text is not got.
        """
        now = decode(self._now().data(target.path) or b"")
        outline = self._outline(target, now)
        at = next((node.span.start for node in outline.nodes if "parts" in node.facts), len(now))
        end = "" if not at or now[:at].endswith("\n") else "\n"
        words = self._with_names(words, target.path)
        new = with_line_ends(end + words.rstrip("\r\n") + "\n", line_end_near(now, at))
        edit = Edit(at, "", new)
        later = apply_all(now, (edit,))
        outline_later = self._outline(target, later)
        above, below = _parts(outline, now, 0, at), _parts(outline, now, at, len(now))
        after = _parts(outline_later, later, 0, len(later))
        is_same = above == after[: len(above)] and below == after[len(after) - len(below) :]
        # What stands there ends with these words; at the end of a text that is what its end belongs to.
        last = outline_later.at(at + len(new) - 1 if at < len(now) else len(later))
        # A heading below which nothing stands is a section.
        kinds = (NodeKind.HEADING, NodeKind.SECTION) if entry.kind is NodeKind.HEADING else (entry.kind,)
        if not is_same or last is None or last.kind not in kinds:
            raise Refused(
                "“{words}” of {path} has no place in the new home.",
                words=trim(words).partition("\n")[0],
                path=entry.document.path,
            )
        self._take(target, Plan({target.path: (edit,)}))

    # What is there by now

    def _now(self) -> SeenView:
        return SeenView(self._view, {file.path: file.after for file in self._files})

    def _take(self, document: Document, plan: Plan) -> None:
        job = self._steps.job(document, self._now(), plan, REHOMED)
        self._files = together(self._files, job.files)

    def _document(self, path: str, source: Document) -> Document:
        found = self._new.get(path)
        if found is None:
            found = source._replace(path=path, scope=source.scope._replace(key=self._key))
        if found.why_read_only:
            raise Refused("{path} cannot be changed: {why}", path=path, why=found.why_read_only)
        return found

    def _index_of(self, fact: Document) -> Document:
        """The document of the new home that takes a fact in: the one that is no fact itself, in the same folder."""
        folder = posixpath.dirname(fact.path)
        for one in self._new.values():
            if one.kind is not DocumentKind.RECORD and posixpath.dirname(one.path) == folder:
                return one
        raise NotFound("There is no index beside {path}.", path=fact.path)

    def _lines(self) -> set[tuple[str, ...]]:
        """The words of each line of the new home, whatever it belongs to; none for one without words."""
        now = self._now()
        texts = (decode(now.data(path) or b"") for path in self._new_paths())
        return {words for text in texts for line in split_lines(text) if (words := plain_words(line))}

    def _says(self, text: str) -> bool:
        """Whether a file of the new home holds the words of `text`, in this order."""
        words, now = _joined(text), self._now()
        for path in self._new_paths():
            data = now.data(path) or b""
            if path not in self._words or self._words[path][0] != data:
                self._words[path] = data, _joined(decode(data))
            if words in self._words[path][1]:
                return True
        return words == " "

    def _new_paths(self) -> set[str]:
        """The files of the new home, those that come into it included."""
        return {*self._new, *(file.path for file in self._files)}

    def _said(self, target: Document) -> Iterator[str]:
        """What the new home says: each entry as a whole, and each of its lines."""
        for path in {target.path, *self._new}:
            document = self._new.get(path, target)
            text = decode(self._now().data(path) or b"")
            if not text:
                continue
            for entry in entries_of(self._orphan.root, document, text, self._layout.outline(document, text)):
                if entry.is_remembered:
                    yield entry.text
                    yield from split_lines(entry.text)

    def _outline(self, document: Document, text: str) -> Outline:
        """The outline of a text; that of the last one again, as line after line comes into one index."""
        asked, known = self._outlined
        if known is None or asked != (document.path, text):
            known = self._layout.outline(document, text)
            self._outlined = (document.path, text), known
        return known

    def _merge_of(self, path: str) -> MergeTexts:
        # What is not listed would be looked for in every root, once for each file that comes.
        return self._workspace.merge_of(path) if path in self._new else merge_sections


def _is_header(entry: Entry) -> bool:
    """Whether it only tells of an entry, which brings it along, or is a line that the agent writes by itself."""
    if entry.document.kind is DocumentKind.RECORD and entry.kind in (NodeKind.FRONT_MATTER, NodeKind.FIELD):
        return True
    return entry.node_id[0] == FENCE_KEY or "parts" in entry.facts


def _said_beside(entry: Entry) -> Iterable[str]:
    """What the header of a fact says that its text does not; of one without text, all of it."""
    if entry.node_id != WHOLE:
        return ()
    return (entry.facts.get("description", ""),) if trim(entry.text) else entry.facts.values()


def _joined(text: str) -> str:
    return f" {' '.join(plain_words(text))} ".replace("  ", " ")


def _parts(outline: Outline, text: str, start: int, end: int) -> list[tuple[NodeKind, str, str]]:
    """What a stretch of a text holds, apart from text that belongs to nothing."""
    leaves = (
        node
        for node in outline.leaves()
        if node.kind is not NodeKind.LOOSE and start <= node.span.start < end
    )
    return [(node.kind, node.key, trim(node.body_text(text))) for node in leaves]
