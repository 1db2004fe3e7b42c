"""How long the window does not answer: the longest turn of the event loop as documents and screens are shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStackedWidget, QTableWidget, QTextEdit

from memdesk.text.edits import Edit
from memdesk.ui.theme.manager import Preferences, SchemeChoice
from tests.bench.report import Figure
from tests.bench.running import (
    APPENDED,
    LINE,
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
from tests.bench.turns import Turn, Turns, longest_ms, loop_until

SIZES = (50, 500)
FIELDS = 40
_FLOOR_ROWS, _FLOOR_COLUMNS = 40, 4
_SCREENS = {
    "an inbox of 50": "view.inbox",
    "prune": "view.prune",
    "search": "view.search",
    "problems": "view.problems",
    "history": "view.timeline",
}
_BOXES = {"the palette": "go.palette", "quick open": "go.quick_open", "the settings": "file.settings"}


def measure(folder: Path) -> Sequence[Figure]:
    """The best of several programs, each in a process of its own."""
    return best_of("tests.bench.stalls", folder)


def measure_once(folder: Path) -> Sequence[Figure]:
    """Everything in one program, since a user has one; the floor is a bare window of Qt with the same text."""
    _make_home(folder / "home")
    app = application()
    floor = _Floor()
    ours = _Ours(app, folder)
    try:
        window = figure_of("making the window", [ours.made], None)
        ahead = figure_of("making the other screens ahead", [ours.ahead], None)
        pages = [*ours.opening(floor), *ours.editing(floor), *ours.modes(floor), *ours.compared()]
        return [window, ahead, *pages, *ours.screens(floor), *ours.boxes(), ours.looks()]
    finally:
        ours.close()
        floor.close()


def _make_home(folder: Path) -> None:
    for sections in (1, *SIZES):
        write_memory(folder, sections)
    fields = "".join(f"field_{number}: a value of a few words\n" for number in range(FIELDS))
    head = f"---\nname: many\ndescription: many fields\ntype: project\n{fields}---\n"
    facts = folder / ".claude" / "projects" / "-srv-service" / "memory"
    facts.mkdir(parents=True)
    (facts / "MEMORY.md").write_bytes(b"- [many](many.md): many fields\n")
    (facts / "many.md").write_bytes(f"{head}\nA fact.\n".encode())


class _Floor:
    """A bare window of Qt, in which the same happens to one text and one table."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._pages = QStackedWidget()
        self._text = QTextEdit()
        self._pages.addWidget(self._text)
        self._pages.resize(1440, 900)
        self._pages.show()

    def opening(self, text: str) -> float:
        """The text is shown."""
        return longest_ms(self._turns, lambda: self._text.setPlainText(text))

    def key(self) -> float:
        """A key in the text."""
        return longest_ms(self._turns, lambda: QTest.keyClicks(self._text, "x"))

    def appending(self) -> float:
        """A line more at its end."""
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return longest_ms(self._turns, lambda: cursor.insertText(APPENDED))

    def writing_over(self) -> float:
        """A key in place of all of the text."""
        self._text.selectAll()
        return self.key()

    def screen(self) -> float:
        """A table is shown that is there already."""
        table = QTableWidget(_FLOOR_ROWS, _FLOOR_COLUMNS)
        self._pages.addWidget(table)
        return longest_ms(self._turns, lambda: self._pages.setCurrentWidget(table))

    def close(self) -> None:
        """Take the window away."""
        self._pages.close()


