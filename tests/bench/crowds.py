"""How long the window does not answer where there is much: thousands of projects, of changes, of what may be let go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.services.steps.move_targets import Fact
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.many_choices import ManyChoices
from tests.bench.report import Figure
from tests.bench.running import (
    ROUNDS,
    RunningProgram,
    application,
    best_of,
    figure_of,
    focused_in,
    print_once,
    text_of,
)
from tests.bench.turns import loop_until

PROJECTS = 2_000
LARGE, SECTIONS = 5, 500
"""So many documents have so many sections: where agents write in each, the inbox has 2,500 changes."""
TICKED = 500
COMING = 50
_COMING_MS = 100
"""So long after they are counted, the inbox to which changes came is shown."""

_OPEN_MS = 1_500
"""So long a menu stays open."""

_Key = Qt.Key
_Flag = QItemSelectionModel.SelectionFlag


def measure(folder: Path) -> Sequence[Figure]:
    """The best of several programs, each in a process of its own."""
    return best_of("tests.bench.crowds", folder)


def measure_once(folder: Path) -> Sequence[Figure]:
    """Everything in one program, from the opening of the folder on."""
    _make_home(folder / "home")
    crowd = Crowd(application(), folder)
    try:
        figures = [crowd.opening(), *crowd.filtering(), crowd.moving(), *crowd.noting()]
        return [*figures, *crowd.pruning(), *crowd.coming(), *crowd.reviewing()]
    finally:
        crowd.close()


def _make_home(folder: Path) -> None:
    for number in range(PROJECTS):
        _write(_project(folder, number), text_of(1))
    for number in range(LARGE):
        _write(_large(folder, number), text_of(SECTIONS))
    # By this the folder is known for one of evva.
    _write(_root(folder) / "USER_PROFILE.md", "## Preferences\n- Short answers.\n")
    _write(folder / ".claude" / "projects" / "-srv-service" / "memory" / "MEMORY.md", "- A fact.\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def _root(home: Path) -> Path:
    """No place that an agent is known to use, so that layouts have to look whose it is."""
    return home / "elsewhere" / ".evva"


def _project(home: Path, number: int) -> Path:
    return _root(home) / "projects" / f"-srv-service-{number}" / "MEMORY.md"


def _large(home: Path, number: int) -> Path:
    return _root(home) / "projects" / f"-srv-large-{number}" / "MEMORY.md"


class Crowd:
    """The real program, over a home of one project at first."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self._home = folder / "home"
        running = self._running = RunningProgram(app, folder)
        self._program, self._of, self.close = running.program, running.of, running.close
        self._actions = running.actions
        running.start(self._home / ".claude")

    def opening(self) -> Figure:
        """The folder of all projects, beside the one that is open."""
        opening = self._program.opening
        turns = self._of(lambda: opening.open_folder(str(_root(self._home))))
        self._running.await_watched()
        # What agents change is known where a copy of what was there is kept.
        self._program.recording.keep((str(_root(self._home)),))
        self._running.await_quiet()
        return figure_of(f"opening {PROJECTS} projects", [turns], None)

    def filtering(self) -> Sequence[Figure]:
        """Two keys in the filter of the tree, and none any more."""
        self._of(self._actions["go.filter"].trigger)
        field = focused_in(self._program.window)
        keys = [self._of(lambda: QTest.keyClicks(field, "s")), self._of(lambda: QTest.keyClicks(field, "9"))]
        back = self._of(lambda: QTest.keyClick(field, _Key.Key_Escape))
        names = ("first key of a filter", "second key of a filter", "no filter any more")
        return [
            figure_of(f"{name}, {PROJECTS}", [one], None)
            for name, one in zip(names, (*keys, back), strict=True)
        ]

    def moving(self) -> Figure:
        """The question where a section goes."""
        memory, path, runs = self._program.memory, str(_project(self._home, 7)), []
        self._of(lambda: memory.show_document(path, memory.editor.focus_text))
        session = memory.open.session
        assert session is not None
        for _ in range(ROUNDS):
            runs.append(self._of(partial(memory.moving.ask, Fact(session.document, "Section 0"))))
            self._of(self._running.close_boxes)
        return figure_of(f"asking where to move, {PROJECTS}", runs, None)

    def noting(self) -> Sequence[Figure]:
        """A quick note, and the menu of its scopes."""
        shown, opened = [], []
        for _ in range(ROUNDS):
            shown.append(self._of(self._actions["edit.note"].trigger))
            dialog = self._program.noting.dialog
            assert dialog is not None
            button = dialog.scope_button
            self._of(button.setFocus)
            opened.append(self._of(partial(_open_menu, button)))
            assert button.menu().findChildren(ManyChoices), "there are not so many"
            self._of(self._running.close_boxes)
        return [
            figure_of(f"a quick note, {PROJECTS}", shown, None),
            figure_of(f"its scopes, {PROJECTS}", opened, None),
        ]

    def pruning(self) -> Sequence[Figure]:
        """Prune for the first time, many rows ticked by a key, and another order."""
        shown = self._of(self._actions["view.prune"].trigger)
        loop_until(lambda: self._program.pruning.is_true)
        screen = self._program.pruning.screen
        table = screen.table
        model, selection = table.model(), table.selectionModel()
        table.setFocus()
        self._of(partial(table.setCurrentIndex, model.index(0, 0)))
        rows = QItemSelection(model.index(0, 0), model.index(TICKED - 1, 0))
        selection.select(rows, _Flag.ClearAndSelect | _Flag.Rows)
        ticked = self._of(lambda: QTest.keyClick(table, _Key.Key_Space))
        found = len(screen.candidates.rows)
        menu = screen.order.menu()
        menu.aboutToShow.emit()
        ordered = self._of(menu.actions()[2].trigger)
        self._of(self._actions["view.memory"].trigger)
        return [
            figure_of(f"prune, {found} candidates", [shown], None),
            figure_of(f"ticking {len(screen.candidates.ticked)} of them", [ticked], None),
            figure_of("another order of them", [ordered], None),
        ]

    def coming(self) -> Sequence[Figure]:
        """The inbox, shown just after tens of changes came to it."""
        runs = []
        for number in range(ROUNDS):
            path = _large(self._home, 0)
            begun = len(self._program.inbox.waiting)
            runs.append(self._of(partial(self._write_and_show, path, number, begun)))
            self._of(self._actions["view.memory"].trigger)
        return [figure_of(f"an inbox to which {COMING} came just now", runs, None)]

    def _write_and_show(self, path: Path, number: int, begun: int) -> None:
        def show(count: int) -> None:
            if count >= begun + COMING:
                inbox.counted.disconnect(show)
                QTimer.singleShot(_COMING_MS, self._actions["view.inbox"].trigger)

        inbox = self._program.inbox
        inbox.counted.connect(show)
        first = number * COMING
        _learn(path, range(first, first + COMING))

    def reviewing(self) -> Sequence[Figure]:
        """An inbox of thousands: shown, gone through, one forgotten, and in another width."""
        for number in range(LARGE):
            _learn(_large(self._home, number), range(SECTIONS))
        inbox, actions = self._program.inbox, self._actions
        loop_until(lambda: len(inbox.waiting) == LARGE * SECTIONS)
        shown = self._of(actions["view.inbox"].trigger)
        changes = inbox.screen.list
        loop_until(lambda: not changes.cards.guesses)
        many = f"{LARGE * SECTIONS}"
        went = [self._of(lambda: QTest.keyClick(changes, _Key.Key_J)) for _ in range(ROUNDS)]
        forgot = [self._of(lambda: QTest.keyClick(changes, _Key.Key_Backspace)) for _ in range(ROUNDS)]
        window = self._program.window
        sized = [
            self._of(partial(window.resize, window.width() - by, window.height())) for by in (80, -80, 80)
        ]
        return [
            figure_of(f"an inbox of {many}", [shown], None),
            figure_of(f"the next of {many} changes", went, None),
            figure_of(f"forgetting one of {many} changes", forgot, None),
            figure_of(f"another width, {many} changes", sized, None),
        ]


def _learn(path: Path, sections: range) -> None:
    """Let an agent write another first line into these sections."""
    text = path.read_text()
    for number in sections:
        head = f"## Section {number}\n"
        at = text.index(head) + len(head)
        text = f"{text[:at]}- Something that was learned of {number}.\n{text[text.index(chr(10), at) + 1 :]}"
    path.write_bytes(text.encode())


def _open_menu(button: ChoiceButton) -> None:
    """By a key. An open menu has an event loop of its own, which ends with it."""
    QTimer.singleShot(_OPEN_MS, button.menu(), button.menu().close)
    QTest.keyClick(button, _Key.Key_Space)


if __name__ == "__main__":
    print_once(measure_once)
