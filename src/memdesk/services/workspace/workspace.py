"""The open roots and documents, and those that are being edited. Every verb returns what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from memdesk.errors import NotFound
from memdesk.services.documents.changes import Arrived, Changes
from memdesk.services.documents.disk_text import read_at_rest
from memdesk.services.documents.shown_texts import ShownTexts
from memdesk.services.documents.taken import Arrival, Taken
from memdesk.services.machine.machine import ByHand, MachineView, Surroundings, no_rows
from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.services.workspace.open_roots import OpenRoots
from memdesk.services.workspace.recent_saves import RecentSaves
from memdesk.services.workspace.writable_roots import WritableRoots
from memdesk.store.informed import Informed, Nobody

if TYPE_CHECKING:
    # A window, and a command that only reads, start sooner without SQLite, the C library's calls and the merge.
    from memdesk.layouts.contract import Layout
    from memdesk.layouts.documents import Document, FileInfo
    from memdesk.layouts.optional import AgentLock
    from memdesk.layouts.view import Rows
    from memdesk.services.documents.disk_state import DiskState, DiskStateJob, DiskText
    from memdesk.services.documents.opening_job import OpeningJob
    from memdesk.services.documents.reading_job import Ahead
    from memdesk.services.documents.saving import SaveJob
    from memdesk.services.documents.session import DocumentSession
    from memdesk.services.workspace.drafts import DraftKeeper
    from memdesk.store.outcomes import MergeTexts, SaveResult
    from memdesk.store.save import Store

LARGE = 16_000
"""Characters from which a worker works out the node tree, and brings document and disk together: some ms of work."""
MOST_ATTEMPTS = 5
"""How often a save is tried where what stands in its way keeps coming into the buffer."""

_MOST_WAITS = 8


def _no_folders() -> Sequence[str]:
    return ()


def _keep_none() -> None:
    return None


class Workspace(OpenRoots):
    """Roots, documents and sessions. One thread owns it (the window's); what others may call says so.

    `view` shows layouts the machine with the buffer of every open document laid over it, `disk` without. `store` is
    the door for writes, `make_drafts` makes who keeps unsaved buffers. `informed` is who watches the roots, if anybody
    does; it may be set later. `saves` are those of the last seconds, `writable` says what may be written.
    """

    def __init__(
        self,
        surroundings: Surroundings,
        store: Callable[[], Store],
        *,
        project_folders: Callable[[], Sequence[str]] = _no_folders,
        by_hand: ByHand | None = None,
        rows: Callable[[str, str, Sequence[str]], Rows] = no_rows,
        make_drafts: Callable[[], DraftKeeper | None] = _keep_none,
    ) -> None:
        self.view = MachineView(
            surroundings,
            buffers=self.buffers,
            project_folders=project_folders,
            by_hand=by_hand,
            rows=rows,
        )
        super().__init__(self.view.on_disk(), by_hand)
        self._make_drafts = make_drafts
        self.informed: Informed = Nobody()
        self.read_ahead: Ahead | None = None
        """What a worker that reads a document works out of it as well; it may be set later."""
        self.writable = WritableRoots(self, self._opened)
        self.saves = RecentSaves()
        self.shown = ShownTexts()
        self._store = store
        self._sessions: dict[str, DocumentSession] = {}
        self._root_of: dict[str, str] = {}
        self._waited: dict[str, int] = {}
        self._looks = 0

    # Roots

    def close_root(self, path: str) -> Changes:
        """Show a root no more; its documents are closed, as `close_document` does it."""
        changes = Changes()
        for document in [document for document, root in self._root_of.items() if root == path]:
            changes |= self.close_document(document)
        return super().close_root(path) | changes

    def _may_write(self, path: str) -> bool:
        return self.writable.holds(path)

    # Sessions

    @cached_property
    def drafts(self) -> DraftKeeper | None:
        """Who keeps unsaved buffers; None where they end with the program."""
        return self._make_drafts()

    @property
    def sessions(self) -> Mapping[str, DocumentSession]:
        """The open documents, by path."""
        return self._sessions

    def _opened(self) -> list[Document]:
        return [session.document for session in list(self._sessions.values())]

    def shown_on_disk(self, path: str) -> bytes | None:
        """What an open document was last known to hold on disk; None where it is not open, or no file. Any thread."""
        session = self._sessions.get(path)
        return None if session is None else session.base

    def buffers(self) -> dict[str, bytes]:
        """What every open document holds, saved or not, by path. Any thread."""
        # Clean ones too: until a change by another program is taken up, places in the text are those of the buffer.
        sessions = list(self._sessions.items())
        return {
            path: session.data for path, session in sessions if session.is_dirty or session.base is not None
        }

    def find_document(self, path: str) -> tuple[MemoryRoot, Document] | None:
        """As the listings have it; an open document is found though its file be gone."""
        found = super().find_document(path)
        if found is None and path in self._root_of:
            found = self.root(self._root_of[path]), self._sessions[path].document
        return found

    def known(self, path: str, listed: dict[str, Documents] | None = None) -> tuple[Document, Layout] | None:
        """The document at `path`, open or listed, and its layout; None in no open root. Any thread.

        `listed` and `NotListed` are those of `look_up`.
        """
        session = self._sessions.get(path)
        if session is not None:
            return session.document, session.layout
        found = self.look_up(path, listed)
        return None if found is None else (found[1], found[0].layout)

    def open_document(self, path: str) -> DocumentSession:
        """Open a document, or give the session that is open already. A draft of it comes back into the buffer.

        Raises:
            NotFound: no open root has it.
            StorageError: it is there and cannot be read.
        """
        if path in self._sessions:
            return self._sessions[path]
        found = self.find_document(path)
        if found is None:
            raise NotFound("{path} is not a document of an open folder.", path=path)
        root, document = found
        session = self.open_as(document, root.layout)
        self._root_of[path] = root.path
        return session

    def open_as(self, document: Document, layout: Layout) -> DocumentSession:
        """Open a document that need not stand in a listing. Otherwise as `open_document`."""
        from memdesk.services.documents.session import DocumentSession

        return self._take_in(DocumentSession(document, layout, self._read_to_show(document.path)))

    def _read_to_show(self, path: str) -> bytes | None:
        """What the disk holds, in any thread; None for no file. Raises `StorageError` where it cannot be read."""
        with self.shown.reading(path):
            data = read_at_rest(self.disk, path)
            self.shown.note(path, data)
            return data

    def _take_in(self, session: DocumentSession) -> DocumentSession:
        self._sessions[session.path] = session
        if self.drafts is not None:
            self.drafts.bring_back(session)
        return session

    def prepare_opening(self, path: str) -> OpeningJob | None:
        """What a worker needs to read a document first. None for one that is open already, or in no open root."""
        from memdesk.services.documents.opening_job import OpeningJob

        found = self.find_document(path) if path not in self._sessions else None
        if found is None:
            return None
        root, document = found
        read = partial(self._read_to_show, path)
        is_large = document.size_bytes >= LARGE
        return OpeningJob(document, root.layout, self._looks, read, self.read_ahead, is_large)

    def finish_opening(self, job: OpeningJob, session: DocumentSession) -> Changes:
        """Open what a worker has read, for `open_document` to give, where nobody did meanwhile and it still has a root.

        What was written since the worker began, nobody told the document of: then the file is to be looked at again.
        """
        found = self.find_document(job.path) if job.path not in self._sessions else None
        if found is None or found[0].layout is not job.layout:
            return Changes()
        session.document = found[1]
        self._root_of[job.path] = found[0].path
        self._take_in(session)
        is_behind = job.looks != self._looks
        return Changes(look_again=frozenset({job.path}) if is_behind else frozenset())

    def close_document(self, path: str) -> Changes:
        """Close a document. An unsaved buffer stays as a draft; `discard` gives it up.

        Raises `OSError`, and leaves it open, where the draft cannot be kept.
        """
        session = self._sessions.get(path)
        if session is None:
            return Changes()
        if self.drafts is not None:
            self.drafts.keep(session)
        del self._sessions[path]
        self.shown.close(path)
        self._root_of.pop(path, None)
        return Changes(edited=frozenset({path}))

    def discard(self, path: str) -> Changes:
        """Give up the unsaved text of a document: the buffer is what the disk holds, the draft is dropped.

        Raises `OSError` where the draft cannot be removed; the buffer is given up all the same.
        """
        session = self._sessions.get(path)
        if session is not None:
            session.discard()
        if self.drafts is not None:
            self.drafts.discard(path)
        return Changes(edited=frozenset({path}))

    # Other people's changes

    def prepare_disk_state(
        self, paths: Iterable[str] | None = None, *, meets: Callable[[str], bool] = lambda _: True
    ) -> DiskStateJob:
        """What a worker needs to look at `paths`, without them at every open document, before `refresh` does.

        It also brings the large ones together with the disk, of those that `meets` says yes to.
        """
        from memdesk.services.documents.disk_state import DiskStateJob

        sessions = list(self._sessions.values())
        large = (
            one for one in sessions if len(one.text.text) >= LARGE and not one.is_saving and meets(one.path)
        )
        return DiskStateJob(
            self.disk,
            None if paths is None else sorted(set(paths)),
            {one.path: one.base for one in sessions},
            {one.path: one.prepare_meeting(self.read_ahead) for one in large},
            self.shown,
        )

    def refresh(
        self, paths: Iterable[str] | None = None, state: DiskState | None = None, *, is_own: bool = False
    ) -> Changes:
        """Take up what is on disk at `paths`, which somebody changed; without them, at every open document.

        `state` is what a worker found there, else it is looked here and now. Some documents are only named, to be
        looked at again: those whose buffer or base has moved since the look, and those that a step of ours is just
        writing. Whoever made that step takes it up itself, with `is_own`.
        """
        self._looks += 1
        if state is None:
            state = self.prepare_disk_state(paths, meets=lambda _: False).run()
        changes = Changes()
        with state.reading:
            for path, info in state.files.items():
                changes |= self._note(path, info)
            for path, found in state.texts.items():
                session = self._sessions.get(path)
                if session is not None:
                    changes |= self._refresh_session(session, found, is_own)
        return changes

    def _refresh_session(self, session: DocumentSession, found: DiskText, is_own: bool = False) -> Changes:
        data, met = found.data, found.meeting
        is_old = found.base is not session.base
        is_in_work = not is_own and data != session.base and self._is_in_work(session, data)
        if is_old or is_in_work or (not found.is_at_rest and self._may_wait(session.path)):
            return Changes(look_again=frozenset({session.path}))
        if met is not None and data != session.base and not session.fits(met, data):
            return Changes(look_again=frozenset({session.path}))
        # What a save of ours has left there, that save has kept.
        if data != session.base:
            self.shown.note(session.path, data)
        self._waited.pop(session.path, None)
        was = (session.obstacle, session.conflict, session.base)
        session.obstacle = "" if found.error is None else found.error.sentence
        # A folder in place of the file means that the file is gone; what just cannot be read may still be the same.
        is_unknown = found.error is not None and not found.is_folder
        taken = Taken(Arrival.SAME) if is_unknown else session.take_disk(data, met)
        changes = Changes()
        if taken.arrival is not Arrival.SAME or was != (session.obstacle, session.conflict, session.base):
            changes = Changes(edited=frozenset({session.path}))
        return changes | self._told(session.path, taken)

    def _is_in_work(self, session: DocumentSession, data: bytes | None) -> bool:
        """Whether a step of ours writes the file, or has just left it so, and will be taken up in a moment."""
        if session.is_saving:
            return False  # the session itself puts it off
        saves = self.saves.settled(session.path)
        if saves is None:
            return True
        is_left = bool(saves) and data == saves[-1].after and self.saves.is_fresh(saves[-1])
        return is_left and self._may_wait(session.path)

    def _may_wait(self, path: str) -> bool:
        """Whether a file that is being written may be looked at later; some programs keep theirs open for ever."""
        self._waited[path] = self._waited.get(path, 0) + 1
        return self._waited[path] <= _MOST_WAITS

    # Saving

    def run_save(self, job: SaveJob) -> SaveResult:
        """Run a save, in any thread. Never raises for what the disk does."""
        from memdesk.store.outcomes import Conflicted, DurabilityUnknown, Merged, Saved

        with self.saves.writing((job.path,)):
            result = job.run(self._store())
            if isinstance(result, Saved | Merged | DurabilityUnknown):
                met = result.theirs if isinstance(result, Merged) else None
                self.saves.note(job.path, job.started, job.mine, met=met)
            elif isinstance(result, Conflicted) and job.started is not None:
                self._note_taken_over(job.path, job.started, job.mine, result.theirs)
        return result

    def _note_taken_over(self, path: str, before: bytes, mine: bytes, theirs: bytes) -> None:
        """Watch changes of ours that are on disk although the save came to nothing.

        Our text stood at the name for a moment before it was taken back. Another program has read it then, and wrote
        parts of it.
        """
        from memdesk.text.document import decode, encode
        from memdesk.text.putting_back import OwnSave, known_to

        there = encode(known_to(decode(theirs), OwnSave(decode(before), decode(mine))))
        if there != before:
            self.saves.note(path, before, there, met=theirs)

    def finish_save(self, job: SaveJob, result: SaveResult) -> Changes:
        """Take up how a save ended, and what reached the disk while it ran."""
        session = self._sessions.get(job.path)
        if session is None:
            return Changes()
        taken = session.finish_save(job, result)
        changes = (
            Changes(edited=frozenset({job.path})) | self.note_change(job.path) | self._told(job.path, taken)
        )
        if taken.look_again and taken.arrival is not Arrival.DOUBTED:
            changes |= self.refresh((job.path,))
        return Changes(
            changes.roots, changes.listed, frozenset(), changes.edited, changes.arrived, changes.look_again
        )

    def save(self, path: str, why: str = "edit") -> tuple[SaveResult, Changes]:
        """Save an open document here and now: prepare, run and finish, again where what stood in the way came in."""
        session = self._sessions[path]
        changes = Changes()
        for attempt in range(MOST_ATTEMPTS):
            job = session.prepare_save(why)
            result = self.run_save(job)
            finished = self.finish_save(job, result)
            changes |= finished
            if attempt + 1 == MOST_ATTEMPTS or not finished.save_again:
                return result, changes
        raise AssertionError("the last attempt returns")

    def layout_of(self, document: Document) -> Layout:
        """The layout by which a document is read. Raises `NotFound` for one of no open folder."""
        known = self.known(document.path)
        if known is None:
            raise NotFound("{path} is not a document of an open folder.", path=document.path)
        return known[1]

    def merge_of(self, path: str, listed: dict[str, Documents] | None = None) -> MergeTexts:
        """The three-way merge of the document at `path`; of a file that no layout lists, the one by sections.

        Any thread. Of many files at once all get the same `listed`, empty at first: what is not there now is in no
        list, and each would have all roots listed.
        """
        from memdesk.services.documents.merging import merge_sections, merging

        session = self._sessions.get(path)
        if session is not None:
            return session.merge
        known = self.known(path, listed)
        return merge_sections if known is None else merging(*known)

    def merges_of(self, paths: Sequence[str]) -> Sequence[MergeTexts]:
        """The three-way merges of the documents at `paths`; any thread: an interrupted change is taken up in one."""
        listed: dict[str, Documents] = {}
        return [self.merge_of(path, listed) for path in paths]

    def lock_of(self, path: str) -> AgentLock | None:
        """The lock that the agent of the document at `path` takes when it writes. Any thread."""
        from memdesk.layouts.optional import Locking

        # Most agents take none, and to find out whose a file is may need a listing.
        if not any(isinstance(root.layout, Locking) for root in self.roots):
            return None
        known = self.known(path)
        if known is None:
            return None
        document, layout = known
        return layout.lock_of(self.disk, document) if isinstance(layout, Locking) else None

    # One step below

    def _note(self, path: str, info: FileInfo | None) -> Changes:
        changes = super()._note(path, info)
        self._describe_anew(path)
        return changes._replace(written=frozenset()) if self._is_own_removal(path, info) else changes

    def take_documents(self, root: str, documents: Documents, begun: int | None = None) -> Changes:
        """Take over what `list_documents` found, for open documents too; those with unsaved text stay in the list."""
        listed = {document.path for document in documents}
        kept = (
            session.document._replace(exists=False)
            for path, session in self._sessions.items()
            if path not in listed and self._root_of.get(path) == root and session.is_dirty
        )
        changes = super().take_documents(
            root, Documents((*documents, *kept), root, documents.why_not_all), begun
        )
        for path in self._sessions:
            self._describe_anew(path)
        return changes

    def describe_anew(self, path: str) -> None:
        """Ask the layout now what the open document at `path` is: the last list may tell of what was there before."""
        root = self._root_of.get(path)
        if root is not None:
            self.take_documents(root, self.list_documents(self.root(root)))

    def _is_own_removal(self, path: str, info: FileInfo | None) -> bool:
        """Whether the file at `path` is gone because we took it away, perhaps by a step that is still at work."""
        saves = self.saves.settled(path)
        return (saves is None or (bool(saves) and saves[-1].after is None)) and info is None

    def _describe_anew(self, path: str) -> None:
        document, session = self.last_known(path), self._sessions.get(path)
        if document is not None and session is not None:
            session.document = document

    def _told(self, path: str, taken: Taken) -> Changes:
        again = frozenset({path}) if taken.look_again and taken.arrival is Arrival.DOUBTED else frozenset()
        is_news = taken.arrival not in (Arrival.SAME, Arrival.POSTPONED) or taken.save_again
        return Changes(arrived=(Arrived(path, taken),) if is_news else (), look_again=again)
