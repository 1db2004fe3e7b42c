"""Wherever one is, each action leaves the focus at what it acted on: in the text, in the tree, or on its screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.ui.actions import ACTIONS
from memdesk.ui.screens import HISTORY, INBOX, MEMORY, PROBLEMS, PRUNE, SEARCH
from tests.window.conftest import Start
from tests.window.inside import InsideProgram, Key

TEXT = "# Mine\n\n## One\nfirst\n\n## Two\nsecond\n\n## Three\nthird\n\n## Four\nfourth\n"

GOES = {
    "view.memory": "tree",
    "view.inbox": INBOX,
    "view.prune": PRUNE,
    "view.search": SEARCH,
    "view.problems": PROBLEMS,
    "view.timeline": HISTORY,
    "view.trash": HISTORY,
    "view.history": "preview",
    "view.recall": "preview",
    "view.history_of": HISTORY,
    "go.filter": "tree",
    "go.editor": "editor",
    "go.preview": "preview",
    "edit.find": "find",
    "edit.replace": "find",
    "go.next_hit": "find",
    "go.previous_hit": "find",
}
"""Where the focus is to be behind an action that leads elsewhere; behind all others it is where it was."""

ASKS = {"edit.add_section": "editor", "edit.rename": "editor"}
"""What asks for a heading where that will stand, also for a row of the tree."""

OF_PRUNE = {
    **dict.fromkeys(("edit.find", "edit.replace"), SEARCH),
    **dict.fromkeys(("view.index", "view.rendered", "view.diff"), "tree"),
    **dict.fromkeys(("go.next_hit", "go.previous_hit"), PRUNE),
}
"""From another screen one looks for words in all there is, and comes to the memory for what is said of a document."""

ENDS = frozenset({"file.quit", "file.close_root", "file.leave_sample", "file.open_sample", "file.first_run"})
"""What puts another memory on screen, or none."""

WALKS = frozenset({"go.next_region", "go.previous_region", "go.back", "go.forward"})


class Walk:
    """The program with a text of several sections, and the caret in the second one."""

    def __init__(self, program: InsideProgram, path: Path) -> None:
        self.program, self.path = program, path
        self._closer = QTimer(program.window)
        self._closer.timeout.connect(self._close_what_is_open)
        self._closer.start(30)

    @staticmethod
    def _close_what_is_open() -> None:
        """What opens over the window is closed, as by a user who wanted only a look."""
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()

    def place(self) -> str:
        """The part of the window that has the focus; empty where nothing that can be seen has it."""
        program = self.program
        focus: QWidget | None = program.window.focusWidget()
        if focus is None or not focus.isVisible() or not focus.isEnabled():
            return ""
        if program.window.screen_name != MEMORY:
            screen: QWidget = program.window.front_screen
            return program.window.screen_name if screen.isAncestorOf(focus) else "elsewhere"
        memory = program.memory
        parts = {
            "tree": memory.tree,
            "editor": memory.editor,
            "preview": memory.preview,
            "find": memory.find_bar,
        }
        return next((name for name, part in parts.items() if part.isAncestorOf(focus)), "elsewhere")

    def begin(self, place: str) -> None:
        """Put the text back as it was, and the focus into the text, into the tree, or on another screen."""
        program = self.program
        for box in program.window.findChildren(QWidget):
            if box.isWindow() and box.isVisible():
                box.close()
        program.program.navigation.show_memory()
        if program.memory.find_bar.isVisible():
            program.memory.find_bar.dismissed.emit()
        program.show(self.path)
        if program.text != TEXT:
            program.session.text.replace_all(())
            program.memory.open.discard()
        program.editor.set_mode("sections")
        program.put_caret("Two")
        program.type("x")
        program.settle()
        if place == "tree":
            program.memory.tree.select(str(self.path), "Two")
            program.memory.tree.focus_tree()
        elif place != "editor":
            program.program.navigation.show_prune()
        program.settle()
        assert self.place() == place

    def run(self, action: str) -> str:
        """The place of the focus behind an action."""
        self.program.window.actions_table[action].trigger()
        self.program.settle()
        box = getattr(self.program.program.choosing, "box", None)
        if isinstance(box, QWidget) and box.isVisible():
            self.program.key(Key.Key_Escape)
            self.program.settle()
        self.program.wait_until(lambda: not self.program.memory.stepping.is_busy, what="the step")
        self.program.settle()
        return self.place()


@pytest.fixture
def walk(start: Start, home: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    path = home / ".claude/CLAUDE.md"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT)
    return Walk(start(path.parent), path)


@pytest.mark.parametrize("place", ["editor", "tree", PRUNE])
def test_each_action_leaves_the_focus_at_what_it_acted_on(walk: Walk, place: str) -> None:
    table, found, tried = walk.program.window.actions_table, dict[str, str](), 0
    goes = {**GOES, **(OF_PRUNE if place == PRUNE else ASKS)}
    for spec in ACTIONS:
        if spec.id in ENDS | WALKS:
            continue
        walk.begin(place)
        if not table[spec.id].isEnabled():
            continue
        tried += 1
        after = walk.run(spec.id)
        if after != goes.get(spec.id, place):
            found[spec.id] = after
    assert tried > 20
    assert found == {}
