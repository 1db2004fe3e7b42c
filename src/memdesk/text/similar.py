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
from typing import NamedTuple

from memdesk.text.candidate_pairs import CandidatePairs
from memdesk.text.compared import Finding, Verdict
from memdesk.text.contradictions import judge
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


class Alikes(NamedTuple):
    """Texts that belong together, by their numbers. `shared` are the rarest words they have in common.

    `differing` are, for each text, the words that not all have; `score` is the lowest of all compared, from 0 to 1.
    """

    kind: Kind
    members: tuple[int, ...]
    score: float
    shared: tuple[str, ...] = ()
    differing: tuple[tuple[str, ...], ...] = ()


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
        crowds = _Crowds(groups.words)
        for one, other in candidates.find(is_wanted):
            if crowds.hold(one, other):
                continue
            compared += len(groups.words[one]) + len(groups.words[other])
            if compared > _BATCH:
                compared = 0
                if not is_wanted():
                    return []
            key = (groups.firsts[one], groups.firsts[other])
            mine, theirs = groups.statement(one), groups.statement(other)
            found = self._judged[key] if key in self._judged else judge(mine, theirs)
            judged[key] = found
            if found is not None and groups.vocabulary.confirms(mine, theirs, found):
                pairs.append((one, other, found))
                crowds.note(one, other, found)
        if not is_wanted():
            return []
        self._judged, self._vocabulary = judged, groups.vocabulary
        return list(_Grouping(groups, list(_without_patterns(groups, pairs))).groups())


class _Groups:
    """The texts that say the same, as one each: their numbers, their words, and what the first of them is."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.members: list[Sequence[int]] = []
        # Tuples of words and of numbers are nothing that Python would go through to look for cycles.
        self.words: list[tuple[str, ...]] = []
        first: dict[tuple[str, ...], int] = {}
        several: dict[tuple[str, ...], list[int]] = {}
        for number, text in enumerate(texts):
            words = tuple(words_of(text))
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

    def statement(self, number: int) -> Statement:
        """The first of the texts, as it is compared."""
        found = self._statements.get(number)
        if found is None:
            found = self._statements[number] = Statement(self.firsts[number], self.words[number])
        return found


class _Crowds:
    """Texts that others bring together already: many such need not be judged each with each."""

    def __init__(self, words: Sequence[Sequence[str]]) -> None:
        self._words = words
        self._crowd_of: dict[int, set[int]] = {}

    def hold(self, one: int, other: int) -> bool:
        """Whether both are among the same many texts, and neither has a word alone that could turn them round."""
        crowd = self._crowd_of.get(one)
        if crowd is None or len(crowd) <= _CROWD or other not in crowd:
            return False
        return all(map(is_telling, set(self._words[one]) ^ set(self._words[other])))

    def note(self, one: int, other: int, found: Finding) -> None:
        """Take both for texts of one crowd, where they say nearly the same."""
        if found.verdict is not Verdict.NEAR:
            return
        small, large = sorted(
            (self._crowd_of.get(one) or {one}, self._crowd_of.get(other) or {other}), key=len
        )
        if small is not large:
            large |= small
            self._crowd_of.update(dict.fromkeys((*small, one, other), large))


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
        best_first = sorted(near, key=lambda pair: -pair[2].score)
        joined = components((pair[:2] for pair in best_first), contrary)
        together = [group for group in joined if len(group) > 1]
        in_near = {number for group in together for number in group}
        for number, members in enumerate(self.texts.members):
            if len(members) > 1 and number not in in_near:
                words = self._rarest(set(self.texts.words[number]))
                yield Alikes(Kind.EXACT, tuple(members), 1.0, words, ((),) * len(members))
        lowest = dict.fromkeys(in_near, 1.0)
        for one, other, found in near:
            for number in (one, other):
                lowest[number] = min(lowest.get(number, 1.0), found.score)
        weakest = [(min([lowest[number] for number in group]), group) for group in together]
        for score, group in sorted(weakest, key=lambda scored: -scored[0]):
            yield self._near(group, score)
        for one, other, found in sorted(self.pairs, key=lambda pair: -pair[2].score):
            if found.verdict is not Verdict.NEAR:
                yield self._contradiction(one, other, found)

    def _near(self, group: Sequence[int], score: float) -> Alikes:
        common = set.intersection(*[set(self.texts.words[number]) for number in group])
        members: list[int] = []
        differing: list[tuple[str, ...]] = []
        for number in group:
            own = tuple(dict.fromkeys([word for word in self.texts.words[number] if word not in common]))
            members += self.texts.members[number]
            differing += [own] * len(self.texts.members[number])
        return Alikes(Kind.NEAR, tuple(members), score, self._rarest(common), tuple(differing))

    def _contradiction(self, one: int, other: int, found: Finding) -> Alikes:
        common = set(self.texts.words[one]) & set(self.texts.words[other])
        first, second = self.texts.members[one], self.texts.members[other]
        differing = (*[found.differing[0]] * len(first), *[found.differing[1]] * len(second))
        return Alikes(Kind.CONTRADICTION, (*first, *second), found.score, self._rarest(common), differing)

    def _rarest(self, words: Iterable[str]) -> tuple[str, ...]:
        return self.texts.vocabulary.rarest(words, _SHOWN_WORDS)


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
