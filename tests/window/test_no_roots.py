"""Without a folder nothing is offered that another screen would show."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.ui.screens import FIRST_RUN, MEMORY
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.inside import CONTROL, InsideProgram, Key


def offered(program: InsideProgram) -> list[str]:
    return [
        button.accessibleName()
        for button in program.window.findChildren(RailButton)
        if button.isEnabled() and button.isCheckable()
    ]


@pytest.mark.parametrize("key", [Key.Key_1, Key.Key_2, Key.Key_T, Key.Key_E])
def test_no_key_offers_the_screens_before_there_is_a_folder(start: Start, home: Path, key: Key) -> None:
    program = start(home / "nothing here")
    before = offered(program)
    program.key(key, CONTROL)
    assert offered(program) == before
    assert program.window.screen_name in (FIRST_RUN, MEMORY)


def test_closing_the_last_folder_leaves_its_screens(start: Start, root: Path) -> None:
    program = start(root)
    assert offered(program)
    program.key(Key.Key_2, CONTROL)
    program.program.opening.close_path(str(root))
    program.settle()
    assert program.window.screen_name == MEMORY
    assert not offered(program)
    program.program.opening.open_folder(str(root))
    program.wait_until(lambda: offered(program), what="the screens")
