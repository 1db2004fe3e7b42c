"""Everything that is wrong in the open roots as one list, worst first: for the window, the badge and the shell.

The thread that owns the workspace makes a `Snapshot`; a worker looks. A root is checked again only where something in
it changed, and a document only where its bytes did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from memdesk.services.documents.changes import Changes
from memdesk.services.faults.boundary import answered
from memdesk.services.problems.checking import Found
from memdesk.services.problems.listed import Listed, Report, Unchecked, listed_of, once, rank
from memdesk.services.problems.root_checks import Checked, GivenUp, RootChecks, stopped
from memdesk.services.remembered.entries import Snapshot
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.database_error import DatabaseError
from memdesk.text.sentence import say

if TYPE_CHECKING:
    # A window starts sooner without SQLite.
    from memdesk.store.marks import MarkChange, Marks

CHECKED = (
    say("Indexes against files, both ways"),
    say("Sizes against what the agent reads"),
    say("Headers, headings and fields"),
    say("Imports and links that lead nowhere"),
    say("Projects: shared keys and folders that are gone"),
    say("Names and lines that stand twice"),
    say("What the agent’s next write would lose, join or split"),
    say("Hidden characters and letters of another script"),
    "Secrets",
)
"""What is looked at, where the agent's format has it."""


class Problems:
    """The one list. Call `take_up` and `forget` in the thread of the workspace, `look` in any.

    `has_marks` tells whether anybody ever marked anything: without, no database is loaded for it.
    """

    def __init__(
        self, workspace: Workspace, marks: Callable[[], Marks], has_marks: Callable[[], bool]
    ) -> None:
        self._workspace = workspace
        self._has_marks = has_marks
        self._marks = marks
        self._lock = Lock()
        self._checks = RootChecks(workspace.disk)
        self._checked: dict[str, Checked] = {}
        self._stale: set[str] = set()

    # What is to be looked at again

    def take_up(self, changes: Changes) -> bool:
        """Check again what changed; whether anything did."""
        arrived = {one.path for one in changes.arrived}
        paths = changes.written | changes.edited | arrived
        of_paths = {root.path for path in paths for root, _ in self._workspace.readers_of(path)}
        stale = of_paths | changes.roots | changes.listed
        self._stale |= stale
        return bool(stale)

    def forget(self) -> None:
        """Check every root again: what lies outside of it may have changed as well."""
        self._stale |= {root.path for root in self._workspace.roots}

    # Looking

    def look(self, snapshot: Snapshot, is_wanted: Callable[[], bool] = lambda: True) -> Report:
        """The problems of everything in the snapshot; less only after `is_wanted` has said no."""
        with self._lock:
            for root, documents in snapshot.roots:
                if not is_wanted():
                    break
                if root.path not in self._checked or root.path in self._stale:
                    self._stale.discard(root.path)
                    try:
                        self._checked[root.path] = answered(
                            partial(self._checks.check, root, documents, snapshot.buffers, is_wanted),
                            root.path,
                            partial(_not_checked, root.path),
                        )
                    except GivenUp:
                        self._stale.add(root.path)
            return self._report([root for root, _ in snapshot.roots])

    def _report(self, roots: Sequence[MemoryRoot]) -> Report:
        checked = [self._checked[root.path] for root in roots if root.path in self._checked]
        ignored, unread = self._ignored_or_unread()
        not_placed = self._workspace.not_placed
        every = sorted(once(one for of_root in checked for one in of_root.listed), key=rank)
        return Report(
            tuple(one for one in every if one.address not in ignored),
            tuple(one for one in every if one.address in ignored),
            (
                *unread,
                *(stopped(title, why) for title, why in not_placed.items()),
                *dict.fromkeys(one for of_root in checked for one in of_root.unchecked),
            ),
            len({path for of_root in checked for path in of_root.files}),
            tuple(dict.fromkeys(root.layout.title for root in roots)),
        )

    # Ignoring

    def _ignored_or_unread(self) -> tuple[frozenset[tuple[str, str, int]], tuple[Unchecked, ...]]:
        """What is ignored; where nobody can tell, nothing is, and that is said."""
        try:
            return self._ignored(), ()
        except DatabaseError as error:
            why = say(
                "The marks cannot be used ({reason}), so what was ignored is listed as well.",
                reason=error.facts["reason"],
            )
            return frozenset(), (Unchecked(str(error.facts["file"]), why),)

    def _ignored(self) -> frozenset[tuple[str, str, int]]:
        if not self._has_marks():
            return frozenset()
        from memdesk.store.marks import MarkKind

        return frozenset(mark.address for mark in self._marks().of(MarkKind.IGNORED))

    def heeded(self, root: MemoryRoot, found: Iterable[Found]) -> tuple[Found, ...]:
        """Those of a root, all of which are given, that are not ignored. Raises `MarksError`."""
        ignored = self._ignored()
        listed = listed_of(root, self._workspace.disk, tuple(found))
        return tuple(one.found for one in listed if one.address not in ignored)

    def ignore(self, listed: Iterable[Listed], when: float) -> tuple[MarkChange, ...]:
        """Have these listed no more, as long as they say the same. Raises `MarksError`."""
        from memdesk.store.marks import Mark, MarkKind

        return self._marks().put_all(
            Mark(MarkKind.IGNORED, one.path, one.key, one.occurrence, "", when) for one in listed
        )

    def heed(self, listed: Iterable[Listed]) -> tuple[MarkChange, ...]:
        """Have these listed again. Raises `MarksError`."""
        from memdesk.store.marks import MarkKind

        return self._marks().remove_all((MarkKind.IGNORED, *one.address) for one in listed)


def snapshot_of(roots: Iterable[MemoryRoot]) -> Snapshot:
    """What the disk holds of these roots, open or not."""
    return Snapshot(tuple((root, None) for root in roots), {}, frozenset())


def _not_checked(path: str, why: str) -> Checked:
    return Checked(unchecked=(stopped(path, why),))
