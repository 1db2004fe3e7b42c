"""What may be pruned from a selection of roots: candidates with reasons, and what the user keeps out of the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.layouts.documents import DocumentKind
from memdesk.layouts.view import View
from memdesk.services.documents.taken import Address
from memdesk.services.duplicates.duplicates import Duplicates
from memdesk.services.faults.boundary import listed
from memdesk.services.machine.laid_over import LaidOverView, RememberedView
from memdesk.services.preview.forecast import Fates, Foretold, index_lines
from memdesk.services.prune.reasons import age, agent_rules, gone, hollow, repetition
from memdesk.services.prune.reasons.by_hand import ByHand, is_by_hand
from memdesk.services.prune.reasons.reason import Reason, Rule, Weights, is_short
from memdesk.services.remembered.entries import Entry, EntryList, ReadDocument
from memdesk.services.remembered.moments import stamp_s
from memdesk.services.roots.roots import MemoryRoot
from memdesk.store.history import History
from memdesk.store.marks import Mark, MarkChange, MarkKind, Marks, digest_of
from memdesk.store.versions import Version
from memdesk.text.document import byte_length, decode, encode, trim
from memdesk.text.outline import NodeKind
from memdesk.text.sentence import says

PRESELECTED_FROM = 60.0
"""A candidate of so many sure points is proposed to be let go; one of fewer is only listed."""
_GONE = frozenset({Rule.PATH_GONE, Rule.COMMAND_GONE, Rule.LINK_GONE})
_DAY_S = 86_400.0


class Candidate(NamedTuple):
    """An entry that may go. `reasons` are the strongest first, `points` what all of them count together.

    `sure_points` are those of the reasons that are no guess. `since` is when it was said, in Unix seconds. `lines`
    are those of an index that go with it.
    """

    entry: Entry
    reasons: tuple[Reason, ...]
    points: float
    sure_points: float
    since: float
    size_bytes: int
    lines: tuple[Entry, ...] = ()
    foretold: tuple[Foretold, ...] = ()
    is_pinned: bool = False
    is_dismissed: bool = False
    is_by_hand: bool = False
    is_unasked: bool = False
    """Whether people wrote it as instructions, and nothing that it names is gone: listed only when asked for."""

    @property
    def address(self) -> Address:
        """The document and the node."""
        return self.entry.address

    @property
    def is_kept_out(self) -> bool:
        """Whether the user said that it stays, or did not ask for it."""
        return self.is_pinned or self.is_dismissed or self.is_unasked

    @property
    def is_preselected(self) -> bool:
        """Whether it may be let go without being chosen one by one: never what is pinned, by hand or only guessed."""
        return not (self.is_kept_out or self.is_by_hand) and self.sure_points >= PRESELECTED_FROM

    @property
    def strongest(self) -> Reason:
        """The reason that counts most."""
        return self.reasons[0]


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found in `documents`, the strongest first, with what stays out of the list.

    `fates` are the forecasts, `unread` the files that could not be read, with the reason.
    """

    found: tuple[Candidate, ...] = ()
    documents: Mapping[str, ReadDocument] = field(default_factory=dict)
    fates: Fates = field(default_factory=Fates)
    unread: Mapping[str, str] = field(default_factory=dict)

    @property
    def listed(self) -> tuple[Candidate, ...]:
        """The candidates that are proposed."""
        return tuple(one for one in self.found if not one.is_kept_out)

    def with_instructions(self) -> Candidates:
        """The same, with all that is found in instructions among what is proposed."""
        return replace(self, found=tuple(one._replace(is_unasked=False) for one in self.found))


