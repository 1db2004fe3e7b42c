"""Errors nobody foresaw, wherever they are raised: the text is kept, and nothing anybody wrote is told."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

import pytest
from PySide6.QtCore import QTimer, qInstallMessageHandler, qWarning
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from shiboken6 import Shiboken

from memdesk.store.folders import StateFolders
from memdesk.ui.logbook import Logbook
from memdesk.ui.widgets.notices import IconLabel
from tests.patience import PATIENCE_S, wait_until
from tests.window.conftest import Begin, Start
from tests.window.homes import memory_of
from tests.window.inside import InsideProgram

SECRET = "ghp_" + "a1B2" * 9
WORDS = f"Ada's token is {SECRET}"


@pytest.fixture
def program(start: Start, root: Path) -> InsideProgram:
    """The program with unsaved text, a secret among it."""
    program = start(root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type(f"MINE {WORDS} ")
    return program


@pytest.fixture
def expected_warnings() -> list[str]:
    return ["unexpected ZeroDivisionError at .*test_crash.py"]


def fail() -> None:
    raise ZeroDivisionError(WORDS)


def in_a_worker(program: InsideProgram) -> None:
    program.program.tasks.run(fail, lambda _result: None)


def in_a_slot(program: InsideProgram) -> None:
    QTimer.singleShot(0, program.window, fail)


def in_a_thread(_program: InsideProgram) -> None:
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()


def boxes_shown() -> list[QMessageBox]:
    widgets = QApplication.topLevelWidgets()
    return [box for box in widgets if isinstance(box, QMessageBox) and box.isVisible()]


def box_of(program: InsideProgram) -> QMessageBox:
    program.wait_until(boxes_shown, what="the box")
    (box,) = boxes_shown()
    return box


def kept_drafts(program: InsideProgram) -> str:
    return "".join(file.read_bytes().decode() for file in Path(program.desk.folders.drafts).iterdir())


@pytest.mark.parametrize("somewhere", [in_a_worker, in_a_slot, in_a_thread])
def test_the_drafts_come_first_and_a_report_is_offered(
    program: InsideProgram, somewhere: Callable[[InsideProgram], None]
) -> None:
    somewhere(program)
    box = box_of(program)
    assert WORDS in kept_drafts(program)
    (report,) = Path(program.desk.folders.log).iterdir()
    assert str(report).replace(str(Path.home()), "~") in box.informativeText()
    (copy,) = [button for button in box.findChildren(QPushButton) if button.text() == "Copy report"]
    copy.click()
    assert box.isVisible(), "there may be more to read"
    told = [box.text(), box.informativeText(), box.detailedText(), QGuiApplication.clipboard().text()]
    assert told[-1].encode() == report.read_bytes()
    assert "test_crash.py" in told[-1]
    for words in told:
        assert "Ada" not in words
        assert "a1B2" not in words
    label = box.findChild(QLabel, "qt_msgbox_label")
    assert label is not None
    assert label.wordWrap() or label.width() >= label.fontMetrics().horizontalAdvance(label.text())
    box.button(QMessageBox.StandardButton.Close).click()
    program.unlock()
    assert not Shiboken.isValid(box), "the window would keep one for each error"
    program.window.activateWindow()
    program.save()
    assert WORDS.encode() in Path(program.session.path).read_bytes()


class TestPainting:
    """Errors in the middle of a paint, their tracebacks kept: the frame of the paint, and its painter, live on."""

    @pytest.fixture
    def expected_warnings(self) -> list[str]:
        return ["unexpected KeyError at .*archive.py"]

    @pytest.fixture
    def kept(self, program: InsideProgram, monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
        """What was raised, with its frames."""
        errors: list[BaseException] = []
        told = sys.excepthook

        def keep(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            errors.append(error)
            told(kind, error, trace)

        monkeypatch.setattr(sys, "excepthook", keep)
        return errors

    @pytest.fixture
    def label(self, program: InsideProgram, kept: list[BaseException]) -> Iterator[IconLabel]:
        """A part of the window that cannot be painted; the box on it has been closed."""
        label = IconLabel(program.program.themes, "no such icon", "text", 40, parent=program.window)
        label.show()
        wait_for_paint(boxes_shown)
        assert len(kept) == 1
        assert WORDS in kept_drafts(program)
        boxes_shown()[0].close()
        program.window.activateWindow()
        yield label
        label.hide()

    def test_the_window_is_painted_on(
        self, program: InsideProgram, kept: list[BaseException], label: IconLabel
    ) -> None:
        label.set_icon("search", "text")
        program.window.update()
        program.settle()
        label.hide()
        program.settle()
        assert len(kept) == 1
        program.save()
        assert WORDS.encode() in Path(program.session.path).read_bytes()

    def test_what_fails_at_every_paint_is_told_once_and_the_drafts_are_kept_each_time(
        self,
        program: InsideProgram,
        kept: list[BaseException],
        label: IconLabel,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        for word in ("ONE", "TWO", "THREE"):
            program.type(f"{word} ")
            paint_anew(label, kept)
            assert word in kept_drafts(program)
        assert boxes_shown() == []
        assert len(os.listdir(program.desk.folders.log)) == 1
        assert [record for record in caplog.records if record.name == "memdesk.ui.crash"] == []

    def test_what_somebody_asks_for_is_told_every_time(
        self,
        program: InsideProgram,
        kept: list[BaseException],
        label: IconLabel,
        expected_warnings: list[str],
    ) -> None:
        expected_warnings.append("unexpected ZeroDivisionError at .*test_crash.py")
        paint_anew(label, kept)
        for _ in range(2):
            in_a_worker(program)
            box_of(program).close()


def paint_anew(label: IconLabel, kept: list[BaseException]) -> None:
    """Have `label` painted, which fails, and leave time for what comes of it."""
    count = len(kept)
    label.update()
    wait_for_paint(lambda: len(kept) > count)
    wait_for_paint(lambda: True)


def wait_for_paint(is_so: Callable[[], object]) -> None:
    """Let events run until `is_so()`; as in the running program, an error in one of them goes to the hook.

    `QTest.qWait` would raise it.
    """
    end = time.monotonic() + PATIENCE_S
    while True:
        QApplication.processEvents()
        if is_so():
            return
        assert time.monotonic() < end, "waited in vain for a paint"
        time.sleep(0.005)


# The log


@pytest.fixture
def logbook(program: InsideProgram, home: Path) -> Iterator[Logbook]:
    """The log of the program, as a real start keeps it."""
    before = (
        logging.getLogger("memdesk").level,
        [handler.formatter for handler in logging.getLogger().handlers],
    )
    folder = StateFolders.of_this_user().log
    logbook = Logbook(folder, str(home), takes_faults=False)
    heard = qInstallMessageHandler(None)
    logbook.open()
    logbook.follow(program.program)
    yield logbook
    logbook.close()
    qInstallMessageHandler(heard)
    logging.getLogger("memdesk").setLevel(before[0])
    for handler, formatter in zip(logging.getLogger().handlers, before[1], strict=True):
        handler.setFormatter(formatter)


class TestLog:
    """What gets into the log."""

    @pytest.fixture
    def expected_warnings(self) -> list[str]:
        return ["unexpected ZeroDivisionError at .*test_crash.py", "QObject: said by Qt"]

    def test_it_says_what_was_done_and_no_word_of_a_memory(
        self, program: InsideProgram, logbook: Logbook, root: Path
    ) -> None:
        memory = memory_of(root)
        program.save()
        memory.write_bytes(memory.read_bytes().replace(b"Use npm", f"OTHERS {SECRET} Use npm".encode()))
        program.wait_until(lambda: "OTHERS" in program.text, what="the outside change")
        qWarning(f"QObject: said by Qt of {SECRET}")
        in_a_worker(program)
        box_of(program).close()
        logbook.close()
        said = (Path(program.desk.folders.log) / "memdesk.log").read_bytes().decode()
        assert "save of ~/.evva/projects/-srv-api/MEMORY.md: Saved" in said
        assert "1 documents were written by others" in said
        assert "WARNING qt: QObject: said by Qt of ••••••" in said
        assert "unexpected ZeroDivisionError at " in said
        for word in ("Ada", "a1B2", "npm", "Decisions", "MINE", "OTHERS", str(Path.home())):
            assert word not in said


# The interpreter itself


def _text_of(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there as a fault does")
def test_a_fault_of_the_interpreter_is_told_at_the_next_start(root: Path, begin: Begin) -> None:
    log = Path(StateFolders.of_this_user().log)
    process = begin(root)
    # The file for the fault is there a moment before faults are written into it.
    wait_until(lambda: b"watching: " in _text_of(log / "memdesk.log"), what="the event loop")
    assert (log / "hard-crash.txt").exists()
    process.send_signal(signal.SIGSEGV)
    process.communicate(timeout=PATIENCE_S)
    again = begin(root)
    wait_until(lambda: any(log.glob("crash-*.txt")), what="the report")
    again.send_signal(signal.SIGTERM)
    _, err = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 0
    assert b"died of a fault" in err
    (report,) = log.glob("crash-*.txt")
    assert b"Segmentation fault" in report.read_bytes()
    assert sorted(os.listdir(log)) == [report.name, "memdesk.log"]


def test_a_start_that_fails_says_so_in_a_sentence(home: Path) -> None:
    code = (
        "import memdesk.ui.app as app\n"
        "from memdesk.ui.start.options import Options\n"
        "def fail(*_): raise ZeroDivisionError('Ada likes tea')\n"
        "app.MainWindow = fail\n"
        "raise SystemExit(app.run(Options()))"
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, env=environment)
    assert ran.returncode == 5
    assert ran.stderr.startswith(b"Memdesk itself has failed, which nobody foresaw (ZeroDivisionError in ")
    assert (ran.stderr.count(b"\n"), b"Ada" in ran.stderr) == (1, False)


def test_a_start_that_fails_once_memory_is_open_ends_the_process(root: Path) -> None:
    code = f"""
from memdesk.ui.app import run
from memdesk.ui.start.options import parse_options

run(parse_options([{str(root)!r}]), shown=lambda _program: 1 / 0)
"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, env=environment, timeout=PATIENCE_S
    )
    assert ran.stderr.startswith(b"Memdesk itself has failed, which nobody foresaw (ZeroDivisionError in ")
