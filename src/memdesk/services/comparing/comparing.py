"""A conflict side by side: what each version says, piece by piece, and the text that results from taking pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from memdesk.text.document import line_key, split_lines
from memdesk.text.edits import Span
from memdesk.text.excerpt import keys_of, keys_with
from memdesk.text.json_string import read_string
from memdesk.text.merge import keep_both
from memdesk.text.merge_lines import pick
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.three_way import stretches

if TYPE_CHECKING:
    from memdesk.services.documents.session import DocumentSession


class Take(Enum):
    """What of a difference goes into the result. Both means theirs, then mine."""

    MINE = "mine"
    BEFORE = "before"
    THEIRS = "theirs"
    BOTH = "both"


class Versions(NamedTuple):
    """A document as it was before, as it is here and as it is on disk, with the merge of what goes together.

    Without a `merge` the texts are compared as a whole.
    """

    before: str
    mine: str
    theirs: str
    merge: Merge | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines as each version has them. `result` is what they merge to, None where the user has to decide.

    `default` is how an easy difference is settled from the start: where one side alone changed something, or where
    both can stay.
    """

    mine: str
    before: str
    theirs: str
    result: str | None = None
    default: Take | None = None
    both: str | None = None
    is_json: bool = False

    @property
    def differs(self) -> bool:
        """Whether there is something to take."""
        return self.result is None

    @property
    def takes(self) -> tuple[Take, ...]:
        """What can be taken: both only where that says more than either."""
        both = self.said(Take.BOTH)
        return tuple(take for take in Take if take is not Take.BOTH or both not in (self.mine, self.theirs))

    def said(self, take: Take) -> str:
        """What the piece becomes."""
        if take is Take.MINE:
            return self.mine
        if take is Take.THEIRS:
            return self.theirs
        if take is Take.BEFORE:
            return self.before
        return self.both if self.both is not None else _both(self.mine, self.theirs)

    def shown(self, take: Take) -> str:
        """What a reader gets of it: where it is a string of JSON, what that says."""
        text = self.said(take)
        return read_string(text[1:-1]).text if self.is_json and text else text


@dataclass(frozen=True, slots=True)
class ComparedNode:
    """A node in which both sides meet, or the document as a whole: its pieces, in order. `key` is "" for the whole."""

    key: str
    occurrence: int
    pieces: tuple[Piece, ...]

    @property
    def differences(self) -> tuple[Piece, ...]:
        """The pieces to settle."""
        return tuple(piece for piece in self.pieces if piece.differs)


@dataclass(frozen=True)
class Comparison:
    """The versions of a document node by node, and what stands in the result around these nodes.

    `around` holds one text more than there are `nodes`: what comes before the first, between them, behind the last.
    """

    nodes: tuple[ComparedNode, ...]
    around: tuple[str, ...]
    versions: Versions

    @cached_property
    def differences(self) -> tuple[Piece, ...]:
        """All that is to be settled, in order."""
        return tuple(piece for node in self.nodes for piece in node.differences)

    @cached_property
    def nodes_of_differences(self) -> tuple[int, ...]:
        """The place in `nodes` of each of the differences."""
        return tuple(place for place, node in enumerate(self.nodes) for _ in node.differences)

    def keys_around(self, piece: Piece) -> str:
        """The private keys of all versions of which a piece has a line: by itself that looks like any other."""
        sides = zip(self._keys, (piece.mine, piece.before, piece.theirs), strict=True)
        return "\n".join(dict.fromkeys(key for keys, said in sides for key in keys_with(keys, said)))

    @cached_property
    def keys(self) -> str:
        """The private keys of all versions, one below the other."""
        return "\n".join(dict.fromkeys(key for keys in self._keys for key in keys))

    @cached_property
    def _keys(self) -> tuple[tuple[str, ...], ...]:
        """Those of each version: a text of megabytes is looked through once, not for each piece."""
        return tuple(map(keys_of, (self.versions.mine, self.versions.before, self.versions.theirs)))

    @cached_property
    def known_lines(self) -> frozenset[str]:
        """What the lines say, as `line_key` has it, that need no decision."""
        texts = (piece.result for node in self.nodes for piece in node.pieces if piece.result is not None)
        return frozenset(line_key(line) for text in (*texts, *self.around) for line in split_lines(text))


