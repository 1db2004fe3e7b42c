"""How long the window does not answer over one document of a megabyte: opened, typed into, undone, shown, saved."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import install_theme
from memdesk.watch.state import WatchMode
from tests.bench.report import Figure
from tests.bench.stalls import PLAIN_LOOK, ROUNDS, Work, best_of, figure_of, text_of
from tests.bench.turns import Turn, Turns, loop_until

SECTIONS = 3_200
"""A megabyte of them."""

_APPENDED = "- Another line, by an agent.\n"


def measure(folder: Path) -> Sequence[Figure]:
    """The best of several programs, each in a process of its own."""
    return best_of("tests.bench.volumes", folder)


def measure_once(folder: Path) -> Sequence[Figure]:
    """Everything in one program; the floor is a bare text widget of Qt with the same text."""
    instance = QApplication.instance()
    app = instance if isinstance(instance, QApplication) else QApplication([])
    home = folder / "home"
    for sections in (1, SECTIONS):
        path = _memory(home, sections)
        path.parent.mkdir(parents=True)
        path.write_bytes(text_of(sections).encode())
    floor = _Floor()
    volume = Volume(app, folder)
    try:
        return [*volume.opening(), *volume.editing(), *volume.comparing(), *volume.source(floor)]
    finally:
        volume.close()
        floor.close()


def _memory(home: Path, sections: int) -> Path:
    return home / ".evva" / "projects" / f"-srv-service-{sections}" / "MEMORY.md"


class _Floor:
    """A bare text widget of Qt, as the source is shown in one."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._text = QPlainTextEdit()
        self._text.resize(1000, 900)
        self._text.show()

    def showing(self) -> float:
        """The text is shown, with the caret in its middle."""
        return self._longest(self._show)

    def _show(self) -> None:
        text = text_of(SECTIONS)
        self._text.setPlainText(text)
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(len(text) // 2)
        self._text.setTextCursor(cursor)

    def key(self) -> float:
        """A key in its middle."""
        return self._longest(lambda: QTest.keyClicks(self._text, "x"))

    def undoing(self) -> float:
        """The key is taken back."""
        return self._longest(self._text.undo)

    def close(self) -> None:
        """Take it away."""
        self._text.close()

    def _longest(self, work: Work) -> float:
        return max(self._turns.of(work, lambda: True)).cpu_ms


class Volume:
    """The real program, with a document of a megabyte."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._home = folder / "home"
        desk = Desk(
            StateFolders.below(str(folder / "ours")),
            Surroundings(str(self._home), {}),
            discover(installed=False),
        )
        self._turns = Turns()
        self._program = Program(install_theme(app, PLAIN_LOOK), desk)
        self._path = _memory(self._home, SECTIONS)
        modes: list[WatchMode] = []
        self._program.outside.state_changed.connect(lambda state: modes.append(state.mode))
        self._program.start([str(self._home / ".evva")])
        self._program.filling.start()
        loop_until(lambda: modes[-1:] == [WatchMode.WATCHING] and self._is_quiet())

    def close(self) -> None:
        """Close the window."""
        self._program.window.close()

    def opening(self) -> Sequence[Figure]:
        """The document, and a short one instead of it."""
        ways = [(self._opened(self._path), self._opened(_memory(self._home, 1))) for _ in range(ROUNDS)]
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
        editor, actions = self._program.memory.editor, self._program.window.actions_table
        went = self._of(lambda: editor.focus_section(f"Section {SECTIONS // 2}"))
        appended = [self._of(self._append) for _ in range(ROUNDS)]
        typed = [self._of(self._type) for _ in range(ROUNDS)]
        merged = [self._of(self._append) for _ in range(ROUNDS)]
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
        actions = self._program.window.actions_table
        shown = self._of(actions["memory.compare"].trigger)
        return [
            _figure("showing what is unsaved", [shown]),
            _figure("key beside that", [self._of(self._type)]),
        ]

    def source(self, floor: _Floor) -> Sequence[Figure]:
        """The document as source, a key there and its undo, and its sections again."""
        actions = self._program.window.actions_table
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

    def _append(self) -> None:
        with self._path.open("a") as file:
            file.write(_APPENDED)

    def _type(self) -> None:
        focused: QWidget | None = self._program.memory.editor.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, "x")

    def _of(self, work: Work) -> list[Turn]:
        loop_until(self._is_quiet)
        return self._turns.of(work, self._is_quiet)

    def _is_quiet(self) -> bool:
        return not self._program.tasks.busy


def _figure(name: str, runs: Sequence[Sequence[Turn]]) -> Figure:
    return figure_of(f"{name}, a megabyte", runs, None)


if __name__ == "__main__":
    sys.stdout.write(json.dumps([asdict(figure) for figure in measure_once(Path(sys.argv[1]))]) + "\n")
