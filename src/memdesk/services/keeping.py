"""What the user does with the history as a whole: look how large it is, export it, move it, clear it, purge a secret.

All of it waits for the disk, so it belongs to workers; what belongs to the window's thread says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import NotListed, Refused, StorageError, reason_of
from memdesk.paths import is_within
from memdesk.services.roots.roots import WHERE_UNKNOWN
from memdesk.store.clearing import Amount, Clearing, Scope
from memdesk.store.copies import temporary_copies
from memdesk.store.erasing import Erasing
from memdesk.store.export import export_history
from memdesk.store.history_place import own_folder
from memdesk.store.progress import Progress
from memdesk.store.purge import STOPPED_LOOKING, Held, Purge
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit
from memdesk.text.sentence import say
from memdesk.text.traces import masked, traces_of

if TYPE_CHECKING:
    from memdesk.services.desk import Desk
    from memdesk.services.documents.session import DocumentSession


class Usage(NamedTuple):
    """Where the history lies, what it takes on the disk, and how many versions of how many documents it holds."""

    folder: str
    size_bytes: int
    versions: int
    documents: int


class Standing(NamedTuple):
    """A memory document that holds a text, so many times; `is_unsaved` where the buffer does and the disk does not.

    `why_not` says why it cannot be taken out there, empty where it can.
    """

    path: str
    title: str
    times: int
    is_unsaved: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class Found:
    """Where a text stands: what Memdesk keeps of it, and the memory documents that hold it now."""

    held: Held
    standing: tuple[Standing, ...]

    @property
    def any(self) -> bool:
        """Whether it stands anywhere."""
        return self.held.any or bool(self.standing)


class Keeping:
    """The history of `desk` as a whole."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._place = desk.history.place
        self._purge = Purge(self._place, self._own_folders, self._second_copies)
        self._clearing = Clearing(self._place)

    def _own_folders(self) -> list[str]:
        # The copies that are open here are memory, which a purge names and leaves alone.
        shown = {os.path.realpath(copy.folder) for _, copy in self._desk.samples.made}
        left_behind = [folder for folder in temporary_copies() if os.path.realpath(folder) not in shown]
        return [*self._desk.folders.each, self.folder, *left_behind]

    def _second_copies(self) -> Iterator[str]:
        desk = self._desk
        yield from desk.system_trash.files([root.path for root in desk.workspace.roots])

    # How large it is

    @property
    def folder(self) -> str:
        """Where the history lies. Any thread."""
        return self._place.folder

    def usage(self) -> Usage:
        """What the history takes now. Raises `HistoryError`."""
        amount = self._clearing.amount()
        return Usage(self.folder, self._clearing.size_bytes(), amount.versions, amount.documents)

    # Export, move, clear

    def export(
        self,
        target: str,
        scope: Scope = Scope(),  # noqa: B008 - it never changes
        progress: Progress | None = None,
    ) -> int:
        """Write what is meant to a new folder or `.zip` file; how many versions. Raises as `export_history`."""
        self._refuse_inside(target, "exported")
        return export_history(self._desk.history, target, scope, progress)

    def target_of_move(self, folder: str) -> str:
        """The folder in which the history would lie. Raises `Refused` where it may not."""
        target = own_folder(folder, self._desk.folders.history)
        self._refuse_inside(target, "moved")
        return target

    def move(self, folder: str, progress: Progress | None = None) -> str:
        """Let the history lie inside `folder` from now on; gives its own folder there.

        Raises `Refused`, `Stopped`, `StorageError`, `HistoryError`.
        """
        self.target_of_move(folder)
        return self._place.move(folder, progress)

    def _refuse_inside(self, target: str, what: str) -> None:
        real = os.path.realpath(target)
        desk = self._desk
        for root in (*desk.workspace.roots, *desk.find_roots()):
            if root.found and is_within(real, os.path.realpath(root.path)):
                raise Refused(
                    "{target} lies in the memory of {agent}, so the history is not {what} there.",
                    hint="Choose a folder outside of all memory.",
                    target=target,
                    agent=root.label,
                    what=what,
                )

    def amount(self, scope: Scope) -> Amount:
        """What `clear` would let go of. Raises `HistoryError`."""
        return self._clearing.amount(scope)

    def clear(self, scope: Scope, progress: Progress | None = None) -> Amount:
        """Let go of what is meant, for good; what went.

        Raises `Refused` while a change is open, `Stopped`, `HistoryError`.
        """
        self._desk.recover()
        gone = self._clearing.clear(scope, progress)
        workspace = self._desk.workspace
        opened = tuple(workspace.sessions.items())
        workspace.shown.begin_anew({path: session.base for path, session in opened if scope.holds(path)})
        return gone

    # Purging

    def find(self, secret: str, progress: Progress | None = None) -> Found:
        """Where `secret` stands now. Raises `UsageError`, `Stopped`, `HistoryError`, `NotListed`."""
        held = self._purge.find(secret, progress)
        held = _with_marks(held, self._desk.marks.count_of(traces_of(secret)))
        return Found(held, tuple(self._standing(secret, progress or Progress())))

    def purge(self, secret: str, progress: Progress | None = None) -> Held:
        """Take `secret` out of everything that Memdesk keeps; what held it. Memory stays as it is.

        `after_purge` must follow. Raises `UsageError`, `Stopped`, `HistoryError`, `StorageError`.
        """
        self._desk.recover()
        self._desk.workspace.shown.forget()
        try:
            marks: list[int] = []
            purge_marks = partial(self._desk.marks.purge, traces_of(secret))
            held = self._purge.run(secret, progress, lambda: marks.append(purge_marks()))
            return _with_marks(held, sum(marks))
        except OSError as error:
            raise StorageError(
                "Not all of it could be purged: {reason}.",
                hint="The next start goes on with it.",
                reason=reason_of(error),
            ) from error

    def after_purge(self, secret: str) -> None:
        """Forget `secret` in the settings in memory, and what could be undone in open documents that hold it no more.

        For the thread that owns the workspace.
        """
        traces = traces_of(secret)
        self._desk.change_settings_words(lambda data: masked(data, traces))
        for session in self._desk.workspace.sessions.values():
            if not traces.search(session.data) and not traces.search(encode(session.base_text)):
                session.text.forget_steps()

    def count_purged(self, version: int) -> int:
        """How many versions `purge_version` would empty now. Raises `HistoryError`."""
        return self._purge.count_emptied(version)

    def purge_version(self, version: int) -> int:
        """Take the whole text of a version out for good; how many versions are empty now. Raises `HistoryError`."""
        self._desk.workspace.shown.forget()
        return self._purge.empty_version(version)

    def finish_purge(self) -> None:
        """Finish what a crash broke off; for the start. Where the history cannot be used, nothing is done."""
        with suppress(StorageError, OSError):
            self._place.clear_away()
            database = self._place.database()
            try:
                Erasing(database).finish()
            finally:
                database.close()

    def _standing(self, secret: str, progress: Progress) -> Iterator[Standing]:
        traces = traces_of(secret)
        workspace = self._desk.workspace
        known: set[str] = set()
        if workspace.not_placed:
            agent, why = next(iter(workspace.not_placed.items()))
            raise NotListed(WHERE_UNKNOWN, agent=agent, reason=why)
        for root in workspace.roots:
            for document in workspace.list_documents(root).whole() if root.supported else ():
                if document.path in known:
                    continue
                known.add(document.path)
                progress.check(STOPPED_LOOKING)
                session = workspace.sessions.get(document.path)
                on_disk = _read(workspace.disk.read, document.path) if document.exists else b""
                data = session.data if session is not None else on_disk
                times = len(traces.findall(data)) or len(traces.findall(on_disk))
                if times:
                    why_not = document.why_read_only
                    if not why_not and secret not in decode(data):
                        why_not = say(_ESCAPED, title=document.title)
                    is_unsaved = not traces.search(on_disk)
                    yield Standing(document.path, document.title, times, is_unsaved, why_not)

    def take_out(self, session: DocumentSession, secret: str) -> int:
        """Edit `secret` out of an open document, as one step of undo; how often it stood there.

        The save is the caller's matter. For the thread that owns the workspace.
        """
        text, edits, start = session.text.text, [], 0
        while (start := text.find(secret, start)) >= 0:
            edits.append(Edit(start, secret, ""))
            start += len(secret)
        session.text.replace_all(edits)
        return len(edits)


def _with_marks(held: Held, marks: int) -> Held:
    """What `held` a secret, with the file of the marks, if so many of them did."""
    return held._replace(files=held.files + bool(marks))


_ESCAPED = "{title} spells it with escapes, or in two lines; take it out there by hand."


def _read(read: Callable[[str], bytes], path: str) -> bytes:
    try:
        return read(path)
    except OSError:
        return b""
