"""All roots together: what the system reports of them, what is known of them, and how far both can be trusted."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import WatchMode, WatchRoot, WatchState
from memdesk.watch.tree import Findings, KnownTree

if TYPE_CHECKING:
    from memdesk.watch.hints import FolderHints, Watched

_UNANNOUNCED_NS = 2_000_000_000
_HASHED_PER_TURN = 100
_MOST_HEARD = 100

_NO_ROOM = (
    "The system allows no more file watches (raise fs.inotify.max_user_watches), "
    "so changes are looked for every two seconds."
)
_UNANNOUNCED = "The system did not report a change of {path}, so changes are looked for every two seconds."
_NO_EVENTS = "The system reports no changes ({error}), so they are looked for every two seconds."


class Lookout:
    """Compares roots with what is known of them. Owned by one thread.

    `on_hint(path)` and `on_lost()` are called in the observer's threads.
    """

    def __init__(self, own: OwnWrites, on_hint: Callable[[str], None], on_lost: Callable[[], None]) -> None:
        self._own = own
        self._on_hint = on_hint
        self._on_lost = on_lost
        self._trees: dict[WatchRoot, KnownTree] = {}
        self._hints: FolderHints | None = None
        self._heard: frozenset[Watched] = frozenset()
        self._unhashed = False
        self._restless: set[tuple[WatchRoot, str]] = set()
        self.state = WatchState(WatchMode.STARTING)

    @property
    def has_unhashed(self) -> bool:
        """Whether `hash_some` has something to do."""
        return self._unhashed

    @property
    def has_restless(self) -> bool:
        """Whether files were found in the middle of being written: `look_at` looks at them again."""
        return bool(self._restless)

    def adopt(self, roots: Sequence[WatchRoot]) -> None:
        """Look out over these roots and no others; what is in a new one is taken as known."""
        self._trees = {root: self._trees.get(root) or KnownTree(root, self._own.is_own) for root in roots}
        self.state = WatchState(WatchMode.WATCHING)
        # Heard before learned: what changes in between is looked at again.
        self._hear()
        for tree in self._trees.values():
            if tree.identity is None:
                tree.learn()
        self._unhashed = True

    def look_at(self, paths: Iterable[str]) -> frozenset[str]:
        """What changed in the folders that the system reported something of, and in those found restless."""
        restless, self._restless = self._restless, set()
        changed: set[str] = set()
        for root, tree in self._trees.items():
            folders = {folder for path in paths if (folder := tree.folder_for(path)) is not None}
            folders |= {folder for owner, folder in restless if owner == root}
            for folder in sorted(folders):
                changed |= self._taken(tree, tree.look(folder))
        return frozenset(changed)

    def look_everywhere(self, *, was_quiet: bool) -> frozenset[str]:
        """What changed anywhere. `was_quiet`: no event is on its way, so what is found was not reported."""
        changed: set[str] = set()
        for tree in self._trees.values():
            findings = tree.look_everywhere()
            if was_quiet:
                self._doubt(tree, findings)
            changed |= self._taken(tree, findings)
        self._doubt_room()
        return frozenset(changed)

    def look_after_roots(self) -> frozenset[str]:
        """Follow roots that were replaced, came or went; revive an observer that died. Returns what changed."""
        replaced = [tree for tree in self._trees.values() if tree.is_replaced()]
        for tree in replaced:
            if self._hints is not None:
                self._hints.forget(_watched(tree))
            tree.resolve()
        if self._hints is not None and self._hints.is_deaf():
            self.close()
            replaced = list(self._trees.values())
        if replaced:
            self._hear()
        changed: set[str] = set()
        for tree in replaced:
            changed |= self._taken(tree, tree.look_everywhere())
        return frozenset(changed)

    def hash_some(self) -> None:
        """Hash some of what was taken as known unread."""
        self._unhashed = any(tree.hash_some(_HASHED_PER_TURN) for tree in self._trees.values())

    def close(self) -> None:
        """Stop hearing and wait for the observer's threads."""
        if self._hints is not None:
            self._hints.close()
            self._hints = None

    def _taken(self, tree: KnownTree, findings: Findings) -> frozenset[str]:
        self._restless.update((tree.root, folder) for folder in findings.restless)
        return frozenset(findings.changed)

    def _hear(self) -> None:
        try:
            self._hints = self._hints or self._open_hints()
        except OSError as error:
            self._fall_back(_reason_of(error))
            return
        self._heard = self._to_hear()
        refused = self._hints.hear(self._heard)
        for watched, refusal in refused.items():
            if os.path.isdir(watched.path):
                self._fall_back(_reason_of(refusal))
        self._doubt_room()

    def _to_hear(self) -> frozenset[Watched]:
        """What to hear about: each costs a thread, so narrow roots beyond a bound are left to the rescans."""
        wide_first = sorted(self._trees.values(), key=lambda tree: tree.root.narrow_file is not None)
        return frozenset(tuple(dict.fromkeys(_watched(tree) for tree in wide_first))[:_MOST_HEARD])

    def _open_hints(self) -> FolderHints:
        # Watchdog costs as much to import as half a window: only once there is something to watch.
        from memdesk.watch.hints import FolderHints

        return FolderHints(self._on_hint, self._on_lost)

    def _doubt(self, tree: KnownTree, findings: Findings) -> None:
        """A change that nobody reported shows that events do not come, as on a network mount."""
        if _watched(tree) not in self._heard:
            return
        before_ns = time.time_ns() - _UNANNOUNCED_NS
        for path, changed_ns in findings.changed.items():
            if 0 < changed_ns < before_ns and tree.is_reported(path):
                self._fall_back(_UNANNOUNCED.format(path=path))

    def _doubt_room(self) -> None:
        first = next(iter(self._trees.values()), None)
        if self._hints is None or first is None or self.state.mode is not WatchMode.WATCHING:
            return
        if not self._hints.has_room(os.path.dirname(first.real_root)):
            self._fall_back(_NO_ROOM)

    def _fall_back(self, reason: str) -> None:
        if self.state.mode is not WatchMode.POLLING:
            self.state = WatchState(WatchMode.POLLING, reason)


def _reason_of(error: OSError) -> str:
    return _NO_ROOM if error.errno == errno.ENOSPC else _NO_EVENTS.format(error=error.strerror or error)


def _watched(tree: KnownTree) -> Watched:
    from memdesk.watch.hints import Watched

    return Watched(tree.real_root, tree.root.narrow_file is None)
