"""Start the window."""

from __future__ import annotations

import argparse
import logging
import os
import signal
from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, install_theme

APP_ID = "io.github.memdesk.Memdesk"
_SIGNALS_EVERY_MS = 200


def run(arguments: Sequence[str], shown: Callable[[Program], object] | None = None) -> int:
    """Open the window on the folders in `arguments`, else on what is found; returns the exit code.

    `shown` is called once the window is asked to appear, before its first paint.
    """
    options = _parse(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    app = QApplication(["memdesk"])
    QGuiApplication.setDesktopFileName(APP_ID)
    app.setApplicationName("memdesk")
    app.setApplicationDisplayName("Memdesk")
    desk = Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), discover())
    theme = desk.settings.theme
    themes = install_theme(
        app, Preferences("light" if theme == "light" else "dark" if theme == "dark" else "system")
    )
    program = Program(themes, desk)
    _quit_on_signals(program)
    program.start([os.path.abspath(folder) for folder in options.roots], sample=options.sample)
    if shown is not None:
        shown(program)
    return app.exec()


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("memdesk", description="See and edit what your agents remember.")
    parser.add_argument("roots", nargs="*", metavar="ROOT", help="a folder of memory to open")
    parser.add_argument("--sample", action="store_true", help="open a throwaway copy of the sample memory")
    return parser.parse_args(arguments)


def _quit_on_signals(program: Program) -> None:
    """Close the window, drafts kept, at Ctrl+C or when the session ends. Python runs handlers between Qt's events."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: program.window.close())
    waker = QTimer(program)
    waker.start(_SIGNALS_EVERY_MS)
    waker.timeout.connect(lambda: None)
