"""What is remembered twice, or contrarily, across all agents and scopes, with what shows it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from threading import Lock
from typing import NamedTuple

from memdesk.layouts.shapes.files import real_path_of
from memdesk.layouts.view import View
from memdesk.services.duplicates.pairing import may_contradict, may_repeat
from memdesk.services.remembered.entries import Entry, EntryList, ReadDocument
from memdesk.services.remembered.entry_items import lines_beside, split
from memdesk.store.marks import Mark, MarkChange, MarkKind, Marks, digest_of
from memdesk.text.document import trim
from memdesk.text.edits import Span
from memdesk.text.lookup import Lookup
from memdesk.text.similar import Alikes, Kind, Shared, Similarity, components
from memdesk.text.wording import located_words

_SAYS_NOTHING = re.compile(r"(?:#{1,6}[ \t][^\n]*+|<!--(?s:.*?)-->|\s++)*+")
_KEY = "\nalike\n"
"""What the key of a dismissed group begins with. No node of a document has such a key."""


class DuplicateGroup(NamedTuple):
    """Entries that say the same, nearly the same or the contrary; of a section with a list, its items (see `split`).

    `score` is from 0 to 1. What shows it is worked out when it is first asked for.
    """

    kind: Kind
    members: tuple[Entry, ...]
    score: float
    alikes: Alikes
    """What the texts of the members, and maybe of others, came to."""
    places: tuple[int, ...]
    """The place of each member in that."""

    @property
    def shared(self) -> tuple[str, ...]:
        """The rarest words they have in common."""
        return self.alikes.shared

    @property
    def differing(self) -> tuple[tuple[str, ...], ...]:
        """For each member, the words that tell it apart."""
        return tuple(self.alikes.differing[place] for place in self.places)

    def of(self, numbers: Sequence[int]) -> DuplicateGroup:
        """The same, of these members alone."""
        members = tuple(self.members[number] for number in numbers)
        return self._replace(members=members, places=tuple(self.places[number] for number in numbers))

    @property
    def digest(self) -> str:
        """Equal as long as its members say what they say, wherever they stand."""
        return digest_of("\n".join(sorted(digest_of(trim(entry.text)) for entry in self.members)))


class Evidence(NamedTuple):
    """Where a member's text shows what it has in common with the others, and what not."""

    shared: tuple[Span, ...]
    differing: tuple[Span, ...]


def evidence_of(group: DuplicateGroup, number: int) -> Evidence:
    """The evidence in the text of member `number`."""
    words = tuple(located_words(group.members[number].text))
    shared = tuple(word.span for word in words if word.form in group.shared)
    own = group.differing[number]
    return Evidence(shared, tuple(word.span for word in words if word.form in own))


class Likeness(NamedTuple):
    """An entry, or an item of one, that says what a text says, or nearly. `score` is from 0 to 1."""

    entry: Entry
    is_same: bool
    score: float


