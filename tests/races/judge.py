"""Who took an entry away that is not on the disk: an agent that wrote the file without it, or a save of ours."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from tests.races.acts import Act, Saved, as_bytes
from tests.races.forms import entries_of, is_of_user, tags_of


class Sighting(NamedTuple):
    """What was on the disk at some moment between `began` and `ended`."""

    began: float
    ended: float
    tags: frozenset[str]


class Overwritten(NamedTuple):
    """An entry that an agent wrote over; it had stood for `stood_s` at least.

    `is_stale` where the agent had read the file before, and while nobody was in the middle of writing it.
    """

    tag: str
    by: Act
    stood_s: float
    is_stale: bool


@dataclass
class Verdict:
    """What became of all entries of one file."""

    entries: int = 0
    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    overwritten: list[Overwritten] = field(default_factory=list)
    reverts_made: int = 0


class _Whole(NamedTuple):
    """A write of the whole file, and the entries that it had."""

    act: Act
    tags: frozenset[str]


def judge(acts: Sequence[Act], saves: Sequence[Saved], final: bytes, answers: Sequence[Act] = ()) -> Verdict:
    """Compare what everybody says to have written with what is there in the end.

    An entry that is gone is lost, unless an agent wrote the whole file without it at a time that fits: after the entry
    was last seen there, and before it was first missed; or the user did, by one of the `answers`, where a question
    about the whole file left no other. Two agents that write into the file itself at the same time leave a mixture of
    their texts, from which any entry may be gone, though both had it. What stands twice is ours where it stood once in
    what a save replaced: agents that write into the file at the same time double entries themselves.
    """
    written = {act.tag: (act.began, act.ended) for act in acts}
    written |= {tag: (save.began, save.ended) for save in saves for tag in save.tags}
    whole = [_Whole(act, _tags(act.wrote)) for act in acts if act.is_whole]
    sightings, present = list(_sightings(acts, whole, saves)), Counter(tags_of(final))
    verdict = Verdict(len(written), reverts_made=_reverts_made(whole, saves))
    verdict.duplicated = sorted({tag for save in saves for tag in _doubled(save)})
    kept = [frozenset(written) - (_tags(answer.read) - _tags(answer.wrote)) for answer in answers]
    given_up = [*whole, *map(_Whole, answers, kept), *_mixtures(whole)]
    for tag, (began, ended) in written.items():
        if not present[tag]:
            seen = [one for one in sightings if tag in one.tags]
            last, until = (
                max([began, *(one.began for one in seen)]),
                max([ended, *(one.ended for one in seen)]),
            )
            # While a save of ours changes files about, nobody can tell which of two writes came first.
            last = min([last, *(save.began for save in saves if save.began <= last <= save.ended)])
            by = _who(tag, last, until, sightings, given_up)
            if by is None:
                verdict.lost.append(tag)
            else:
                read = Sighting(by.read_began, by.read_ended, frozenset())
                is_without = by not in answers and tag not in _tags(by.wrote)
                is_stale = is_without and by.read_began < ended and not _is_torn(read, whole)
                verdict.overwritten.append(Overwritten(tag, by, max(last - ended, 0.0), is_stale))
    return verdict


def _who(
    tag: str, last: float, until: float, sightings: Sequence[Sighting], whole: Sequence[_Whole]
) -> Act | None:
    """The write that may have written the entry away: after the time `last`, before it was first missed.

    Who did not see it before `until`, when it was there for certain, or while somebody wrote the file anew, proves
    nothing: a save of ours may have taken it out for a moment, until it saw what it had replaced.
    """
    missed = math.inf
    for one in sightings:
        if tag not in one.tags and until < one.began and one.ended < missed and not _is_torn(one, whole):
            missed = one.ended
    fitting = (
        one.act for one in whole if one.act.ended >= last and one.act.began <= missed and tag not in one.tags
    )
    return next(fitting, None)


def _mixtures(whole: Sequence[_Whole]) -> Iterator[_Whole]:
    """Writes into the file itself during which another agent began one: nothing is certain to stand in them."""
    acts = [one.act for one in whole if one.act.is_in_place]
    for one, other in permutations(acts, 2):
        if one.writer != other.writer and one.began <= other.began <= one.ended:
            yield _Whole(max(one, other, key=lambda act: act.ended), frozenset())


def _is_torn(sighting: Sighting, whole: Sequence[_Whole]) -> bool:
    """Whether somebody may have been in the middle of writing the file."""
    return any(one.act.began <= sighting.ended and one.act.ended >= sighting.began for one in whole)


def _sightings(acts: Iterable[Act], whole: Iterable[_Whole], saves: Iterable[Saved]) -> Iterator[Sighting]:
    for save in saves:
        yield Sighting(save.began, save.ended, frozenset(tags_of(save.data)))
    for act in acts:
        if act.read is not None:
            yield Sighting(act.read_began, act.read_ended, _tags(act.read))
    for one in whole:
        yield Sighting(one.act.began, one.act.ended, one.tags)


def _doubled(save: Saved) -> list[str]:
    """The entries that stand more than once in what was saved, and more often than in what was there or was had."""
    before = Counter[str]()
    for text in (save.replaced, *save.had):
        before |= Counter(entries_of(text))
    return [tag for tag, count in Counter(entries_of(save.data)).items() if count > max(1, before[tag])]


def _reverts_made(whole: Iterable[_Whole], saves: Sequence[Saved]) -> int:
    """How many writes took back an entry that the user had saved while the agent had its copy in hand."""
    return sum(
        any(one.act.read_ended < save.ended < one.act.began and set(save.tags) - one.tags for save in saves)
        for one in whole
    )


def is_false_alarm(before: bytes, after: bytes, kept: AbstractSet[bytes] = frozenset()) -> bool:
    """Whether putting ours back brings no entry, and none in other words: what was called an old copy was none.

    It is one where it brings other words of the user's, be it below those of somebody else, or lines that an answer of
    the user's had `kept`: to keep them was the user's change.
    """
    brought = Counter(after.split(b"\n")) - Counter(before.split(b"\n"))
    is_same = Counter(entries_of(before)) == Counter(entries_of(after))
    return is_same and kept.isdisjoint(brought) and not any(map(is_of_user, brought))


def _tags(text: str | None) -> frozenset[str]:
    return frozenset(tags_of(as_bytes(text or "")))
