"""Any keys and clicks in any order, while another program writes: nothing breaks, and the text is saved."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.patience import PATIENCE_S
from tests.window.agent import with_body
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, CONTROL, NONE, SHIFT, InsideProgram, Key

EVENTS = int(os.environ.get("MEMDESK_TEST_EVENTS", "250"))
SEEDS = range(int(os.environ.get("MEMDESK_TEST_SEEDS", "3")))

KEYS = [
    *[
        (key, NONE)
        for key in (Key.Key_F6, Key.Key_F5, Key.Key_F8, Key.Key_Tab, Key.Key_Return, Key.Key_Space)
    ],
    *[(key, NONE) for key in (Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Escape)],
    *[(key, NONE) for key in (Key.Key_Backspace, Key.Key_Delete, Key.Key_PageUp, Key.Key_PageDown)],
    *[(key, CONTROL) for key in (Key.Key_Z, Key.Key_S, Key.Key_T, Key.Key_E, Key.Key_Backslash, Key.Key_Tab)],
    *[(key, CONTROL) for key in (Key.Key_A, Key.Key_C, Key.Key_X, Key.Key_V, Key.Key_Home, Key.Key_End)],
    *[(key, CONTROL) for key in (Key.Key_1, Key.Key_Period)],
    *[(key, CONTROL | SHIFT) for key in (Key.Key_Z, Key.Key_E, Key.Key_Backspace)],
    *[(key, CONTROL | ALT) for key in (Key.Key_M, Key.Key_C, Key.Key_S)],
    *[(key, ALT) for key in (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down)],
    (Key.Key_F6, SHIFT),
    (Key.Key_F8, SHIFT),
]
TYPED = ["word ", "## New", "x", "- a", "```", "  "]
SIZES = [(720, 480), (900, 600), (1440, 900)]


class AnyKeys:
    """Plays events on `program`; what opens over the window is closed again, as by a user who did not mean it."""

    def __init__(self, program: InsideProgram, memory: Path, seed: int) -> None:
        self._program = program
        self._memory = memory
        self._random = random.Random(seed)
        self.log: list[str] = []
        self._closer = QTimer(program.window)
        self._closer.timeout.connect(self._close_what_is_open)
        self._closer.start(60)

    @staticmethod
    def _close_what_is_open() -> None:
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()

    def play(self) -> None:
        """One event, and now and then some time."""
        chance = self._random.random()
        if chance < 0.25:
            self._type()
        elif chance < 0.33:
            self._write_outside()
        elif chance < 0.34:
            self._note("remove")
            self._memory.unlink(missing_ok=True)
        elif chance < 0.36:
            self._program.window.resize(*self._random.choice(SIZES))
        elif chance < 0.44:
            self._click()
        else:
            key, modifiers = self._random.choice(KEYS)
            self._note(f"{key.name} {modifiers.name}")
            self._program.key(key, modifiers)
        if self._random.random() < 0.3:
            QTest.qWait(self._random.choice([0, 5, 30, 120]))

    def stop(self) -> None:
        """No more events."""
        self._closer.stop()
        self._close_what_is_open()

    def _note(self, event: str) -> None:
        self.log.append(event)

    def _type(self) -> None:
        words = self._random.choice(TYPED)
        self._note(words)
        for character in words:
            focused = self._program.window.focusWidget()
            if focused is not None:
                QTest.keyClicks(focused, character)

    def _click(self) -> None:
        window = self._program.window
        place = QPoint(self._random.randrange(window.width()), self._random.randrange(window.height()))
        widget = window.childAt(place)
        if widget is not None:
            self._note(f"click {type(widget).__name__} {widget.accessibleName()}")
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, NONE, widget.mapFrom(window, place))

    def _write_outside(self) -> None:
        heading = self._random.choice([b"Decisions", b"Open issues", b"References"])
        self._note(f"another program: {heading.decode()}")
        try:
            text = with_body(self._memory.read_bytes(), heading, b"agent %d" % len(self.log))
        except (FileNotFoundError, StopIteration):
            text = MEMORY
        self._memory.parent.mkdir(exist_ok=True)
        self._memory.write_bytes(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_keys_break_nothing(start: Start, root: Path, seed: int) -> None:
    memory = memory_of(root)
    program = start(root)
    program.show(memory)
    program.put_caret("Decisions")
    player = AnyKeys(program, memory, seed)
    try:
        for _ in range(EVENTS):
            player.play()
        player.stop()
        program.program.taking_up.look_again()
        QTest.qWait(400)
        program.settle()
        save_what_is_left(program)
    finally:
        player.stop()
        sys.stdout.write(f"events: {player.log}\n")


def save_what_is_left(program: InsideProgram) -> None:
    """Settle what is open and save; then the disk holds what the window shows."""
    end = time.monotonic() + PATIENCE_S
    for path, session in dict(program.desk.workspace.sessions).items():
        program.show(Path(path))
        while session.is_dirty or session.conflict is not None:
            assert time.monotonic() < end, (
                f"{path} cannot be saved: {[m.text for m in program.messages[-3:]]}"
            )
            if session.conflict is not None:
                program.click("Keep mine")
            if session.is_dirty:
                program.window.activateWindow()
                program.save()
        assert session.data == (Path(path).read_bytes() if Path(path).exists() else b"")
