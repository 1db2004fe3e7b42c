"""Start the window."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from memdesk.bundled import bundled_path
from memdesk.layouts import discover
from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.first_look import FirstLook
from memdesk.store.folders import StateFolders
from memdesk.ui.start.cycles import Cycles
from memdesk.ui.start.display import told_instead_of_aborted
from memdesk.ui.start.failing import give_up
from memdesk.ui.start.frame import FirstFrame
from memdesk.ui.start.haste import take_short_turns
from memdesk.ui.start.options import Options
from memdesk.ui.start.rows import first_rows
from memdesk.ui.tree.defaults import FIRST_DOCUMENTS
from memdesk.ui.window import MainWindow

if TYPE_CHECKING:
    from memdesk.services.desk import Desk
    from memdesk.services.roots.roots import MemoryRoot
    from memdesk.store.instance import Instance
    from memdesk.ui.logbook import Logbook
    from memdesk.ui.program import Program

APP_ID = "io.github.memdesk.Memdesk"
_SIGNALS_EVERY_MS = 200
_MOST_ROWS = 100
_FIRST_PAINT_MS = 2000
"""A window that nobody sees is not painted: then the program goes on without."""


def run(
    options: Options,
    instance: Instance | None = None,
    shown: Callable[[Program], object] | None = None,
    painted: Callable[[int], object] | None = None,
) -> int:
    """Open the window on the folders in `options`, else on what is found; returns the exit code.

    `instance` is the claim to be the one program of this user, None for one that stands alone.

    First the window alone is shown, with the first rows of its tree painted; what else it is made of, 150 modules of
    it, is loaded after that. Keys and clicks that come meanwhile wait, and go to the finished window.

    `painted` is called after the first paint, with the number of rows in it; `shown` once the program is there.
    """
    try:
        return _run(options, instance, shown, painted)
    except Exception as error:
        # The one boundary of the start; later errors go to the crash dialog.
        if sys.flags.dev_mode:
            raise
        return give_up(error)


def _run(
    options: Options,
    instance: Instance | None,
    shown: Callable[[Program], object] | None,
    painted: Callable[[int], object] | None,
) -> int:
    take_short_turns()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with told_instead_of_aborted():
        app = QApplication(["memdesk"])
    QGuiApplication.setDesktopFileName(APP_ID)
    app.setApplicationName("memdesk")
    app.setApplicationDisplayName("Memdesk")
    window = MainWindow()
    folders = options.roots if not options.stands_alone else None
    rows = _paint_first(app, window, folders, fits_screen=not options.picture)
    if painted is not None:
        painted(rows)
    program = _make_program(app, window)
    _set_icon(app)
    try:
        logbook = _begin(program, options, instance, shown)
    except BaseException:
        # A worker that is held would keep the process for ever.
        program.tasks.finish()
        raise
    cycles = Cycles(lambda: not window.isActiveWindow(), program)
    cycles.start()
    try:
        return app.exec()
    finally:
        logbook.close()
        themes = program.themes
        program.take_down()
        Shiboken.delete(themes)


def _begin(
    program: Program, options: Options, instance: Instance | None, shown: Callable[[Program], object] | None
) -> Logbook:
    program.start(options.roots, sample=options.sample, demo=options.demo)
    if instance is not None:
        program.open_door(instance)
    if shown is not None:
        shown(program)
    return _keep_log(program, takes_faults=instance is not None)


def _set_icon(app: QApplication) -> None:
    from PySide6.QtGui import QIcon

    app.setWindowIcon(QIcon(str(bundled_path("icons", "memdesk.svg"))))


def _keep_log(program: Program, *, takes_faults: bool) -> Logbook:
    from memdesk.ui.logbook import Logbook

    desk = program.desk
    logbook = Logbook(desk.folders.log, desk.workspace.disk.home, takes_faults=takes_faults)
    logbook.open()
    logbook.follow(program)
    return logbook


def _paint_first(
    app: QApplication, window: MainWindow, folders: Sequence[str] | None, *, fits_screen: bool
) -> int:
    """Show `window` with the first rows of what is going to be opened; gives how many of them were painted."""
    look = FirstLook(StateFolders.of_this_user(), Surroundings.of_this_process())
    roots = _roots_at_start(look, folders) if folders is not None else ()
    listed = ((root, root.documents(look.disk)) for root in roots)
    rows = first_rows(((root, tuple(islice(found, FIRST_DOCUMENTS))) for root, found in listed), _MOST_ROWS)
    loop = QEventLoop()
    # The loop ends with the number of rows that could be seen.
    window.first_paint = FirstFrame(app, look.settings, rows, loop.exit).paint
    window.place(look.settings)
    window.show_placed(look.settings, fits=not fits_screen or window.fit_screen())
    QTimer.singleShot(_FIRST_PAINT_MS, loop, loop.quit)
    return loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def _roots_at_start(look: FirstLook, folders: Sequence[str]) -> Sequence[MemoryRoot]:
    return look.roots(folders) or _make_desk(is_first=True).roots_at_start(folders)


def _make_desk(*, is_first: bool = False) -> Desk:
    """The desk of the program; or, for the first paint, one that leaves everything to that."""
    from memdesk.services.desk import Desk

    layouts = discover(installed=not is_first)
    return Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), layouts, only_looks=is_first)


def _make_program(app: QApplication, window: MainWindow) -> Program:
    from memdesk.ui.program import Program
    from memdesk.ui.settings.preferences import preferences_of
    from memdesk.ui.start.language import speak
    from memdesk.ui.theme.manager import install_theme

    desk = _make_desk()
    speak(app, desk.settings.language)
    themes = install_theme(app, preferences_of(desk.settings))
    program = Program(themes, desk, window)
    _quit_on_signals(program)
    return program


def _quit_on_signals(program: Program) -> None:
    """Close the window, drafts kept, at Ctrl+C or when the session ends. Python runs handlers between Qt's events."""
    import signal

    for number in (signal.SIGINT, signal.SIGTERM):
        # Closed before the loop of events runs, the last window would not end it.
        signal.signal(
            number, lambda _number, _frame: QTimer.singleShot(0, program.window, program.window.close)
        )
    waker = QTimer(program)
    waker.start(_SIGNALS_EVERY_MS)
    waker.timeout.connect(lambda: None)
