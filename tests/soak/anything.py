"""`python -m tests.soak.anything --minutes 10 --seed 1`: whatever a hand can do, while files are harmed.

Any command, key, word, click and drag, in any order and in any box that is open, on the demonstration, in which agents
write and another program means no good. Nothing is compared: an error that nobody foresaw ends it, with its report and
the last of what was done, and a crash ends the process. Either way the exit code is not 0.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import os
import random
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from shiboken6 import Shiboken

from memdesk.ui.actions import ACTIONS
from memdesk.ui.start.cycles import Cycles
from tests.soak.demonstration import Complaints, start_agents, stop_agents
from tests.soak.own_home import crash_reports, own_home
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key

LIFE_MINUTES = 2.0
"""So long a program lives: commands close folders and boxes cover the window, so that less and less can happen."""
EVERY_S = 0.5
"""Mean time between two writes of the agents."""
_LEFT_OUT = ("file.quit", "file.leave_sample", "memory.reveal", "memory.open_outside")
"""What would end the run, or start programs of the desktop."""
_COMMANDS = tuple(spec.id for spec in ACTIONS if spec.id not in _LEFT_OUT)
_KEYS = (
    *(Key.Key_Up, Key.Key_Down, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Return, Key.Key_Space),
    *(Key.Key_Tab, Key.Key_Escape, Key.Key_Home, Key.Key_End, Key.Key_PageDown, Key.Key_PageUp, Key.Key_F6),
    *(Key.Key_F8, Key.Key_F2, Key.Key_Menu, Key.Key_Backspace, Key.Key_Delete),
    *(Key.Key_J, Key.Key_K, Key.Key_E, Key.Key_P, Key.Key_M, Key.Key_U, Key.Key_A),
)
_MODIFIERS = (*[NONE] * 6, CONTROL, SHIFT, ALT, CONTROL | SHIFT, CONTROL | ALT)
_NAMES = ("mem", "profile", "a", "xyz", "MEMORY", "api", "project", "s")
_WORDS = (
    *_NAMES,
    "in: ",
    "older:1d ",
    "agent:ub ",
    "```\n",
    "## New\n",
    "\n- a line\n",
    "[x](y.md)",
    "中文",
    "  ",
)
_SIZES = ((720, 480), (900, 600), (1440, 900))
_PAUSES_MS = (0, 0, 5, 20, 60, 150)
_HOLDS_MS = (0, 30, 200, 900)
"""How long a button is held down before the pointer moves and lets go."""
_HARM_EVERY_MS = (300, 1_000, 3_000)
_MOST_IN_A_BOX = 40
"""So many events at most until a box that is open is closed."""
_REMEMBERED = 40


class Hand:
    """Plays events on `program`, one per call of `play`; `log` is the last of what was done."""

    def __init__(self, program: InsideProgram, chance: random.Random) -> None:
        self._program = program
        self._chance = chance
        self._left_in_box = 0
        self.log: deque[str] = deque(maxlen=_REMEMBERED)

    def play(self) -> None:
        """One event, wherever the focus or the pointer is."""
        box = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if box is None:
            self._left_in_box = self._chance.randint(3, _MOST_IN_A_BOX)
        else:
            self._left_in_box -= 1
            # Its keys rename and remove files, anywhere on the disk.
            if self._left_in_box < 0 or isinstance(box, QFileDialog):
                self.log.append(f"close {type(box).__name__}")
                box.close()
                return
        deeds = {self._press: 56, self._click: 17, self._type: 8, self._roll: 3}
        if box is None:
            deeds |= {self._command: 12, self._filter: 3, self._resize: 1}
        self._chance.choices(list(deeds), list(deeds.values()))[0]()

    def _focus(self) -> QWidget:
        box = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        focused: QWidget | None = QApplication.focusWidget()
        if box is not None and (focused is None or not (focused is box or box.isAncestorOf(focused))):
            focused = box.focusWidget()
        return focused if focused is not None else box or self._program.window

    def _press(self) -> None:
        key, modifiers = self._chance.choice(_KEYS), self._chance.choice(_MODIFIERS)
        self.log.append(f"{key.name} {modifiers.name}")
        QTest.keyClick(self._focus(), key, modifiers)

    def _command(self) -> None:
        name = self._chance.choice(_COMMANDS)
        action = self._program.window.actions_table[name]
        if action.isEnabled():
            self.log.append(name)
            action.trigger()

    def _type(self) -> None:
        self._write(self._chance.choice(_WORDS))

    def _filter(self) -> None:
        self._program.window.actions_table["go.filter"].trigger()
        self._write(self._chance.choice(_NAMES))

    def _write(self, words: str) -> None:
        self.log.append(repr(words))
        for character in words:
            if character == "\n":
                QTest.keyClick(self._focus(), Key.Key_Return)
            else:
                key = Key(ord(character.upper())) if character.isascii() else Key.Key_unknown
                QTest.sendKeyEvent(QTest.KeyAction.Click, self._focus(), key, character, NONE)

    def _resize(self) -> None:
        self.log.append("resize")
        self._program.window.resize(*self._chance.choice(_SIZES))

    def _roll(self) -> None:
        widget, at = self._focus(), QPoint(20, 20)
        turned = QPoint(0, self._chance.choice((-720, -120, 120, 720)))
        QApplication.sendEvent(
            widget,
            QWheelEvent(
                QPointF(at),
                QPointF(widget.mapToGlobal(at)),
                QPoint(),
                turned,
                Qt.MouseButton.NoButton,
                NONE,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            ),
        )

    def _click(self) -> None:
        window = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._program.window
        place = self._somewhere_in(window)
        widget = window.childAt(place) or window
        at, kind = widget.mapFrom(window, place), self._chance.random()
        self.log.append(f"click {type(widget).__name__} {widget.accessibleName()}")
        if kind < 0.3:
            QTest.mousePress(widget, Qt.MouseButton.LeftButton, NONE, at)
            end = self._chance.choice((place, self._somewhere_in(window)))
            QTimer.singleShot(self._chance.choice(_HOLDS_MS), lambda: _let_go(window, widget, at, end))
        elif kind < 0.4:
            QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, NONE, at)
        elif kind < 0.55:
            where = widget.mapToGlobal(at)
            QApplication.postEvent(widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, where))
        else:
            modifiers = self._chance.choice((NONE, NONE, NONE, CONTROL, SHIFT))
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, modifiers, at)

    def _somewhere_in(self, window: QWidget) -> QPoint:
        return QPoint(
            self._chance.randrange(max(1, window.width())), self._chance.randrange(max(1, window.height()))
        )


def _let_go(window: QWidget, widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Move a held button to a place of the window, unless what it was pressed on has gone, and let go."""
    for step in range(1, 4):
        if not (Shiboken.isValid(window) and Shiboken.isValid(widget)):
            return
        QTest.mouseMove(widget, start + (widget.mapFrom(window, end) - start) * (step / 3))
    if Shiboken.isValid(window) and Shiboken.isValid(widget):
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, widget.mapFrom(window, end))


