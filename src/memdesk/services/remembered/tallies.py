"""What a version changed, counted: so many entries, sections or fields came, changed or went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.text.alignment import likeness, words_of
from memdesk.text.outline import NodeKind

_ALIKE = 0.5
"""Share of words that what went and what came must have in common to be one node that was changed."""
_MOST_COMPARED = 2_500


class Noun(Enum):
    """What is counted."""

    ENTRY = "entry"
    SECTION = "section"
    FIELD = "field"
    PLACE = "place"
    """Text that is neither."""


class Fate(Enum):
    """What became of it."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


class Tally(NamedTuple):
    """A count: how many things of one kind were added, changed or removed."""

    fate: Fate
    noun: Noun
    how_many: int


_NOUNS = {
    NodeKind.ENTRY: Noun.ENTRY,
    NodeKind.INDEX_LINE: Noun.ENTRY,
    NodeKind.SECTION: Noun.SECTION,
    NodeKind.FIELD: Noun.FIELD,
    NodeKind.FRONT_MATTER: Noun.FIELD,
}


def noun_of(kind: NodeKind) -> Noun:
    """What a node of this kind is called when it is counted."""
    return _NOUNS.get(kind, Noun.PLACE)


def tally(differences: Sequence[NodeDifference]) -> tuple[Tally, ...]:
    """How much came, changed and went, in this order; what went and came back in other words has changed.

    Blank lines around it do not count.
    """
    pairs = reworded(differences)
    gone = {id(old) for old, _ in pairs}
    fates: Counter[tuple[Fate, Noun]] = Counter()
    come = {id(new) for _, new in pairs}
    for one in differences:
        is_same = one.then is not None and one.now is not None and one.then.strip() == one.now.strip()
        if id(one) in gone or is_same or not (one.then or one.now or "").strip():
            continue
        if id(one) in come or (one.then is not None and one.now is not None):
            fates[Fate.CHANGED, noun_of(one.kind)] += 1
        else:
            fates[Fate.ADDED if one.then is None else Fate.REMOVED, noun_of(one.kind)] += 1
    order = list(Fate)
    ordered = sorted(fates.items(), key=lambda item: (order.index(item[0][0]), item[0][1].value))
    return tuple(Tally(fate, noun, how_many) for (fate, noun), how_many in ordered)


def reworded(differences: Sequence[NodeDifference]) -> list[tuple[NodeDifference, NodeDifference]]:
    """What went, with what came in its stead: nodes of one kind that say nearly the same, each once."""
    gone = [one for one in differences if one.now is None]
    come = [one for one in differences if one.then is None]
    if not gone or not come or len(gone) * len(come) > _MOST_COMPARED:
        return []
    words = {id(one): words_of((one.then or "") + (one.now or "")) for one in (*gone, *come)}
    likenesses = [
        (likeness(words[id(old)], words[id(new)]), old_at, new_at)
        for old_at, old in enumerate(gone)
        for new_at, new in enumerate(come)
        if old.kind is new.kind
    ]
    pairs: dict[int, int] = {}
    for share, old_at, new_at in sorted(likenesses, key=lambda found: (-found[0], *found[1:])):
        if share >= _ALIKE and old_at not in pairs and new_at not in pairs.values():
            pairs[old_at] = new_at
    return [(gone[old_at], come[new_at]) for old_at, new_at in pairs.items()]
