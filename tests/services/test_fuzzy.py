"""Names found by words and letters: what ranks before what, and which characters answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.services.remembered.fuzzy import Name, find_names, folded, found_places

NAMES = ("Move to…", "Remove section", "Move section up", "Memo of vases", "Settings…", "Über uns")


def found(query: str, *titles: str, limit: int = 10) -> list[str]:
    names = [Name(folded(title)) for title in titles]
    return [titles[hit.number] for hit in find_names(query, names, limit)]


def test_a_begin_comes_before_an_inside_and_letters_come_last() -> None:
    assert found("mov", *NAMES) == ["Move to…", "Move section up", "Remove section", "Memo of vases"]


def test_all_words_have_to_answer_in_any_order() -> None:
    assert sorted(found("sec mov", *NAMES)) == ["Move section up", "Remove section"]


def test_a_word_may_answer_beside_the_title() -> None:
    names = [Name("memory.md", "ub · api"), Name("memory.md", "ub · bakery")]
    assert [hit.number for hit in find_names("memory bak", names, 5)] == [1]


def test_case_and_letters_beyond_ascii() -> None:
    assert found("üBER", *NAMES) == ["Über uns"]
    assert found("ß", "Straße") == ["Straße"]


def test_letters_far_apart_are_no_answer() -> None:
    assert found("zeb", "z and then very much later an e, and at the end of it a b") == []


def test_a_begin_of_a_word_beside_the_title_comes_before_an_inside() -> None:
    names = [
        Name("回收站", "deleted removed"),
        Name("上移章节", "move section up"),
        Name("移动到…", "move to…"),
    ]
    assert [hit.number for hit in find_names("mov", names, 5)] == [1, 2, 0]


def test_nothing_asked_is_everything_in_order() -> None:
    assert found("", *NAMES, limit=2) == list(NAMES[:2])


def test_it_stops_when_nobody_wants_it() -> None:
    assert find_names("a", [Name("a")] * 5000, 10, lambda: False) == []


@given(st.text(max_size=30), st.text(max_size=6))
def test_places_are_within_the_title_and_spell_the_query(title: str, query: str) -> None:
    places = found_places(query, title)
    assert all(0 <= place < len(title) for place in places)
    words = folded(query).split()
    if len(words) == 1 and places:
        assert "".join(folded(title)[place] for place in places) == words[0]


@given(st.text(max_size=30))
def test_folding_keeps_every_place(text: str) -> None:
    assert len(folded(text)) == len(text)


@given(st.lists(st.text(min_size=1, max_size=20), max_size=20), st.text(min_size=1, max_size=4))
def test_what_holds_the_word_is_always_found(titles: list[str], word: str) -> None:
    small = folded(word)
    if small.split() != [small]:
        return
    answers = found(word, *titles, limit=100)
    assert {title for title in titles if small in folded(title)} <= set(answers)