class Harm:
    """Another program that means no good: files that go, come back, are cut, doubled, emptied or become folders."""

    def __init__(self, program: InsideProgram, chance: random.Random, log: deque[str]) -> None:
        self._program = program
        self._chance = chance
        self._log = log

    def do(self) -> None:
        """Harm one document of any agent; what cannot be harmed is let be."""
        workspace = self._program.desk.workspace
        paths = [Path(one.path) for root in workspace.roots for one in workspace.documents(root.path)]
        if not paths:
            return
        deeds = (
            *(self._remove, self._empty, self._make_a_folder, self._take_away),
            *(self._shuffle, self._cut, self._double),
        )
        deed, path = self._chance.choice(deeds), self._chance.choice(paths)
        self._log.append(f"{deed.__name__} {path.name}")
        with suppress(OSError):
            deed(path)

    def _remove(self, path: Path) -> None:
        path.unlink()

    def _empty(self, path: Path) -> None:
        path.write_bytes(b"")

    def _make_a_folder(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)

    def _take_away(self, path: Path) -> None:
        aside = path.parent.with_name(f"{path.parent.name}.aside")
        os.rename(path.parent, aside)

        def bring_back() -> None:
            # Agents make the folder anew meanwhile.
            with suppress(OSError):
                os.rename(aside, path.parent)

        QTimer.singleShot(self._chance.choice((50, 800, 2_500)), bring_back)

    def _shuffle(self, path: Path) -> None:
        lines = path.read_bytes().split(b"\n")
        self._chance.shuffle(lines)
        path.write_bytes(b"\n".join(lines))

    def _cut(self, path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: self._chance.randrange(len(data) + 1)])

    def _double(self, path: Path) -> None:
        path.write_bytes(path.read_bytes() * 2)


def run(folder: Path, minutes: float, seed: int) -> Sequence[str]:
    """Do whatever comes for so long; what was logged as an error, and the last of what was done before it."""
    complaints, chance = Complaints(), random.Random(seed)
    logging.getLogger("memdesk").addHandler(complaints)
    program = InsideProgram(sample=True)
    cycles = Cycles(lambda: False, program.program)
    cycles.start()  # as the program does where it is started for real
    agents = start_agents(program, folder / "writes.jsonl", EVERY_S, seed)
    hand = Hand(program, chance)
    harm = Harm(program, chance, hand.log)
    end = time.monotonic() + 60 * minutes

    def goes_on() -> bool:
        return program.window.isVisible() and not complaints.said and time.monotonic() < end

    def play() -> None:
        # Asked for first: a box that this event opens may run an event loop of its own.
        if goes_on():
            QTimer.singleShot(chance.choice(_PAUSES_MS), play)
            hand.play()

    def do_harm() -> None:
        if goes_on():
            QTimer.singleShot(chance.choice(_HARM_EVERY_MS), do_harm)
            harm.do()

    play()
    do_harm()
    while goes_on():
        QTest.qWait(100)
    stop_agents(agents)
    return [*complaints.said, *hand.log] if complaints.said else ()


def main() -> int:
    """Let one program after another live for a while; the first that goes wrong is the last, and says how."""
    parser = argparse.ArgumentParser("tests.soak.anything")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--life", action="store_true", help="one program alone, in this process")
    options = parser.parse_args()
    if options.life:
        return _live(options.minutes, options.seed)
    end, seed = time.monotonic() + 60 * options.minutes, options.seed
    while (minutes := min(LIFE_MINUTES, (end - time.monotonic()) / 60)) > 0:
        command = [sys.executable, "-m", "tests.soak.anything", "--life"]
        ended = subprocess.run([*command, "--minutes", str(minutes), "--seed", str(seed)], check=False)
        if ended.returncode:
            sys.stdout.write(f"life {seed}: exit code {ended.returncode}\n")
            return 1
        seed += 1
    sys.stdout.write(f"lives: {seed - options.seed}\n")
    return 0


def _live(minutes: float, seed: int) -> int:
    faulthandler.enable()
    with own_home() as folder:
        app = QApplication([])
        said = run(folder, minutes, seed)
        app.processEvents()
        sys.stdout.writelines(f"{line}\n" for line in (*said, *crash_reports()))
        sys.stdout.flush()
        # A box may still be open, and its event loop below this.
        os._exit(int(bool(said)))


if __name__ == "__main__":
    sys.exit(main())
