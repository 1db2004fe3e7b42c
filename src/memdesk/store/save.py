"""The one door for every write into a memory-root, whether it concerns one file or several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memdesk.store.agent_locks import AgentLocks, LockOf, no_lock
from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.footing import Footing, FootingFinder
from memdesk.store.history import History
from memdesk.store.informed import Informed, Nobody
from memdesk.store.locks import DocumentLocks
from memdesk.store.one_file import OneFile
from memdesk.store.outcomes import (
    Applied,
    Conflicted,
    Declined,
    DurabilityUnknown,
    FileChange,
    MergeTexts,
    RemovalResult,
    Removed,
    SaveResult,
    Vanished,
)
from memdesk.store.private_file import remove_all_abandoned
from memdesk.store.progress import Progress
from memdesk.store.several_files import SeveralFiles
from memdesk.store.sweep import Swept, sweep
from memdesk.store.ways import LastWays
from memdesk.text.merge import merge_texts
from memdesk.text.merge_result import Merge
from memdesk.text.sections import section_outline


def merge_by_sections(base: str, mine: str, theirs: str) -> Merge:
    """The merge of a document of which nothing is known."""
    return merge_texts(base, mine, theirs, section_outline)


def _all_by_sections(paths: Sequence[str]) -> Sequence[MergeTexts]:
    return [merge_by_sections for _ in paths]


class Store:
    """Every write of the window and of the command line. Calls block; make them from a worker.

    `roots` is asked at each call, because roots come and go. `merges_of(paths)` are the three-way merges of the
    documents at `paths`: a change of several files that was interrupted is taken up without whoever asked for it.
    `lock_of(path)` is the lock that its agent takes; it is held while a file is changed, and not a moment longer.
    `informed` gives who is told of each file that is written, also where a change is taken back.
    """

    def __init__(
        self,
        folders: StateFolders,
        history: History,
        roots: Callable[[], Sequence[Root]],
        merges_of: Callable[[Sequence[str]], Sequence[MergeTexts]] = _all_by_sections,
        lock_of: LockOf = no_lock,
        informed: Callable[[], Informed] = Nobody,
    ) -> None:
        self._folders = folders
        self._history = history
        self._roots = roots
        self._locks = DocumentLocks(folders.locks)
        self._agent_locks = AgentLocks(lock_of, roots, self._locks)
        ways = LastWays()
        self._footings = FootingFinder(roots, lock_of, ways)
        self._one_file = OneFile(folders, history, roots, self._locks, self._agent_locks, ways, informed)
        self._several = SeveralFiles(history, self._locks, self._one_file, merges_of)

    def save(
        self, path: str, base: bytes, mine: bytes, merge: MergeTexts, *, why: str = "edit"
    ) -> SaveResult:
        """Put `mine`, which was edited from `base`, into the file at `path`, with what the file has got meanwhile.

        Never raises for what the disk or another program does: each such thing is a result.
        """
        result = self._one_file.change(FileChange(path, base, mine, merge), why).result
        assert not isinstance(result, Removed)
        return result

    def create(self, path: str, data: bytes, *, why: str = "create") -> SaveResult:
        """Make the file at `path`, and the folders it needs inside its root. Never writes over anything.

        `Conflicted` where a file is there already. Otherwise as `save`.
        """
        result = self._one_file.change(FileChange(path, None, data, _no_merge), why).result
        assert not isinstance(result, Removed)
        return result

    def delete(self, path: str, base: bytes, *, why: str = "remove") -> RemovalResult:
        """Take the file at `path` away, if it holds `base`; the history has it first.

        `Conflicted` where it holds anything else. A link is not removed. Otherwise as `save`.
        """
        result = self._one_file.change(FileChange(path, base, None, _no_merge), why).result
        assert isinstance(result, Removed | Conflicted | Vanished | Declined | DurabilityUnknown)
        return result

    def rename(self, path: str, new_path: str, base: bytes, *, why: str = "rename") -> Applied:
        """Let the file at `path`, if it holds `base`, be the one at `new_path`, if that is free.

        A new file is made first and the old one taken away after it, so that it is at one of the two at least whatever
        happens. Otherwise as `apply`.
        """
        making = FileChange(new_path, None, base, _no_merge)
        return self.apply((making, FileChange(path, base, None, _no_merge)), why=why)

    def apply(self, changes: Sequence[FileChange], *, why: str, progress: Progress | None = None) -> Applied:
        """Change several files, in the order given: all of them, or none.

        What gains something goes before what loses it: then it is in one place at least whatever happens. All texts
        are recorded before the first file is touched; a change that is interrupted is carried out in full, or taken
        back, by the next `sweep` or `apply`. Each file is merged with what it has got meanwhile, as `save` does it,
        and so is one that is taken back. One that `progress` wants no more is taken back too. Never raises for what
        the disk or another program does.
        """
        return self._several.apply(changes, why, progress or Progress())

    def footing(self, path: str) -> Footing:
        """On what a save of the document at `path` would stand now. Writes nothing, and raises nothing for the disk."""
        return self._footings.find(path)

    def sweep(self, progress: Progress | None = None) -> tuple[Swept, ...]:
        """Clear up after what was interrupted; call it at start. What it did, for those worth a word.

        `progress` is told how far a change of several files is.

        Raises:
            HistoryError: the history, which knows of them, cannot be used.
        """
        remove_all_abandoned((*self._folders.each, self._folders.drafts, self._folders.log))
        return self.settle(progress)

    def settle(self, progress: Progress | None = None) -> tuple[Swept, ...]:
        """Settle what was interrupted, at any time: what is going on holds its lock, and is left alone.

        Raises:
            HistoryError: the history, which knows of them, cannot be used.
        """
        return (
            *sweep(self._history, self._locks, self._agent_locks, self._roots()),
            *self._several.take_up(progress or Progress()),
        )


def _no_merge(_base: str, mine: str, _theirs: str) -> Merge:
    """Never called: a file that is made or taken away is not merged."""
    return Merge(mine)
