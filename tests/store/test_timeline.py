"""The timeline: every document at once, by the page, from the indexes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from memdesk.store.history import History
from memdesk.store.history_place import FILE_NAME
from memdesk.store.timeline import _NEWEST_OF_EACH, EVERYTHING, Asked, By, Sort, TimelineQueries
from memdesk.store.versions import GONE_FROM_DISK, Author


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    with closing(History(str(tmp_path / "own"), clock=count(1000.0).__next__)) as made:
        yield made


@pytest.fixture
def timeline(history: History) -> TimelineQueries:
    return TimelineQueries(history)


def saved(history: History, path: str, old: bytes, new: bytes | None, why: str = "edit") -> None:
    save = history.record_save(path, old, old, new, why, file=path, temporary=".t")
    history.finish(save, landed=True)


def test_asking_makes_nothing(timeline: TimelineQueries, tmp_path: Path) -> None:
    assert timeline.page(EVERYTHING, None, 10) == ()
    assert timeline.newest_of_each() == ()
    assert timeline.count() == 0
    assert not (tmp_path / "own").exists()


def test_pages_join_without_gap_or_overlap(history: History, timeline: TimelineQueries) -> None:
    for number in range(25):
        history.record_seen(f"/m/{number % 4}.md", b"%d" % number)
    seen, before = [], None
    while page := timeline.page(EVERYTHING, before, 7):
        seen += [version.id for version in page]
        before = page[-1].id
        history.record_seen("/m/new.md", b"%d" % before)  # what comes meanwhile shifts nothing
    assert seen == list(range(25, 0, -1))


def test_each_filter_narrows(history: History, timeline: TimelineQueries) -> None:
    odd = "/m/\udcff b.md"
    history.record_seen("/m/a.md", b"1")
    history.record_seen(odd, b"2")
    history.record_seen("/n/c.md", b"3")
    saved(history, "/m/a.md", b"1", b"1b", "restore")
    saved(history, odd, b"2", None, "remove")
    history.record_all([("/n/c.md", None)])

    def found(**wanted: object) -> list[tuple[str, str]]:
        page = timeline.page(Asked(**wanted), None, 99)  # type: ignore[arg-type]  # one field at a time
        return [(version.path, version.why) for version in page]

    assert found(paths=frozenset({odd})) == [(odd, "remove"), (odd, "first seen")]
    assert [path for path, _ in found(paths=frozenset({odd, "/n/c.md"}))] == ["/n/c.md", odd, "/n/c.md", odd]
    assert found(by=By.YOU) == [(odd, "remove"), ("/m/a.md", "restore")]
    assert {why for _, why in found(by=By.OTHERS)} == {"first seen", GONE_FROM_DISK}
    assert found(sort=Sort.REMOVALS) == [("/n/c.md", GONE_FROM_DISK), (odd, "remove")]
    assert found(sort=Sort.RESTORES) == [("/m/a.md", "restore")]
    assert len(found(sort=Sort.FIRST_SEEN)) == 3
    assert found(paths=frozenset()) == []


def test_the_newest_of_each_tells_what_is_gone(history: History, timeline: TimelineQueries) -> None:
    history.record_seen("/m/a.md", b"1")
    history.record_seen("/m/b.md", b"1")
    history.record_seen("/m/b.md", b"2")
    history.record_all([("/m/a.md", None)])
    newest = {version.path: version for version in timeline.newest_of_each()}
    assert newest["/m/a.md"].removed
    assert newest["/m/b.md"].size_bytes == 1
    assert not newest["/m/b.md"].removed
    assert newest["/m/b.md"].author is Author.PROGRAM


def test_what_a_version_followed(history: History, timeline: TimelineQueries) -> None:
    for text in (b"1", b"2"):
        history.record_seen("/m/a.md", text)
    newest, first = history.versions("/m/a.md")
    assert timeline.before(newest) == first
    assert timeline.before(first) is None


def test_a_page_is_read_by_the_numbers_and_documents_by_the_index(history: History, tmp_path: Path) -> None:
    history.record_seen("/m/a.md", b"1")
    database = sqlite3.connect(os.path.join(str(tmp_path / "own"), FILE_NAME))
    with closing(database):

        def plan(statement: str, *values: object) -> str:
            return " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", values))

        all_paths = plan(_NEWEST_OF_EACH)
        assert "versions_of_path" in all_paths
        assert "SCAN versions" not in all_paths
        for where in ("", " AND path = x'00'", " AND author = 'you'", " AND hex(+path) IN ('00', '01')"):
            page = plan(f"SELECT id FROM versions WHERE id < 9{where} ORDER BY id DESC LIMIT 5")
            assert "TEMP B-TREE" not in page
            assert "SEARCH" in page


def test_what_lay_below_a_folder_is_forgotten(history: History, timeline: TimelineQueries) -> None:
    assert history.forget_below("/m/a") == 0
    for path in ("/m/a/b.md", "/m/a/c/d.md", "/m/a.md", "/m/ab/e.md"):
        history.record_seen(path, b"same")
    assert history.forget_below("/m/a") == 2
    assert [version.path for version in timeline.newest_of_each()] == ["/m/a.md", "/m/ab/e.md"]
    assert history.data(timeline.page(EVERYTHING, None, 1)[0].id) == b"same"
