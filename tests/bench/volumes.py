"""How long the window does not answer over one document of a megabyte: opened, typed into, undone, shown, saved."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.bench.report import Figure
from tests.bench.running import (
    ROUNDS,
    RunningProgram,
    append_to,
    application,
    best_of,
    figure_of,
    focused_in,
    memory_of,
    print_once,
    text_of,
    write_memory,
)
from tests.bench.turns import Turn, Turns, longest_ms

SECTIONS = 3_200
"""A megabyte of them."""


def measure(folder: Path) -> Sequence[Figure]:
    """The best of several programs, each in a process of its own."""
    return best_of("tests.bench.volumes", folder)


def measure_once(folder: Path) -> Sequence[Figure]:
    """Everything in one program; the floor is a bare text widget of Qt with the same text."""
    for sections in (1, SECTIONS):
        write_memory(folder / "home", sections)
    app = application()
    floor = _Floor()
    volume = Volume(app, folder)
    try:
        return [*volume.opening(), *volume.editing(), *volume.comparing(), *volume.source(floor)]
    finally:
        volume.close()
        floor.close()


class _Floor:
    """A bare text widget of Qt, as the source is shown in one."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._text = QPlainTextEdit()
        self._text.resize(1000, 900)
        self._text.show()

    def showing(self) -> float:
        """The text is shown, with the caret in its middle."""
        return longest_ms(self._turns, self._show)

    def _show(self) -> None:
        text = text_of(SECTIONS)
        self._text.setPlainText(text)
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(len(text) // 2)
        self._text.setTextCursor(cursor)

    def key(self) -> float:
        """A key in its middle."""
        return longest_ms(self._turns, lambda: QTest.keyClicks(self._text, "x"))

    def undoing(self) -> float:
        """The key is taken back."""
        return longest_ms(self._turns, self._text.undo)

    def close(self) -> None:
        """Take it away."""
        self._text.close()


class Volume:
    """The real program, with a document of a megabyte."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        home = folder / "home"
        self._path, self._short = memory_of(home, SECTIONS), memory_of(home, 1)
        running = self._running = RunningProgram(app, folder)
        self._program, self._of, self.close = running.program, running.of, running.close
        running.start(home / ".evva")

    def opening(self) -> Sequence[Figure]:
        """The document, and a short one instead of it."""
        ways = [(self._opened(self._path), self._opened(self._short)) for _ in range(ROUNDS)]
        return [
            _figure("opening", [there for there, _ in ways]),
            _figure("going on from it", [back for _, back in ways]),
        ]

    def _opened(self, path: Path) -> list[Turn]:
        memory = self._program.memory
        return self._of(lambda: memory.show_document(str(path), memory.editor.focus_text))

    def editing(self) -> Sequence[Figure]:
        """A section in its middle, keys there, their undo and redo, lines of an agent before and after, and a save."""
        self._opened(self._path)
        editor, actions = self._program.memory.editor, self._running.actions
        went = self._of(lambda: editor.focus_section(f"Section {SECTIONS // 2}"))
        appended = [self._of(partial(append_to, self._path)) for _ in range(ROUNDS)]
        typed = [self._of(self._type) for _ in range(ROUNDS)]
        merged = [self._of(partial(append_to, self._path)) for _ in range(ROUNDS)]
        walks = [
            (self._of(actions["edit.undo"].trigger), self._of(actions["edit.redo"].trigger))
            for _ in range(ROUNDS)
        ]
        saved = [self._of(actions["file.save"].trigger)]
        return [
            _figure("going to a section", [went]),
            _figure("agent's line, nothing unsaved", appended),
            _figure("key", typed),
            _figure("agent's line, merged", merged),
            _figure("undo", [undone for undone, _ in walks]),
            _figure("redo", [done for _, done in walks]),
            _figure("saving", saved),
        ]

    def comparing(self) -> Sequence[Figure]:
        """What is unsaved, in the tab beside the text, and a key while it is shown."""
        self._of(self._type)
        actions = self._running.actions
        shown = self._of(actions["memory.compare"].trigger)
        return [
            _figure("showing what is unsaved", [shown]),
            _figure("key beside that", [self._of(self._type)]),
        ]

    def source(self, floor: _Floor) -> Sequence[Figure]:
        """The document as source, a key there and its undo, and its sections again."""
        actions = self._running.actions
        turn = actions["view.mode"].trigger
        shown = [self._of(turn)]
        typed = [self._of(self._type) for _ in range(ROUNDS)]
        undone = [self._of(actions["edit.undo"].trigger)]
        again = [self._of(turn)]
        self._program.memory.open.discard()
        return [
            figure_of("source of a megabyte", shown, floor.showing()),
            figure_of("key in the source of a megabyte", typed, floor.key()),
            figure_of("undo in the source of a megabyte", undone, floor.undoing()),
            _figure("sections again", again),
        ]

    def _type(self) -> None:
        QTest.keyClicks(focused_in(self._program.memory.editor), "x")


def _figure(name: str, runs: Sequence[Sequence[Turn]]) -> Figure:
    return figure_of(f"{name}, a megabyte", runs, None)


if __name__ == "__main__":
    print_once(measure_once)
