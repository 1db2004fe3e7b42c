"""`memdesk set`, `add` and `move` and the save of the window, killed or failing at one writing call after the other.

Of the pages that SQLite writes only some are struck here, and of the calls of the window only some: it has the same
save. All of it: `python -m tests.faults --all`.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

import pytest

from memdesk.cli.exit_codes import ExitCode
from tests.faults.calls import CALLS
from tests.faults.files import IN_PLACE
from tests.faults.matrix import Matrix
from tests.faults.targets import ADD, MOVE, SET, WINDOW
from tests.faults.tracer import KILL, Programs
from tests.store.strikes import needs_strace

pytestmark = needs_strace

EIO, ENOSPC = "error=EIO", "error=ENOSPC"
FEWER_PAGES = {"pwrite64": 15, "mkdir": 3, "fchown": 3}
FEWER_CALLS = {"pwrite64": 30, "mkdir": 5, "fchown": 5, "openat": 2, "fdatasync": 2}
IN_WINDOW = dict.fromkeys(CALLS, 0) | {"pwrite64": 40, "write": 3, "fsync": 1, "renameat2": 1, "unlinkat": 1}
WRITING = {"openat", "write", "pwrite64", "fsync", "fdatasync", "fchmod", "renameat2", "unlinkat"}
WRITING_IN_PLACE = WRITING - {"fchmod", "renameat2", "unlinkat"} | {"ftruncate"}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Programs]:
    """The programs of all rows; each order has a home of its own, and a process of its own."""
    programs = Programs(tmp_path_factory.mktemp("programs"))
    yield programs
    programs.close()


@pytest.mark.parametrize("effect", [KILL, EIO, ENOSPC])
@pytest.mark.parametrize("kind", ["plain", IN_PLACE])
def test_a_section_is_set(kind: str, effect: str, programs: Programs, tmp_path: Path) -> None:
    """With ENOSPC as the first run ever, so that the history cannot be made either; else to the end."""
    is_first = effect == ENOSPC
    matrix = Matrix(SET, programs, tmp_path, FEWER_PAGES, first=is_first, to_the_end=not is_first)
    codes = expect_nothing_wrong(matrix, kind, effect, WRITING if kind == "plain" else WRITING_IN_PLACE)
    assert effect == KILL or codes >= {ExitCode.DONE, ExitCode.SYSTEM_SAID_NO, ExitCode.DURABILITY_UNKNOWN}


@pytest.mark.parametrize("effect", [KILL, EIO])
def test_a_fact_is_added_with_its_index_line(effect: str, programs: Programs, tmp_path: Path) -> None:
    matrix = Matrix(ADD, programs, tmp_path, FEWER_CALLS, to_the_end=False)
    expect_nothing_wrong(matrix, "link", effect, WRITING)


@pytest.mark.parametrize("effect", [KILL, ENOSPC])
def test_a_fact_is_moved_to_another_agent(effect: str, programs: Programs, tmp_path: Path) -> None:
    matrix = Matrix(MOVE, programs, tmp_path, FEWER_CALLS, to_the_end=False)
    expect_nothing_wrong(matrix, "0640", effect, WRITING | {"fsetxattr"})


@pytest.mark.parametrize("effect", [KILL, EIO])
def test_the_window_saves(effect: str, programs: Programs, tmp_path: Path) -> None:
    matrix = Matrix(WINDOW, programs, tmp_path, IN_WINDOW, to_the_end=False)
    expect_nothing_wrong(matrix, "plain", effect, {kind for kind, stride in IN_WINDOW.items() if stride})


def expect_nothing_wrong(
    matrix: Matrix, kind: str, effect: str, met: AbstractSet[str]
) -> AbstractSet[int | None]:
    """One row: nothing is torn, lost or falsely saved, and the faults met calls of all these kinds; the exit codes."""
    (figures,) = matrix.rows([kind], [effect])
    assert [f"{finding.what} at {place}" for place, finding in figures.found] == []
    assert met <= {call for call, times in figures.met.items() if times}
    assert (None in figures.codes) if effect == KILL else len(figures.codes) > 1, (
        "all went well, or nothing did"
    )
    return figures.codes.keys()
