"""Which of many texts say the same, nearly the same, or the contrary, without comparing each with each.

Texts are brought together by pairs of their rarest words, in any order; misspelt words stand for what they were meant
to be. Values and negations are left out of that, so that a text meets the one that contradicts it. Whether two that
met are alike is judged by `Vocabulary.compare`, here and in `lookup`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from memdesk.text.candidate_pairs import CandidatePairs
from memdesk.text.compared import Finding, Verdict
from memdesk.text.contradictions import deciding_words, judge, may_be_turned
from memdesk.text.opposites import with_opposites
from memdesk.text.statement import Statement
from memdesk.text.vocabulary import Vocabulary, is_telling
from memdesk.text.wording import event_stamp, words_of

_PATTERN = 8
"""So many texts that differ in one value follow a pattern, and contradict each other no more than lines of a table."""
_CROWD = 8
"""Of more texts that others bring together, two with the same values are not compared as well."""
_BATCH = 20_000
"""So many words are compared before one asks again whether it is wanted."""
_SHOWN_WORDS = 5


class Kind(StrEnum):
    """What a group of texts is."""

    EXACT = "exact"
    NEAR = "near"
    CONTRADICTION = "contradiction"


class Alikes:
    """Texts that belong together, by their numbers; `score` is the lowest of all compared, from 0 to 1.

    What shows it is worked out when it is first asked for: most groups are never looked at.
    """

    def __init__(
        self,
        kind: Kind,
        members: tuple[int, ...],
        score: float,
        texts: Sequence[str],
        vocabulary: Vocabulary,
        decided: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        """`texts` are all texts, `decided`, of a contradiction, the words of each member that decided it."""
        self.kind = kind
        self.members = members
        self.score = score
        self._texts = texts
        self._vocabulary = vocabulary
        self._decided = decided

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """The rarest words they have in common."""
        return self._vocabulary.rarest(self._common, _SHOWN_WORDS)

    @cached_property
    def differing(self) -> tuple[tuple[str, ...], ...]:
        """For each text, the words that not all have, or those that decided it."""
        common = self._common
        return self._decided or tuple(
            tuple(dict.fromkeys([word for word in words_of(self._texts[number]) if word not in common]))
            for number in self.members
        )

    @cached_property
    def _common(self) -> frozenset[str]:
        return frozenset.intersection(*[frozenset(words_of(self._texts[number])) for number in self.members])


class Shared(NamedTuple):
    """What two texts have in common: a share of the words, from 0 to 1, and whether they are the same in one order."""

    share: float
    is_same: bool


def _events_apart(texts: Sequence[str], numbers: list[int]) -> list[list[int]]:
    """Texts that say the same, apart where they tell of events of other times."""
    events: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        events[event_stamp(texts[number])].append(number)
    return list(events.values())


class Similarity:
    """Finds what is alike in a list of texts, and remembers from one call to the next what it has judged."""

    def __init__(self) -> None:
        self._judged: dict[tuple[str, str], Finding | None] = {}
        self._vocabulary = Vocabulary()

    def compare(self, one: str, other: str) -> Shared | None:
        """What two texts have in common that say the same or nearly; None for others.

        Judged among the texts of the last `find`, as that does it.
        """
        left, right = (Statement(text, words_of(text)) for text in (one, other))
        if left.words == right.words:
            return Shared(1.0, is_same=True) if left.words and left.event == right.event else None
        found = self._vocabulary.compare(left, right)
        if found is None or found.verdict is not Verdict.NEAR:
            return None
        return Shared(found.score, is_same=False)

    def find(self, texts: Sequence[str], is_wanted: Callable[[], bool] = lambda: True) -> list[Alikes]:
        """All groups: the exact ones first, then the near ones, then contradictions; best first.

        Nothing once `is_wanted` says no.
        """
        if not is_wanted():
            return []
        groups = _Groups(texts)
        if not is_wanted():
            return []
        candidates = CandidatePairs(groups.words, groups.vocabulary)
        compared = 0
        pairs: list[tuple[int, int, Finding]] = []
        judged: dict[tuple[str, str], Finding | None] = {}
        crowds = _Crowds(groups)
        met = (pair for pair in candidates.find(is_wanted, crowds.standing) if not crowds.put_off(*pair))
        for one, other in chain(met, crowds.left_open()):
            compared += len(groups.words[one]) + len(groups.words[other])
            if compared > _BATCH:
                compared = 0
                if not is_wanted():
                    return []
            key = (groups.firsts[one], groups.firsts[other])
            if key not in self._judged:
                self._judged[key] = judge(groups.statement(one), groups.statement(other))
            found = judged[key] = self._judged[key]
            words, others = groups.words[one], groups.words[other]
            if found is not None and groups.vocabulary.confirms(found, words, others):
                pairs.append((one, other, found))
                crowds.note(one, other, found)
        if not is_wanted():
            return []
        self._judged, self._vocabulary = judged, groups.vocabulary
        return list(_Grouping(groups, list(_without_patterns(groups, pairs))).groups())


class _Groups:
    """The texts that say the same, as one each: their numbers, their words, and what the first of them is."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.members: list[Sequence[int]] = []
        # Tuples of words and of numbers are nothing that Python would go through to look for cycles.
        self.words: list[tuple[str, ...]] = []
        # Equal words are one object: so they are found without being compared.
        forms: dict[str, str] = {}
        first: dict[tuple[str, ...], int] = {}
        several: dict[tuple[str, ...], list[int]] = {}
        for number, text in enumerate(texts):
            found = words_of(text)
            words = tuple(map(forms.setdefault, found, found))
            before = first.setdefault(words, number)
            if before != number:
                several.setdefault(words, [before]).append(number)
        first.pop((), None)
        for words, number in first.items():
            for same in _events_apart(texts, several[words]) if words in several else ((number,),):
                self.members.append(same)
                self.words.append(words)
        self.firsts = [texts[numbers[0]] for numbers in self.members]
        self.vocabulary = Vocabulary(first)
        self._statements: dict[int, Statement] = {}

    @cached_property
    def untelling(self) -> frozenset[str]:
        """The words that bring no texts together."""
        return frozenset([word for word in self.vocabulary.frequency if not is_telling(word)])

    @cached_property
    def deciding(self) -> frozenset[str]:
        """The words that could turn a text round or give it another value."""
        return with_opposites(self.vocabulary.frequency.keys()) | self.untelling

    def statement(self, number: int) -> Statement:
        """The first of the texts, as it is compared."""
        found = self._statements.get(number)
        if found is None:
            found = self._statements[number] = Statement(self.firsts[number], self.words[number])
        return found


