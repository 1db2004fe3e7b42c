"""The guards of conftest bite: each is given a test that breaks it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).with_name("conftest.py")
PREAMBLE = """
import logging, os, sqlite3, threading, time
from pathlib import Path
from PySide6.QtCore import QRunnable, QThread, QThreadPool, QTimer, qWarning
from PySide6.QtWidgets import QWidget

kept = []
over = threading.Event()

class Sleep(QRunnable):
    def run(self): over.wait(600)

class Sleeper(QThread):
    def run(self): over.wait(600)
"""
TIDY = """
def test_tidy(qapp, home, expected_warnings):
    assert Path.home() == home and "SECRET_HOME" not in os.environ
    window = QWidget()
    QTimer(window).start(5)
    window.show()
    expected_warnings.append("on purpose")
    qWarning("on purpose")
    with sqlite3.connect(home / "tidy") as database: database.execute("CREATE TABLE t (a)")
    database.close()
    ended = QThread()
    ended.start(); ended.quit(); ended.wait()

def test_that_looks_itself(caplog):
    logging.getLogger("memdesk").warning("looked at")
    assert "looked at" in caplog.text
"""
LITTERING = {
    "threads still run": "def test_0(): threading.Thread(target=time.sleep, args=(600,), daemon=True).start()",
    "window QWidget": "def test_1(qapp): kept.append(QWidget()); kept[-1].show()",
    "timer of 100 ms": "def test_2(qapp): kept.pop().close(); kept.append(QTimer()); kept[-1].start(100)",
    "unexpected warnings: ['stray']": "def test_3(qapp): kept.pop(); logging.getLogger('memdesk').warning('stray')",
    "unexpected warnings: ['Qt: stray']": "def test_4(qapp): qWarning('stray')",
    "never came: ['silent']": "def test_5(qapp, expected_warnings): expected_warnings.append('silent')",
    "unexpected warnings: ['far from windows']": (
        "def test_6(): logging.getLogger('memdesk').warning('far from windows')"
    ),
    "thread Sleeper": "def test_7(qapp): kept.append(Sleeper()); kept[-1].start()",
    "workers in the thread pool": (
        "def test_8(qapp): over.set(); kept.pop().wait(); over.clear(); QThreadPool.globalInstance().start(Sleep())"
    ),
}
LEFT_OPEN = {
    "files are open after the test": (
        "def test_9(home): over.set(); kept.append(sqlite3.connect(home / 'left'));"
        " kept[-1].execute('CREATE TABLE t (a)')"
    ),
}
if os.path.isdir("/proc/self/fd"):
    LITTERING |= LEFT_OPEN


def outcome_of(folder: Path, code: str) -> str:
    """What a fresh pytest reports of `code` under our conftest."""
    (folder / "conftest.py").write_bytes(CONFTEST.read_bytes())
    (folder / "test_it.py").write_bytes((PREAMBLE + code).encode())
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(folder),
            str(folder),
        ],
        check=False,
        capture_output=True,
        env={
            **os.environ,
            "PYTHONPATH": str(CONFTEST.parents[1]),
            "QT_QPA_PLATFORM": "offscreen",
            "SECRET_HOME": "/",
        },
        cwd=folder,
    )
    return ran.stdout.decode(errors="replace")


def test_a_tidy_test_passes_and_a_littering_one_fails(tmp_path: Path) -> None:
    report = outcome_of(tmp_path, "\n".join([TIDY, *LITTERING.values()]))
    assert f"{2 + len(LITTERING)} passed, {len(LITTERING)} errors" in report
    assert [complaint for complaint in LITTERING if complaint not in report] == []
