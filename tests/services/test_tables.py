"""Tables of agents as layouts get them: current, labelled with their time, copied again only when something changed."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memdesk.services.machine import tables
from memdesk.services.machine.machine import MachineView, Surroundings
from memdesk.services.machine.tables import TableReader


class Clock:
    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def test_rows_are_current_and_say_of_when_they_are(tmp_path: Path) -> None:
    path, clock = tmp_path / "a.db", Clock()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE t (a)")
    connection.commit()
    reader = TableReader(lambda: str(tmp_path / "ours"), clock)
    for number in range(3):
        connection.execute("INSERT INTO t VALUES (?)", (number,))
        connection.commit()
        found = reader.rows(str(path), "t", ("a",))
        assert [row["a"] for row in found.rows] == list(range(number + 1))
        assert found.taken == clock.now
    connection.close()


def test_a_database_at_rest_is_not_copied_again(tmp_path: Path) -> None:
    path, clock, copies = tmp_path / "a.db", Clock(), []
    sqlite3.connect(path).execute("CREATE TABLE t (a)").connection.close()
    os.utime(path, (1, 1))

    def folder() -> str:
        copies.append(1)
        return str(tmp_path / "ours")

    reader = TableReader(folder, clock)
    first, second = (reader.rows(str(path), "t", ("a",)) for _ in range(2))
    assert len(copies) == 1
    assert second.taken > first.taken
    os.utime(path, (2, 2))
    reader.rows(str(path), "t", ("a",))
    assert len(copies) == 2


def test_a_database_that_is_slow_to_copy_is_copied_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, clock = tmp_path / "a.db", Clock()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE t (a)")
    reader = TableReader(lambda: str(tmp_path / "ours"), clock)
    monkeypatch.setattr(tables, "_QUICK_S", -100.0)
    first = reader.rows(str(path), "t", ("a",))
    connection.execute("INSERT INTO t VALUES (1)")
    # It says so by its time.
    assert reader.rows(str(path), "t", ("a",)) == first
    connection.close()


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(b"no database " * 100)
    reader = TableReader(lambda: str(tmp_path / "ours"), Clock())
    found = reader.rows(str(path), "t", ("a",))
    assert not found.rows
    assert "cannot be read as a database" in found.why_not
    view = MachineView(Surroundings("/", {}), rows=reader.rows)
    with pytest.raises(FileNotFoundError):
        view.rows(str(tmp_path / "none.db"), "t", ("a",))
    with pytest.raises(OSError, match="null"):
        view.rows("a\0b", "t", ("a",))
