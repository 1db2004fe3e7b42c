"""The merge editor while agents write: what is chosen and typed stays, and Ctrl+Enter waits for what would change."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from memdesk.ui.duplicates.dialog import DuplicatesDialog
from tests.window.inside import CONTROL, NONE, Key
from tests.window.test_duplicates import SAID, Editing, editing

__all__ = ("editing",)

OTHER = "Ferries to the island leave from the second pier after noon."


def wait_for_groups(editing: Editing, dialog: DuplicatesDialog, count: int) -> None:
    editing.inside.wait_until(lambda: len(dialog.model.rows) == count, what=f"{count} groups")


def test_what_is_typed_stays_while_an_agent_writes_elsewhere(editing: Editing) -> None:
    dialog = editing.open()
    before = dialog.group
    count = len(dialog.model.rows)
    QTest.keyClick(dialog.list, Key.Key_2, NONE)
    dialog.text.setFocus()
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, "Fetched at six.")
    editing.fact("ferry_one", OTHER)
    editing.fact("ferry_two", OTHER)
    wait_for_groups(editing, dialog, count + 1)
    assert before is not None
    assert dialog.group is not None
    assert dialog.group.digest == before.digest
    assert dialog.text.hasFocus()
    assert dialog.text.toPlainText() == "Fetched at six."
    assert [card.pick.isChecked() for card in dialog.cards] == [False, True]
    QTest.keyClick(dialog.text, Key.Key_Return, CONTROL)
    kept, gone = (Path(dialog.cards[n].entry.document.path) for n in (1, 0))
    editing.inside.wait_until(lambda: not gone.exists(), what="the merge")
    assert "Fetched at six." in kept.read_text()


def test_an_entry_that_joins_the_group_leaves_what_was_typed(editing: Editing) -> None:
    dialog = editing.open()
    QTest.keyClick(dialog.list, Key.Key_2, NONE)
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, "Fetched at six.")
    kept = dialog.cards[1].entry.document.path
    editing.fact("tide_three", SAID)
    editing.inside.wait_until(
        lambda: any(len(group.members) == 3 for group in dialog.model.rows), what="the third"
    )
    assert dialog.union is not None
    assert dialog.union.kept.document.path == kept
    assert dialog.text.toPlainText() == "Fetched at six."


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_ctrl_enter_merges_as_soon_as_it_is_known_what_would_change(editing: Editing, key: Key) -> None:
    dialog = editing.open()
    QTest.keyClick(dialog.list, Key.Key_2, NONE)
    assert not dialog.merge_button.isEnabled()
    gone = Path(dialog.cards[0].entry.document.path)
    QTest.keyClick(dialog.list, key, CONTROL)
    editing.inside.wait_until(lambda: not gone.exists(), what="the merge")
