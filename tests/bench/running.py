"""The real program in this process, and what the turns of its UI thread take: what the benchmarks of turns share."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import TypeAlias

from PySide6.QtWidgets import QApplication, QWidget

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.actions import ActionTable
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, install_theme
from memdesk.watch.state import WatchMode
from tests.bench.report import Figure
from tests.bench.turns import COMMAND_MS, FRAME_MS, Turn, Turns, Work, loop_until

PROGRAMS = 3
"""Of so many the best counts: most is done for the first time in each, and what else runs takes of the caches."""
ROUNDS = 3
PLAIN_LOOK = Preferences("light", animations="off")
_LINES = 4
LINE = "- A line of memory as people and agents write it, about sixty characters.\n"
APPENDED = "- Another line, by an agent.\n"

MeasureOnce: TypeAlias = Callable[[Path], Sequence[Figure]]


def text_of(sections: int) -> str:
    """A text of so many sections, a few lines each."""
    return "\n".join(f"## Section {number}\n{LINE * _LINES}" for number in range(sections))


def memory_of(home: Path, sections: int) -> Path:
    """Where the document of so many sections lies, below `.evva`."""
    return home / ".evva" / "projects" / f"-srv-service-{sections}" / "MEMORY.md"


def write_memory(home: Path, sections: int) -> None:
    """Make the document of so many sections."""
    path = memory_of(home, sections)
    path.parent.mkdir(parents=True)
    path.write_bytes(text_of(sections).encode())


def append_to(path: Path) -> None:
    """Let an agent add a line."""
    with path.open("a") as file:
        file.write(APPENDED)


def focused_in(widget: QWidget) -> QWidget:
    """What has the focus in it, or would have in an active window."""
    found = widget.focusWidget()
    assert found is not None
    return found


def application() -> QApplication:
    """The one of this process."""
    # The program looks for cycles while nobody types; Python would in the middle of anything.
    gc.disable()
    instance = QApplication.instance()
    return instance if isinstance(instance, QApplication) else QApplication([])


class RunningProgram:
    """The real program over `folder / "home"`, which shows nothing before `start`. `made` is what the making took."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        home = folder / "home"
        desk = Desk(
            StateFolders.below(str(folder / "ours")), Surroundings(str(home), {}), discover(installed=False)
        )
        self._turns = Turns()
        self.themes = install_theme(app, PLAIN_LOOK)
        made: list[Program] = []
        self.made = self._turns.of(lambda: made.append(Program(self.themes, desk)), lambda: bool(made))
        self.program = made[0]
        self._modes: list[WatchMode] = []
        self.program.outside.state_changed.connect(lambda state: self._modes.append(state.mode))

    @property
    def actions(self) -> ActionTable:
        """What the user can do in the window, by name."""
        return self.program.window.actions_table

    def start(self, *roots: Path) -> list[Turn]:
        """Open these roots; what making the other screens ahead takes, once they are there and all is watched."""
        self.program.start([str(root) for root in roots])
        ahead = self._turns.of(self.program.filling.start, self._is_filled)
        self.await_watched()
        return ahead

    def of(self, work: Work) -> list[Turn]:
        """What the turns take in which `work` is done, and all that follows from it."""
        loop_until(self._is_quiet)
        return self._turns.of(work, self._is_quiet)

    def await_watched(self) -> None:
        """Let events happen until all roots are watched and nothing is left to be done."""
        loop_until(lambda: self._modes[-1:] == [WatchMode.WATCHING] and self._is_quiet())

    def await_quiet(self) -> None:
        """Let events happen until no worker has anything to do."""
        loop_until(self._is_quiet)

    def close_boxes(self) -> None:
        """Close whatever is open over the window, or in front of what it shows."""
        self.program.choosing.box.close_box()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        for one in QApplication.topLevelWidgets():
            if one.isVisible() and one is not self.program.window:
                one.close()

    def close(self) -> None:
        """Close the window."""
        self.program.window.close()

    def _is_quiet(self) -> bool:
        return not self.program.tasks.busy

    def _is_filled(self) -> bool:
        owners = (self.program.inbox, self.program.pruning, self.program.searching)
        return all(owner.page.is_filled for owner in (*owners, self.program.problems, self.program.history))


def best_of(module: str, folder: Path) -> Sequence[Figure]:
    """The best of what `module` prints in several processes."""
    found = [_in_a_process(module, folder / str(number)) for number in range(PROGRAMS)]
    return [min(same, key=lambda one: one.ours) for same in zip(*found, strict=True)]


def _in_a_process(module: str, folder: Path) -> Sequence[Figure]:
    folder.mkdir()
    # As an installed program has it: else what the UI thread imports would be compiled there as well.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", module, str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=600)
    return [Figure(**facts) for facts in json.loads(done.stdout.splitlines()[-1])]


def print_once(measure_once: MeasureOnce) -> None:
    """What a process that `best_of` starts does: measure in the folder of its argument, and print the figures."""
    sys.stdout.write(json.dumps([asdict(figure) for figure in measure_once(Path(sys.argv[1]))]) + "\n")


def figure_of(name: str, runs: Sequence[Sequence[Turn]], floor_ms: float | None) -> Figure:
    """The longest turn by CPU time, which the goal bounds; what it was by the clock stands beside it."""
    longest = [max(run) for run in runs]
    over = median(sum(turn.cpu_ms > FRAME_MS for turn in run) for run in runs)
    whole_ms = median(sum(turn.cpu_ms for turn in run) for run in runs)
    wall_ms = median(turn.wall_ms for turn in longest)
    beside = f"; floor {floor_ms:.1f} ms" if floor_ms is not None else ""
    note = f"{wall_ms:.0f} ms by the clock, {over:.0f} turns over {FRAME_MS} ms, {whole_ms:.0f} ms in all{beside}"
    return Figure(f"longest turn, {name}", median(turn.cpu_ms for turn in longest), None, COMMAND_MS, note)