class Duplicates:
    """The one judge of what is alike: for the list of groups, for what may go, for what comes in and for notes.

    For workers; what was read or judged once is not judged again.
    """

    def __init__(self, view: View, marks: Callable[[], Marks]) -> None:
        self._view = view
        self._marks = marks
        self._similarity = Similarity()
        self._lookup = Lookup()
        self._pieces: dict[int, tuple[ReadDocument, tuple[Entry, ...]]] = {}
        self._lines: dict[int, tuple[ReadDocument, tuple[Entry, ...]]] = {}
        self._looked_up: EntryList | None = None
        self._saying: dict[str, list[Entry]] = {}
        """The entries and lines of what was looked up last, by their text."""
        self._last: tuple[tuple[str, ...], list[Alikes]] = ((), [])
        self._reading, self._finding, self._looking = Lock(), Lock(), Lock()

    def find(
        self, entries: EntryList, is_wanted: Callable[[], bool] = lambda: True
    ) -> tuple[DuplicateGroup, ...]:
        """All groups, the surest first, without those that were dismissed; fewer only once `is_wanted` says no.

        Raises `MarksError`.
        """
        all_of_them = self._all_pieces(entries)
        with self._finding:
            texts = tuple(entry.text for entry in all_of_them)
            if texts != self._last[0]:
                found = self._similarity.find(texts, is_wanted)
                if not is_wanted():
                    return ()
                self._last = (texts, found)
            alike = self._last[1]
        dismissed = {mark.key for mark in self._marks().of(MarkKind.DISMISSED)}
        return tuple(
            group
            for alikes in alike
            for group in self._groups(all_of_them, alikes)
            if _KEY + group.digest not in dismissed
        )

    def compare(self, one: Entry, other: Entry) -> Shared | None:
        """How alike two members of what was found last are; None where only others bring them together."""
        with self._finding:
            return self._similarity.compare(one.text, other.text)

    def alike(self, text: str, entries: EntryList) -> tuple[Likeness, ...]:
        """What says the same as a text or nearly, those that do so most first; the entry itself, if it is there.

        One line among others in a section counts too.
        """
        with self._looking:
            if self._looked_up is not entries:
                self._saying.clear()
                for entry in (*self._all_pieces(entries), *self._all_lines(entries)):
                    self._saying.setdefault(entry.text, []).append(entry)
                self._lookup.follow(self._saying)
                self._looked_up = entries
            return tuple(
                Likeness(entry, like.is_same, like.score)
                for like in self._lookup.find(text)
                for entry in self._saying[like.text]
            )

    def _all_pieces(self, entries: EntryList) -> tuple[Entry, ...]:
        """Every entry, and of a section with a list its items; of a document that is the same, as last time."""
        with self._reading:
            known, self._pieces = self._pieces, {}
            for read in entries.documents:
                # The document is kept with its pieces, so that no other can get its identity.
                self._pieces[id(read)] = known.get(id(read)) or (read, _pieces_of(read))
            return tuple(piece for _, pieces in self._pieces.values() for piece in pieces)

    def _all_lines(self, entries: EntryList) -> Iterator[Entry]:
        known, self._lines = self._lines, {}
        for read in entries.documents:
            self._lines[id(read)] = known.get(id(read)) or (read, _lines_of(read))
            yield from self._lines[id(read)][1]

    def dismiss(self, group: DuplicateGroup, when: float) -> tuple[MarkChange, ...]:
        """Show a group no more as long as its members say what they say. Raises `MarksError`."""
        path = group.members[0].document.path
        digest = group.digest
        return self._marks().put_all([Mark(MarkKind.DISMISSED, path, _KEY + digest, 0, digest, when)])

    def _groups(self, entries: Sequence[Entry], alikes: Alikes) -> Iterator[DuplicateGroup]:
        chosen = list(self._each_once(entries, alikes.members))
        if len(chosen) < 2:
            return
        places, members = zip(*chosen, strict=True)
        group = DuplicateGroup(alikes.kind, members, alikes.score, alikes, places)
        for numbers in _parts_of(group):
            yield group.of(numbers)

    def _each_once(self, entries: Sequence[Entry], numbers: Iterable[int]) -> Iterator[tuple[int, Entry]]:
        """The members with their places in the group; a file that is there by two names counts once.

        Of these names the one that is no link stands for it: what is reached through a link is not removed.
        """
        found: dict[tuple[str, tuple[str, int], int], tuple[int, Entry]] = {}
        for place, number in enumerate(numbers):
            entry = entries[number]
            real = real_path_of(self._view, entry.document.path)
            address = (real, entry.node_id, entry.span.start)
            if address not in found or self._is_at(real, entry.document.path):
                found[address] = (place, entry)
        yield from found.values()

    def _is_at(self, real: str, path: str) -> bool:
        """Whether the file lies at `path` itself, links among its folders aside."""
        folder, name = posixpath.split(path)
        return posixpath.join(real_path_of(self._view, folder), name) == real


def _parts_of(group: DuplicateGroup) -> Iterator[Sequence[int]]:
    """The numbers of those members that may repeat or contradict each other, together."""
    members, pairs = group.members, combinations(range(len(group.members)), 2)
    if group.kind is not Kind.CONTRADICTION:
        is_same = group.kind is Kind.EXACT
        met = [pair for pair in pairs if may_repeat(*(members[at] for at in pair), is_same=is_same)]
        yield from components(met)
        return
    differing = group.differing
    contrary = [
        (one, other)
        for one, other in pairs
        if differing[one] != differing[other] and may_contradict(members[one], members[other])
    ]
    if contrary:
        yield sorted(set(chain.from_iterable(contrary)))


def _pieces_of(read: ReadDocument) -> tuple[Entry, ...]:
    """Every entry, of a section its items; headings and comments alone say nothing."""
    pieces = (piece for entry in read.entries for piece in split(entry))
    return tuple(piece for piece in pieces if not _SAYS_NOTHING.fullmatch(piece.text))


def _lines_of(read: ReadDocument) -> tuple[Entry, ...]:
    return tuple(line for entry in read.entries for line in lines_beside(entry))
