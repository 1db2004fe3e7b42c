"""A user at work in the demonstration: the window on throwaway copies, an agent busy in each, edits by hand in all.

Nobody's words may be lost without a record: each line that an agent or the user wrote is on the disk, in the history or
in a buffer at the end, unless an agent wrote over its own line before anybody could look.
"""

from __future__ import annotations

import json
import logging
import math
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.demo.process import arguments_for
from memdesk.layouts.documents import Document
from memdesk.store.history import History
from memdesk.ui.messages import Tone
from memdesk.ui.start.cycles import Cycles
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key

EVERY_S = 0.4
_WARM_MINUTES = 5.0
"""By then every screen was made, and most documents were read once."""
SEEN_WITHIN_S = 2.0
"""A line that an agent writes over sooner may be gone before anybody could look."""
_REFUSALS = (
    "ends inside the code fence",
    "What is remembered there are its entries",
    # A name that the user takes back after the agent has made a section of that name again.
    "There is a section “",
)
_WORDS = ("ferry", "ledger", "valve", "rye", "migration", "epoxy", "checkout", "sensor")
_KEYS = (
    *[(key, NONE) for key in (Key.Key_Down, Key.Key_Up, Key.Key_Return, Key.Key_Tab, Key.Key_Escape)],
    *[(key, CONTROL) for key in (Key.Key_Z, Key.Key_Return, Key.Key_E, Key.Key_Home, Key.Key_End, Key.Key_A)],
    *[(key, ALT) for key in (Key.Key_Up, Key.Key_Down)],
    (Key.Key_Z, CONTROL | SHIFT),
    (Key.Key_M, CONTROL | ALT),
)


@dataclass
class Figures:
    """What a run came to. Times in milliseconds, memory in MiB."""

    minutes: float
    writes: Counter[str] = field(default_factory=Counter)
    edits: int = 0
    saves: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    """Commands that make no sense where a random key gave them, such as to pin a section that has entries."""
    errors: list[str] = field(default_factory=list)
    lines_written: int = 0
    lines_lost: list[str] = field(default_factory=list)
    longest_stall_ms: int = 0
    memory_growth_mib: float = 0.0
    growth_once_warm_mib: float | None = None
    """Since five minutes had passed; None where the run ended before."""

    @property
    def is_well(self) -> bool:
        """Whether nothing went wrong and nothing was lost."""
        return not self.errors and not self.lines_lost


class Stalls:
    """How long the UI thread did not answer."""

    def __init__(self, every_ms: int = 10) -> None:
        self.longest_ms = 0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer()
        self._timer.setInterval(every_ms)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    def _on_timeout(self) -> None:
        self.longest_ms = max(self.longest_ms, self._clock.restart() - self._timer.interval())


class Complaints(logging.Handler):
    """What was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note it."""
        self.said.append(record.getMessage())


class User:
    """Somebody who edits here and there in `program`, by keys."""

    def __init__(self, program: InsideProgram, chance: random.Random) -> None:
        self._program = program
        self._chance = chance
        self.written: dict[str, str] = {}
        self.edits = 0

    def documents(self) -> Sequence[Document]:
        """What can be edited."""
        workspace = self._program.desk.workspace
        return [
            document
            for root in workspace.roots
            for document in workspace.documents(root.path)
            if document.exists and document.editable
        ]

    def do_something(self) -> None:
        """Open a document, or go on in the present one."""
        program, chance = self._program, self._chance
        # No window manager gives the focus back when a menu or dialog has closed.
        program.window.activateWindow()
        if chance.random() < 0.3 or program.memory.open.session is None:
            document = chance.choice(self.documents())
            program.memory.show_document(document.path)
            program.editor.focus_text()
        for _ in range(chance.randint(1, 4)):
            program.key(*chance.choice(_KEYS))
        if chance.random() < 0.5:
            program.editor.focus_text()
            self._type_a_word()
        if chance.random() < 0.3:
            program.key(Key.Key_S, CONTROL)
        self._close_what_opened()
        QTest.qWait(chance.randint(5, 120))

    def _type_a_word(self) -> None:
        self.edits += 1
        word = f"{self._chance.choice(_WORDS)}{self.edits:05d}"
        focus = self._program.window.focusWidget()
        if focus is not None:
            QTest.keyClicks(focus, f" {word} ")

    @staticmethod
    def _close_what_opened() -> None:
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()


