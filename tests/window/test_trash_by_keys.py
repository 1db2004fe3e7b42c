"""The trash by keys alone, while agents write on: what is chosen stays chosen, and Enter leads to bringing it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.ui.history.trash_list import TrashList
from memdesk.ui.widgets.buttons import PrimaryButton
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.chips import ChipButton
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_timeline import agent_writes, recorded, screen, show

NAMES = ("One", "Two", "Three", "Four")


def sections(*names: str) -> bytes:
    return MEMORY + b"".join(f"\n## {name}\nKept for years: {name}.\n".encode() for name in names)


def titles(view: TrashList) -> list[str]:
    return [one.title for one in view.trash.rows]


def with_three_removed(start: Start, root: Path) -> tuple[InsideProgram, TrashList]:
    program, path = recorded(start, root), memory_of(root)
    for count in (4, 3, 2, 1):
        agent_writes(program, path, sections(*NAMES[:count]))
    show(program, mode="trash")
    view = screen(program).trash
    program.wait_until(lambda: titles(view) == ["Two", "Three", "Four"], what="what was removed")
    return program, view


def test_what_is_chosen_stays_so_when_more_is_removed(start: Start, root: Path) -> None:
    program, view = with_three_removed(start, root)
    view.setFocus()
    program.key(Key.Key_Down)
    program.key(Key.Key_Down, SHIFT)
    assert [one.title for one in view.chosen] == ["Three", "Four"]
    agent_writes(program, memory_of(root), MEMORY)
    program.wait_until(lambda: titles(view) == ["One", "Two", "Three", "Four"], what="one more")
    assert [one.title for one in view.chosen] == ["Three", "Four"]


def test_enter_leads_to_the_way_back_and_the_next_row_takes_the_place(start: Start, root: Path) -> None:
    program, view = with_three_removed(start, root)
    view.setFocus()
    program.key(Key.Key_Down)
    program.key(Key.Key_Return)
    program.wait_until(lambda: isinstance(program.focus, PrimaryButton), what="the button")
    program.key(Key.Key_Return)
    program.wait_until(lambda: b"Kept for years: Three." in memory_of(root).read_bytes(), what="it is back")
    program.wait_until(lambda: titles(view) == ["Two", "Four"], what="two left")
    assert [one.title for one in view.chosen] == ["Four"]
    assert view.hasFocus()


@pytest.mark.parametrize("by_click", [True, False], ids=["click", "command"])
def test_it_is_not_narrowed_to_what_one_looked_at_before(start: Start, root: Path, by_click: bool) -> None:
    program, view = with_three_removed(start, root)
    screen(program).show_mode("timeline")
    documents = screen(program).documents
    documents.focus_on(str(root / "USER_PROFILE.md"))
    program.settle()
    if by_click:
        program.click("Trash")
    else:
        program.window.actions_table["view.trash"].trigger()
    program.wait_until(lambda: titles(view) == ["Two", "Three", "Four"], what="all that was removed")
    # Who narrows it down there sees by what, and gets all of it by one click.
    documents.focus_on(str(root / "USER_PROFILE.md"))
    program.wait_until(lambda: not titles(view), what="the part of it")
    [only] = [one for one in screen(program).findChildren(ChipButton) if one.text().startswith("Only ")]
    assert "USER_PROFILE.md" in only.text()
    only.click()
    program.wait_until(lambda: titles(view) == ["Two", "Three", "Four"], what="all that was removed")
    assert view.hasFocus()


def test_who_brings_the_last_one_back_is_at_no_setting(start: Start, root: Path) -> None:
    program, view = with_three_removed(start, root)
    view.setFocus()
    program.key(Key.Key_A, CONTROL)
    program.key(Key.Key_Return)
    program.wait_until(lambda: isinstance(program.focus, PrimaryButton), what="the button")
    program.key(Key.Key_Return)
    program.wait_until(lambda: not titles(view), what="the empty trash")
    program.settle()
    assert not isinstance(program.focus, CheckBox)
    assert not program.desk.settings.also_system_trash
    program.key(Key.Key_Space)
    assert not program.desk.settings.also_system_trash
