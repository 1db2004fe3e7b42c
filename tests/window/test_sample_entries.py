"""Entries of the sample memory of each agent, edited in the real window: `cmp` shows the change alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.store.outcomes import Saved
from memdesk.ui.entries.row import RowKind, Sent
from tests.window.conftest import Start
from tests.window.inside import ALT, CONTROL, Key
from tests.window.test_entries import Rows

Opened = tuple[Rows, Path]
OpenSample = Callable[[str, str], Opened]


@pytest.fixture
def open_sample(start: Start, home: Path) -> OpenSample:
    """Opens the document of an agent's sample whose path ends so."""

    def open_one(agent: str, ending: str) -> Opened:
        desk = Desk(StateFolders.below(str(home / "copying")), Surroundings(str(home), {}), discover())
        root = next(root for root in desk.samples.make(str(home / "sample")) if root.layout.name == agent)
        path = next(
            path
            for path in sorted(Path(root.path).rglob("*.md"))
            if str(path).endswith(ending) and "subagents" not in str(path)
        )
        inside = start(Path(root.path))
        inside.show(path)
        return Rows(inside), path

    return open_one


def edited(rows: Rows, path: Path, words: str, typed: str) -> tuple[bytes, bytes]:
    """The bytes before and after a row was edited by keys and saved."""
    before = path.read_bytes()
    rows.go_to(words)
    rows.inside.key(Key.Key_Return)
    rows.inside.type(typed)
    rows.inside.key(Key.Key_Return)
    assert isinstance(rows.inside.save(), Saved)
    return before, path.read_bytes()


def test_an_entry_of_ub(open_sample: OpenSample) -> None:
    rows, path = open_sample("ub", "memory.md")
    words = next(row.text for row in rows.view.rows if row.kind is RowKind.ENTRY and row.time_s)
    before, after = edited(rows, path, words, "!")

    assert after == before.replace(words.encode() + b" ", words.encode() + b"! ", 1)


def test_a_line_of_the_index_of_ok(open_sample: OpenSample) -> None:
    rows, path = open_sample("ok", "bakery/memory/MEMORY.md")
    before, after = edited(rows, path, "bread-first", ", always")

    assert after == before.replace(
        b"Bread is planned before pastry", b"Bread is planned before pastry, always"
    )


def test_lines_of_the_index_move_and_go(open_sample: OpenSample) -> None:
    rows, path = open_sample("ok", "bakery/memory/MEMORY.md")
    lines = path.read_bytes().splitlines(keepends=True)
    rows.go_to("batch-numbers")
    rows.inside.key(Key.Key_Up, ALT)
    rows.go_to("yeast-stock")
    rows.inside.key(Key.Key_Delete)
    assert isinstance(rows.inside.save(), Saved)

    at = next(i for i, line in enumerate(lines) if b"batch-numbers" in line)
    lines[at - 1 : at + 1] = [lines[at], lines[at - 1]]
    assert path.read_bytes().splitlines(keepends=True) == [
        line for line in lines if b"yeast-stock" not in line
    ]


def test_a_fact_is_added_with_its_file_and_taken_back(open_sample: OpenSample) -> None:
    rows, path = open_sample("ok", "bakery/memory/MEMORY.md")
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    rows.go_to("bread-first")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("new-oven: Oven 3 comes in May")
    QTest.qWait(200)
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before
    rows.inside.key(Key.Key_Return)
    rows.inside.settle()

    assert b"Oven 3 comes in May" in (path.parent / "new-oven.md").read_bytes()
    assert b"[new-oven](new-oven.md)" in path.read_bytes()
    assert rows.row("new-oven").is_entry
    rows.inside.key(Key.Key_Z, CONTROL)
    rows.inside.settle()
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before


def test_what_is_below_the_line_of_the_index_is_said(open_sample: OpenSample) -> None:
    rows, _ = open_sample("ok", "greenhouse/memory/MEMORY.md")

    assert "below the line" in rows.row("watering-log").sentence
    assert [row.kind for row in rows.view.rows].count(RowKind.LINE) == 1
    rows.inside.wait_until(lambda: rows.row("sensor-bus").sent is Sent.SENT, what="the preview")
    assert rows.row("watering-log").sent is not Sent.SENT


def test_a_section_of_an_entry_of_a_daily_log(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/episodes/episode-2026-05-11.md")
    before = path.read_bytes()
    rows.go_to("choosing a sailcloth")
    rows.inside.key(Key.Key_Return)
    panel = rows.block.writing.panel
    assert panel is not None
    assert [body.accessibleName() for body in panel.bodies] == ["Subject", "Content"]
    rows.inside.key(Key.Key_End, CONTROL)
    rows.inside.type("!")
    rows.inside.key(Key.Key_Escape)

    assert rows.block.writing.panel is None
    assert rows.view.hasFocus()
    assert isinstance(rows.inside.save(), Saved)
    assert path.read_bytes() == before.replace(
        b"Nora: choosing a sailcloth\n", b"Nora: choosing a sailcloth!\n"
    )


def test_undo_in_a_section_stays_in_it(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/episodes/episode-2026-05-11.md")
    rows.go_to("choosing a sailcloth")
    rows.inside.key(Key.Key_Return)
    panel = rows.block.writing.panel
    assert panel is not None
    rows.inside.key(Key.Key_End, CONTROL)
    rows.inside.type("!?")
    rows.inside.wait_until(lambda: rows.row("choosing a sailcloth").mark.unsaved, what="the mark")
    assert not rows.row("ferry to the island").mark.unsaved
    rows.inside.key(Key.Key_Z, CONTROL)

    assert rows.inside.session.data == path.read_bytes()
    assert rows.block.writing.panel is panel
    assert rows.inside.focus is panel.bodies[0]
    rows.inside.type(".")
    assert "Nora: choosing a sailcloth.\n" in rows.inside.text


def test_an_entry_is_added_to_a_daily_log(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/.atomic_facts/atomic_fact-2026-05-11.md")
    rows.go_to("travels with Jon")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("Nora likes tea")
    rows.inside.key(Key.Key_Return)
    assert isinstance(rows.inside.save(), Saved)

    after = path.read_bytes()
    assert b"<!-- entry:af_20260511_00000004 -->" in after
    assert b"entry_count: 4" in after
    assert b"### Fact\nNora likes tea\n" in after
    assert rows.current == "Nora likes tea"


def test_an_entry_of_a_daily_log_goes_whole(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/.atomic_facts/atomic_fact-2026-05-11.md")
    rows.go_to("travels with Jon")
    rows.inside.key(Key.Key_Delete)
    assert isinstance(rows.inside.save(), Saved)

    after = path.read_bytes()
    assert b"af_20260511_00000002" not in after
    assert b"af_20260511_00000003" in after
    assert rows.current.startswith("Nora wants to touch")


def test_a_row_of_a_profile(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/user.md")
    before, after = edited(rows, path, "lives near", ", upstairs")

    assert after == before.replace(b"lives near the north pier", b"lives near the north pier, upstairs")


def test_a_row_is_added_to_a_profile(open_sample: OpenSample) -> None:
    rows, path = open_sample("everos", "nora/user.md")
    rows.go_to("lives near")
    rows.inside.key(Key.Key_Return, CONTROL)
    rows.inside.type("has a cat")
    rows.inside.key(Key.Key_Return)
    assert isinstance(rows.inside.save(), Saved)

    assert b"  description: has a cat\n" in path.read_bytes()
    assert rows.row("has a cat").group.key.endswith("explicit_info")