def run(folder: Path, minutes: float, seed: int, every_s: float = EVERY_S) -> Figures:
    """Work for so long. `folder` is for what the agents say; the program's own folders are those of the environment."""
    figures, complaints, chance = Figures(minutes), Complaints(), random.Random(seed)
    logging.getLogger("memdesk").addHandler(complaints)
    program = InsideProgram(sample=True)
    program.settle()
    cycles = Cycles(lambda: False, program.program)
    cycles.start()  # as the program does where it is started for real
    stalls, before_mib, warm_mib = Stalls(), _memory_mib(), None
    said = folder / "writes.jsonl"
    agents = start_agents(program, said, every_s, seed)
    user, start = User(program, chance), time.monotonic()
    while time.monotonic() < start + 60 * minutes and not complaints.said:
        user.do_something()
        _note(program, figures)
        if warm_mib is None and time.monotonic() > start + 60 * _WARM_MINUTES:
            cycles.look_at_all()  # what is done with is no growth
            warm_mib = _memory_mib()
    stop_agents(agents)
    program.settle()
    QTest.qWait(1_500)
    figures.memory_growth_mib, figures.longest_stall_ms = _memory_mib() - before_mib, stalls.longest_ms
    cycles.look_at_all()
    figures.growth_once_warm_mib = None if warm_mib is None else _memory_mib() - warm_mib
    figures.edits = user.edits
    _note(program, figures)
    figures.errors = [*complaints.said, *figures.errors]
    _look_for_losses(program, said, figures)
    cycles.stop()
    program.close()
    return figures


def _note(program: InsideProgram, figures: Figures) -> None:
    """Count what was saved and said, and let go of it: it would pass for growth of the program."""
    figures.saves.update(type(result).__name__ for result in program.saves)
    bad = [message.text for message in program.messages if message.tone is Tone.ERROR]
    errors = [text for text in bad if not any(words in text for words in _REFUSALS)]
    figures.refused += len(bad) - len(errors)
    figures.errors += errors
    program.saves.clear()
    program.messages.clear()


def start_agents(program: InsideProgram, said: Path, every_s: float, seed: int) -> subprocess.Popen[bytes]:
    """Let an agent write in each copy of the demonstration, and `said` tell of each write."""
    words = ["--every", str(every_s), "--seed", str(seed), *arguments_for(program.desk.samples.made)]
    with said.open("wb") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "memdesk.demo", *words],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
        )


def stop_agents(agents: subprocess.Popen[bytes]) -> None:
    """Let them write no more."""
    assert agents.stdin is not None
    agents.stdin.close()
    agents.wait(10)


def _look_for_losses(program: InsideProgram, said: Path, figures: Figures) -> None:
    """Compare what agents wrote with what is on the disk and in the history."""
    writes: dict[str, list[tuple[float, set[str]]]] = {}
    for line in said.read_bytes().decode().split("\n")[:-1]:
        write = json.loads(line)
        figures.writes[write["agent"]] += 1
        writes.setdefault(write["path"], []).append((write["when"], set((write["text"] or "").split("\n"))))
    for path, written in writes.items():
        stood = _lines_that_stood(written)
        figures.lines_written += len(stood)
        lost = stood - _lines_kept(program.desk.history, path)
        figures.lines_lost += [f"{path}: {line}" for line in sorted(lost)]


def _lines_that_stood(written: Sequence[tuple[float, set[str]]]) -> set[str]:
    """The lines that an agent left alone for long enough to be seen."""
    found: set[str] = set()
    began: dict[str, float] = {}
    for when, lines in (*written, (math.inf, set[str]())):
        found |= {line for line, since in began.items() if line not in lines and when - since > SEEN_WITHIN_S}
        began = {line: began.get(line, when) for line in lines}
    return found


def _lines_kept(history: History, path: str) -> set[str]:
    texts = [history.data(version.id) for version in history.versions(path) if not version.removed]
    if os.path.exists(path):
        texts.append(Path(path).read_bytes())
    return {line for text in texts for line in text.decode("utf-8", "surrogateescape").split("\n")}


def _memory_mib() -> float:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20
