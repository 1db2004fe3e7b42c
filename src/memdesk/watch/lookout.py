"""All roots together: what the system reports of them, what is known of them, and how far both can be relied on."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from memdesk.watch.hearing import Hearing
from memdesk.watch.own_writes import OwnWrites
from memdesk.watch.state import AwayRoot, WatchMode, WatchRoot, WatchState
from memdesk.watch.tree import Findings, KnownTree

if TYPE_CHECKING:
    from memdesk.watch.hints import Watched

_UNREPORTED_NS = 2_000_000_000
_HASHED_PER_TURN = 100
_MOST_HEARD = 100
_AWAITED_AT_ONCE = 400
"""For so many roots that are not there yet is looked in one go: there may be two for each of thousands of projects."""


class Lookout:
    """Compares roots with what is known of them. Owned by one thread.

    `on_hint(path)` and `on_lost()` are called in the observer's threads. Once `is_ending()` a look ends where it is.
    """

    def __init__(
        self,
        own: OwnWrites,
        on_hint: Callable[[str], None],
        on_lost: Callable[[], None],
        is_ending: Callable[[], bool],
    ) -> None:
        self._own = own
        self._is_ending = is_ending
        self._trees: dict[WatchRoot, KnownTree] = {}
        self._awaited_from = 0
        self._hearing = Hearing(on_hint, on_lost, self._is_noise)
        self._by_folder: dict[str, list[WatchRoot]] = {}
        self._unheard = 0
        self._unhashed = False
        self._restless: set[tuple[WatchRoot, str]] = set()
        self._is_started = False

    @property
    def state(self) -> WatchState:
        """How well the roots are watched, but for how often they are looked through."""
        if not self._is_started:
            return WatchState(WatchMode.STARTING)
        away = dict.fromkeys(
            AwayRoot(tree.root.path, tree.absence)
            for tree in self._trees.values()
            if tree.absence is not None and tree.is_away
        )
        cause = self._hearing.cause
        mode = WatchMode.WATCHING if cause is None else WatchMode.POLLING
        return WatchState(mode, self._hearing.reason, cause, 0.0, tuple(away), self._unheard)

    @property
    def has_unhashed(self) -> bool:
        """Whether `hash_some` has something to do."""
        return self._unhashed

    @property
    def has_restless(self) -> bool:
        """Whether files were found in the middle of being written: `look_at` looks at them again."""
        return bool(self._restless)

    def adopt(self, roots: Sequence[WatchRoot]) -> None:
        """Look out over these roots and no others; what is in a new one is taken as known.

        Not so in one that was expected, and came before it could be looked at: nobody has told of that.
        """
        known = self._trees
        self._trees = {root: known.get(root) or self._new_tree(root) for root in roots}
        self._hearing.trust()
        # Heard before learned: what changes in between is looked at again.
        self._hear()
        for root, tree in self._trees.items():
            if root not in known and not (root.is_expected and self._is_started):
                tree.learn()
                tree.look_after()
        self._unhashed = self._is_started = True

    def _new_tree(self, root: WatchRoot) -> KnownTree:
        return KnownTree(root, self._own, self._is_ending)

    def look_at(self, paths: Iterable[str]) -> frozenset[str]:
        """What changed in the folders that the system reported something of, and in those found restless."""
        restless, self._restless = self._restless, set()
        reported = frozenset(paths)
        near = reported.union(*map(_folders_above, reported))
        changed: set[str] = set()
        for root, tree in self._trees.items():
            # Of thousands hardly any is concerned.
            if tree.real_root not in near and not restless:
                continue
            folders = {folder for path in reported if (folder := tree.folder_for(path)) is not None}
            folders |= {folder for owner, folder in restless if owner == root}
            for folder in sorted(folders):
                changed |= self._taken(tree, tree.look(folder))
        return frozenset(changed)

    def look_everywhere(self, *, doubts: bool) -> frozenset[str]:
        """What changed anywhere. With `doubts`, no event is on its way, so what is found was not reported."""
        changed: set[str] = set()
        for tree in self._trees.values():
            findings = tree.look_everywhere()
            if doubts:
                self._doubt(tree, findings)
            changed |= self._taken(tree, findings)
        self._hearing.doubt_room()
        return frozenset(changed)

    def look_after_roots(self) -> frozenset[str]:
        """Follow roots that were replaced, came or went; revive an observer that died; look again at new folders.

        Returns what changed.
        """
        replaced = [tree for tree in self._due() if tree.look_after()]
        for tree in replaced:
            self._hearing.forget(_watched(tree))
            tree.resolve()
        if self._hearing.is_deaf:
            self._hearing.hear_anew()
            replaced = list(self._trees.values())
        if replaced:
            self._hear()
        changed: set[str] = set()
        for tree in replaced:
            changed |= self._taken(tree, tree.look_everywhere())
        for tree in self._trees.values():
            if tree.has_fresh:
                changed |= self._taken(tree, tree.look_at_fresh())
        return frozenset(changed)

    def _due(self) -> list[KnownTree]:
        """All roots that are there or were, and of those that never were some, one after the other."""
        awaited = [tree for tree in self._trees.values() if tree.is_awaited]
        some = awaited[self._awaited_from : self._awaited_from + _AWAITED_AT_ONCE]
        self._awaited_from = self._awaited_from + len(some) if len(some) == _AWAITED_AT_ONCE else 0
        return [*(tree for tree in self._trees.values() if not tree.is_awaited), *some]

    def retry_hearing(self) -> None:
        """Hear again where there was no room for it and there is some now."""
        self._hearing.retry()

    def hash_some(self) -> None:
        """Hash some of what was taken as known unread."""
        self._unhashed = any(tree.hash_some(_HASHED_PER_TURN) for tree in self._trees.values())

    def close(self) -> None:
        """Stop hearing and wait for the observer's threads."""
        self._hearing.close()

    def _taken(self, tree: KnownTree, findings: Findings) -> frozenset[str]:
        self._restless.update((tree.root, folder) for folder in findings.restless)
        return frozenset(findings.changed)

    def _hear(self) -> None:
        """Each folder costs a thread, so narrow roots beyond a bound are left to the rescans."""
        there = (tree for tree in self._trees.values() if not tree.is_still_expected)
        wide_first = sorted(there, key=lambda tree: tree.root.narrow_file is not None)
        wanted = tuple(dict.fromkeys(_watched(tree) for tree in wide_first))
        self._unheard = len(wanted[_MOST_HEARD:])
        by_folder: dict[str, list[WatchRoot]] = {}
        for tree in self._trees.values():
            by_folder.setdefault(tree.real_root, []).append(tree.root)
        self._by_folder = by_folder
        self._hearing.hear(frozenset(wanted[:_MOST_HEARD]))

    def _is_noise(self, folder: str, name: str) -> bool:
        """Whether a file below a folder that is heard about is no memory, by its name. Any thread."""
        roots = self._by_folder.get(folder, ())
        return bool(roots) and all(
            root.is_temporary(name) if root.narrow_file is None else name != root.narrow_file
            for root in roots
        )

    def _doubt(self, tree: KnownTree, findings: Findings) -> None:
        """A change that nobody reported shows that events do not come, as on a network mount."""
        if not findings.changed or _watched(tree) not in self._hearing.heard:
            return
        before_ns = time.time_ns() - _UNREPORTED_NS
        for path, changed_ns in findings.changed.items():
            if 0 < changed_ns < before_ns and tree.is_reported(path):
                self._hearing.doubt_report(path)


def _folders_above(path: str) -> Iterator[str]:
    while (folder := os.path.dirname(path)) != path:
        yield folder
        path = folder


def _watched(tree: KnownTree) -> Watched:
    from memdesk.watch.hints import Watched

    return Watched(tree.real_root, tree.root.narrow_file is None)
