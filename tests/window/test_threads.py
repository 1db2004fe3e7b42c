"""No thread but the UI's makes or calls anything of Qt: on Python 3.11 the whole program may end by it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from PySide6.QtCore import QObject, Signal

from memdesk.ui.screens import HISTORY
from tests.window.conftest import Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key
from tests.window.test_first_counts import row_of
from tests.window.test_inbox import changed, recorded, write_elsewhere
from tests.window.test_lazy_screens import pages_of
from tests.window.test_problems import FENCED
from tests.window.test_pruning import Pruning
from tests.window.test_timeline import agent_writes, show

OF_QT = ("PySide6", "shiboken6", "Shiboken")


class Heard:
    """What threads that began since call or make of Qt, and which modules of the window they import."""

    def __init__(self) -> None:
        self.calls: set[str] = set()

    def __call__(self, frame: FrameType, event: str, called: object) -> None:
        if event == "c_call":
            owner = type(getattr(called, "__self__", None)).__module__
            module = str(getattr(called, "__module__", ""))
            if owner.startswith(OF_QT) or module.startswith(OF_QT):
                self.calls.add(f"{frame.f_code.co_filename}:{frame.f_lineno} calls {called}")
        elif event == "call" and frame.f_code.co_name == "<module>":
            name = str(frame.f_globals.get("__name__"))
            # The packages of the window hold nothing but what they are about.
            if name.startswith("memdesk.ui.") and "__path__" not in frame.f_globals:
                self.calls.add(f"{name} is imported")


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Listens to all threads that begin in the test."""
    heard = Heard()
    threading.setprofile(heard)
    yield heard
    threading.setprofile(None)


def test_a_call_and_a_class_of_qt_in_a_worker_would_be_noticed(heard: Heard) -> None:
    class Said(QObject):
        said = Signal()

    said = Said()
    worker = threading.Thread(target=said.said.emit)
    worker.start()
    worker.join()
    assert len(heard.calls) == 1


def visit_all(program: InsideProgram) -> None:
    for name, page in pages_of(program.program).items():
        action = {HISTORY: "timeline"}.get(name, name)
        program.window.actions_table[f"view.{action}"].trigger()
        program.wait_until(lambda: not program.program.tasks.busy, what="the workers")
        assert page.fill().isVisible()


def test_the_work_of_every_screen_calls_nothing_of_qt(start: Start, root: Path, heard: Heard) -> None:
    program = recorded(start, root)
    pages = pages_of(program.program)
    program.wait_until(lambda: all(page.is_filled for page in pages.values()), what="the screens")
    program.memory.show_document(str(memory_of(root)))
    program.editor.focus_section("Decisions")
    program.type("And so on. ")
    program.save()
    write_elsewhere(memory_of(root), changed(root))
    program.wait_until(lambda: not program.program.tasks.busy, what="the workers")
    visit_all(program)
    assert not heard.calls, sorted(heard.calls)


def test_a_search_calls_nothing_of_qt_in_a_worker(start: Start, root: Path, heard: Heard) -> None:
    program = recorded(start, root)
    write_elsewhere(memory_of(root), changed(root))
    program.key(Key.Key_F, CONTROL | SHIFT)
    program.type("make")
    searching = program.program.searching
    for place in ("memory", "history"):
        searching.screen.show_place(place)
        program.wait_until(
            lambda: bool(searching.screen.hits.found.rows), what=f"what is found in the {place}"
        )
    assert not heard.calls, sorted(heard.calls)


def test_a_check_of_what_is_found_calls_nothing_of_qt_in_a_worker(
    start: Start, home: Path, heard: Heard
) -> None:
    make_home(home, FENCED)
    program = start()
    row = row_of(program, "evva")
    program.wait_until(lambda: "problem" in row.agent.health_text, what="the check")
    assert not heard.calls, sorted(heard.calls)


def test_a_pruning_of_which_nothing_is_left_calls_nothing_of_qt_in_a_worker(
    start: Start, home: Path, heard: Heard
) -> None:
    root = home / ".claude"
    facts = [root / f"projects/-srv-api/memory/fact_{number}.md" for number in range(5)]
    facts[0].parent.mkdir(parents=True)
    for number, fact in enumerate(facts):
        fact.write_text(f"---\nname: fact {number}\ntype: project\n---\n\nTBD\n")
    pruning = Pruning(start(root))
    pruning.come()
    pruning.program.program.outside.stop()
    pruning.table.setFocus()
    pruning.key(Key.Key_A, CONTROL)
    pruning.look()
    for fact in facts:
        fact.write_text("Learned meanwhile\n")
    pruning.key(Key.Key_Delete)
    pruning.program.wait_until(
        lambda: pruning.program.said("2 more files were left alone."), what="the refusal"
    )
    assert not heard.calls, sorted(heard.calls)


def test_a_restore_calls_nothing_of_qt_in_a_worker(start: Start, root: Path, heard: Heard) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, None)
    show(program)
    program.program.navigation.show_history(str(path))
    program.settle()
    program.click("Restore this version")
    program.wait_until(lambda: program.said("Restored MEMORY.md as it was:"), what="the restore")
    assert not heard.calls, sorted(heard.calls)
