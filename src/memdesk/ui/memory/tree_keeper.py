"""Keeps the tree true to the workspace: documents, sections, and the marks on them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice

from PySide6.QtCore import QObject, Signal

from memdesk.layouts.documents import Document, FileKind
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.services.roots.switches import switched_off
from memdesk.services.workspace.workspace import Workspace
from memdesk.text.document import decode, trim
from memdesk.text.of_outlines import OfOutlines
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.ui.tasks import Tasks
from memdesk.ui.timers import repeating, single_shot
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from memdesk.ui.tree.model import MadeScopes, MemoryTreeModel
from memdesk.ui.tree.nodes import SectionRow, SectionState
from memdesk.ui.widgets.marks import Marks

WRITING_MS = 5000
"""How long after a write by another program a document counts as being written."""

MOST_BEHIND_S = 1.0
"""While files keep coming and going, the tree shows no list that is older than this."""

REST_FROM_MS = 100
"""A list that took no longer is made again at once."""


_AT_ONCE = 24
"""The marks of so many documents are written in one turn."""


_Listed = tuple[str, tuple[SectionRow, ...]]
"""The path of a document, and the rows below it."""

_Marked = tuple[Mapping[NodeId, Marks], bool]
"""The marks of sections, and whether all others have none."""

_Found = tuple[Documents, MadeScopes]
"""What a worker has listed, with the rows of the scopes that are new in it."""


class TreeKeeper(QObject):
    """Feeds `model` from `workspace`. What changed since the user looked is counted until `mark_seen`.

    `documents_listed`: a worker has found out which documents a root has.
    """

    documents_listed = Signal()

    def __init__(self, workspace: Workspace, model: MemoryTreeModel, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._model = model
        self._tasks = tasks
        self._waiting: dict[str, int] = {}
        self._changed: dict[str, set[NodeId]] = {}
        self._writing_until_s: dict[str, float] = {}
        self._written = single_shot(self, 0, self._on_written)
        self._unmarked: dict[str, None] = {}
        """Documents whose marks are to be written yet."""
        self._marking = repeating(self, 0, self._mark_next)
        self._problems: dict[str, frozenset[NodeId]] = {}
        self._listed: _Listed | None = None
        self._marked: dict[str, _Marked] = {}
        """What was written last on the rows below a document that is listed."""
        self._in_trouble: Callable[[str], bool] = _never
        self._files: dict[str, frozenset[str]] = {}
        self._listing: set[str] = set()
        self._list_again: set[str] = set()
        self._resting: set[str] = set()
        self._rested = single_shot(self, 0, self._on_rested)
        self._shown_s: dict[str, float] = {}
        model.sections_wanted.connect(self.load_sections)

    # Roots and documents

    def add_root(self, root: MemoryRoot, *, whole: bool = False) -> None:
        """Show a root: its first documents at once, the others as soon as a worker has listed them.

        The first ones are listed here, unless some were when it was opened.
        """
        self._model.add_root(root.path, root.label, root.layout.monogram)
        self._model.set_paused(root.path, is_paused=self._workspace.is_paused(root.path))
        known = () if whole else self._workspace.last_documents(root.path)
        if known:
            self._show_first(root, known)
            self.relist(root.path)
            return
        first = self._workspace.list_documents(root, None if whole else FIRST_DOCUMENTS)
        self._show_first(root, first)
        if len(first) < FIRST_DOCUMENTS or whole:
            self._workspace.take_documents(root.path, first)
            self._look_for_switches(root)
        else:
            self._workspace.take_first_documents(root.path, first)
            self.relist(root.path)

    def _show_first(self, root: MemoryRoot, documents: Sequence[Document]) -> None:
        self._model.extend(root.path, documents)
        self._files[root.path] = _existing(documents)

    def _look_for_switches(self, root: MemoryRoot) -> None:
        self._tasks.run(
            lambda: switched_off(root.layout, self._workspace.disk, root.path),
            lambda off: self._model.set_switched_off(root.path, off),
        )

    def rename_root(self, root: MemoryRoot) -> None:
        """Show what a root is called now."""
        self._model.set_title(root.path, root.label)

    def show_pauses(self) -> None:
        """Show which roots are not watched now."""
        for root in self._workspace.roots:
            self._model.set_paused(root.path, is_paused=self._workspace.is_paused(root.path))

    def remove_root(self, path: str) -> None:
        """Show a root no more."""
        self._model.remove_root(path)
        self._files.pop(path, None)

    def relist(self, path: str) -> None:
        """Look for documents of a root anew, in a worker; where that is being done, once more afterwards."""
        if path in self._listing:
            self._list_again.add(path)
            return
        root = self._workspace.root(path)
        self._look_for_switches(root)
        begun, begun_s, make = self._workspace.begin_listing(path), time.monotonic(), self._model.maker(path)

        def work() -> _Found:
            documents = self._workspace.list_documents(root)
            return documents, make(documents)

        self._listing.add(path)
        self._tasks.run(
            work,
            lambda found: self._take(path, begun, begun_s, *found),
            lambda _: self._listing.discard(path),
        )

    def _take(self, path: str, begun: int, begun_s: float, documents: Documents, made: MadeScopes) -> None:
        """Show what a worker has listed; what changed meanwhile is listed again, and not shown as it was."""
        self._listing.discard(path)
        is_old = path in self._list_again
        self._list_again.discard(path)
        if not self._workspace.take_documents(path, documents, begun):
            return
        now_s = time.monotonic()
        if not is_old or now_s - self._shown_s.get(path, begun_s) > MOST_BEHIND_S:
            self._shown_s[path] = now_s
            self._model.replace_documents(path, self._workspace.last_documents(path), made)
            self._files[path] = _existing(self._workspace.last_documents(path))
            self.documents_listed.emit()
        if is_old:
            took_ms = math.ceil((now_s - begun_s) * 1000)
            # A long list costs the window its turns: while files keep coming, it rests as long as it worked.
            if took_ms > REST_FROM_MS:
                self._resting.add(path)
                self._rested.start(max(took_ms, self._rested.remainingTime()))
            else:
                self._relist(path)

    def _on_rested(self) -> None:
        resting, self._resting = self._resting, set()
        for path in resting:
            self._relist(path)

    def _relist(self, path: str) -> None:
        if path in self._files:
            self.relist(path)

    @property
    def document_count(self) -> int:
        """How many files of memory are shown, of folders that are to be watched."""
        watched = (files for path, files in self._files.items() if not self._workspace.is_paused(path))
        # Two roots may name one file, and several scopes of one root do.
        return len(frozenset().union(*watched))

    @property
    def is_listing(self) -> bool:
        """Whether a worker is finding out which documents there are."""
        return bool(self._listing)

    @property
    def has_folders(self) -> bool:
        """Whether any folder is shown."""
        return bool(self._files)

    @property
    def is_all_paused(self) -> bool:
        """Whether there are folders, and none of them is to be watched."""
        return bool(self._files) and all(map(self._workspace.is_paused, self._files))

    def update_document(self, path: str) -> None:
        """Size and time of a document are others now."""
        document = self._workspace.last_known(path)
        if document is not None:
            self._model.update_document(document)

    # Sections

    def load_sections(self, path: str) -> None:
        """List the sections of a document: of its buffer where it is open, else of the disk."""
        session = self._workspace.sessions.get(path)
        if session is not None:
            listed = path, section_rows(session.document, session.outline(), session.text.text)
            if not (listed == self._listed and self._model.has_sections(path)):
                self._set_sections(*listed)
                self._listed = listed
            self.update_marks(path)
            return
        self._listed = None
        found = self._workspace.find_document(path)
        if found is None or not found[1].exists:
            self._set_sections(path, ())
            return
        root, document = found

        def read() -> tuple[SectionRow, ...]:
            text = self._read(document)
            return section_rows(document, root.layout.outline(document, text), text)

        task = self._tasks.run(read, partial(self._take_sections, path), first=True)
        self._tasks.wait_a_moment(task)

    def _take_sections(self, path: str, rows: tuple[SectionRow, ...]) -> None:
        if path not in self._workspace.sessions:
            self._set_sections(path, rows)

    def _set_sections(self, path: str, rows: tuple[SectionRow, ...]) -> None:
        self._marked.pop(path, None)
        self._model.set_sections(path, rows)

    def follow_sections(self, path: str) -> None:
        """List the sections of a document anew, where they are shown: agents write many that nobody looks at."""
        if self._model.is_asked(path):
            self.load_sections(path)

    def _read(self, document: Document) -> str:
        try:
            if self._workspace.disk.info(document.path).kind is not FileKind.FILE:
                return ""
            return decode(self._workspace.disk.read(document.path))
        except OSError:
            return ""

    # Marks

    def note_outside(self, path: str, nodes: tuple[NodeId, ...], *, seen: bool) -> None:
        """Another program wrote a document. `seen` tells whether the user was looking at it."""
        if not seen:
            self._changed.setdefault(path, set()).update(nodes or {("", 0)})
        self._writing_until_s[path] = time.monotonic() + WRITING_MS / 1000
        if not self._written.isActive():
            self._written.start(WRITING_MS)
        self.update_marks(path)

    def _on_written(self) -> None:
        now_s = time.monotonic()
        over = [path for path, until_s in self._writing_until_s.items() if until_s <= now_s]
        for path in over:
            del self._writing_until_s[path]
        self._mark(over)
        if self._writing_until_s:
            self._written.start(math.ceil((min(self._writing_until_s.values()) - now_s) * 1000))

    @property
    def writing(self) -> frozenset[str]:
        """The documents that other programs wrote just now."""
        return frozenset(self._writing_until_s)

    def changed_nodes(self, path: str) -> frozenset[NodeId]:
        """The nodes of a document that changed since the user looked."""
        return frozenset(self._changed.get(path, ()))

    def set_waiting(self, counts: Mapping[str, int]) -> None:
        """So many changes of documents wait in the inbox and were not on screen yet."""
        changed = {path for path in {*counts, *self._waiting} if counts.get(path) != self._waiting.get(path)}
        self._waiting = dict(counts)
        self._mark(changed)

    def mark_seen(self, path: str) -> None:
        """The user has seen a document as it is now."""
        if (self._changed.pop(path, None), self._waiting.pop(path, None)) != (None, None):
            self.update_marks(path)

    def set_problems(self, path: str, nodes: frozenset[NodeId]) -> None:
        """The agent's next write would do something to these nodes of a document."""
        self._problems[path] = nodes
        self.update_marks(path)

    def follow_index(self, in_trouble: Callable[[str], bool], note_of: Callable[[str], str]) -> None:
        """Mark the documents of which an agent's index says that something is wrong, and say what in tool tips."""
        self._in_trouble, self._model.note_of = in_trouble, note_of

    def _mark(self, paths: Iterable[str]) -> None:
        """Write the marks of documents anew: of a few at once, of many some in each turn that has room for them."""
        self._unmarked.update(dict.fromkeys(paths))
        self._mark_next()

    def _mark_next(self) -> None:
        for path in list(islice(self._unmarked, _AT_ONCE)):
            del self._unmarked[path]
            self.update_marks(path)
        if not self._unmarked:
            self._marking.stop()
        elif not self._marking.isActive():
            self._marking.start()

    def update_marks(self, path: str) -> None:
        """Write the marks of a document and its sections anew."""
        session = self._workspace.sessions.get(path)
        changed, problems = self.changed_nodes(path), self._problems.get(path, frozenset())
        self._model.set_marks(
            path,
            Marks(
                unsaved=session is not None and session.is_dirty,
                changed=max(len(changed), self._waiting.get(path, 0)),
                problem=bool(problems) or self._in_trouble(path),
                conflict=session is not None and session.conflict is not None,
                read_only=self._is_read_only(path, session),
                writing=path in self._writing_until_s,
            ),
        )
        if session is not None and session.is_dirty and not session.is_read:
            # Those of the sections follow when the text is read: see `load_sections`.
            return
        unsaved = session.unsaved_nodes() if session is not None else frozenset()
        clashes = _clashing(session)
        marked = changed if session is None else unsaved | changed | problems | clashes
        marks = {
            node_id: Marks(
                unsaved=node_id in unsaved,
                changed=int(node_id in changed),
                problem=node_id in problems,
                conflict=node_id in clashes,
            )
            for node_id in marked
        }
        # Headings that the file has no more stay as rows, and keep no mark of what stood below them.
        now: _Marked = marks, session is not None
        # What is listed anew has no marks yet.
        if self._marked.get(path) != now or not self._model.has_sections(path):
            self._marked[path] = now
            self._model.mark_sections(path, marks, whole=session is not None)

    def _is_read_only(self, path: str, session: DocumentSession | None) -> bool:
        if session is not None:
            return bool(session.why_read_only)
        index = self._model.index_of(path)
        document = self._model.document_at(index) if index.isValid() else None
        return document is not None and not document.editable