class Pruner:
    """Looks for candidates. `look` belongs to a worker; what it gets is what `Entries.read` gave."""

    def __init__(
        self,
        disk: Callable[[], View],
        history: Callable[[], History],
        marks: Callable[[], Marks],
        duplicates: Callable[[], Duplicates],
    ) -> None:
        self._disk = disk
        self._history = history
        self._marks = marks
        self._duplicates = duplicates
        self._by_hand = ByHand()

    def look(
        self,
        read: EntryList,
        weights: Weights,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Candidates:
        """The candidates among what was read. Raises `MarksError` where pins cannot be read."""
        view = RememberedView(self._disk())
        look = _Look(read, weights, view, self._history, self._duplicates(), self._by_hand, is_wanted)
        found = look.candidates(_Marked.of(self._marks()))
        documents = {one.document.path: one for one in read.documents}
        return Candidates(found, documents, look.fates, look.unread)

    def dismiss(self, candidates: Iterable[Candidate]) -> tuple[MarkChange, ...]:
        """Keep these out of the list until their text changes. Raises `MarksError`."""
        now = self._disk().now.timestamp()
        return self._marks().put_all(
            Mark(MarkKind.DISMISSED, *one.address, _digest(one.entry), now) for one in candidates
        )

    def propose_again(self, candidates: Iterable[Candidate]) -> tuple[MarkChange, ...]:
        """Let these be proposed again. Raises `MarksError`."""
        return self._marks().remove_all((MarkKind.DISMISSED, *one.address) for one in candidates)


class _Marked(NamedTuple):
    """Pins hold for an address whatever it says, a dismissal for one text."""

    pinned: frozenset[Address]
    dismissed: Mapping[Address, str]

    @classmethod
    def of(cls, marks: Marks) -> _Marked:
        return cls(
            frozenset(one.address for one in marks.of(MarkKind.PINNED)),
            {one.address: one.sha256 for one in marks.of(MarkKind.DISMISSED)},
        )

    def is_dismissed(self, entry: Entry) -> bool:
        """Whether the user keeps it out of the list as it is."""
        sha256 = self.dismissed.get(entry.address)
        return sha256 is not None and sha256 == _digest(entry)


class _Look:
    """One look through everything."""

    def __init__(
        self,
        read: EntryList,
        weights: Weights,
        view: View,
        history: Callable[[], History],
        duplicates: Duplicates,
        by_hand: ByHand,
        is_wanted: Callable[[], bool],
    ) -> None:
        documents = read.documents
        self._read = read
        self._duplicates = duplicates
        self._by_hand = by_hand
        self._documents = [one for one in documents if one.document.editable]
        self._all = documents
        self._texts = {one.document.path: one.text for one in documents}
        self._weights = weights
        self._view = view
        self._history = history
        self._is_wanted = is_wanted
        self._now = view.now
        self._lines = index_lines(documents, view.home)
        self._ages: dict[int, age.Age] = {}
        self.fates = Fates()
        self.unread: dict[str, str] = dict(read.unread)

    def candidates(self, marked: _Marked) -> tuple[Candidate, ...]:
        self._foretell()
        self._find_ages()
        repeated = self._repeated()
        found: list[Candidate] = []
        for document in self._documents:
            if not self._is_wanted():
                break
            found += self._of_document(document, repeated, marked)
        return tuple(sorted(found, key=_by_points))

    def _of_document(
        self, document: ReadDocument, repeated: Mapping[Address, Reason], marked: _Marked
    ) -> Iterator[Candidate]:
        lines: frozenset[str] | None = None
        leading = self._lines.get(document.document.path, ())
        for entry in _entries(document):
            foretold = self.fates.foretold(entry, leading)
            reasons = [*self._reasons_of(entry, foretold), *filter(None, [repeated.get(entry.address)])]
            counted = [one for one in reasons if self._weights.points(one) > 0]
            if not counted:
                continue
            counted.sort(key=self._weights.points, reverse=True)
            if lines is None:
                versions = self._versions(document.document.path)
                lines = self._by_hand.lines(document, versions, self._unpacked, self._is_wanted)
                if not self._is_wanted():
                    # What is shown of a look that was stopped must not propose what the user wrote.
                    return
            yield self._candidate(entry, tuple(counted), foretold, marked, lines)

    def _candidate(
        self,
        entry: Entry,
        reasons: tuple[Reason, ...],
        foretold: tuple[Foretold, ...],
        marked: _Marked,
        by_hand: frozenset[str],
    ) -> Candidate:
        leading = self._lines.get(entry.document.path, ())
        lines = tuple(line for line in leading if "stays" not in line.facts)
        size = byte_length(entry.span.of(self._text(entry))) + sum(
            byte_length(line.span.of(self._text(line))) for line in lines
        )
        address = entry.address
        return Candidate(
            entry,
            reasons,
            _together([self._weights.points(one) for one in reasons]),
            _together([self._weights.points(one) for one in reasons if not one.is_guess]),
            self._age(entry).since,
            size,
            lines,
            foretold,
            address in marked.pinned,
            marked.is_dismissed(entry),
            is_by_hand(entry, by_hand, self._text(entry)),
            entry.document.kind is DocumentKind.RULES and not _names_what_is_gone(entry, reasons),
        )

    # Reasons

    def _reasons_of(self, entry: Entry, foretold: Sequence[Foretold]) -> Iterator[Reason]:
        """The reasons that were found; where one fails in a way that nobody foresaw, that is told of its document."""

        def unread(why: str) -> tuple[()]:
            self.unread[entry.document.path] = why
            return ()

        return listed(lambda: self._reasons(entry, foretold), entry.document.path, unread)

    def _reasons(self, entry: Entry, foretold: Sequence[Foretold]) -> Iterator[Reason]:
        if not trim(entry.text):
            yield from filter(None, [hollow.empty(entry)])
            return
        cuts = self.fates.cuts(entry, self._lines.get(entry.document.path, ()))
        where = gone.Where(self._view, entry.document.scope.folder or "", partial(self._named, entry))
        is_gone = gone.project_gone(entry, self._view)
        checks = (
            hollow.boilerplate(entry),
            repetition.says_so(entry),
            is_gone,
            gone.paths_gone(entry, where) if is_gone is None else None,
            gone.commands_gone(entry, where) if is_gone is None else None,
            gone.links_gone(entry, where),
            agent_rules.expired(foretold, self._now),
            agent_rules.evicted_next(foretold, self._now),
            agent_rules.over_budget(cuts, entry.root.title),
            age.old(self._age(entry), self._now.timestamp(), self._weights.age_days),
        )
        yield from (reason for reason in checks if reason is not None)

    def _named(self, entry: Entry) -> str:
        """How long ago an entry was said, for evidence on what it names."""
        days = self._age(entry).days(self._now.timestamp())
        return says("; it was named {n} day ago", "; it was named {n:,} days ago", days) if days else ""

    def _repeated(self) -> dict[Address, Reason]:
        if not (self._weights.is_on(Rule.NEAR_DUPLICATE) or self._weights.is_on(Rule.SUPERSEDED)):
            return {}
        whole = {entry.address: entry for document in self._documents for entry in document.entries}
        pairs = repetition.repeated(
            self._duplicates.find(self._read, self._is_wanted),
            whole,
            self._duplicates.compare,
            lambda entry: self._age(whole.get(entry.address, entry)).since,
        )
        return {entry.address: reason for entry, reason in pairs}

    def _foretell(self) -> None:
        roots: dict[str, tuple[MemoryRoot, list[ReadDocument]]] = {}
        for document in self._all:
            roots.setdefault(document.root.path, (document.root, []))[1].append(document)
        # What is foretold has places in the text, and entries of unsaved text stand where they do in that.
        unsaved = {one.document.path: encode(one.text) for one in self._all if one.is_unsaved}
        view = LaidOverView(self._view, unsaved) if unsaved else self._view
        for root, documents in roots.values():
            self.fates.look(root, view, documents, self._is_wanted)

    # Age

    def _find_ages(self) -> None:
        cutoff = self._now.timestamp() - self._weights.age_days * _DAY_S
        for document in self._documents:
            if not self._is_wanted():
                return
            seen = partial(self._seen_before, document.document.path, cutoff)
            known: list[age.SeenBefore | None] = []
            for entry in _entries(document):
                is_open = stamp_s(entry.facts) is None and document.document.modified > cutoff
                if is_open and not known:
                    known.append(seen())
                self._ages[id(entry)] = age.age_of(entry, known[0] if is_open else None)

    def _age(self, entry: Entry) -> age.Age:
        return self._ages.get(id(entry)) or age.age_of(entry, None)

    def _seen_before(self, path: str, cutoff: float) -> age.SeenBefore | None:
        """The newest version of a document that is old enough for what still stands to be old."""
        old = [one for one in self._versions(path) if one.when <= cutoff and one.landed and not one.removed]
        newest = max(old, key=lambda one: one.when, default=None)
        text = self._unpacked(newest) if newest is not None else None
        return None if newest is None or text is None else age.SeenBefore(text, newest.when)

    # Versions

    def _versions(self, path: str) -> tuple[Version, ...]:
        with suppress(MemdeskError):
            return self._history().versions(path)
        return ()

    def _unpacked(self, version: Version) -> str | None:
        with suppress(MemdeskError):
            return None if version.removed or version.purged else decode(self._history().data(version.id))
        return None

    def _text(self, entry: Entry) -> str:
        return self._texts[entry.document.path]


def _entries(document: ReadDocument) -> Iterator[Entry]:
    """What is remembered, and what would be if it were not empty."""
    for entry in document.everything:
        is_hollow = entry.kind in (NodeKind.ENTRY, NodeKind.SECTION) and not trim(entry.text)
        if entry.is_remembered or is_hollow:
            yield entry


def _names_what_is_gone(entry: Entry, reasons: Iterable[Reason]) -> bool:
    """Whether an entry is one sentence on what is not there any more; a section that says more is worth its rest."""
    return is_short(entry) and any(reason.rule in _GONE for reason in reasons)


def _digest(entry: Entry) -> str:
    return digest_of(trim(entry.text))


def _together(points: Sequence[float]) -> float:
    """What several reasons count: more than the strongest alone, never more than 100."""
    left = 1.0
    for one in points:
        left *= 1 - one / 100
    return round(100 * (1 - left), 1)


def _by_points(candidate: Candidate) -> tuple[float, str, int]:
    return -candidate.points, candidate.entry.document.path, candidate.entry.span.start
