"""Settings that are no use are kept, and it is said, in the window and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.cli import main
from memdesk.store.folders import StateFolders
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


def test_the_command_line_says_it_too(root: Path, broken: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main(["roots"])
    (kept,) = broken.glob("*.broken")
    assert f"What was there is kept as {kept}." in capfd.readouterr().err
    main(["roots"])
    assert "kept as" not in capfd.readouterr().err