def _never(_path: str) -> bool:
    return False


def _existing(documents: Iterable[Document]) -> frozenset[str]:
    return frozenset(document.path for document in documents if document.exists)


def _clashing(session: DocumentSession | None) -> frozenset[NodeId]:
    if session is None or session.conflict is None:
        return frozenset()
    return frozenset((clash.key, clash.occurrence) for clash in session.conflict.clashes)


def section_rows(document: Document, outline: Outline, text: str) -> tuple[SectionRow, ...]:
    """The rows below a document: its sections as they stand, then closed headings that are not in it yet.

    Those of the newest outlines are remembered: a worker may have worked them out.
    """
    return _rows.of(outline, document.headings, lambda: _section_rows(document, outline, text))


_rows: OfOutlines[tuple[SectionRow, ...]] = OfOutlines()


def _section_rows(document: Document, outline: Outline, text: str) -> tuple[SectionRow, ...]:
    nodes = [node for node in outline.nodes if node.kind is NodeKind.SECTION]
    present = {node.key for node in nodes}
    missing = (
        SectionRow(name, 0, name, 0, SectionState.EMPTY) for name in document.headings if name not in present
    )
    return (*(_section_row(document, node, text) for node in nodes), *missing)


def _section_row(document: Document, node: Node, text: str) -> SectionRow:
    body = trim(node.body.of(text))
    state = SectionState.FILLED if body or "chapter" in node.facts else SectionState.EMPTY
    if document.headings and node.key not in document.headings:
        state = SectionState.UNKNOWN
    return SectionRow(node.key, node.occurrence, node.title, body.count("\n") + 1 if body else 0, state)
