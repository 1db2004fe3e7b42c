"""Old copies that are written back over what we saved, and what only looks like one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import split_lines
from memdesk.text.doubt import Doubt
from memdesk.text.edits import Span
from memdesk.text.merge import merge_texts
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.putting_back import OwnSave, own_lines, put_back
from memdesk.text.reverting import Grammar, Reverted, find_cut, find_revert
from memdesk.text.sections import section_outline

OLD = "## A\nfirst\n\n## B\nsecond\n\n## C\nthird\n"
MINE = OLD.replace("first", "changed by me")
THEIRS = OLD + "\n## D\nlearned\n"

Rewrites = Callable[[str], Sequence[str]]


def as_read(_text: str) -> Sequence[str]:
    """An agent that writes what it read."""
    return ()


def bullets(text: str) -> Outline:
    """A list in which nothing tells an entry but its words."""
    nodes, at = [], 0
    for line in split_lines(text):
        span, body = Span(at, at + len(line)), Span(min(at + 2, at + len(line)), at + len(line.rstrip("\n")))
        nodes.append(Node(NodeKind.ENTRY, line, span, body, line[2:].strip()))
        at += len(line)
    return Outline(tuple(nodes))


def grammar(outline: Callable[[str], Outline] = section_outline, rewrites: Rewrites = as_read) -> Grammar:
    """How the documents of these tests are read."""

    def merge(base: str, mine: str, theirs: str) -> Merge:
        return merge_texts(base, mine, theirs, outline)

    return Grammar(outline, merge, rewrites)


def found(*texts: str, now: str, by: Grammar | None = None) -> Reverted | None:
    """What `now` takes back of saves that each replaced a text by the next."""
    saves = [OwnSave(*pair) for pair in pairwise(texts)]
    return find_revert(saves, now, by or grammar())


# Old copies


def test_an_old_copy_is_found_and_ours_put_back() -> None:
    assert found(OLD, MINE, now=OLD) == Reverted(1, MINE)


def test_what_the_agent_added_to_its_old_copy_stays() -> None:
    assert found(OLD, MINE, now=THEIRS) == Reverted(1, MINE + "\n## D\nlearned\n")


def test_a_line_that_the_agent_added_to_the_old_section_itself_stays() -> None:
    now = OLD.replace("first\n", "first\nlearned\n")
    assert found(OLD, OLD.replace("first\n", "first\nmine\n"), now=now) == Reverted(
        1, OLD.replace("first\n", "first\nlearned\nmine\n")
    )


def test_each_node_counts_that_is_back() -> None:
    mine = MINE.replace("third", "my third") + "\n## E\nadded\n"
    assert found(OLD, mine, now=OLD) == Reverted(3, mine)
    assert found(OLD, mine, now=OLD.replace("third", "my third")) == Reverted(2, mine)


def test_a_section_that_we_removed_and_is_there_again() -> None:
    mine = OLD.replace("## B\nsecond\n\n", "")
    assert found(OLD, mine, now=THEIRS) == Reverted(1, mine + "\n## D\nlearned\n")


def test_sections_that_we_moved_and_stand_where_they_stood() -> None:
    moved = "## C\nthird\n\n## A\nfirst\n\n## B\nsecond\n"
    assert found(OLD, moved, now=OLD) == Reverted(1, moved)


def test_a_text_that_we_made_anew_beside_one_that_knows_nothing_of_it() -> None:
    theirs = "## Z\nfrom before\n"
    assert found("", OLD, now=theirs) == Reverted(3, f"{theirs}\n{OLD}")


def test_a_section_of_the_same_name_that_knows_nothing_of_ours() -> None:
    now = f"{OLD}\n## New\nlearned\n"
    assert found(OLD, f"{OLD}\n## New\nmine\n", now=now) == Reverted(1, f"{OLD}\n## New\nlearned\nmine\n")


def test_the_newest_of_our_texts_comes_back_whichever_copy_was_written() -> None:
    newer = MINE.replace("changed by me", "changed again")
    assert found(OLD, MINE, newer, now=OLD) == Reverted(1, newer)
    assert found(OLD, MINE, newer, now=MINE) == Reverted(1, newer, first=1)


def test_what_another_program_wrote_between_our_saves_is_its_own() -> None:
    between, mine = (
        THEIRS.replace("first", "changed by me"),
        THEIRS.replace("first", "changed by me") + "more\n",
    )
    saves = [OwnSave(OLD, MINE), OwnSave(between, mine)]
    assert find_revert(saves, between, grammar()) == Reverted(1, mine, first=1)
    assert find_revert(saves, mine.replace("learned", "learned better"), grammar()) is None


def test_an_old_copy_in_the_agents_own_form() -> None:
    def shouting(text: str) -> Sequence[str]:
        return (text.replace("## A\nfirst\n", "## A\nFIRST\n"),)

    now = THEIRS.replace("first", "FIRST")
    reverted = found(OLD, MINE, now=now, by=grammar(rewrites=shouting))
    assert reverted == Reverted(1, MINE + "\n## D\nlearned\n")


def test_an_old_copy_without_white_space_at_line_ends() -> None:
    old = OLD.replace("first", "first  ").replace("\n\n## C", "\n\n\n## C")
    assert found(old, old.replace("first  ", "mine"), now=OLD) == Reverted(1, OLD.replace("first", "mine"))


def test_a_copy_of_what_we_had_saved_before_others_wrote_there_too() -> None:
    saved = OLD.replace("first", "first\nmine")
    learned = saved.replace("second", "second\nlearned\nlearned later")
    again = learned.replace("second", "second\nmine, too")
    saves = [OwnSave(OLD, saved), OwnSave(learned, again)]
    reverted = find_revert(saves, saved.replace("second", "second\nlearned\nwritten late"), grammar())
    assert reverted is not None
    assert reverted.clean
    assert "mine, too" in reverted.text
    assert "written late" in reverted.text


def test_a_copy_of_what_others_had_made_of_the_text_before_our_save_met_it() -> None:
    met = "## A\nfirst\n- theirs\n"
    base, after = met.replace("- theirs\n", "- old\n- older\n"), "## A\nfirst\n- old\n- older\n- mine\n"
    now = f"{met}- learned\n"
    unknown = find_revert([OwnSave(base, after)], now, grammar())
    assert unknown is not None
    assert (unknown.is_older, unknown.clean) == (True, False)
    reverted = find_revert([OwnSave(base, after, met=met)], now, grammar())
    assert reverted is not None
    assert (reverted.nodes, reverted.clean) == (1, True)
    assert set(reverted.text.split("\n")) == {*now.split("\n"), "- mine"}


@pytest.mark.parametrize(
    "mine",
    ["- one\n- mine\n- two\n- theirs\n", "- one, said by me\n- two\n- theirs\n", "- two\n- theirs\n"],
    ids=["added", "reworded", "removed"],
)
def test_a_copy_that_is_older_than_what_others_added_to_the_same_section_is_asked_about(mine: str) -> None:
    old = "## A\n- one\n- two\n"
    before, after, now = f"{old}- theirs\n", f"## A\n{mine}", f"{old}- learned\n"
    reverted = found(before, after, now=now)
    assert reverted is not None
    assert (reverted.nodes, reverted.is_older, reverted.clean) == (1, True, False)
    kept = set(now.split("\n")) - (set(before.split("\n")) - set(after.split("\n")))
    assert set(reverted.text.split("\n")) == kept | (set(after.split("\n")) - set(before.split("\n")))


@pytest.mark.parametrize(
    "now",
    [
        "## A\n- one\n- what I said in the morning, and better\n",
        "## A\n- all of it in one line\n",
        "## A\n- one\n- two\n- what I said in the morning\n",
    ],
    ids=["worded anew", "written anew", "only others' lines"],
)
def test_what_somebody_makes_of_a_section_is_not_older(now: str) -> None:
    before = "## A\n- one\n- two\n- theirs\n"
    assert found(before, f"{before}- what I said in the morning\n", now=now) is None


def test_a_later_save_of_ours_that_was_made_of_the_old_copy_hides_nothing() -> None:
    later = THEIRS.replace("third", "my third")
    saves = [OwnSave(OLD, MINE), OwnSave(THEIRS, later)]
    reverted = find_revert(saves, later, grammar())
    assert reverted == Reverted(1, later.replace("first", "changed by me"))


def test_what_was_worded_anew_since_is_missing_in_its_last_words() -> None:
    base = "## A\n- from before\n"
    first, second = (base.replace("\n- f", f"\n{words}\n- f") for words in ("- mine", "- mine, again"))
    assert found(base, first, second, now=f"{base}- learned\n") == Reverted(1, f"{second}- learned\n")
    later = OwnSave(f"{base}- learned\n", f"{base}- learned\n- mine too\n")
    saves = [OwnSave(base, first), later]
    assert find_revert(saves, later.after, grammar()) == Reverted(1, f"{first}- learned\n- mine too\n")


def test_beside_what_contradicts_us_no_line_of_others_comes_back() -> None:
    old = "## A\n- learned: tea\n- drinks coffee\n- six\n"
    mine = old.replace("- drinks coffee\n", "- drinks cocoa\n")
    copy = "## A\n- learned: black tea\n- drinks coffee and water\n- six\n"
    merge = put_back(OwnSave(old, f"{mine}- mine\n"), copy, grammar().merge)
    lines = merge.text.split("\n")
    assert "- learned: tea" not in lines
    assert {"- learned: black tea", "- drinks coffee and water", "- drinks cocoa", "- mine"} <= {*lines}


def test_words_of_ours_that_stand_elsewhere_too_do_not_make_a_rewording_of_ours_an_old_copy() -> None:
    old = f"{OLD}\n## D\nmine\n"
    first = OwnSave(old, f"{old}\n## New\nmine\n")
    second = OwnSave(first.after, f"{old}\n## New\nmine, again\n")
    third = OwnSave(second.after, second.after.replace("third", "my third"))
    now = third.after.replace("my third", "the third of the agent")
    assert find_revert([first, second, third], now, grammar()) is None


def test_what_was_kept_of_both_beside_our_last_words_is_no_old_copy() -> None:
    first, second = MINE, MINE.replace("changed by me", "changed by me again")
    third = second.replace("third", "my third")
    now = third.replace("changed by me again", "first\nchanged by me again").replace(
        "my third", "their third"
    )
    assert found(OLD, first, second, third, now=now) is None


def test_the_order_in_which_our_saves_come_together_was_not_moved() -> None:
    one = OwnSave(OLD, f"{OLD}\n## X\nmine\n")
    two = OwnSave(THEIRS, f"{THEIRS}\n## Y\nmine\n")
    now = f"{OLD}\n## Y\nmine\n\n## X\nmine\n\n## D\nlearned\n"
    assert find_revert([one, two], now, grammar()) is None


def test_a_copy_from_before_many_saves_lacks_what_others_wrote_meanwhile() -> None:
    text, saves = "## A\n- first\n", []
    for number in range(6):
        after = f"{text}- mine {number}\n"
        saves.append(OwnSave(text, after))
        text = f"{after}- learned {number}\n"
    copy = f"{saves[3].before}- by the one who read early\n"
    reverted = find_revert(saves, copy, grammar())
    assert reverted is not None
    assert [f"- mine {number}" in reverted.text for number in range(6)] == [True] * 6
    assert "- by the one who read early\n" in reverted.text


def test_a_copy_that_has_some_of_ours_already_gets_none_of_it_twice() -> None:
    old = "## A\n- six\n- five\n- two\n\n## B\nsecond\n"
    mine = "## A\n- six\n- five\n- mine\n- two\n\n## B\nmine too\n"
    copy = "## A\n- nine\n- mine\n- two\n\n## B\nsecond\n"
    assert found(old, mine, now=copy) == Reverted(1, copy.replace("second", "mine too"))


def test_ours_that_stands_without_its_heading_is_not_put_in_twice() -> None:
    own = OwnSave("", "## A\n- mine\n")
    assert put_back(own, "- mine\n", grammar().merge).text.count("- mine") == 1


def test_what_others_wrote_and_we_put_back_with_ours_is_not_ours() -> None:
    torn = OLD.partition("## C")[0]
    mine, own = OwnSave(OLD, MINE), own_lines([OwnSave(OLD, MINE)])
    assert own == {"first", "changed by me"}
    again = OwnSave(torn, MINE, own)
    only_theirs_missing = MINE.partition("## C")[0]
    assert find_revert([mine, again], only_theirs_missing, grammar()) is None
    assert find_revert([mine, again], OLD, grammar()) == Reverted(1, MINE)
    assert find_revert([again], OLD, grammar()) is not None
    assert own_lines([again]) == own


def test_blank_lines_alone_are_nothing_to_put_back() -> None:
    def blank(_base: str, _mine: str, theirs: str) -> Merge:
        return replace(merge_texts(theirs, theirs, theirs, section_outline), text=f"{theirs}\n\n")

    assert found(OLD, MINE, now=OLD, by=replace(grammar(), merge=blank)) is None


# Entries that are known by their words


LIST = "- the ferry leaves at 07:40\n- the valve sticks\n"


def test_entries_that_were_added_edited_and_removed() -> None:
    mine = "- the ferry leaves at 08:15 on weekdays\n- buy rye flour\n"
    by = grammar(bullets)
    assert found(LIST, f"{LIST}- buy rye flour\n", now=LIST, by=by) == Reverted(1, f"{LIST}- buy rye flour\n")
    assert found(LIST, "- the valve sticks\n", now=LIST, by=by) == Reverted(1, "- the valve sticks\n")
    reverted = found(LIST, mine, now=f"{LIST}- epoxy needs a day\n", by=by)
    assert reverted is not None
    assert set(reverted.text.split("\n")) == {*mine.split("\n"), "- epoxy needs a day"}


def test_an_entry_of_the_agent_in_the_place_of_ours() -> None:
    reverted = found(
        LIST, f"{LIST}- buy rye flour\n", now=f"{LIST}- epoxy needs a day\n", by=grammar(bullets)
    )
    assert reverted is not None
    assert set(reverted.text.split("\n")) == {*LIST.split("\n"), "- buy rye flour", "- epoxy needs a day"}


def test_an_entry_that_the_agent_worded_anew() -> None:
    mine = f"{LIST}- buy rye flour at the market on Friday\n"
    now = f"{LIST}- buy rye flour at the market on Saturday\n"
    assert found(LIST, mine, now=now, by=grammar(bullets)) is None


# What is no old copy


@pytest.mark.parametrize(
    "now",
    [
        MINE,
        MINE + "\n## D\nlearned\n",
        OLD.replace("first", "changed by the agent"),
        MINE.replace("changed by me", "changed by me, and by the agent"),
        MINE.replace("second", "learned"),
        MINE.replace("\n\n## B", "\n\n\n\n## B"),
        MINE.replace("changed by me", "changed by me  "),
        OLD.removeprefix("## A\nfirst\n\n"),
        "",
        "## A\n",
    ],
)
def test_an_honest_write(now: str) -> None:
    assert found(OLD, MINE, now=now) is None


def test_what_we_ourselves_took_back_stays_so() -> None:
    assert found(OLD, MINE, OLD, now=THEIRS) is None
    assert found(OLD, MINE, OLD, now=MINE) == Reverted(1, OLD, first=1)


def test_a_change_of_white_space_alone_is_not_worth_a_word() -> None:
    assert found(OLD, OLD.replace("first", "first "), now=OLD) is None


def test_what_the_agents_grammar_makes_of_our_text() -> None:
    def dropping(text: str) -> Sequence[str]:
        return (text.replace("\n## E\nadded\n", ""),)

    mine = f"{OLD}\n## E\nadded\n"
    assert found(OLD, mine, now=OLD) == Reverted(1, mine)
    assert found(OLD, mine, now=OLD, by=grammar(rewrites=dropping)) is None


def test_an_order_that_the_agent_always_makes() -> None:
    moved = "## C\nthird\n\n## A\nfirst\n\n## B\nsecond\n"
    assert found(OLD, moved, now=OLD, by=grammar(rewrites=lambda _text: (OLD,))) is None


def test_nothing_was_saved() -> None:
    assert find_revert((), OLD, grammar()) is None


# What has to be asked about


def test_an_old_copy_that_contradicts_us_elsewhere() -> None:
    mine = MINE.replace("third", "my third")
    reverted = found(OLD, mine, now=OLD.replace("third", "their third"))
    assert reverted is not None
    assert not reverted.clean
    assert [clash.key for clash in reverted.clashes] == ["C"]
    assert reverted.text == mine.replace("my third", "their third\nmy third")


def test_an_old_copy_without_what_we_edited() -> None:
    mine = MINE.replace("third", "my third")
    reverted = found(OLD, mine, now=OLD.removesuffix("\n## C\nthird\n"))
    assert reverted is not None
    assert not reverted.clean
    assert reverted.kept_against_delete == ("C",)


# Laws

WORDS = st.lists(st.sampled_from(("ferry", "ledger", "valve", "rye", "epoxy")), min_size=1, max_size=4).map(
    " ".join
)
HEADINGS = "ABCDEFGH"


def written(sections: dict[str, str]) -> str:
    return "\n".join(f"## {heading}\n{body}\n" for heading, body in sections.items())


@given(
    st.dictionaries(st.sampled_from(HEADINGS), WORDS, min_size=4),
    st.dictionaries(st.sampled_from(HEADINGS[:4]), WORDS.map("mine {}".format), min_size=1),
    st.dictionaries(st.sampled_from("IJKL"), WORDS.map("theirs {}".format)),
)
def test_an_old_copy_with_more_in_it_is_put_right_and_a_fresh_one_is_let_be(
    old: dict[str, str], mine: dict[str, str], theirs: dict[str, str]
) -> None:
    saved, copy, fresh = old | mine, old | theirs, old | mine | theirs
    reverted = found(written(old), written(saved), now=written(copy))
    assert reverted is not None
    assert reverted.clean
    assert sorted(reverted.text.split("\n")) == sorted(written(fresh).split("\n"))
    assert found(written(old), written(saved), now=written(fresh)) is None


def test_the_copy_counts_by_which_most_of_ours_comes_back() -> None:
    """Of the section that was saved first, lines of others are missing too; the one that was saved last is whole."""
    old = written({"A": "- one\n- theirs", "B": "- two\n- taken out"})
    first = old.replace("- one", "- mine\n- one")
    met = first.replace("\n- taken out", "")
    last = met.replace("- two", "- mine too\n- two")
    now = written({"A": "- one", "B": "- two\n- fresh"})
    reverted = find_revert([OwnSave(old, first), OwnSave(met, last)], now, grammar())
    assert reverted is not None
    assert (reverted.first, reverted.is_older) == (0, True)
    assert {"- mine", "- mine too", "- fresh"} <= set(reverted.text.split("\n"))


# What went with the text around it

LONG = "".join(f"## {name}\n{name} one\n{name} two\n{name} three\n\n" for name in "ABC")
LONG_MINE = LONG.replace("C two", "C mine\nC two")


def cut(now: str | None) -> Reverted | None:
    """What `now` lacks of a line that was saved in the last section."""
    return find_cut([OwnSave(LONG, LONG_MINE)], now, grammar())


@pytest.mark.parametrize(
    "now",
    [
        LONG[: LONG.index("C two")] + "- learned\n",
        LONG[: LONG.index("## C")],
        "## C\nC one\nC two\nC three\n",
        "## D\nlearned\n",
        "",
    ],
    ids=["its end", "its section", "all other sections", "nearly all", "all"],
)
def test_what_went_with_the_text_around_it_is_found(now: str) -> None:
    reverted = cut(now)
    assert reverted is not None
    assert (reverted.nodes, reverted.doubt, reverted.clean) == (1, Doubt.MOSTLY_GONE, False)
    assert set(split_lines(LONG_MINE + now)) <= set(split_lines(reverted.text))


def test_what_is_no_text_gives_way_to_what_we_saved() -> None:
    reverted = cut(None)
    assert reverted is not None
    assert (reverted.text, reverted.doubt) == (LONG_MINE, Doubt.NOT_TEXT)


def test_a_text_of_which_more_of_ours_went_than_an_old_copy_takes_back_was_cut() -> None:
    """The last save was made of what was left of the text, and is the only one that is back as it was before it."""
    left = "## B\nB one\n"
    saves = [OwnSave(LONG, LONG_MINE), OwnSave(left, left + "B mine\n")]
    alone, old_copy = find_revert(saves[1:], left, grammar()), find_revert(saves, left, grammar())
    assert alone is not None
    assert old_copy is not None
    assert (alone.is_cut_short, old_copy.is_cut_short) == (False, True)
    reverted = find_cut(saves, left, grammar())
    assert reverted is not None
    assert {"C mine", "B mine"} <= set(reverted.text.split("\n"))


@pytest.mark.parametrize(
    "now",
    [
        LONG_MINE,
        LONG_MINE.replace("## A\nA one\nA two\nA three\n\n", ""),
        LONG_MINE.replace("C mine\n", ""),
        LONG_MINE.replace("C mine", "C mine, said better"),
        LONG_MINE.replace("C two\nC three\n", ""),
    ],
    ids=["nothing", "another section", "our line alone", "our line reworded", "only others' lines"],
)
def test_what_is_taken_out_by_itself_was_not_cut(now: str) -> None:
    assert cut(now) is None


def test_what_we_took_out_ourselves_was_not_cut() -> None:
    assert find_cut([OwnSave(LONG, LONG_MINE), OwnSave(LONG_MINE, "")], "", grammar()) is None


# Earlier wordings of ours


ADDED = "## A\nfirst\nmine at first\n\n## B\nsecond\n"
REWORDED = ADDED.replace("mine at first", "mine in the end")


def test_an_earlier_wording_of_ours_does_not_stay_beside_the_last_one() -> None:
    before, theirs = "## A\nfirst\n\n## B\nsecond\n", "learned meanwhile\n"
    saves = [OwnSave(before, ADDED), OwnSave(ADDED + theirs, REWORDED + theirs)]

    back = find_revert(saves, ADDED.replace("first\nmine", "first\nlearned\nmine"), grammar())

    assert back is not None
    assert back.clean
    assert back.text == REWORDED.replace("first\nmine", "first\nlearned\nmine")


def test_an_earlier_wording_goes_also_where_lines_of_others_are_missing_beside_it() -> None:
    before = "## A\nfirst\n\n## B\nsecond\n"
    others = ADDED.replace("first\n", "first\ntheirs\nmore\n", 1)
    saves = [OwnSave(before, ADDED), OwnSave(others, others.replace("mine at first", "mine in the end"))]

    back = find_revert(saves, ADDED.replace("first\n", "first\nmore\n", 1), grammar())

    assert back is not None
    assert back.text == REWORDED.replace("first\n", "first\nmore\n", 1)


def test_what_we_took_out_again_does_not_come_back_with_a_copy_that_had_it() -> None:
    before, theirs = "## A\nfirst\n\n## B\nsecond\n", "learned meanwhile\n"
    saves = [
        OwnSave(before, ADDED),
        OwnSave(ADDED, REWORDED),
        OwnSave(REWORDED + theirs, before + theirs),
        OwnSave(before + theirs, before.replace("first\n", "first\nlater\n") + theirs),
    ]

    back = find_revert(saves, REWORDED + "learned late\n", grammar())

    assert back is not None
    assert "mine" not in back.text
    assert "first\nlater\n" in back.text
    assert "learned late\n" in back.text