class _Crowds:
    """Texts that others bring together already: such need not be judged each with each.

    Of more than `_CROWD` two with the same values and negations are not, whatever names they tell. Of fewer they are,
    unless both have the same deciding words, in the same order or in quite another one: then neither can contradict the
    other.
    """

    def __init__(self, groups: _Groups) -> None:
        self._groups = groups
        self.standing: dict[int, int] = {}
        """By the texts of large crowds: those with the same standing need not be judged.

        They are of one crowd, and have the same values and negations.
        """
        self._standings: dict[tuple[int, frozenset[str]], int] = {}
        self._crowd_of: dict[int, list[int]] = {}
        self._deciding: dict[int, tuple[str, ...] | None] = {}
        self._put_off: list[tuple[int, int]] = []
        self._contrary: set[int] = set()

    def put_off(self, one: int, other: int) -> bool:
        """Whether both are of one crowd, and cannot contradict each other; they may come back in `left_open`."""
        crowd = self._crowd_of.get(one)
        if crowd is None or crowd is not self._crowd_of.get(other):
            return False
        deciding = self._deciding_of(one)
        if deciding is None or deciding != self._deciding_of(other) or self._may_be_turned(one, other):
            return False
        self._put_off.append((one, other))
        return True

    def note(self, one: int, other: int, found: Finding) -> None:
        """Take both for texts of one crowd, where they say nearly the same."""
        if found.verdict is not Verdict.NEAR:
            self._contrary |= {one, other}
            return
        mine, theirs = self._crowd_of.get(one) or [one], self._crowd_of.get(other) or [other]
        if mine is not theirs:
            small, large = (mine, theirs) if len(mine) < len(theirs) else (theirs, mine)
            before = len(large)
            large += small
            self._crowd_of.update(dict.fromkeys(small, large))
            self._crowd_of[large[0]] = large
            if len(large) > _CROWD:
                for number in small if before > _CROWD else large:
                    self.standing[number] = self._standing_in(large[0], number)

    def left_open(self) -> Iterator[tuple[int, int]]:
        """What was put off in crowds of which a text contradicts others: there each pair may tell who is with whom."""
        for one, other in self._put_off:
            if not self._contrary.isdisjoint(self._crowd_of[one]):
                yield one, other

    def _standing_in(self, crowd: int, number: int) -> int:
        untelling = self._groups.untelling.intersection(self._groups.words[number])
        return self._standings.setdefault((crowd, untelling), len(self._standings))

    def _deciding_of(self, number: int) -> tuple[str, ...] | None:
        if number not in self._deciding:
            statement = self._groups.statement(number)
            self._deciding[number] = deciding_words(statement, self._groups.deciding)
        return self._deciding[number]

    def _may_be_turned(self, one: int, other: int) -> bool:
        return may_be_turned(self._groups.statement(one), self._groups.statement(other))


