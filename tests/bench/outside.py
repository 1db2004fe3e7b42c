"""How long a change by another program takes to the screen."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, install_theme
from memdesk.watch.state import WatchMode
from tests.bench.report import Figure, percentile

WRITES = 30
FILES = 200
PATIENCE_S = 10
_HEAD = "## Project facts\n"


def _make_home(folder: Path) -> Path:
    home = folder / ".evva"
    for number in range(FILES):
        project = home / "projects" / f"-srv-service-{number:03d}"
        project.mkdir(parents=True)
        (project / "MEMORY.md").write_bytes(f"{_HEAD}Service {number}.\n".encode())
    return home


def _write(path: Path, text: str) -> float:
    """Write as agents do, beside it and renamed; gives when it was there."""
    temporary = path.with_name(".memdir-bench.tmp")
    temporary.write_bytes(text.encode())
    os.replace(temporary, path)
    return time.perf_counter()


def _wait(is_so: object, what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():  # type: ignore[operator]  # a condition without arguments
        if time.monotonic() > end:
            raise TimeoutError(what)
        QTest.qWait(1)


def measure(folder: Path) -> list[Figure]:
    """Writes at odd moments into the document on screen, each until its text is painted."""
    instance = QApplication.instance()
    app = instance if isinstance(instance, QApplication) else QApplication([])
    home = _make_home(folder)
    desk = Desk(
        StateFolders.below(str(folder / "ours")), Surroundings(str(folder), {}), discover(installed=False)
    )
    program = Program(install_theme(app, Preferences("light", animations="off")), desk)
    states: list[WatchMode] = []
    program.outside.state_changed.connect(lambda state: states.append(state.mode))
    program.start([str(home)])
    path = home / "projects" / "-srv-service-000" / "MEMORY.md"
    _wait(lambda: states and states[-1] is WatchMode.WATCHING, "the watcher")
    _wait(lambda: not program.tasks.busy, "the workers")
    program.memory.show_document(str(path))
    session = desk.workspace.open_document(str(path))
    taken_ms = []
    for number in range(WRITES):
        QTest.qWait(random.Random(number).randrange(50, 250))
        line = f"Outside change {number}."
        written = _write(path, f"{_HEAD}{line}\n")
        _wait(lambda line=line: line in session.text.text, line)
        app.processEvents()
        taken_ms.append((time.perf_counter() - written) * 1000)
    program.window.close()
    note = f"{WRITES} writes, {FILES} files, median {percentile(taken_ms, 0.5):.0f} ms"
    return [Figure("outside change on screen, p95", percentile(taken_ms, 0.95), None, 500, note)]
