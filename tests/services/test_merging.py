"""The merge over every layout: entries that both sides change, move, delete and add come out once, with all changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import GO_WHITE_SPACE, split_lines
from memdesk.text.edits import Edit, apply_all
from memdesk.text.merge_result import Merge
from tests.services.merge_cases import (
    Case,
    cases,
    moved,
    with_entry,
    with_new,
    without,
)

LAYOUTS = pytest.mark.parametrize("layout", sorted({case.layout.name for case in cases()}))
BOTH_WAYS = pytest.mark.parametrize("turned", [False, True], ids=["mine", "theirs"])


def lines_of(text: str) -> Counter[str]:
    """The lines that say something, and how often."""
    return Counter(key for line in split_lines(text) if (key := line.rstrip(GO_WHITE_SPACE)))


def cases_of(layout: str) -> list[Case]:
    """The documents of one layout."""
    return [case for case in cases() if case.layout.name == layout]


def merged(case: Case, mine: str, theirs: str, *, turned: bool = False) -> Merge:
    return case.merge(theirs, mine) if turned else case.merge(mine, theirs)


@LAYOUTS
def test_entries_that_both_add_at_one_place_are_kept_theirs_first(layout: str) -> None:
    for case in cases_of(layout):
        entry = case.entries()[1]
        own, other = case.new(entry, 1), case.new(entry, 2)
        merge = case.merge(with_new(case.text, entry, own), with_new(case.text, entry, other))

        assert merge.clean
        assert lines_of(merge.text) == lines_of(case.text) + lines_of(own) + lines_of(other)
        assert merge.text.index("Quokka2") < merge.text.index("Quokka1")
        assert merge.text.index(entry.of(case.text).strip()) < merge.text.index("Quokka2")


@LAYOUTS
def test_entries_that_both_append_at_the_end_are_kept(layout: str) -> None:
    for case in cases_of(layout):
        entry = case.entries()[-1]
        own, other = case.new(entry, 1), case.new(entry, 2)
        merge = case.merge(with_new(case.text, entry, own), with_new(case.text, entry, other))

        assert merge.clean
        assert lines_of(merge.text) == lines_of(case.text) + lines_of(own) + lines_of(other)


@LAYOUTS
def test_an_entry_that_both_add_is_there_once(layout: str) -> None:
    for case in cases_of(layout):
        text = with_new(case.text, case.entries()[0], case.new(case.entries()[0], 1))
        mine, theirs = with_entry(text, case.entries(text)[-1], ""), text

        assert case.merge(text, text).text == text
        assert lines_of(merged(case, mine, theirs).text) == lines_of(mine)


@LAYOUTS
@BOTH_WAYS
def test_an_edit_stays_where_the_other_side_deleted_the_entry(layout: str, *, turned: bool) -> None:
    for case in cases_of(layout):
        entry = case.entries()[1]
        edited = with_entry(case.text, entry, case.said(entry, "quokka"))
        merge = merged(case, edited, without(case.text, entry), turned=turned)

        assert merge.clean
        assert merge.text.count("quokka") == 1
        assert lines_of(edited) - lines_of(merge.text) == Counter()
        assert bool(merge.kept_against_delete) is not turned
        assert bool(merge.returned) is turned


@LAYOUTS
@BOTH_WAYS
@pytest.mark.parametrize("to_end", [True, False], ids=["down", "up"])
def test_an_entry_that_one_side_moved_and_the_other_edited_is_one_entry_there(
    layout: str, *, turned: bool, to_end: bool
) -> None:
    for case in cases_of(layout):
        entries = case.entries()
        entry, behind = (entries[0], entries[-1]) if to_end else (entries[-1], entries[0])
        edited = with_entry(case.text, entry, case.said(entry, "quokka"))
        merge = merged(case, moved(case.text, entry, behind), edited, turned=turned)

        assert merge.clean
        assert merge.text.count("quokka") == 1
        assert lines_of(merge.text) == lines_of(edited)
        told = behind.of(case.text).rstrip()
        at = merge.text.index("quokka")
        assert at - merge.text.rindex(told, 0, at) < len(told) + len(entry.of(case.text)) + 30


@LAYOUTS
@BOTH_WAYS
def test_an_entry_that_both_moved_is_there_once(layout: str, *, turned: bool) -> None:
    for case in cases_of(layout):
        entries = case.entries()
        mine = moved(case.text, entries[0], entries[-1])
        theirs = moved(case.text, entries[0], entries[1])
        merge = merged(case, mine, theirs, turned=turned)

        assert merge.clean
        assert lines_of(merge.text) == lines_of(case.text)


@LAYOUTS
@BOTH_WAYS
def test_a_rewrite_in_another_order_takes_an_edit(layout: str, *, turned: bool) -> None:
    for case in cases_of(layout):
        entries = case.entries()[:6]
        texts = [entry.of(case.text).strip() for entry in entries]
        turned_round = zip(entries, texts, texts[::-1], strict=True)
        theirs = apply_all(case.text, [Edit(entry.start, old, new) for entry, old, new in turned_round])
        edited = with_entry(case.text, entries[1], case.said(entries[1], "quokka"))
        merge = merged(case, edited, theirs, turned=turned)

        assert merge.clean
        assert lines_of(merge.text) == lines_of(edited)


@LAYOUTS
def test_edits_of_different_entries_come_together(layout: str) -> None:
    for case in cases_of(layout):
        first, second = case.entries()[0], case.entries()[1]
        mine = with_entry(case.text, first, case.said(first, "quokka"))
        theirs = with_entry(case.text, second, case.said(second, "wombat"))
        both = with_entry(theirs, first, case.said(first, "quokka"))

        assert case.merge(mine, theirs) == Merge(both, taken=case.merge(mine, theirs).taken)


@LAYOUTS
def test_two_edits_of_the_same_words_are_one_clash_that_any_choice_settles(layout: str) -> None:
    for case in cases_of(layout):
        entry = case.entries()[1]
        mine = with_entry(case.text, entry, case.said(entry, "quokka"))
        theirs = with_entry(case.text, entry, case.said(entry, "wombat"))
        merge = case.merge(mine, theirs)
        (clash,) = merge.clashes

        assert merge.text == mine
        assert clash.span.of(merge.text) == clash.mine
        assert mine.replace(clash.mine or "", clash.theirs or "") == theirs
        assert mine.replace(clash.mine or "", clash.base or "") == case.text
        assert case.merge(mine, mine).clean


@LAYOUTS
@BOTH_WAYS
def test_a_moved_entry_whose_words_both_changed_is_one_clash_at_most(layout: str, *, turned: bool) -> None:
    for case in cases_of(layout):
        entries = case.entries()
        entry = entries[0]
        edited = with_entry(case.text, entry, case.said(entry, "quokka"))
        other = replace(case, text=with_entry(case.text, entry, case.said(entry, "wombat")))
        there = other.entries()
        merge = merged(case, edited, moved(other.text, there[0], there[-1]), turned=turned)

        assert [clash.span.of(merge.text) for clash in merge.clashes] == [
            clash.mine for clash in merge.clashes
        ]
        assert len(merge.clashes) == 1
        assert ("wombat" if turned else "quokka") in (merge.clashes[0].mine or "")
        assert ("quokka" if turned else "wombat") in (merge.clashes[0].theirs or "")


TOKENS = 8


def marked(case: Case) -> Case:
    """The document with a word of their own in the first entries, by which they are known."""
    text = case.text
    for number, entry in reversed(list(enumerate(case.entries()[:TOKENS]))):
        text = with_entry(text, entry, case.said(entry, f"token{number}x"))
    return replace(case, text=text)


def drop(case: Case, text: str, random: Random, _word: str) -> str:
    return without(text, random.choice(case.entries(text)[:TOKENS]))


def say(case: Case, text: str, random: Random, word: str) -> str:
    entry = random.choice(case.entries(text)[:TOKENS])
    return with_entry(text, entry, replace(case, text=text).said(entry, f"zay{word}"))


def add(case: Case, text: str, random: Random, word: str) -> str:
    entry = random.choice(case.entries(text)[:TOKENS])
    return with_new(text, entry, replace(case, text=text).new(entry, int(word)))


def move(case: Case, text: str, random: Random, _word: str) -> str:
    entries = case.entries(text)[:TOKENS]
    entry, behind = random.sample(entries, 2) if len(entries) > 1 else (entries[0], entries[0])
    return text if entry == behind else moved(text, entry, behind)


DEEDS: tuple[Callable[[Case, str, Random, str], str], ...] = (drop, say, say, add, move)


@st.composite
def threes(draw: st.DrawFn) -> tuple[Case, str, str]:
    """A document and what two sides made of it."""
    case = marked(draw(st.sampled_from(cases())))
    random = draw(st.randoms(use_true_random=False))
    sides = []
    for side in (1, 2):
        text = case.text
        for number, deed in enumerate(draw(st.lists(st.sampled_from(DEEDS), max_size=4))):
            text = deed(case, text, random, f"{side}{number}") if case.entries(text) else text
        sides.append(text)
    return case, sides[0], sides[1]


@given(threes())
def test_where_one_side_changed_nothing_the_other_counts(three: tuple[Case, str, str]) -> None:
    case, mine, theirs = three
    assert case.merge(mine, case.text).text == mine
    assert case.merge(case.text, theirs).text == theirs
    assert case.merge(theirs, theirs, mine).text == theirs


@given(threes())
def test_what_a_side_added_is_in_the_result_or_in_a_clash(three: tuple[Case, str, str]) -> None:
    case, mine, theirs = three
    merge = case.merge(mine, theirs)
    there = lines_of(merge.text)
    for clash in merge.clashes:
        for text in (clash.mine, clash.theirs):
            there |= lines_of(text or "")
    for side in (mine, theirs):
        new = {word for word in side.split() if word.startswith(("zay", "wall"))}
        assert {word for word in new if not any(word in line for line in there)} == set()


@given(threes())
def test_nothing_comes_twice(three: tuple[Case, str, str]) -> None:
    case, mine, theirs = three
    merge = case.merge(mine, theirs)
    if merge.clean:
        tokens = Counter(word for word in merge.text.split() if word.startswith(("token", "zay", "wall")))
        assert [word for word, count in tokens.items() if count > 1] == []


@given(threes())
def test_an_entry_that_neither_side_deleted_is_there(three: tuple[Case, str, str]) -> None:
    case, mine, theirs = three
    text = case.merge(mine, theirs).text
    both = {word for word in mine.split() if word.startswith("token")} & set(theirs.split())
    assert {word for word in both if word not in text} == set()


@given(threes())
def test_no_line_comes_from_nowhere(three: tuple[Case, str, str]) -> None:
    case, mine, theirs = three
    words = {*mine.split(), *theirs.split()}
    assert {word for word in case.merge(mine, theirs).text.split() if word not in words} == set()
