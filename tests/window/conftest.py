"""A display for real windows, and the program inside the test's own process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.window.display import Display, what_is_missing
from tests.window.homes import make_home
from tests.window.inside import InsideProgram


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    """A screen of its own for the whole run."""
    missing = what_is_missing()
    if missing:
        pytest.skip(missing)
    with Display(tmp_path_factory.mktemp("display")) as display:
        yield display


Start = Callable[..., InsideProgram]


@pytest.fixture
def start(qapp: QApplication, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts the program in this process, on folders; closes it after the test."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    started: list[InsideProgram] = []

    def start_program(*folders: Path, window_size: tuple[int, int] = (1440, 900)) -> InsideProgram:
        program = InsideProgram(*folders, window_size=window_size)
        started.append(program)
        return program

    yield start_program
    for program in started:
        program.close()


Begin = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def begin(home: Path) -> Iterator[Begin]:
    """Begins the program as a process of its own, without a screen; kills it after the test if it still runs."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin_process(*arguments: str | Path, module: str = "memdesk") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, *map(str, arguments)]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        begun.append(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        )
        return begun[-1]

    yield begin_process
    for process in begun:
        process.kill()
        process.communicate()


@pytest.fixture
def root(home: Path) -> Path:
    """A home with an agent's memory; gives its root."""
    return make_home(home)
