"""The judge of the races: what it calls lost, and what it forgives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.races.acts import Act, Saved, from_json, to_json
from tests.races.forms import FIRST, Form, entries_of, tags_of
from tests.races.judge import is_false_alarm, judge


def text(*tags: str) -> str:
    return FIRST.decode() + "".join(f"- [{tag}] learned it\n" for tag in tags)


def appended(tag: str, at: float) -> Act:
    return Act("a", "append", tag, at, at + 0.01)


def whole(tag: str, read_at: float, at: float, *present: str) -> Act:
    return Act(
        "b", "rename", tag, at, at + 0.01, text(*present), read_at, read_at + 0.01, text(*present, tag)
    )


def saved(at: float, new: str, *present: str) -> Saved:
    return Saved((new,), at, at + 0.1, text(*present, new).encode())


def test_all_is_there() -> None:
    acts, saves = [appended("a.1", 1)], [saved(2, "user.1", "a.1")]
    verdict = judge(acts, saves, text("a.1", "user.1").encode())
    assert (verdict.entries, verdict.lost, verdict.overwritten, verdict.duplicated) == (2, [], [], [])


@pytest.mark.parametrize("gone", ["a.1", "user.1"])
def test_an_entry_that_no_agent_wrote_over_is_lost(gone: str) -> None:
    acts, saves = [appended("a.1", 1)], [saved(2, "user.1", "a.1")]
    left = [tag for tag in ("a.1", "user.1") if tag != gone]
    assert judge(acts, saves, text(*left).encode()).lost == [gone]


def test_an_agent_that_wrote_all_anew_without_it_took_it_away() -> None:
    acts = [appended("a.1", 1), whole("b.1", 0.9, 1.1)]
    (one,) = judge(acts, [], text("b.1").encode()).overwritten
    assert (one.tag, one.by.tag, one.is_stale) == ("a.1", "b.1", True)


def test_an_agent_that_wrote_before_or_long_after_it_was_missed_did_not() -> None:
    before = [whole("b.1", 0.1, 0.2), appended("a.1", 1)]
    assert judge(before, [saved(2, "user.1", "b.1")], text("b.1", "user.1").encode()).lost == ["a.1"]
    after = [appended("a.1", 1), whole("b.1", 5, 5.1, "user.1")]
    assert judge(after, [saved(2, "user.1")], text("user.1", "b.1").encode()).lost == ["a.1"]


def test_agents_that_write_into_the_file_at_the_same_time_may_take_away_what_both_had() -> None:
    one = replace(whole("b.1", 2, 2.1, "user.1"), ended=2.3, is_in_place=True)
    other = replace(whole("c.1", 2, 2.2, "user.1", "b.1"), writer="c", ended=2.4, is_in_place=True)
    saves, final = [saved(1, "user.1")], text("b.1", "c.1").encode()
    (found,) = judge([one, other], saves, final).overwritten
    assert (found.tag, found.by, found.is_stale) == ("user.1", other, False)
    assert judge([one, replace(other, began=2.31)], saves, final).lost == ["user.1"]
    assert judge([one, replace(other, is_in_place=False)], saves, final).lost == ["user.1"]
    assert judge([one, replace(other, writer="b")], saves, final).lost == ["user.1"]


def test_an_agent_that_wrote_with_it_did_not() -> None:
    acts = [appended("a.1", 1), whole("b.1", 2, 2.1, "a.1")]
    assert judge(acts, [], text("b.1").encode()).lost == ["a.1"]


def test_what_stands_twice_is_told_where_it_stood_once_before() -> None:
    twice, once = text("a.1", "a.1").encode(), text("a.1").encode()
    assert judge([], [Saved((), 2, 3, twice, once)], once).duplicated == ["a.1"]
    assert judge([], [Saved((), 2, 3, twice, twice)], once).duplicated == []
    assert judge([], [Saved((), 2, 3, once, once)], twice).duplicated == []


def test_what_agents_had_doubled_in_a_section_that_the_user_changed_may_stay() -> None:
    twice, gone = text("a.1", "a.1").encode(), text().encode()
    assert judge([], [Saved((), 2, 3, twice, gone, (twice,))], twice).duplicated == []
    assert judge([], [Saved((), 2, 3, twice, gone, (text("a.1").encode(),))], twice).duplicated == ["a.1"]


def test_what_the_user_gave_up_is_not_lost() -> None:
    acts, answer = (
        [appended("a.1", 1)],
        replace(whole("user.answer", 2, 2.1, "a.1"), writer="user", wrote=text()),
    )
    (one,) = judge(acts, [], text().encode(), [answer]).overwritten
    assert (one.tag, one.by, one.is_stale) == ("a.1", answer, False)
    assert judge(acts, [saved(1.5, "user.1")], text("user.1").encode(), [answer]).lost == ["a.1"]


def test_an_entry_that_another_agent_tore_does_not_stand_twice_beside_the_whole_one() -> None:
    torn, whole_one = b"- [b.1] l- [c.1] learned it\n", text("b.1", "c.1").encode()
    assert judge([], [Saved((), 2, 3, torn + text("b.1").encode(), torn)], torn).duplicated == []
    assert judge([], [Saved((), 2, 3, torn + whole_one, torn)], torn).duplicated == ["c.1"]
    assert judge([], [Saved((), 2, 3, torn + torn, torn)], torn).duplicated == ["[b.1] l- [c.1]", "c.1"]
    rest = b"- [b.1] ed it\n"
    assert judge([], [Saved((), 2, 3, rest + text("b.1").encode(), rest)], rest).duplicated == []
    assert judge([], [Saved((), 2, 3, rest + rest, rest)], rest).duplicated == ["[b.1] ed it"]
    half = b"- [b.1] lea\n"
    assert judge([], [Saved((), 2, 3, half + text("b.1").encode(), half)], half).duplicated == ["b.1"]


def test_a_line_that_agents_tore_further_is_no_copy_of_what_it_was() -> None:
    torn, torn_further = b"- [b.1] l- [c.1] learned it\n", b"- [b.1] l- [c.1] lea- [d.1] learned it\n"
    both = Saved((), 2, 3, torn + torn_further, torn_further, (torn,))
    assert judge([], [both], torn).duplicated == []
    again = Saved((), 2, 3, torn_further + torn_further, torn_further)
    assert "[b.1] l- [c.1] lea- [d.1]" in judge([], [again], torn_further).duplicated


def test_writes_that_take_back_what_was_saved_meanwhile_are_counted() -> None:
    saves = [saved(2, "user.1")]
    assert judge([whole("b.1", 1, 3)], saves, text("b.1").encode()).reverts_made == 1
    assert judge([whole("b.1", 2.5, 3)], saves, text("b.1").encode()).reverts_made == 0
    assert judge([whole("b.1", 1, 3, "user.1")], saves, text("b.1").encode()).reverts_made == 0


def test_to_put_back_no_entry_is_a_false_alarm() -> None:
    one, other = b"- [user.1] mine\n", b"- [user.1] mine 2,\n"
    assert is_false_alarm(one, one + b"- from the beginning\n")
    assert not is_false_alarm(b"", one)
    assert not is_false_alarm(one, other)


def test_to_put_back_words_of_the_user_below_others_is_none() -> None:
    one, both = b"## [user.1]\nmine\n", b"## [user.1]\nmine\nmine 3,\n"
    assert not is_false_alarm(one, both)
    assert is_false_alarm(one, b"## [user.1]\nmine\nlearned it\n")


def test_to_put_back_what_an_answer_had_kept_is_none() -> None:
    first, other = b"- from the beginning", b"- there as well"
    text = b"- [user.1] mine\n"
    assert not is_false_alarm(text, text + first, {first})
    assert is_false_alarm(text, text + first, {other})
    assert is_false_alarm(text + first, text + first, {first})


def test_tags_are_found_in_either_form() -> None:
    for form in Form:
        assert tags_of(FIRST + b"".join(form.entry("a.7")) + b"".join(form.entry("b.12"))) == ["a.7", "b.12"]
    assert entries_of(b"- [user.1] mine\n## [user.2]\nmine 3,\n- [a.1] learned it\n") == [
        "[user.1] mine",
        "[user.2] mine 3,",
        "a.1",
    ]


def test_what_agents_left_of_a_line_is_no_copy_of_the_entry() -> None:
    line, torn = b"- [a.1] learned it\n", b"ject fact- [a.1] learned it\n"
    assert entries_of(line + line) == ["a.1", "a.1"]
    assert entries_of(torn + line) == ["[a.1] learned it behind ject fact- ", "a.1"]
    assert entries_of(torn + torn) == 2 * ["[a.1] learned it behind ject fact- "]


def test_acts_survive_the_way_between_processes() -> None:
    acts = [appended("a.1", 1), whole("b.1", 1, 2, "a.1")]
    assert from_json(to_json(acts).encode()) == acts
