"""Sets whose seeds no rule was made on: nearly all planted pairs are found, and hardly anything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from statistics import fmean

import pytest

from memdesk.text import similar
from memdesk.text.candidate_pairs import CandidatePairs
from memdesk.text.compared import Finding
from memdesk.text.contradictions import judge
from memdesk.text.similar import Alikes, Kind, Similarity
from memdesk.text.statement import Statement
from memdesk.text.vocabulary import Vocabulary
from memdesk.text.wording import words_of
from tests.similar.code_notes import code_notes
from tests.similar.figures import measured, pairs_of
from tests.similar.natural import (
    CONTRARY,
    DIFFERENT,
    MOVED,
    NEAR_MISSES,
    SAID_AGAIN,
    SAME,
    TWO_SUBJECTS,
    UNSURE,
)
from tests.similar.planted import WAYS, Sentences, grouped, patterned, planted, slotted, twice_slotted
from tests.similar.spoken import spoken
from tests.similar.tongues import TONGUES

HELD_OUT = (20_011, 20_023)


@pytest.mark.parametrize("seed", HELD_OUT)
def test_recall_and_precision(seed: int) -> None:
    made = planted(seed, 2000)
    misses = tuple(text for pair in NEAR_MISSES for text in pair)
    found = measured(made._replace(texts=(*made.texts, *misses)))
    print(found.line(f"2000 texts, seed {seed}"))  # noqa: T201  the figures, with -s
    assert found.recall >= 0.99
    assert found.precision >= 0.95


@pytest.mark.parametrize("size", [2, 4, 20])
def test_groups_of_many_that_say_the_same(size: int) -> None:
    made = [grouped(seed, 1000, size) for seed in HELD_OUT]
    found = list(map(measured, made))
    for each in found:
        print(each.line(f"1000 texts, groups of {size}"))  # noqa: T201  the figures, with -s
    assert fmean(each.recall for each in found) >= 0.99
    assert fmean(each.precision for each in found) >= 0.95


def test_two_hundred_that_say_one_thing_are_no_pattern() -> None:
    """Each of its words is another one in some of them. Few are missed: some say too little, or the contrary."""
    made = [grouped(seed, 2000, 200) for seed in HELD_OUT]
    found = list(map(measured, made))
    for each in found:
        print(each.line("2000 texts, groups of 200"))  # noqa: T201  the figures, with -s
    assert fmean(each.recall for each in found) >= 0.9
    assert fmean(each.precision for each in found) >= 0.95


MADE = {language: partial(spoken, language) for language in TONGUES} | {"code": code_notes}


@pytest.mark.parametrize("kind", MADE)
def test_sentences_of_several_languages_and_notes_on_code(kind: str) -> None:
    made = [MADE[kind](seed, 1000) for seed in HELD_OUT]
    found = list(map(measured, made))
    for each in found:
        print(each.line(f"1000 texts, {kind}"))  # noqa: T201  the figures, with -s
    assert fmean(each.recall for each in found) >= 0.99
    assert fmean(each.precision for each in found) >= 0.95
    contrary = [(set_.misses, each.contrary) for set_, each in zip(made, found, strict=True)]
    # Of most pairs that differ in one word nobody can tell whether they are about one thing: those are not told.
    assert all(found <= planted for planted, found in contrary)


@pytest.mark.parametrize("count", [80, 1000])
def test_texts_that_follow_a_pattern_neither_contradict_each_other_nor_hide_what_is_twice_there(
    count: int,
) -> None:
    made = patterned(51_001, count)
    groups = Similarity().find(made.texts)
    assert pairs_of(groups, Kind.EXACT, Kind.NEAR) == made.same
    assert not [group for group in groups if group.kind is Kind.CONTRADICTION]


def test_few_of_one_frame_are_contrary() -> None:
    texts = [f"The staging server listens on port 80{number}" for number in range(10, 14)]
    assert len(pairs_of(Similarity().find(texts), Kind.CONTRADICTION)) == 6


def test_a_pattern_costs_hardly_more_comparisons_than_it_has_texts() -> None:
    texts = patterned(51_007, 2000).texts
    pairs = CandidatePairs([tuple(words_of(text)) for text in texts], Vocabulary(map(words_of, texts)))
    assert len(list(pairs.find())) < len(texts)


@pytest.mark.parametrize("frames", [1, 25])
def test_a_pattern_whose_slot_holds_a_word_of_its_own_is_no_duplicate(frames: int) -> None:
    """As a list of names is none: they cost no comparisons, and what is twice there is found all the same."""
    texts = slotted(51_013, 1000, frames)
    pairs = CandidatePairs([tuple(words_of(text)) for text in texts], Vocabulary(map(words_of, texts)))
    assert len(list(pairs.find())) < len(texts)
    assert Similarity().find(texts) == []
    again = [*texts, " ".join([*texts[7].split()[2:], *texts[7].split()[:2]]), texts[9].upper()]
    assert pairs_of(Similarity().find(again), Kind.EXACT, Kind.NEAR) == {(7, 1000), (9, 1001)}


@pytest.mark.parametrize("frames", [1, 25])
def test_a_pattern_with_two_slots_is_no_duplicate(frames: int) -> None:
    """Its lines differ in two words, or by chance in one; what is twice there is found all the same."""
    texts = twice_slotted(51_019, 1000, frames)
    pairs = CandidatePairs([tuple(words_of(text)) for text in texts], Vocabulary(map(words_of, texts)))
    assert len(list(pairs.find())) < len(texts)
    assert Similarity().find(texts) == []
    again = [*texts, " ".join([*texts[7].split()[2:], *texts[7].split()[:2]]), texts[9].upper()]
    assert pairs_of(Similarity().find(again), Kind.EXACT, Kind.NEAR) == {(7, 1000), (9, 1001)}


def test_a_pattern_of_whose_words_three_are_others_each_time_is_no_duplicate() -> None:
    """Not even where one of its lines has each of the three in common with others, and all the rest."""
    make = Sentences(51_047)
    frame = make.random.sample(make.words, 9)
    pools = [[_own_word(make) for _ in range(6)] for _ in range(3)]
    texts = [
        " ".join([*frame[:3], one, *frame[3:6], two, *frame[6:], three])
        for one, two, three in product(*pools)
    ]
    assert not pairs_of(Similarity().find(texts), Kind.EXACT, Kind.NEAR)


def _own_word(make: Sentences) -> str:
    return "".join(make.random.choices("abcdefghijklmnopqrstuvwxyz", k=10))


def test_short_texts_that_begin_alike_are_no_pattern() -> None:
    """Two of four words are what each of them says."""
    make = Sentences(51_023)
    texts = [f"user prefers {make.other_word()} {make.other_word()}" for _ in range(30)]
    texts += ["user prefers colourful dashboards", "user prefers colourful panels"]
    pairs = CandidatePairs([tuple(words_of(text)) for text in texts], Vocabulary(map(words_of, texts)))
    assert (30, 31) in set(pairs.find())


def test_a_look_is_stopped_between_two_texts_that_are_long() -> None:
    make = Sentences(51_011)
    same = [make.other_word() for _ in range(6000)]
    texts = [" ".join([*same, *(make.other_word() for _ in range(4000))]) for _ in range(6)]
    left = iter([True] * 4)
    assert Similarity().find(texts, lambda: next(left, False)) == []
    assert next(left, None) is None


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_way_alone(way: Callable[[list[str], Sentences], list[str]]) -> None:
    make = Sentences(31_013)
    texts = []
    for _ in range(200):
        words = make.one()
        texts += [" ".join(words), " ".join(way(list(words), make))]
    found = pairs_of(Similarity().find(texts), Kind.EXACT, Kind.NEAR)
    assert len(found & {(at, at + 1) for at in range(0, 400, 2)}) >= 198


def test_natural_pairs_among_each_other() -> None:
    texts = [
        text for pair in (*SAME, *MOVED, *SAID_AGAIN, *CONTRARY, *DIFFERENT, *NEAR_MISSES) for text in pair
    ]
    groups = Similarity().find(texts)
    first = 2 * len((*SAME, *MOVED, *SAID_AGAIN))
    assert pairs_of(groups, Kind.EXACT, Kind.NEAR) == {(at, at + 1) for at in range(0, first, 2)}
    contrary = {(at, at + 1) for at in range(first, first + 2 * len(CONTRARY), 2)}
    assert contrary <= pairs_of(groups, Kind.CONTRADICTION)


def _kinds(groups: list[Alikes]) -> list[Kind]:
    return [group.kind for group in groups]


@pytest.mark.parametrize("pair", [*SAME, *MOVED, *SAID_AGAIN])
def test_natural_pairs_that_say_the_same(pair: tuple[str, str]) -> None:
    assert _kinds(Similarity().find(pair)) in ([Kind.EXACT], [Kind.NEAR])


@pytest.mark.parametrize("pair", CONTRARY)
def test_natural_pairs_that_say_the_contrary(pair: tuple[str, str]) -> None:
    assert _kinds(Similarity().find(pair)) == [Kind.CONTRADICTION]


@pytest.mark.parametrize("pair", [*TWO_SUBJECTS, *UNSURE])
def test_natural_pairs_on_two_subjects_are_neither_contrary_nor_the_same(pair: tuple[str, str]) -> None:
    assert Similarity().find(pair) == []


@pytest.mark.parametrize("pair", [*DIFFERENT, *NEAR_MISSES])
def test_natural_near_misses_are_no_duplicates(pair: tuple[str, str]) -> None:
    assert not pairs_of(Similarity().find(pair), Kind.EXACT, Kind.NEAR)


def test_a_crowd_that_shares_its_words_is_looked_through_too() -> None:
    names = sorted(Sentences(7).words, key=len)[-60:]
    texts = [
        f"the {names[one]} talks with the {names[20 + other]} through the queue of the {names[40 + (one + other) % 20]}"
        for one in range(20)
        for other in range(20)
    ]
    wanted = (len(texts), len(texts) + 1)
    texts += ["the wervicew talks with the zervicez through the queue of the qervicex once more today"] * 2
    assert pairs_of(Similarity().find(texts), Kind.EXACT, Kind.NEAR) == {wanted}


def _crowd() -> list[str]:
    """Forty texts that say the same in about other words each, and say it of the gateway and the proxy."""
    make = Sentences(51_031)
    rest = make.random.sample(make.words[-3000:], 16)
    kept = [[word for word in rest if word not in make.random.sample(rest, 2)] for _ in range(40)]
    return [" ".join(["gateway", "talks", "before", "proxy", *words]) for words in kept]


def test_texts_that_many_bring_together_are_not_judged_each_with_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged = _counted(monkeypatch)
    texts = _crowd()
    assert pairs_of(Similarity().find(texts), Kind.NEAR) == set(combinations(range(40), 2))
    assert len(judged) < 40 * 39 / 4


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """What is judged from now on, by the first of each pair."""
    judged: list[Statement] = []

    def counted(one: Statement, other: Statement) -> Finding | None:
        judged.append(one)
        return judge(one, other)

    monkeypatch.setattr(similar, "judge", counted)
    return judged


def test_few_that_say_the_same_in_one_order_are_judged_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    make = Sentences(51_041)
    words = make.random.sample(make.words[-3000:], 14)
    texts = [" ".join([*words[:at], make.other_word(), *words[at + 1 :]]) for at in range(6)]
    judged = _counted(monkeypatch)
    assert pairs_of(Similarity().find([" ".join(words), *texts]), Kind.NEAR) == set(combinations(range(7), 2))
    assert len(judged) == 6


def test_few_that_say_the_same_in_quite_other_orders_are_judged_once_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make = Sentences(51_043)
    words = make.random.sample(make.words[-3000:], 14)
    texts = [" ".join(make.random.sample(words, len(words))) for _ in range(6)]
    judged = _counted(monkeypatch)
    assert pairs_of(Similarity().find(texts), Kind.NEAR) == set(combinations(range(6), 2))
    assert len(judged) == 5


def test_two_misspelt_words_that_changed_places_are_not_the_same_among_few_that_are() -> None:
    """Each stands where the other text has a word of its own, as words do that were replaced."""
    words = (
        "morning the gateway restores every session while lanterns travel beside kingfisher near the orchard"
    )
    turned = words.replace("lanterns", "_").replace("kingfisher", "lantenrs").replace("_", "kingfihser")
    texts = [words, words.replace("gateway", "gatewya"), words.replace("orchard", "ocrhard"), turned]
    groups = Similarity().find(texts)
    assert pairs_of(groups, Kind.NEAR) == set(combinations(range(3), 2))
    assert not pairs_of(groups, Kind.CONTRADICTION)


@pytest.mark.parametrize("size", [5, 8])
@pytest.mark.parametrize("seed", HELD_OUT)
def test_what_few_that_contradict_each_other_come_to_does_not_hang_on_what_is_put_off(
    size: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = _disagreeing(seed, 100 * size, size)
    judged = _counted(monkeypatch)
    found = _told(Similarity().find(texts))
    least = len(judged)
    monkeypatch.setattr(similar._Crowds, "put_off", lambda _crowds, _one, _other: False)
    assert _told(Similarity().find(texts)) == found
    assert 2 * least < len(judged)


def _told(groups: list[Alikes]) -> list[tuple[object, ...]]:
    return sorted((group.kind, group.members, group.shared, group.differing) for group in groups)


def _disagreeing(seed: int, count: int, size: int) -> list[str]:
    """Texts in groups that say about the same, some with another value, negated, of another name or turned round."""
    make = Sentences(seed)
    texts: list[str] = []
    while len(texts) < count:
        words = make.one()
        texts += [" ".join(_said_otherwise(list(words), make)) for _ in range(size)]
    return texts


def _said_otherwise(words: list[str], make: Sentences) -> list[str]:
    dice = make.random
    if dice.random() < 0.7:
        words = dice.choice(WAYS)(words, make)
    chance = dice.random()
    if chance < 0.15:
        return [*words, "limit", dice.choice(("10", "20", "30"))]
    if chance < 0.25:
        return [*words, "says", dice.choice(("Alice", "Boris"))]
    if chance < 0.35:
        words.insert(dice.randrange(len(words)), dice.choice(("never", "not")))
    elif chance < 0.4:
        words[dice.randrange(len(words))] = dice.choice(("known", "unknown"))
    elif chance < 0.45:
        one, other = dice.sample(range(len(words)), 2)
        words[one], words[other] = words[other], words[one]
    return words


def test_many_that_say_the_same_in_another_order_make_no_pattern() -> None:
    make = Sentences(51_037)
    words = [make.other_word() for _ in range(14)]
    other = [*words[:-1], make.other_word()]
    texts = [" ".join(make.random.sample(words, len(words))) for _ in range(20)]
    texts += [" ".join(make.random.sample(other, len(other))) for _ in range(2)]
    assert len(next(group for group in Similarity().find(texts) if group.kind is Kind.NEAR).members) == 22


def test_a_unit_under_two_names_is_one_among_many_texts() -> None:
    """Both names stand in many texts, as two words do that only look alike."""
    made = planted(7, 1000)
    texts = list(made.texts)
    pairs = set()
    for number in range(20):
        text = f"The timeout of gateway number {number} is {30 + number}"
        pairs.add((len(texts), len(texts) + 1))
        texts += [f"{text} s", f"{text} seconds"]
    assert pairs <= pairs_of(Similarity().find(texts), Kind.NEAR)