def _without_patterns(
    groups: _Groups, pairs: Sequence[tuple[int, int, Finding]]
) -> Iterator[tuple[int, int, Finding]]:
    """The pairs, without those whose other value stands in a sentence that many texts fill each with its own."""
    frames: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    frame_of: dict[tuple[int, int], tuple[str, ...]] = {}
    for one, other, found in pairs:
        if found.verdict is Verdict.OTHER_VALUE:
            own = set(found.differing[0])
            frame = tuple(sorted(word for word in groups.words[one] if word not in own))
            frame_of[one, other] = frame
            frames[frame] |= {one, other}
    for pair in pairs:
        if pair[:2] not in frame_of or len(frames[frame_of[pair[:2]]]) <= _PATTERN:
            yield pair


@dataclass(frozen=True, slots=True)
class _Grouping:
    """Makes groups of judged pairs."""

    texts: _Groups
    pairs: Sequence[tuple[int, int, Finding]]

    def groups(self) -> Iterator[Alikes]:
        near = [pair for pair in self.pairs if pair[2].verdict is Verdict.NEAR]
        contrary = [pair[:2] for pair in self.pairs if pair[2].verdict is not Verdict.NEAR]
        best_first = sorted(near, key=lambda pair: (-pair[2].score, pair[0], pair[1]))
        joined = components((pair[:2] for pair in best_first), contrary)
        together = [group for group in joined if len(group) > 1]
        in_near = {number for group in together for number in group}
        for number, members in enumerate(self.texts.members):
            if len(members) > 1 and number not in in_near:
                yield self._alikes(Kind.EXACT, tuple(members), 1.0)
        lowest = dict.fromkeys(in_near, 1.0)
        for one, other, found in near:
            for number in (one, other):
                lowest[number] = min(lowest.get(number, 1.0), found.score)
        weakest = [(min([lowest[number] for number in group]), group) for group in together]
        for score, group in sorted(weakest, key=lambda scored: -scored[0]):
            members = tuple(chain.from_iterable([self.texts.members[number] for number in group]))
            yield self._alikes(Kind.NEAR, members, score)
        for one, other, found in sorted(self.pairs, key=lambda pair: -pair[2].score):
            if found.verdict is not Verdict.NEAR:
                first, second = self.texts.members[one], self.texts.members[other]
                mine, theirs = found.differing
                decided = (*[mine] * len(first), *[theirs] * len(second))
                yield self._alikes(Kind.CONTRADICTION, (*first, *second), found.score, decided)

    def _alikes(
        self, kind: Kind, members: tuple[int, ...], score: float, decided: tuple[tuple[str, ...], ...] = ()
    ) -> Alikes:
        return Alikes(kind, members, score, self.texts.texts, self.texts.vocabulary, decided)


def components(pairs: Iterable[tuple[int, int]], apart: Iterable[tuple[int, int]] = ()) -> list[list[int]]:
    """Numbers that pairs join, group by group; a pair that would bring two together that are `apart` is left out."""
    foes: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in apart:
        foes[one].add(other)
        foes[other].add(one)
    group_of: dict[int, list[int]] = {}
    refused: set[tuple[int, int]] = set()
    for one, other in pairs:
        mine, theirs = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if mine is not theirs:
            # The smaller one goes into the larger one: a chain in falling order would be gone through at each link.
            small, large = sorted((mine, theirs), key=len)
            # Groups only grow, and are known by their first number: so these two stay apart.
            if foes and (small[0], large[0]) in refused:
                continue
            if foes and any(group_of.get(foe) is large for number in small for foe in foes.get(number, ())):
                refused |= {(small[0], large[0]), (large[0], small[0])}
                continue
            large += small
            group_of.update(dict.fromkeys(small, large))
    unique = {id(group): group for group in group_of.values()}
    return [sorted(group) for group in unique.values()]
