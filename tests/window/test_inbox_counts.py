"""How many changes there are is told once it is known."""

from __future__ import annotations

from pathlib import Path

from memdesk.ui.inbox.reviewing import Reviewing
from memdesk.ui.widgets.list_view import ListView
from tests.window.conftest import Start
from tests.window.test_inbox import recorded


def counts(reviewing: Reviewing) -> list[str]:
    [rows] = reviewing.screen.sources.findChildren(ListView)
    found = [rows.row_at(number) for number in range(rows.model().rowCount())]
    return [row.fact for row in found if row is not None and row.icon]


def test_nothing_is_counted_before_one_has_looked(start: Start, root: Path) -> None:
    inside = recorded(start, root)
    program, window = inside.program, inside.window
    table, tasks = window.actions_table, program.tasks
    reviewing = Reviewing(
        program.themes, inside.desk, inside.memory, table, tasks, program.messages, parent=window
    )
    assert counts(reviewing) == ["", "", ""]
    reviewing.start()
    inside.wait_until(lambda: counts(reviewing) == ["0", "0", "0"], what="the counts")
    reviewing.stop()
    reviewing.page.deleteLater()
