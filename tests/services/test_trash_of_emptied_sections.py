"""The last entry of a section: it stands in the trash as any other one, and comes back into its section."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.history.trash import RemovedKind
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from tests.services.test_trash import restore, trash, write

STAMP = "*(2026-05-19T16:41:09Z)*"
WHOLE = f"## project\n\n- Billing runs at night {STAMP}\n\n## debug\n\n- Totals differ by a cent {STAMP}\n\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    root = tmp_path / "home" / ".local" / "state" / "ub" / "memory"
    path = root / "05a98d7496f7f873" / "memory.md"
    path.parent.mkdir(parents=True)
    path.write_text(WHOLE)
    folders = StateFolders(*(str(tmp_path / name) for name in ("data", "state", "config", "cache")))
    desk = Desk(folders, Surroundings(str(tmp_path / "home"), {}), discover(installed=False))
    desk.workspace.open_root(desk.claim(str(root)))
    write(desk, path, path.read_bytes())
    yield desk
    desk.close()


def memory(desk: Desk) -> Path:
    (root,) = desk.workspace.roots
    return Path(next(one.path for one in desk.workspace.documents(root.path) if one.exists))


def test_the_last_entry_of_a_section_is_in_the_trash(desk: Desk) -> None:
    write(desk, memory(desk), WHOLE.replace(f"- Totals differ by a cent {STAMP}\n\n", "\n").encode())
    (one,) = trash(desk)
    assert (one.kind, one.title) == (RemovedKind.ENTRY, "Totals differ by a cent")
    restore(desk, one)
    assert f"## debug\n\n- Totals differ by a cent {STAMP}\n" in memory(desk).read_text()


def test_it_stays_there_when_the_agent_drops_the_empty_section(desk: Desk) -> None:
    write(desk, memory(desk), WHOLE.replace(f"- Totals differ by a cent {STAMP}\n\n", "\n").encode())
    write(desk, memory(desk), WHOLE.partition("## debug")[0].encode())
    assert "Totals differ by a cent" in [one.title for one in trash(desk)]
