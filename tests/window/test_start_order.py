"""What a start brings comes one after the other: what the user sees before what is worked out beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, install_theme
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from tests import patience
from tests.patience import PATIENCE_S
from tests.window.homes import MEMORY, make_home
from tests.window.inside import words_in

TIMERS_MS = 300
"""So long timers of the screens rest at most."""


def make_large_home(home: Path) -> Path:
    """More documents than are shown before a worker has listed all."""
    root = make_home(home)
    for number in range(FIRST_DOCUMENTS + 10):
        project = root / "projects" / f"-srv-project-{number}"
        project.mkdir()
        (project / "MEMORY.md").write_bytes(MEMORY)
    return root


@pytest.fixture
def program(qapp: QApplication, home: Path) -> Iterator[Program]:
    """The program with its workers held, as it is before the first paint."""
    themes = install_theme(qapp, Preferences("light", animations="off"))
    desk = Desk(
        StateFolders.below(str(home / "state")), Surroundings(str(home), {}), discover(installed=False)
    )
    program = Program(themes, desk)
    yield program
    program.window.close()
    QTest.qWait(TIMERS_MS)


def wait_until(is_so: Callable[[], object]) -> None:
    patience.wait_until(is_so, pause=lambda: QTest.qWait(5))


def test_an_inbox_that_is_wanted_early_says_nothing_that_nobody_looked_at(
    program: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memdesk.ui.start.one_by_one.MOST_S", PATIENCE_S)
    root = make_home(home)
    gates = threading.Event(), threading.Event()
    for gate in gates:
        program.tasks.run(gate.wait, lambda _: None)
    try:
        program.start([str(root)])
        program.tasks.release()
        program.navigation.show_inbox()
        said = words_in(program.inbox.screen.empty)
        assert (said, "Nothing" in said) == ("Reading…", False)
        gates[0].set()
        wait_until(lambda: "Nothing new" in words_in(program.inbox.screen.empty))
        assert "in 0 places" not in words_in(program.inbox.screen.empty)
        assert not program.following.is_over
        gates[1].set()
        wait_until(lambda: program.following.is_over and not program.tasks.busy)
        QTest.qWait(TIMERS_MS)
    finally:
        for gate in gates:
            gate.set()


def test_document_then_tree_then_watch_then_what_waits(
    program: Program, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a machine with much else to do, no step is to go ahead of the one before it.
    monkeypatch.setattr("memdesk.ui.start.one_by_one.MOST_S", PATIENCE_S)
    root = make_large_home(home)
    seen: list[str] = []
    program.memory.document_shown.connect(lambda: seen.append("document"))
    program.memory.keeper.documents_listed.connect(lambda: seen.append("tree"))
    program.outside.state_changed.connect(lambda _state: seen.append("watch"))
    program.problems.looked.connect(lambda _report: seen.append("problems"))
    program.problems.page.filled.connect(lambda: seen.append("screens"))
    program.start([str(root)])
    wait_until(lambda: {"problems", "screens"} <= set(seen))
    firsts = list(dict.fromkeys(seen))
    # A check begins a moment after it is wanted, so the other screens may be made meanwhile.
    assert (firsts[:3], set(firsts[3:])) == (["document", "tree", "watch"], {"problems", "screens"})


def test_a_window_that_is_closed_before_its_memory_is_shown_begins_nothing(
    program: Program, home: Path
) -> None:
    root = make_home(home)
    program.start([str(root)])
    program.window.close()
    QTest.qWait(TIMERS_MS)
    assert program.memory.open.session is None
    assert not program.tasks.busy