class CameIn(NamedTuple):
    """A node that merged by itself: how many lines the other side wrote into it, and how many it took out."""

    key: str
    title: str
    added: int
    removed: int


def compare_versions(versions: Versions) -> Comparison:
    """The pieces of a conflict; pure.

    Lines are the same where they differ in nothing but white space at their end.
    """
    merge = versions.merge
    if merge is None:
        return Comparison((_whole(versions),), ("", ""), versions)
    clashes = sorted(merge.clashes, key=lambda clash: clash.span)
    spans = [Span(0, 0), *(clash.span for clash in clashes), Span(len(merge.text), len(merge.text))]
    around = tuple(merge.text[one.end : other.start] for one, other in pairwise(spans))
    return Comparison(tuple(map(_node, clashes)), around, versions)


def versions_of(session: DocumentSession) -> Versions:
    """What a compare view of an open document shows.

    In a conflict that is base, buffer and disk; where the file is gone, nothing is on disk; else the buffer beside the
    disk, for unsaved text that came back.
    """
    before, mine = session.base_text, session.text.text
    conflict = session.conflict
    if conflict is not None:
        return Versions(
            before, mine, session.disk_text, None if conflict.why_whole else session.conflict_merge()
        )
    return Versions(before, mine, "" if session.base is None else before)


def _whole(versions: Versions) -> ComparedNode:
    return ComparedNode("", 0, tuple(_pieces(versions.before, versions.mine, versions.theirs)))


def _node(clash: Clash) -> ComparedNode:
    mine, before, theirs = clash.mine or "", clash.base or "", clash.theirs or ""
    if clash.both is not None:
        is_json = all(text[:1] in ("", '"') for text in (mine, before, theirs))
        pieces: tuple[Piece, ...] = (Piece(mine, before, theirs, both=clash.both, is_json=is_json),)
    else:
        pieces = tuple(_pieces(before, mine, theirs))
    return ComparedNode(clash.key, clash.occurrence, pieces)


def _pieces(before: str, mine: str, theirs: str) -> Iterator[Piece]:
    lines = [split_lines(text) for text in (before, mine, theirs)]
    keys = [[line_key(line) for line in side] for side in lines]
    for stretch in stretches(*keys):
        sides = [side[span.start : span.end] for side, span in zip(lines, stretch, strict=True)]
        told = [side[span.start : span.end] for side, span in zip(keys, stretch, strict=True)]
        if not any(sides):
            continue
        old, own, other = ("".join(side) for side in sides)
        if told[0] == told[1] == told[2]:
            merged = "".join(pick(*three) or "" for three in zip(*sides, strict=True))
            yield Piece(own, old, other, result=merged)
        else:
            yield Piece(own, old, other, default=_default(*told))


def _default(before: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Take | None:
    """What needs no decision: a change by one side, lines that both added, an edit of what the other deleted."""
    if theirs in (mine, before):
        return Take.MINE
    if mine == before:
        return Take.THEIRS
    if before:
        return None if mine and theirs else (Take.MINE if mine else Take.THEIRS)
    return Take.BOTH


def _both(mine: str, theirs: str) -> str:
    """Theirs, then mine, whole lines each."""
    return keep_both(mine, theirs) if mine and theirs else theirs or mine


def came_in(
    versions: Versions, outlines: Callable[[str], Sequence[tuple[str, str, str]]]
) -> tuple[CameIn, ...]:
    """What the other side changed in nodes that merged by themselves, in the order of the merged text.

    `outlines` gives key, title and text of each top-level node of a text.
    """
    if versions.merge is None:
        return ()
    clashing = {clash.key for clash in versions.merge.clashes}
    mine = {key: text for key, _, text in outlines(versions.mine)}
    found = []
    for key, title, text in outlines(versions.merge.text):
        own = mine.pop(key, "")
        added, removed = _surplus(text, own), _surplus(own, text)
        if key not in clashing and (added or removed):
            found.append(CameIn(key, title, added, removed))
    return tuple(found)


def _surplus(text: str, other: str) -> int:
    """How many lines with words stand in `text` that `other` does not have."""
    known = _told(other)
    return sum(line not in known for line in _told(text))


def _told(text: str) -> list[str]:
    return [key for line in split_lines(text) if (key := line_key(line))]
