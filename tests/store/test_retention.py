"""What a history lets go of as time goes by, and what never."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import NotFound
from memdesk.store.history import History
from memdesk.store.retention import DAY_S, HOUR_S, Limits, superfluous
from memdesk.store.versions import DISPLACED, FIRST_SEEN, FOUND_ON_DISK, LEFT_BEHIND, Author, Version

NOW = 2_000_000_000.0
LIMITS = Limits()
PATH = "/m/a.md"


def version(
    number: int,
    age_s: float,
    *,
    path: str = PATH,
    why: str = "edit",
    landed: bool = True,
    removed: bool = False,
    author: Author = Author.YOU,
) -> Version:
    return Version(
        number, path, f"{number:064x}", NOW - age_s, author, why, number - 1 or None, 10, landed, removed
    )


def kept(versions: list[Version], limits: Limits = LIMITS, size_bytes: int = 10) -> list[int]:
    gone = superfluous(versions, {one.sha256: size_bytes for one in versions}, NOW, limits)
    return [one.id for one in versions if one.id not in gone]


def ends() -> tuple[Version, Version]:
    """A first and a newest version, which stay anyway."""
    return version(1, 900 * DAY_S), version(999, 0)


def test_all_of_two_days_stay() -> None:
    versions = [version(number, 2 * DAY_S - 60 * number) for number in range(1, 60)]
    assert kept(versions) == [one.id for one in versions]


def test_of_a_month_the_last_of_each_hour_stays() -> None:
    first, last = ends()
    hour = NOW // HOUR_S * HOUR_S
    middle = [version(2 + at, NOW - hour + 5 * DAY_S - 600 * at) for at in range(12)]
    assert kept([first, *middle, last]) == [1, 2 + 5, 2 + 11, 999]


def test_what_others_write_in_an_hour_takes_the_place_of_no_save_of_ours() -> None:
    first, last = ends()
    hour = NOW // HOUR_S * HOUR_S
    ours = [version(2 + at, NOW - hour + 5 * DAY_S - 60 * at) for at in range(2)]
    theirs = [version(4 + at, NOW - hour + 5 * DAY_S - 600 - at, author=Author.AGENT) for at in range(3)]
    assert kept([first, *ours, *theirs, last]) == [1, 3, 6, 999]


def in_turns(count: int) -> list[Version]:
    """Versions of one hour, two in a row of ours and two of others."""
    start = NOW - NOW // HOUR_S * HOUR_S + 5 * DAY_S
    authors = (Author.YOU, Author.YOU, Author.AGENT, Author.AGENT)
    return [version(2 + at, start - at, author=authors[at % 4]) for at in range(2 * count)]


def test_where_ours_and_others_take_turns_the_last_of_each_turn_stays() -> None:
    first, last = ends()
    assert kept([first, *in_turns(4), last]) == [1, 3, 5, 7, 9, 999]


@pytest.mark.parametrize("count", [101, 102])
def test_of_very_many_turns_the_last_ones_stay_from_one_of_ours_on(count: int) -> None:
    first, last = ends()
    turns = in_turns(count)
    left = kept([first, *turns, last])[1:-1]
    assert len(left) == 16 - count % 2
    assert turns[left[0] - 2].author is Author.YOU


def test_of_a_year_the_last_of_each_day_stays_and_then_none() -> None:
    first, last = ends()
    day = NOW // DAY_S * DAY_S
    old = [version(2 + at, NOW - day + 400 * DAY_S - HOUR_S * at) for at in range(3)]
    year = [version(10 + at, NOW - day + 100 * DAY_S - 8 * HOUR_S * at) for at in range(6)]
    assert kept([first, *old, *year, last]) == [1, 12, 15, 999]


@pytest.mark.parametrize("why", [FIRST_SEEN, DISPLACED, LEFT_BEHIND])
def test_what_nobody_could_make_again_stays(why: str) -> None:
    first, last = ends()
    assert kept([first, version(2, 800 * DAY_S, why=why), version(3, 800 * DAY_S), last]) == [1, 2, 999]


def test_a_text_that_lost_stays() -> None:
    first, last = ends()
    assert kept([first, version(2, 800 * DAY_S, landed=False), last]) == [1, 2, 999]


def test_a_removal_stays_and_what_was_removed() -> None:
    first, last = ends()
    versions = [first, *(version(at, 800 * DAY_S, removed=at == 4) for at in range(2, 7)), last]
    assert kept(versions) == [1, 3, 4, 999]


def test_of_too_much_the_oldest_goes_first_and_the_exempt_stay() -> None:
    versions = [version(at, 100 - at, why=FIRST_SEEN if at == 2 else "edit") for at in range(1, 11)]
    assert kept(versions, Limits(most_bytes=50)) == [1, 2, 8, 9, 10]
    assert kept(versions, Limits(most_bytes=0)) == [1, 2, 10]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 500 * DAY_S),
            st.sampled_from(["a", "b"]),
            st.sampled_from(["edit", FOUND_ON_DISK, FIRST_SEEN, DISPLACED]),
            st.booleans(),
            st.booleans(),
        ),
        max_size=40,
    ),
    st.integers(0, 500),
)
def test_whatever_happened_the_newest_stays_and_doing_it_again_does_nothing(
    facts: list[tuple[int, str, str, bool, bool]], most_bytes: int
) -> None:
    facts = sorted(facts, reverse=True)
    versions = [
        version(number, age_s, path=path, why=why, landed=landed, removed=removed)
        for number, (age_s, path, why, landed, removed) in enumerate(facts, start=1)
    ]
    limits = Limits(most_bytes=most_bytes)
    left = set(kept(versions, limits))
    for path in {one.path for one in versions}:
        landed = [one.id for one in versions if one.path == path and one.landed]
        assert not landed or {landed[0], landed[-1]} <= left
    assert all(one.id in left for one in versions if one.removed or not one.landed or one.why == DISPLACED)
    assert kept([one for one in versions if one.id in left], limits) == sorted(left)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(tmp_path: Path, clock: Clock) -> Iterator[History]:
    with closing(History(str(tmp_path / "history"), clock=clock)) as made:
        yield made


def test_a_history_that_is_not_there_stays_so(history: History, tmp_path: Path) -> None:
    assert history.thin(LIMITS) == 0
    assert not (tmp_path / "history").exists()


def test_a_history_grows_thin_and_its_texts_go(history: History, clock: Clock) -> None:
    ids = []
    for number in range(450):
        ids.append(history.record_seen(PATH, b"text %d" % number).id)
        clock.now += 10
    assert history.thin(LIMITS) == 0
    clock.now += 3 * DAY_S
    history.record_seen(PATH, b"newest")
    assert history.thin(LIMITS) > 400
    left = history.versions(PATH)
    assert (left[-1].id, left[0].size_bytes) == (ids[0], 6)
    assert [one.parent for one in left] == [*(one.id for one in left[1:]), None], "the chain holds"
    assert history.data(left[1].id)
    with pytest.raises(NotFound):
        history.data(ids[1])
    assert history.thin(LIMITS) == 0


def test_a_text_that_another_version_has_stays(history: History, clock: Clock) -> None:
    for text in (b"one", b"two", b"three", b"two", b"four"):
        history.record_seen(PATH, text)
    clock.now += 3 * DAY_S
    other = history.record_seen("/m/b.md", b"two")
    history.thin(LIMITS)
    assert history.data(other.id) == b"two"


def test_what_an_open_save_needs_stays(history: History, clock: Clock) -> None:
    history.record_seen(PATH, b"first")
    save = history.record_save(PATH, b"first", b"found", b"mine", "edit", file=PATH, temporary=".t")
    clock.now += 800 * DAY_S
    for text in (b"later", b"latest"):
        history.record_seen(PATH, text)
    history.thin(LIMITS)
    assert {save.before, save.after} <= {one.id for one in history.versions(PATH)}
    (still,) = history.pending()
    assert still == save


def test_it_stops_where_it_is_not_wanted_any_more(history: History, clock: Clock) -> None:
    for number in range(10):
        history.record_seen(PATH, b"%d" % number)
    clock.now += 800 * DAY_S
    assert history.thin(LIMITS, lambda: False) == 0
    assert history.thin(LIMITS) == 8


def test_what_an_open_change_may_take_back_stays(history: History, clock: Clock) -> None:
    history.record_seen(PATH, b"first")
    history.record_seen(PATH, b"found")
    change = history.open_change("move", [(PATH, b"found", b"mine")])
    save = history.record_save(
        PATH, b"found", b"found", b"mine", "move", file=PATH, temporary=".t", part=change.parts[0].id
    )
    history.finish(save, landed=True)
    clock.now += 800 * DAY_S
    history.record_seen(PATH, b"latest")
    history.thin(LIMITS)
    (again,) = history.pending_changes()
    done = again.parts[0].done
    assert done is not None
    assert done.parent is not None
    assert history.data(done.parent) == b"found"
