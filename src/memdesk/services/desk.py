"""The whole app without its window: settings, project folders, store, drafts and workspace, put together."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError, NotFound, Refused
from memdesk.paths import is_below, is_within
from memdesk.services.changes import Changes
from memdesk.services.machine import Surroundings, attachment_key
from memdesk.services.projects import KnownProjects, named_in
from memdesk.services.recorded_roots import RecordedRoots
from memdesk.services.roots import PLAIN, MemoryRoot, claim, find_roots
from memdesk.services.settings import Settings, SettingsStore
from memdesk.services.tables import TableReader
from memdesk.services.workspace import Workspace
from memdesk.store.folders import StateFolders
from memdesk.store.settings_file import SettingsFile
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.services.carried_pins import CarriedPins
    from memdesk.services.drafts import DraftKeeper
    from memdesk.services.duplicates import Duplicates
    from memdesk.services.entries import Entries
    from memdesk.services.inbox import Inbox
    from memdesk.services.inbox_deeds import InboxDeeds
    from memdesk.services.keeping import Keeping
    from memdesk.services.past_documents import Past
    from memdesk.services.problems import Problems
    from memdesk.services.prune import Pruner
    from memdesk.services.recorder import FlightRecorder
    from memdesk.services.restoring import Restoring
    from memdesk.services.revert_watch import RevertWatch
    from memdesk.services.second_copies import SecondCopies
    from memdesk.services.steps import Steps
    from memdesk.services.timeline import Timeline
    from memdesk.store.copies import SampleCopy
    from memdesk.store.history import History
    from memdesk.store.marks import Marks
    from memdesk.store.save import Store
    from memdesk.store.sweep import Swept
    from memdesk.store.system_trash import SystemTrash

_A_SAMPLE = say("a sample, in a temporary folder")


class Desk:
    """Composes the services, for the window and for the command line. Nothing is opened or written by making one.

    `keeps_drafts` is False where unsaved buffers end with the program.
    """

    def __init__(
        self,
        folders: StateFolders,
        surroundings: Surroundings,
        layouts: Sequence[Layout],
        *,
        keeps_drafts: bool = True,
    ) -> None:
        self.folders = folders
        self.layouts = tuple(layouts)
        self._keeps_drafts = keeps_drafts
        self._mentioned: list[str] = []
        self.samples: list[tuple[str, SampleCopy]] = []
        """Throwaway copies that were made, by their agent's name."""
        self._settings_store = SettingsStore(folders.settings_file, folders.locks)
        self.settings: Settings = self._settings_store.read()
        self._attachments = {
            attachment_key(name, root): path
            for root, files in self.settings.attachments.items()
            for name, path in files.items()
        }
        self.projects = KnownProjects(
            surroundings.home,
            SettingsFile(folders.projects_file),
            self._named_by_user,
        )
        self.workspace = Workspace(
            surroundings._replace(attachments=self._attachments),
            lambda: self.store,
            project_folders=self.projects.folders,
            by_hand=self.settings,
            rows=TableReader(lambda: self.folders.copies, surroundings.clock).rows,
            make_drafts=self._make_drafts,
        )
        self.recorded = RecordedRoots(self.settings, self.workspace, self.is_sample, self.write_settings)

    @cached_property
    def history(self) -> History:
        """What documents held, when and by whom."""
        from memdesk.store.history import History

        return History(self.folders.history)

    @property
    def history_folder(self) -> str:
        """Where the history lies, also where there is none yet."""
        # Asked first: the history itself takes a while to load.
        is_moved = os.path.exists(self.folders.moved_history_file)
        return self.history.place.folder if is_moved else self.folders.history

    @cached_property
    def store(self) -> Store:
        """The one door for writes."""
        from memdesk.store.save import Store

        workspace = self.workspace
        return Store(
            self.folders, self.history, workspace.writable_roots, workspace.merge_of, workspace.lock_of
        )

    @cached_property
    def recorder(self) -> FlightRecorder:
        """Who keeps what is seen in documents."""
        from memdesk.services.recorder import FlightRecorder

        return FlightRecorder(lambda: self.history, self._read_where_root_is)

    def _read_where_root_is(self, path: str) -> bytes:
        """What the disk holds at `path`; of a root that is not there nobody can say that its documents are gone."""
        try:
            return self.workspace.disk.read(path)
        except (FileNotFoundError, NotADirectoryError):
            for root in self.workspace.roots:
                if is_below(path, root.path) and not os.path.isdir(root.path):
                    raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), root.path) from None
            raise

    @cached_property
    def marks(self) -> Marks:
        """What the user has pinned, reviewed, dismissed and ignored."""
        from memdesk.store.marks import Marks

        return Marks(self.folders.marks)

    @cached_property
    def entries(self) -> Entries:
        """Who reads everything that is remembered in the open roots."""
        from memdesk.services.entries import Entries

        return Entries(self.workspace)

    @cached_property
    def problems(self) -> Problems:
        """Everything that is wrong in the open roots, as one list."""
        from memdesk.services.problems import Problems

        return Problems(self.workspace, lambda: self.marks, lambda: os.path.isdir(self.folders.marks))

    @cached_property
    def keeping(self) -> Keeping:
        """What the user does with the history as a whole."""
        from memdesk.services.keeping import Keeping

        return Keeping(self)

    @cached_property
    def pruner(self) -> Pruner:
        """Who looks for what may be let go."""
        from memdesk.services.prune import Pruner

        return Pruner(
            lambda: self.workspace.disk, lambda: self.history, lambda: self.marks, lambda: self.duplicates
        )

    @cached_property
    def duplicates(self) -> Duplicates:
        """Who finds what is remembered twice, or contrarily."""
        from memdesk.services.duplicates import Duplicates

        return Duplicates(self.workspace.disk, lambda: self.marks)

    @cached_property
    def steps(self) -> Steps:
        """Changes that may touch several files, and their way back."""
        from memdesk.services.steps import Steps

        return Steps(self.workspace, self.store, self._second_copies, self._carried_pins)

    @cached_property
    def system_trash(self) -> SystemTrash:
        """The trash of the system."""
        from memdesk.store.system_trash import SystemTrash

        machine = self.workspace.disk
        return SystemTrash(machine.home, machine.environment, machine.platform)

    @cached_property
    def _second_copies(self) -> SecondCopies:
        from memdesk.services.second_copies import SecondCopies

        def is_wanted(path: str) -> bool:
            return self.settings.also_system_trash and not self.is_sample(path)

        return SecondCopies(lambda: self.system_trash, is_wanted)

    @cached_property
    def _carried_pins(self) -> CarriedPins:
        from memdesk.services.carried_pins import CarriedPins

        def past(path: str) -> Past:
            return self.timeline.past(path)

        return CarriedPins(past, lambda: self.marks)

    @cached_property
    def restoring(self) -> Restoring:
        """The way back to earlier versions."""
        from memdesk.services.restoring import Restoring

        return Restoring(self.workspace, self.steps, lambda: self.history)

    @cached_property
    def timeline(self) -> Timeline:
        """The history over everything."""
        from memdesk.services.timeline import Timeline

        plain = next(layout for layout in self.layouts if layout.name == PLAIN)
        return Timeline(self.workspace, plain, lambda: self.history)

    @cached_property
    def inbox(self) -> Inbox:
        """What is to be reviewed."""
        from memdesk.services.inbox import Inbox

        return Inbox(self.timeline, lambda: self.history, lambda: self.marks)

    @property
    def inbox_deeds(self) -> InboxDeeds:
        """What is done with what is to be reviewed."""
        from memdesk.services.inbox_deeds import InboxDeeds

        return InboxDeeds(self.workspace, self.steps, self.restoring)

    @cached_property
    def reverts(self) -> RevertWatch:
        """Who looks after a save whether an old copy is written back."""
        from memdesk.services.revert_watch import RevertWatch

        return RevertWatch(self.workspace)

    def recover(self) -> tuple[Swept, ...]:
        """Finish, or take back, what was interrupted in the open roots; for the start, in a worker.

        Where the history cannot be used, nothing is done: the next save says so.
        """
        self.keeping.finish_purge()
        with suppress(MemdeskError):
            if self.history.has_open_changes():
                self.workspace.list_narrow_roots()
            return self.store.sweep()
        return ()

    def note_missing(self) -> int:
        """Keep in the history that documents went while nobody looked; how many. For the start, in a worker.

        Where a root is not there itself, it may only be unmounted. Where the history cannot be used, nothing is done.
        """
        with suppress(MemdeskError):
            known = [one for one in self.timeline.look() if one.is_gone and not one.newest.removed]
            roots = {one.path: one.past.root.path for one in known if one.past.root is not None}
            gone = [path for path, root in roots.items() if os.path.isdir(root)]
            return self.recorder.take(self.recorded.among(gone)).versions
        return 0

    def thin_history(self, is_wanted: Callable[[], bool] = lambda: True) -> int:
        """Let go of versions that the settings do not keep any longer; how many went. For the start, in a worker.

        Where the history cannot be used, nothing is done: the next save says so.
        """
        from memdesk.services.limits import limits_of

        with suppress(MemdeskError):
            return self.history.thin(limits_of(self.settings.history_limits), is_wanted)
        return 0

    def close(self, *, keep_unsaved: bool = True) -> None:
        """Keep what is unsaved as drafts, unless that is given up, throw samples away and let go of the history.

        Raises `OSError` where a draft cannot be kept.
        """
        self._remove_samples()
        try:
            if keep_unsaved and self.workspace.drafts is not None:
                self.workspace.drafts.flush_all()
        finally:
            if "history" in self.__dict__:
                self.history.close()
            if "marks" in self.__dict__:
                self.marks.close()

    # Roots

    def find_roots(self, by_hand: Iterable[str] = ()) -> tuple[MemoryRoot, ...]:
        """Every place where an agent keeps memory or would, those of the settings and `by_hand` included."""
        found = find_roots(self.layouts, self.workspace.disk, (*self.settings.roots, *by_hand))
        self.workspace.not_placed = found.not_placed
        return found.roots

    def open_found(self, by_hand: Iterable[str] = ()) -> Changes:
        """Open every root that was found, but for those the user closed."""
        changes = Changes()
        for root in self._roots_to_open(by_hand):
            changes |= self.workspace.open_root(root)
        return changes

    def remember_roots(self) -> None:
        """Note what is open, for the first look of the next start; the caller writes the settings."""
        self.settings.open_roots = {
            root.path: {"agent": root.agent, "generation": root.generation} for root in self.workspace.roots
        }

    def roots_at_start(self, folders: Sequence[str]) -> tuple[MemoryRoot, ...]:
        """What a start opens: those of `folders` that are there, else what was open before. Opens nothing."""
        if not folders:
            return () if self.settings.is_first_run else self._roots_to_open()
        roots = []
        for folder in folders:
            with suppress(Refused):
                roots.append(self.claim(folder))
        return tuple(root for root in roots if root.found)

    def _roots_to_open(self, by_hand: Iterable[str] = ()) -> tuple[MemoryRoot, ...]:
        closed = self.settings.closed_roots
        return tuple(root for root in self.find_roots(by_hand) if root.found and root.path not in closed)

    def add_root(self, path: str) -> Changes:
        """Open a folder by hand and remember it.

        Raises:
            NotFound: there is no such folder.
            Refused: it holds or is Memdesk's own folder.
            StorageError: the settings cannot be written.
        """
        root = self.claim(path)
        if not root.found:
            raise NotFound("There is no folder {path}.", path=path)
        if root.path not in self.settings.roots:
            self.settings.roots.append(root.path)
        if root.path in self.settings.closed_roots:
            self.settings.closed_roots.remove(root.path)
        self.settings.is_first_run = False
        self.write_settings()
        return self.workspace.open_root(root)

    def claim(self, path: str) -> MemoryRoot:
        """The folder as the root of the agent that most surely lives there. Raises `Refused` for a folder of ours."""
        path = os.path.abspath(path)
        if self.folders.overlap(path) or self._holds_moved_history(path):
            raise Refused(
                "{path} holds Memdesk’s own files, so it cannot be opened as memory.",
                hint="Open the folder of an agent instead.",
                path=path,
            )
        return claim(self.layouts, self.workspace.disk, path)

    def _holds_moved_history(self, path: str) -> bool:
        folder = self.history_folder
        return folder != self.folders.history and _overlap(path, folder)

    def remove_root(self, path: str) -> Changes:
        """Close a root and remember that. Raises `StorageError`, and `OSError` where a draft cannot be kept."""
        if path in self.settings.roots:
            self.settings.roots.remove(path)
        if path not in self.settings.closed_roots:
            self.settings.closed_roots.append(path)
        self.write_settings()
        return self.workspace.close_root(path)

    def rename_root(self, path: str, name: str) -> MemoryRoot:
        """Call an open root otherwise, by nothing as its agent. Raises `NotFound`, `StorageError`."""
        if name:
            self.settings.root_names[path] = name
        else:
            self.settings.root_names.pop(path, None)
        renamed = self.workspace.take_name(path)
        self.write_settings()
        return renamed

    def pause_root(self, path: str, *, is_paused: bool) -> None:
        """Watch a root no more, or again; `workspace.watch_roots` goes by it. Raises `StorageError`."""
        paused = [root for root in self.settings.paused_roots if root != path]
        self.settings.paused_roots = [*paused, path] if is_paused else paused
        self.write_settings()

    # Samples

    def copy_sample(self, folder: str | None = None) -> tuple[MemoryRoot, ...]:
        """A throwaway copy of each agent's sample memory, as roots to open; its projects become known for this run.

        `folder` is where to put it, else a new temporary folder. Raises `OSError`.
        """
        from memdesk.services.samples import sample_of
        from memdesk.store.copies import copy_sample

        roots = []
        for layout in self.layouts:
            sample = None if layout.name == PLAIN else sample_of(layout)
            if sample is None:
                continue
            copy = copy_sample(sample, partial(layout.project_key, self.workspace.disk), folder)
            self.samples.append((layout.name, copy))
            for project in copy.projects:
                self.mention_project(project)
            for name, path in copy.attachments.items():
                self._attachments[attachment_key(name, copy.root)] = path
            roots.append(MemoryRoot(copy.root, layout, _A_SAMPLE))
            for path, generation in copy.others.items():
                roots.append(MemoryRoot(path, layout, _A_SAMPLE, generation=generation))
        return tuple(roots)

    def _remove_samples(self) -> None:
        """Unsaved text in a throwaway copy goes with it, and so does its history."""
        for _, copy in self.samples:
            inside = [path for path in self.workspace.sessions if path.startswith(copy.folder + os.sep)]
            for path in inside if copy.is_temporary else ():
                # A draft that cannot be removed finds no document to come back into.
                with suppress(OSError):
                    self.workspace.discard(path)
            copy.remove()
            if copy.is_temporary:
                with suppress(MemdeskError):
                    self.history.forget_below(copy.folder)
                    self.marks.forget_below(copy.folder)

    def is_sample(self, path: str) -> bool:
        """Whether this is or lies in a throwaway copy of a sample."""
        return any(is_below(path, copy.folder) for _, copy in self.samples)

    # Files beside a root

    def attachment(self, root: str, name: str) -> str:
        """Where the file is that was opened beside a root for this; empty where none was."""
        return self._attachments.get(attachment_key(name, root), "")

    def attach(self, root: str, name: str, path: str) -> Changes:
        """Open a file beside a root and remember it; an empty path takes it away. Raises `StorageError`."""
        files = self.settings.attachments.setdefault(root, {})
        if path:
            files[name] = self._attachments[attachment_key(name, root)] = path
        else:
            files.pop(name, None)
            self._attachments.pop(attachment_key(name, root), None)
        self.write_settings()
        return self.workspace.relist()

    def read_beside(self, path: str) -> None:
        """Take a file for whatever any agent has opened beside its memory, until the program ends."""
        from memdesk.layouts.optional import Attaching

        for layout in self.layouts:
            named: object = layout
            if isinstance(named, Attaching):
                self._attachments |= dict.fromkeys(named.attachments(), path)

    # Project folders

    def bind_folder(self, root: str, key: str, folder: str | None) -> Changes:
        """Say which project folder a key of this root means; None takes it back."""
        self.settings.bind(root, key, folder)
        self.write_settings()
        return self.workspace.relist()

    def add_project_folder(self, folder: str) -> Changes:
        """Make a project folder known."""
        if folder not in self.settings.project_folders:
            self.settings.project_folders.append(folder)
            self.write_settings()
        return self.workspace.relist()

    def mention_project(self, folder: str) -> None:
        """Make a project folder known until the program ends."""
        self._mentioned.append(folder)

    def take_projects(self, found: Sequence[str]) -> Changes:
        """Take over what `projects.search` found in a worker."""
        return self.workspace.relist() if self.projects.take(found) else Changes()

    def write_settings(self) -> None:
        """Put the settings on disk. Raises `StorageError`."""
        self._settings_store.write(self.settings)

    def change_settings_words(self, change: Callable[[bytes], bytes]) -> None:
        """Change what the settings say, in memory, as `change` does it to bytes of JSON."""
        self._settings_store.change_words(self.settings, change)

    def _named_by_user(self) -> Iterable[str]:
        return (*named_in(self.settings), *self._mentioned)

    def _make_drafts(self) -> DraftKeeper | None:
        if not self._keeps_drafts:
            return None
        from memdesk.services.drafts import DraftKeeper
        from memdesk.store.drafts import Drafts

        return DraftKeeper(Drafts(self.folders.drafts), lambda: tuple(self.workspace.sessions.values()))


def _overlap(path: str, folder: str) -> bool:
    """Whether one of the two lies in the other, links followed."""
    one, other = os.path.realpath(path), os.path.realpath(folder)
    return is_within(one, other) or is_below(other, one)