class _Ours:
    """The real program over a home with documents of all sizes."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._home = folder / "home"
        running = self._running = RunningProgram(app, folder)
        self.made, self._program, self._of = running.made, running.program, running.of
        self.ahead = running.start(self._home / ".evva", self._home / ".claude")
        self.close = running.close

    def opening(self, floor: _Floor) -> list[Figure]:
        """A document, with the focus in its text, and another instead of it; and a header of many fields."""
        figures = []
        for sections in SIZES:
            floor_ms = median(floor.opening(text_of(sections)) for _ in range(ROUNDS))
            ways = [
                (self._opened(memory_of(self._home, sections)), self._opened(memory_of(self._home, 1)))
                for _ in range(ROUNDS)
            ]
            figures += [
                figure_of(f"opening {sections} sections", [there for there, _ in ways], floor_ms),
                figure_of(f"going on from {sections} sections to one", [back for _, back in ways], None),
            ]
        form = self._home / ".claude" / "projects" / "-srv-service" / "memory" / "many.md"
        floor_ms = floor.opening(form.read_bytes().decode())
        figures.append(
            figure_of(f"opening a header of {FIELDS}", [self._opened(form) for _ in range(ROUNDS)], floor_ms)
        )
        return figures

    def _opened(self, path: Path) -> list[Turn]:
        memory, one = self._program.memory, memory_of(self._home, 1)
        if path != one:
            self._of(lambda: memory.show_document(str(one)))
        turns = self._of(lambda: memory.show_document(str(path), memory.editor.focus_text))
        assert memory.open.session is not None
        assert memory.open.session.path == str(path)
        return turns

    def editing(self, floor: _Floor) -> list[Figure]:
        """Going to a section of the longest document, a key there, and an agent that adds a line, before and after."""
        sections = SIZES[-1]
        path = memory_of(self._home, sections)
        self._opened(path)
        editor = self._program.memory.editor
        floor.opening(text_of(sections))
        went = self._of(lambda: editor.focus_section(f"Section {sections // 2}"))
        appended = [self._of(lambda: append_to(path)) for _ in range(ROUNDS)]
        typed = [self._of(lambda: QTest.keyClicks(focused_in(editor), "x")) for _ in range(ROUNDS)]
        merged = [self._of(lambda: append_to(path)) for _ in range(ROUNDS)]
        self._program.memory.open.discard()
        floor_key_ms, floor_append_ms = floor.key(), floor.appending()
        return [
            figure_of(f"going to a section of {sections}", [went], None),
            figure_of(f"key in a document of {sections}", typed, floor_key_ms),
            figure_of("agent's line, nothing unsaved", appended, floor_append_ms),
            figure_of("agent's line, merged", merged, floor_append_ms),
        ]

    def modes(self, floor: _Floor) -> list[Figure]:
        """The longest document as source, as sections and rendered, and all of the source written over."""
        path, actions = memory_of(self._home, SIZES[-1]), self._running.actions
        self._opened(path)
        editor, memory = self._program.memory.editor, self._program.memory
        turn = actions["view.mode"].trigger
        modes = [(self._of(turn), self._of(turn)) for _ in range(ROUNDS)]
        shown = [self._of(actions["view.rendered"].trigger)]
        self._of(turn)
        self._of(editor.focus_text)
        QTest.keyClick(focused_in(editor), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        over = [self._of(lambda: QTest.keyClicks(focused_in(editor), "x"))]
        back = [self._of(actions["edit.undo"].trigger)]
        self._of(turn)
        memory.open.discard()
        size = f"of {SIZES[-1]} sections"
        return [
            figure_of(f"source {size}", [one for one, _ in modes], floor.opening(text_of(SIZES[-1]))),
            figure_of(f"sections again {size}", [other for _, other in modes], None),
            figure_of(f"rendered {size}", shown, None),
            figure_of(f"writing over all {size}", over, floor.writing_over()),
            figure_of(f"undoing that {size}", back, None),
        ]

    def compared(self) -> list[Figure]:
        """The compare view of the longest document, with a clash in every tenth section."""
        path = memory_of(self._home, SIZES[-1])
        self._opened(path)
        session = self._program.memory.open.session
        assert session is not None
        text = session.text.text
        heads = [f"## Section {number}\n" for number in range(0, SIZES[-1], 10)]
        edits = [Edit(text.index(head) + len(head), LINE, "- Mine.\n") for head in heads]
        self._of(lambda: session.repair(edits))
        for head in heads:
            text = text.replace(head + LINE, f"{head}- Theirs.\n")
        self._of(lambda: path.write_bytes(text.encode()))
        loop_until(lambda: session.conflict is not None)
        comparing = self._program.comparing
        ways = [(self._of(comparing.open), self._of(comparing.leave)) for _ in range(ROUNDS)]
        self._program.memory.open.discard()
        return [
            figure_of(f"comparing {len(heads)} clashes", [there for there, _ in ways], None),
            figure_of("leaving the comparison", [back for _, back in ways], None),
        ]

    def boxes(self) -> list[Figure]:
        """What opens over the window, for the first time."""
        actions, figures = self._running.actions, []
        for name, action in _BOXES.items():
            figures.append(figure_of(f"first showing of {name}", [self._of(actions[action].trigger)], None))
            self._of(self._running.close_boxes)
        return figures

    def screens(self, floor: _Floor) -> list[Figure]:
        """Each screen for the first time."""
        floor_ms = floor.screen()
        actions = self._running.actions
        return [
            figure_of(f"first showing of {name}", [self._of(actions[action].trigger)], floor_ms)
            for name, action in _SCREENS.items()
        ]

    def looks(self) -> Figure:
        """Another theme and back, once all screens are made, with the longest document in front."""
        self._of(self._running.actions["view.memory"].trigger)
        self._opened(memory_of(self._home, SIZES[-1]))
        schemes: Sequence[SchemeChoice] = ("dark", "light")
        themes = self._running.themes
        runs = [self._of(partial(themes.set_preferences, _look(scheme))) for scheme in schemes]
        return figure_of("changing the theme", runs, None)


def _look(scheme: SchemeChoice) -> Preferences:
    return Preferences(scheme, animations="off")


if __name__ == "__main__":
    print_once(measure_once)
