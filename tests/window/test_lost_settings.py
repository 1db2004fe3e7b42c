"""Settings that are no use are kept, and it is said, in the window and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.cli import main
from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.first_look import FirstLook
from memdesk.store.folders import StateFolders
from memdesk.ui import app
from tests.window.conftest import Start


@pytest.fixture
def broken(home: Path) -> Path:
    """The folder of settings that somebody has cut off in the middle."""
    path = Path(StateFolders.of_this_user().settings_file)
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"theme": "da')
    return path.parent


def test_the_window_says_where_they_are_kept(start: Start, root: Path, broken: Path) -> None:
    program = start(root)
    (kept,) = broken.glob("*.broken")
    assert kept.read_bytes() == b'{"theme": "da'
    assert program.said(f"What was there is kept as {kept}.")


def test_what_is_painted_first_leaves_them_to_the_program_that_says_it(home: Path, broken: Path) -> None:
    folders, surroundings = StateFolders.of_this_user(), Surroundings.of_this_process()
    assert app._roots_at_start(FirstLook(folders, surroundings), ()) == ()
    assert not list(broken.glob("*.broken"))
    assert Desk(folders, surroundings, discover()).lost_settings


def test_the_command_line_says_it_too(root: Path, broken: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main(["roots"])
    (kept,) = broken.glob("*.broken")
    assert f"What was there is kept as {kept}." in capfd.readouterr().err
    main(["roots"])
    assert "kept as" not in capfd.readouterr().err
