"""What is left of a window that was closed: nothing in this process, and a process that ends as it should."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit
from shiboken6 import Shiboken

from memdesk.ui.lazy_page import FillingAhead
from tests.patience import PATIENCE_S
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram
from tests.window.test_lazy_screens import pages_of

_COPIES_AND_QUITS = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from shiboken6 import Shiboken
from memdesk.ui.app import run
from memdesk.ui.start.options import parse_options

def look():
    body = QGuiApplication.focusObject()
    if program.memory.open.session is None:
        return
    if not program.memory.editor.isAncestorOf(body):
        program.memory.editor.focus_text()
        return
    timer.stop()
    body.selectAll()
    body.copy()
    print(QGuiApplication.clipboard().text().split()[0], flush=True)
    program.window.close()

def follow(begun):
    global program, timer
    program, timer = begun, QTimer(begun)
    timer.timeout.connect(look)
    timer.start(50)

code = run(parse_options(sys.argv[1:]), None, follow)
print(*map(Shiboken.isValid, (program.window, program)))
sys.exit(code)
"""


def test_a_process_whose_text_is_on_the_clipboard_ends_as_it_should(home: Path, root: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _COPIES_AND_QUITS, root],
        env={**os.environ, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert "Traceback" not in ended.stderr
    assert ended.stdout.split() == ["Short", "False", "False"]
    assert ended.returncode == 0


@pytest.mark.parametrize("mode", ["sections", "source", "rendered"])
def test_what_is_copied_is_an_object_of_qt(start: Start, root: Path, mode: str) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.memory.header.modes.set_current("source" if mode == "source" else "sections")
    if mode == "rendered":
        program.memory.preview.show_tab("rendered")
    program.settle()
    texts: list[QTextEdit | QPlainTextEdit] = [
        *program.window.findChildren(QTextEdit),
        *program.window.findChildren(QPlainTextEdit),
    ]
    bodies = [
        body
        for body in texts
        if body.isVisible() and program.memory.preview.isAncestorOf(body) == (mode == "rendered")
    ]
    assert bodies
    for body in bodies:
        body.selectAll()
        data = body.createMimeDataFromSelection()
        assert data.text()
        assert not Shiboken.createdByPython(data)


@pytest.mark.usefixtures("qapp")
def test_nothing_stays_of_a_window_that_is_taken_down(root: Path) -> None:
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    program = InsideProgram(root)
    program.show(memory_of(root))
    program.program.navigation.show_history()
    program.program.navigation.show_inbox()
    program.settle()
    assert sys.excepthook != hooks[0]
    kept = [weakref.ref(one) for one in (program.desk, program.program, program.window)]
    program.close()
    del program
    gc.collect()
    assert [one() for one in kept] == [None, None, None]
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == hooks


@pytest.mark.usefixtures("qapp")
def test_nothing_stays_of_a_window_of_whose_screens_some_are_made(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Here the test makes as many as a user who quits early leaves.
    monkeypatch.setattr(FillingAhead, "_fill_some", lambda _self: None)
    before = len(QApplication.topLevelWidgets())
    program = InsideProgram(root)
    for page in [*pages_of(program.program).values()][:2]:
        page.fill()
    del page
    kept = [weakref.ref(one) for one in (program.desk, program.program, program.window)]
    program.close()
    del program
    gc.collect()
    assert [one() for one in kept] == [None, None, None]
    assert len(QApplication.topLevelWidgets()) == before
