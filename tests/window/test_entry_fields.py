"""The inline fields of an entry, edited by keys in the real window below its row: only the value differs on disk."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from memdesk.store.outcomes import Saved
from memdesk.ui.editor.section_card import SectionCard
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.entries.panel import EntryPanel
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.form_block import FormBlock
from tests.layouts.everos_texts import HEADER
from tests.window.conftest import Start
from tests.window.inside import CONTROL, InsideProgram, Key

ENTRY = """<!-- entry:fs_20260601_0000000{n} -->
## fs_20260601_0000000{n}

**owner_id**: alice
**session_id**: s{n}
**timestamp**: 2026-06-01T08:00:00+00:00
**duration_days**: {n}

### Foresight
It will rain {n} times.
<!-- /entry:fs_20260601_0000000{n} -->
"""
TEXT = HEADER + ENTRY.format(n=1) + "between\n" + ENTRY.format(n=2)


class Panel:
    """The second entry, opened by a key."""

    def __init__(self, inside: InsideProgram) -> None:
        self.inside = inside
        block = next(block for block in inside.editor.findChildren(RowsBlock) if block.isVisible())
        block.focus_node(("fs_20260601_00000002", 0))
        inside.key(Key.Key_Return)
        self.panel = next(panel for panel in inside.editor.findChildren(EntryPanel) if panel.isVisible())

    def row(self, name: str) -> FieldRow:
        [form] = self.panel.findChildren(FormBlock)
        # Rows are made in turns.
        self.inside.wait_until(lambda: any(row.field.name == name for row in form.rows), what="the row")
        return next(row for row in form.rows if row.field.name == name)


@pytest.fixture
def open_panel(start: Start, tmp_path: Path) -> Callable[[], tuple[Panel, Path]]:
    path = tmp_path / "memory/default_app/default_project/users/alice/.foresights/foresight-2026-06-01.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(TEXT.encode())

    def open_one() -> tuple[Panel, Path]:
        inside = start(tmp_path / "memory")
        inside.show(path)
        return Panel(inside), path

    return open_one


def test_a_field_of_the_content_is_edited(open_panel: Callable[[], tuple[Panel, Path]]) -> None:
    panel, path = open_panel()
    panel.row("duration_days").focus_value()
    panel.inside.key(Key.Key_End)
    panel.inside.type("0x")
    after = TEXT.replace("duration_days**: 2", "duration_days**: 20")
    assert panel.inside.text == after, "what EverOS could not read is not written"
    panel.inside.key(Key.Key_Backspace)
    assert isinstance(panel.inside.save(), Saved)
    assert path.read_bytes().decode() == after


def test_who_said_it_is_locked_until_it_is_unlocked(open_panel: Callable[[], tuple[Panel, Path]]) -> None:
    panel, path = open_panel()
    panel.row("session_id").focus_value()
    panel.inside.type("zzz")
    assert panel.inside.text == TEXT
    panel.row("session_id").stops[-1].setFocus()
    panel.inside.key(Key.Key_Space)
    panel.inside.key(Key.Key_End)
    panel.inside.type("9")
    after = TEXT.replace("session_id**: s2", "session_id**: s29")
    assert panel.inside.text == after
    panel.inside.key(Key.Key_Z, CONTROL)
    assert panel.inside.text == TEXT
    panel.inside.type("8")
    assert isinstance(panel.inside.save(), Saved)
    assert path.read_bytes().decode() == TEXT.replace("session_id**: s2", "session_id**: s28")


def test_the_fields_follow_what_others_write(open_panel: Callable[[], tuple[Panel, Path]]) -> None:
    panel, path = open_panel()
    path.write_bytes(TEXT.replace("session_id**: s2", "session_id**: s7").replace("between", "more").encode())
    panel.inside.wait_until(lambda: panel.row("session_id").field.text == "s7")
    path.write_bytes((HEADER + ENTRY.format(n=1)).encode())
    panel.inside.wait_until(
        lambda: not [p for p in panel.inside.editor.findChildren(EntryPanel) if p.isVisible()]
    )


def test_an_entry_that_goes_counts_once_whatever_fields_it_had(
    open_panel: Callable[[], tuple[Panel, Path]],
) -> None:
    panel, _ = open_panel()
    panel.inside.key(Key.Key_Escape)
    panel.inside.key(Key.Key_Delete)
    assert ENTRY.format(n=2) not in panel.inside.text
    panel.inside.settle()
    assert panel.inside.memory.header.state.text() == "1 entry unsaved"


class Painted(QObject):
    """Looks whenever a part of a panel is painted whether it lies over another one, or reaches out of the panel."""

    def __init__(self, panel: EntryPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._parts: list[QWidget] = [*panel.findChildren(SectionCard), *panel.findChildren(FormBlock)]
        self.count = 0
        self.wrong: list[str] = []
        for part in self._parts:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        if event.type() == QEvent.Type.Paint:
            self.count += 1
            areas = [part.geometry() for part in self._parts]
            self.wrong += [
                f"{one} over {other}" for one, other in combinations(areas, 2) if one.intersects(other)
            ]
            self.wrong += [f"{one} out of it" for one in areas if not self._panel.rect().contains(one)]
        return super().eventFilter(watched, event)


def test_no_part_of_a_panel_lies_over_another_one_as_the_window_gets_another_width(
    open_panel: Callable[[], tuple[Panel, Path]],
) -> None:
    panel, _ = open_panel()
    panel.panel.bodies[0].setFocus()
    panel.inside.type("It will rain in all of the country, and nobody knows when that is going to end. " * 6)
    panel.inside.settle()
    painted = Painted(panel.panel)
    for width in (1200, 1000, 900, 1440, 905):
        panel.inside.window.resize(width, 900)
        panel.inside.settle()
        assert painted.wrong == []
    assert painted.count
