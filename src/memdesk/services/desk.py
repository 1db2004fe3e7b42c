"""The whole app without its window: settings, project folders, store, drafts and workspace, put together."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from memdesk.errors import MemdeskError
from memdesk.paths import is_below, is_within
from memdesk.services.documents.changes import Changes
from memdesk.services.machine.attachments import Attachments
from memdesk.services.machine.machine import Surroundings
from memdesk.services.machine.tables import TableReader
from memdesk.services.made_once import made_once
from memdesk.services.roots.projects import KnownProjects, named_in
from memdesk.services.roots.roots import PLAIN
from memdesk.services.settings.settings import Settings, SettingsStore
from memdesk.services.workspace.chosen_roots import ChosenRoots
from memdesk.services.workspace.recorded_roots import RecordedRoots
from memdesk.services.workspace.sample_copies import SampleCopies
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Applied
from memdesk.store.settings_file import SettingsFile
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout
    from memdesk.services.duplicates.duplicates import Duplicates
    from memdesk.services.history.elsewhere import Elsewhere
    from memdesk.services.history.recorder import FlightRecorder
    from memdesk.services.history.timeline import Timeline
    from memdesk.services.inbox.deeds import InboxDeeds
    from memdesk.services.inbox.inbox import Inbox
    from memdesk.services.keeping import Keeping
    from memdesk.services.problems.problems import Problems
    from memdesk.services.prune.prune import Pruner
    from memdesk.services.remembered.entries import Entries
    from memdesk.services.remembered.past_documents import Past
    from memdesk.services.steps.carried_pins import CarriedPins
    from memdesk.services.steps.restoring import Restoring
    from memdesk.services.steps.revert_watch import RevertWatch
    from memdesk.services.steps.second_copies import SecondCopies
    from memdesk.services.steps.steps import Steps
    from memdesk.services.workspace.drafts import DraftKeeper
    from memdesk.store.history import History
    from memdesk.store.marks import Marks
    from memdesk.store.progress import Progress
    from memdesk.store.save import Store
    from memdesk.store.sweep import Swept
    from memdesk.store.system_trash import SystemTrash


class Desk(ChosenRoots):
    """Composes the services, for the window and for the command line. Nothing is opened or written by making one.

    `keeps_drafts` is False where unsaved buffers end with the program. With `only_looks` settings that are no use stay
    where they are, for the one who says so to find.
    """

    def __init__(
        self,
        folders: StateFolders,
        surroundings: Surroundings,
        layouts: Sequence[Layout],
        *,
        keeps_drafts: bool = True,
        only_looks: bool = False,
    ) -> None:
        self.folders = folders
        self.layouts = tuple(layouts)
        self._keeps_drafts = keeps_drafts
        self._mentioned: list[str] = []
        self._settings_store = SettingsStore(folders.settings_file, folders.locks, only_looks=only_looks)
        self.settings: Settings = self._settings_store.read()
        self.attachments = Attachments(self.layouts, self.settings, self.write_settings)
        self.projects = KnownProjects(
            surroundings.home,
            SettingsFile(folders.projects_file),
            self._named_by_user,
        )
        self.workspace = Workspace(
            surroundings._replace(attachments=self.attachments.paths),
            lambda: self.store,
            project_folders=self.projects.folders,
            by_hand=self.settings,
            rows=TableReader(lambda: self.folders.copies, surroundings.clock).rows,
            make_drafts=self._make_drafts,
        )
        super().__init__(
            self.layouts, self.settings, self.workspace, self._is_own_folder, self.write_settings
        )
        self.samples = SampleCopies(self.layouts, self.workspace, self.attachments)
        self.recorded = RecordedRoots(
            self.settings, self.workspace, self.samples.__contains__, self.write_settings
        )

    @made_once
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

    @made_once
    def store(self) -> Store:
        """The one door for writes."""
        from memdesk.store.informed import All
        from memdesk.store.save import Store

        workspace = self.workspace
        return Store(
            self.folders,
            self.history,
            workspace.writable.roots,
            workspace.merges_of,
            workspace.lock_of,
            lambda: All(self.elsewhere, workspace.informed),
        )

    @made_once
    def recorder(self) -> FlightRecorder:
        """Keeps what is seen in documents."""
        from memdesk.services.history.recorder import FlightRecorder

        return FlightRecorder(lambda: self.history, self._read_where_root_is, self.workspace.shown)

    @made_once
    def elsewhere(self) -> Elsewhere:
        """What other processes of ours write."""
        from memdesk.services.history.elsewhere import Elsewhere

        return Elsewhere(lambda: self.history, self.workspace.shown_on_disk)

    def _read_where_root_is(self, path: str) -> bytes:
        """What the disk holds at `path`; of a root that is not there nobody can say that its documents are gone."""
        try:
            return self.workspace.disk.read(path)
        except (FileNotFoundError, NotADirectoryError):
            for root in self.workspace.roots:
                if is_below(path, root.path) and not os.path.isdir(root.path):
                    raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), root.path) from None
            raise

    @made_once
    def marks(self) -> Marks:
        """What the user has pinned, reviewed, dismissed and ignored."""
        from memdesk.store.marks import Marks

        return Marks(self.folders.marks)

    @made_once
    def entries(self) -> Entries:
        """Reads everything that is remembered in the open roots."""
        from memdesk.services.remembered.entries import Entries

        return Entries(self.workspace)

    @made_once
    def problems(self) -> Problems:
        """Everything that is wrong in the open roots, as one list."""
        from memdesk.services.problems.problems import Problems

        return Problems(self.workspace, lambda: self.marks, lambda: os.path.isdir(self.folders.marks))

    @made_once
    def keeping(self) -> Keeping:
        """What the user does with the history as a whole."""
        from memdesk.services.keeping import Keeping

        return Keeping(self)

    @made_once
    def pruner(self) -> Pruner:
        """Looks for what may be let go."""
        from memdesk.services.prune.prune import Pruner

        return Pruner(
            lambda: self.workspace.disk, lambda: self.history, lambda: self.marks, lambda: self.duplicates
        )

    @made_once
    def duplicates(self) -> Duplicates:
        """Finds what is remembered twice, or contrarily."""
        from memdesk.services.duplicates.duplicates import Duplicates

        return Duplicates(self.workspace.disk, lambda: self.marks)

    @made_once
    def steps(self) -> Steps:
        """Changes that may touch several files, and their way back."""
        from memdesk.services.steps.steps import Steps

        return Steps(self.workspace, self.store, self._second_copies, self._carried_pins)

    @made_once
    def system_trash(self) -> SystemTrash:
        """The trash of the system."""
        from memdesk.store.system_trash import SystemTrash

        machine = self.workspace.disk
        return SystemTrash(machine.home, machine.environment, machine.platform)

    @made_once
    def _second_copies(self) -> SecondCopies:
        from memdesk.services.steps.second_copies import SecondCopies

        def is_wanted(path: str) -> bool:
            return self.settings.also_system_trash and path not in self.samples

        return SecondCopies(lambda: self.system_trash, is_wanted)

    @made_once
    def _carried_pins(self) -> CarriedPins:
        from memdesk.services.steps.carried_pins import CarriedPins

        def past(path: str) -> Past:
            return self.timeline.past(path)

        return CarriedPins(past, lambda: self.marks)

    @made_once
    def restoring(self) -> Restoring:
        """The way back to earlier versions."""
        from memdesk.services.steps.restoring import Restoring

        return Restoring(self.workspace, self.steps, lambda: self.history)

    @made_once
    def timeline(self) -> Timeline:
        """The history over everything."""
        from memdesk.services.history.timeline import Timeline

        plain = next(layout for layout in self.layouts if layout.name == PLAIN)
        return Timeline(self.workspace, plain, lambda: self.history)

    @made_once
    def inbox(self) -> Inbox:
        """What is to be reviewed."""
        from memdesk.services.inbox.inbox import Inbox

        return Inbox(self.timeline, lambda: self.history, lambda: self.marks)

    @property
    def inbox_deeds(self) -> InboxDeeds:
        """What is done with what is to be reviewed."""
        from memdesk.services.inbox.deeds import InboxDeeds

        return InboxDeeds(self.workspace, self.steps, self.restoring)

    @made_once
    def reverts(self) -> RevertWatch:
        """Looks after each save whether an old copy is written back."""
        from memdesk.services.steps.revert_watch import RevertWatch

        return RevertWatch(self.workspace, self.elsewhere.save_of)

    def recover(self, progress: Progress | None = None) -> tuple[Swept, ...]:
        """Finish, or take back, what was interrupted in the open roots; for the start, in a worker.

        `progress` is told how far a change of several files is.

        Where the history cannot be used, nothing is done: the next save says so.
        """
        self.keeping.finish_purge()
        with suppress(MemdeskError):
            return self._with_pins(partial(self.store.sweep, progress))
        return ()

    def recover_beside(self) -> tuple[Swept, ...]:
        """The same for a command that was killed beside the open window, which may be at work itself; in a worker."""
        with suppress(MemdeskError):
            if self.history.has_open_changes():
                return self._with_pins(self.store.settle)
        return ()

    def _with_pins(self, settle: Callable[[], tuple[Swept, ...]]) -> tuple[Swept, ...]:
        """Let pins go along with what `settle` finishes, as they would have, had it not been interrupted.

        What it writes is ours meanwhile, and is watched as any change of ours.
        """
        saves, are_open = self.workspace.saves, self.history.has_open_changes()
        pending = self.history.pending_changes() if are_open else ()
        if are_open:
            self.workspace.writable.list_narrow()
        with saves.writing([part.path for change in pending for part in change.parts]):
            swept = settle()
            for done in (file for one in swept for file in one.done):
                saves.note(done.path, done.before, done.after)
        for one in swept:
            if one.done:
                with suppress(MemdeskError):
                    self._carried_pins.follow(Applied(one.done))
        return swept

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
        from memdesk.services.settings.limits import limits_of

        with suppress(MemdeskError):
            return self.history.thin(limits_of(self.settings.history_limits), is_wanted)
        return 0

    def close(self, *, keep_unsaved: bool = True) -> None:
        """Keep what is unsaved as drafts, unless that is given up, throw samples away and let go of the history.

        Raises `OSError` where a draft cannot be kept.
        """
        self.samples.remove(self._forget_below)
        try:
            if keep_unsaved and self.workspace.drafts is not None:
                self.workspace.drafts.flush_all()
        finally:
            if "history" in self.__dict__:
                self.history.close()
            if "marks" in self.__dict__:
                self.marks.close()

    def _forget_below(self, folder: str) -> None:
        with suppress(MemdeskError):
            self.history.forget_below(folder)
            self.marks.forget_below(folder)

    def _is_own_folder(self, path: str) -> bool:
        """Whether a folder holds what is Memdesk's own, or lies in that: there is no agent's memory."""
        folder = self.history_folder
        is_moved = folder != self.folders.history
        return self.folders.overlap(path) or (is_moved and _overlap(path, folder))

    def attach(self, root: str, name: str, path: str) -> Changes:
        """Open a file beside a root, and list that anew; an empty path takes it away. Raises `StorageError`."""
        self.attachments.attach(root, name, path)
        return self.workspace.relist()

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

    @property
    def lost_settings(self) -> str:
        """What to say where the settings were no use, so that the defaults hold; empty where all is well."""
        aside = self._settings_store.aside
        if not aside:
            return ""
        return say(
            "The settings could not be read, so all is as at the first start. What was there is kept as {path}.",
            path=aside,
        )

    def write_settings(self) -> None:
        """Put the settings on disk. Raises `StorageError`."""
        self._settings_store.write(self.settings)

    def change_settings_words(self, change: Callable[[bytes], bytes]) -> None:
        """Change what the settings say, in memory, as `change` does it to bytes of JSON."""
        self._settings_store.change_words(self.settings, change)

    def _named_by_user(self) -> Iterable[str]:
        return (*named_in(self.settings), *self._mentioned, *self.samples.projects)

    def _make_drafts(self) -> DraftKeeper | None:
        if not self._keeps_drafts:
            return None
        from memdesk.services.workspace.drafts import DraftKeeper
        from memdesk.store.drafts import Drafts

        return DraftKeeper(Drafts(self.folders.drafts), lambda: tuple(self.workspace.sessions.values()))


def _overlap(path: str, folder: str) -> bool:
    """Whether one of the two lies in the other, links followed."""
    one, other = os.path.realpath(path), os.path.realpath(folder)
    return is_within(one, other) or is_below(other, one)
