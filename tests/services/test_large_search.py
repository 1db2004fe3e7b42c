"""The index behind the search of a very large memory."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from memdesk.services.remembered.entries import EntryList
from memdesk.services.search.hits import Found
from memdesk.services.search.large import LargeSearch
from memdesk.services.search.queries import parse
from memdesk.services.search.search import Search
from memdesk.services.search.searchable import Index
from memdesk.store.search_index import SearchIndex
from tests.services.sample_desks import SampleDesk

WORDS = ("mocks", "the", "pnpm dev", "tromsø", "a", "quokka", '"; drop', "é", "ma", "the ferry", "日本語")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Index:
    desk = SampleDesk(tmp_path_factory.mktemp("samples")).desk
    return Index(desk.entries.read(desk.entries.snapshot()))


@pytest.fixture
def large(tmp_path: Path) -> Iterator[LargeSearch]:
    large = LargeSearch(str(tmp_path / "search"), least_characters=0)
    yield large
    large.close()


def _find(index: Index, text: str, large: LargeSearch | None = None) -> Found:
    query = parse(text)
    if large is None:
        return Search(index, query).find(limit=10_000)
    return Search(index, query, narrow=large.narrow).find(limit=10_000)


@pytest.mark.parametrize("text", [*WORDS, "the agent:ub", "mocks in:memory.md"])
def test_it_finds_what_is_found_without_it(samples: Index, large: LargeSearch, text: str) -> None:
    large.follow(samples)
    assert _find(samples, text, large) == _find(samples, text)


def test_both_find_no_part_of_a_character(tmp_path: Path, large: LargeSearch) -> None:
    samples = SampleDesk(tmp_path)
    Path(samples.root("evva").path, "USER_PROFILE.md").write_text("## Preferences\n- conﬁgured\n- groß\n")
    index = Index(samples.desk.entries.read(samples.desk.entries.snapshot()))
    large.follow(index)
    for text, count in (
        ("conf in:user_profile", 0),
        ("confi in:user_profile", 1),
        ("gross in:user_profile", 1),
    ):
        assert len(_find(index, text, large).hits) == len(_find(index, text).hits) == count


def test_it_tells_nothing_before_it_is_ready(samples: Index, large: LargeSearch) -> None:
    assert large.is_wanted_for(samples)
    assert large.narrow(samples, ("the",)) is None
    large.follow(samples, lambda: False)
    assert large.narrow(samples, ("the",)) is None
    large.follow(samples)
    assert not large.is_wanted_for(samples)
    assert large.narrow(samples, ("quokka",)) == []
    assert large.narrow(samples, ("th",)) is None


def test_it_follows_what_is_new(tmp_path: Path, large: LargeSearch) -> None:
    desk = SampleDesk(tmp_path).desk
    before = Index(desk.entries.read(desk.entries.snapshot()))
    large.follow(before)
    changed = next(sheet for sheet in before.sheets if sheet.read.document.title == "USER_PROFILE.md")
    path = Path(changed.read.document.path)
    path.write_bytes(path.read_bytes() + b"\nA quokka.\n")
    after = Index(desk.entries.read(desk.entries.snapshot()), before)
    assert large.narrow(after, ("quokka",)) is None
    large.follow(after)
    [hit] = _find(after, "quokka", large).hits
    assert hit.document.path == str(path)


@contextmanager
def often_switching() -> Iterator[None]:
    """Let threads take turns so often that each meets the other in the middle of what it does."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _with_the(index: Index) -> list[int]:
    return [number for number, sheet in enumerate(index.sheets) if "the" in sheet.folded.folded]


def test_a_search_goes_on_while_the_index_is_thrown_away_and_made_anew(
    samples: Index, large: LargeSearch
) -> None:
    """Each answer is that of the documents it was asked about, or none."""
    other = Index(EntryList(tuple(sheet.read for sheet in samples.sheets)[::-1]), samples)
    expected = {id(index): _with_the(index) for index in (samples, other)}

    def follow() -> None:
        for number in range(600):
            large.follow(samples)
            large.follow(other)
            if number % 200 == 0:
                large.close()

    with often_switching(), ThreadPoolExecutor(1) as worker:
        following = worker.submit(follow)
        while not following.done():
            for index in (samples, other):
                answer = large.narrow(index, ("the",))
                assert answer in (None, expected[id(index)])
        following.result()
    large.follow(other)
    assert large.narrow(other, ("the",)) == expected[id(other)]


def test_nothing_of_it_can_be_read_by_others_or_stays(
    samples: Index, tmp_path: Path, large: LargeSearch
) -> None:
    large.follow(samples)
    folder = tmp_path / "search"
    assert folder.stat().st_mode & 0o077 == 0
    if os.name == "posix":
        assert list(folder.iterdir()) == []
    large.close()
    assert list(folder.iterdir()) == []
    assert large.narrow(samples, ("the",)) is None


def test_a_disk_that_says_no_leaves_the_search_as_it_is(samples: Index, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    large = LargeSearch(str(tmp_path / "file"), least_characters=0)
    large.follow(samples)
    assert _find(samples, "mocks", large) == _find(samples, "mocks")


def test_a_closed_index_is_an_error_of_its_kind(tmp_path: Path) -> None:
    index = SearchIndex(str(tmp_path / "search"))
    index.close()
    with pytest.raises(sqlite3.Error):
        index.find(("the",), 10)
