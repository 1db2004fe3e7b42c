"""Everything that is wrong in the open roots as one list, worst first: for the window, the badge and the shell.

The thread that owns the workspace makes a `Snapshot`; a worker looks. A root is checked again only where something in
it changed, and a document only where its bytes did.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import Stopped, reason_of
from memdesk.layouts.contract import Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Attaching
from memdesk.layouts.view import View
from memdesk.services.documents.changes import Changes
from memdesk.services.faults.boundary import answered
from memdesk.services.machine.laid_over import LaidOverView, RememberedView
from memdesk.services.machine.machine import attachment_key
from memdesk.services.problems.checking import Found, document_problems, gather
from memdesk.services.problems.exposed import MOST_SECRETS, SECRET_RULE
from memdesk.services.problems.unseen import HIDDEN_RULE, MIXED_RULE, MOST_OF_A_RULE
from memdesk.services.remembered.entries import Snapshot
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.database_error import DatabaseError
from memdesk.text.document import decode, encode
from memdesk.text.sentence import say

if TYPE_CHECKING:
    # A window starts sooner without SQLite.
    from memdesk.store.marks import MarkChange, Marks

SEVERITIES = tuple(Severity)
"""Worst first."""

_MOST = {SECRET_RULE: MOST_SECRETS, HIDDEN_RULE: MOST_OF_A_RULE, MIXED_RULE: MOST_OF_A_RULE}
_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")

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


class Listed(NamedTuple):
    """A problem of a root. `key` and `occurrence` name it among those of its file, as long as it says the same."""

    root: MemoryRoot
    found: Found
    key: str
    occurrence: int

    @property
    def path(self) -> str:
        """The file or folder it is of."""
        return self.found.problem.path

    @property
    def address(self) -> tuple[str, str, int]:
        """What stays of it while other lines come and go."""
        return self.path, self.key, self.occurrence


class Unchecked(NamedTuple):
    """Something that was not looked at, and why, as a sentence; an agent by its title, where its places are unknown."""

    path: str
    why: str


class Report(NamedTuple):
    """What was found, worst first and then by place. `files` is how many were looked at, `agents` whose they are."""

    problems: tuple[Listed, ...] = ()
    ignored: tuple[Listed, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: int = 0
    agents: tuple[str, ...] = ()

    def of_file(self, path: str) -> tuple[Listed, ...]:
        """Those of one file, from top to bottom."""
        return tuple(sorted((one for one in self.problems if one.path == path), key=_place))


class _Checked(NamedTuple):
    """What one root came to, and of which documents and bytes."""

    listed: tuple[Listed, ...]
    unchecked: tuple[Unchecked, ...]
    files: frozenset[str]


def _not_checked(path: str, why: str) -> _Checked:
    return _Checked((), (_stopped(path, why),), frozenset())


def _stopped(path: str, why: str) -> Unchecked:
    """That it was not looked at to the end; `why` is a clause."""
    return Unchecked(path, say("{why}.", why=why))


class _KeptDocument(NamedTuple):
    document: Document
    data: bytes
    found: tuple[Found, ...]


class _GivenUpError(Stopped):
    """Nobody wants to know any more."""

    def __init__(self) -> None:
        super().__init__("")


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
        self._checked: dict[str, _Checked] = {}
        self._documents: dict[tuple[str, str], _KeptDocument] = {}
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
                            partial(self._check, root, documents, snapshot.buffers, is_wanted),
                            root.path,
                            partial(_not_checked, root.path),
                        )
                    except _GivenUpError:
                        self._stale.add(root.path)
            return self._report([root for root, _ in snapshot.roots])

    def _check(
        self,
        root: MemoryRoot,
        documents: Sequence[Document] | None,
        buffers: Mapping[str, bytes],
        is_wanted: Callable[[], bool],
    ) -> _Checked:
        """Everything in one root. Raises `_GivenUpError` once `is_wanted` says no; what was checked is remembered."""
        if not root.found:
            return _Checked((), (Unchecked(root.path, say("This folder is not there.")),), frozenset())
        view = RememberedView(LaidOverView(self._workspace.disk, buffers))
        kept: dict[tuple[str, str], _KeptDocument] = {}
        unread: list[Unchecked] = []
        if not root.supported:
            documents = ()
        elif documents is None:
            documents = found_there = root.list_documents(view)
            if found_there.why_not_all:
                unread.append(_stopped(root.path, found_there.why_not_all))

        def of_document(document: Document) -> tuple[Found, ...]:
            address = (root.path, document.path)
            if not is_wanted():
                self._documents |= kept
                raise _GivenUpError
            try:
                one = answered(
                    lambda: self._of_document(root, view, document),
                    document.path,
                    lambda why: unread.append(_stopped(document.path, why)),
                )
            except (FileNotFoundError, NotADirectoryError):
                return ()
            except OSError as error:
                unread.append(
                    Unchecked(
                        document.path, say("This file cannot be read: {reason}.", reason=reason_of(error))
                    )
                )
                return ()
            if one is None:
                return ()
            kept[address] = one
            return one.found

        found = gather(root, view, documents, of_document)
        self._documents = {
            address: one for address, one in self._documents.items() if address[0] != root.path
        } | kept
        listed = tuple(listed_of(root, view, found))
        unchecked = (*_beside(root, view), *unread, *_cut_short(found))
        return _Checked(listed, unchecked, frozenset(path for _, path in kept))

    def _of_document(self, root: MemoryRoot, view: View, document: Document) -> _KeptDocument:
        data = view.read(document.path)
        meaning = document._replace(size_bytes=0, modified=0.0)
        known = self._documents.get((root.path, document.path))
        if known is not None and known.data == data and known.document == meaning:
            return known
        return _KeptDocument(meaning, data, document_problems(root.layout, view, document))

    def _report(self, roots: Sequence[MemoryRoot]) -> Report:
        checked = [self._checked[root.path] for root in roots if root.path in self._checked]
        ignored, unread = self._ignored_or_unread()
        not_placed = self._workspace.not_placed
        every = sorted(_once(one for of_root in checked for one in of_root.listed), key=_rank)
        return Report(
            tuple(one for one in every if one.address not in ignored),
            tuple(one for one in every if one.address in ignored),
            (
                *unread,
                *(_stopped(title, why) for title, why in not_placed.items()),
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


def listed_of(root: MemoryRoot, view: View, found: Sequence[Found]) -> Iterator[Listed]:
    """Problems with what names them: their rule and a digest of what they say and of the words they stand at."""
    seen: Counter[tuple[str, str]] = Counter()
    for one in found:
        problem = one.problem
        words = _NUMBERS.sub("#", problem.message) + "\n" + _touched(view, one)
        digest = hashlib.sha256(encode(words)).hexdigest()[:16]
        key = f"{problem.rule}:{digest}"
        yield Listed(root, one, key, seen[problem.path, key])
        seen[problem.path, key] += 1


def _touched(view: View, found: Found) -> str:
    """The words a problem stands at; nothing where these are many lines, which change all the time."""
    if not found.has_lines or found.problem.span.start == found.problem.span.end:
        return ""
    try:
        words = found.problem.span.of(decode(view.read(found.problem.path)))
    except OSError:
        return ""
    return "" if "\n" in words.strip("\n") else words


def _beside(root: MemoryRoot, view: View) -> Iterator[Unchecked]:
    """What cannot be checked without a file of the agent that is not opened beside its memory."""
    layout: object = root.layout
    if isinstance(layout, Attaching):
        for name, called in layout.attachments().items():
            # The second is what was named for all roots, on a command line.
            names = (attachment_key(name, root.path), name)
            if all(view.attachment(one) is None for one in names):
                why = say(
                    "No {called} is open beside it, so what that says is not checked.",
                    called=called[:1].lower() + called[1:],
                )
                yield Unchecked(root.path, why)


def _cut_short(found: Iterable[Found]) -> Iterator[Unchecked]:
    counts = Counter((one.problem.path, one.problem.rule) for one in found)
    for (path, rule), count in counts.items():
        if count >= _MOST.get(rule, count + 1):
            yield Unchecked(
                path, say("Only the first {count} of “{rule}” are listed.", count=count, rule=rule)
            )


def _once(listed: Iterable[Listed]) -> Iterator[Listed]:
    """A file that several agents read has what is wrong with it once."""
    seen = set()
    for one in listed:
        problem = one.found.problem
        same = (problem.path, problem.rule, problem.span, problem.message)
        if same not in seen:
            seen.add(same)
            yield one


def _rank(one: Listed) -> tuple[int, str, int, int, str]:
    problem = one.found.problem
    return SEVERITIES.index(problem.severity), problem.path, *_place(one), problem.rule


def _place(one: Listed) -> tuple[int, int]:
    return one.found.line, one.found.problem.span.start


def matching(
    listed: Iterable[Listed],
    *,
    severities: Collection[Severity] = (),
    agent: str = "",
    rule: str = "",
    text: str = "",
    shown: Callable[[str], str] = str,
) -> tuple[Listed, ...]:
    """Those that are wanted, in the same order; what is empty says nothing.

    `text` is looked for in any case, in the words of a problem as `shown` gives them.
    """
    wanted = text.casefold()
    return tuple(
        one
        for one in listed
        if (not severities or one.found.problem.severity in severities)
        and (not agent or one.root.agent == agent)
        and (not rule or one.found.problem.rule == rule)
        and (not wanted or wanted in _words(one, shown))
    )


def _words(one: Listed, shown: Callable[[str], str]) -> str:
    problem = one.found.problem
    said = shown(problem.message), shown(problem.why), problem.path, problem.rule, one.root.agent
    return "\n".join(said).casefold()
