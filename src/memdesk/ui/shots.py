"""Draw every screen from the sample memory, light and dark, large and small: `python -m memdesk.ui.shots FOLDER`.

The pictures are for the README and for looking: each is the real window, driven into a state by its own commands.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from memdesk.layouts import discover
from memdesk.layouts.contract import Document
from memdesk.services.desk import Desk
from memdesk.services.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.ui.program import Program
from memdesk.ui.theme.manager import Preferences, SchemeChoice, install_theme

SIZES = ((1440, 900), (900, 600))
SCHEMES: tuple[SchemeChoice, ...] = ("light", "dark")
_SETTLE_S = 0.7

Scene = Callable[[Program], None]


def main(arguments: list[str]) -> int:
    """Draw into the folder named first; returns the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("Name the folder to draw into: python -m memdesk.ui.shots FOLDER\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication.instance() or QApplication(["memdesk"])
    if not isinstance(app, QApplication):
        return 5
    themes = install_theme(app)
    for scheme in SCHEMES:
        themes.set_preferences(Preferences(scheme, animations="off"))
        for width, height in SIZES:
            for name, scene in SCENES.items():
                with tempfile.TemporaryDirectory() as home:
                    program = _program(app, home, themes)
                    program.window.resize(width, height)
                    scene(program)
                    settle(app)
                    program.window.grab().save(str(folder / f"{name}-{scheme}-{width}x{height}.png"))
                    program.window.close()
                    settle(app, 0.1)
    return 0


def _program(app: QApplication, home: str, themes: object) -> Program:
    from memdesk.ui.theme.manager import ThemeManager

    if not isinstance(themes, ThemeManager):
        raise TypeError("themes")
    desk = Desk(
        StateFolders.below(os.path.join(home, "ours")), Surroundings(home, {}), discover(installed=False)
    )
    return Program(themes, desk)


def settle(app: QApplication, seconds: float = _SETTLE_S) -> None:
    """Let timers and workers do what they have to."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.005)


def _sample(program: Program) -> None:
    program.start((), sample=True)
    settle(_app())


def _app() -> QApplication:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("no application")
    return app


def _document(program: Program, title: str, scope: str = "") -> Document:
    for root in program.desk.workspace.roots:
        for document in program.desk.workspace.documents(root.path):
            if document.title == title and document.scope.title.startswith(scope):
                return document
    raise LookupError(title)


def _show(program: Program, title: str, scope: str, key: str = "") -> Document:
    _sample(program)
    document = _document(program, title, scope)
    program.memory.show_document(document.path)
    program.memory.tree.view.open(program.memory.model.index_of(document.path))
    if key:
        program.memory.show_section(document.path, key)
    settle(_app(), 0.3)
    return document


def _sections(program: Program) -> None:
    document = _show(program, "MEMORY.md", "api", "Decisions")
    session = program.desk.workspace.open_document(document.path)
    body = session.outline().find("Decisions")
    if body is not None:
        text = body.body.of(session.text.text)
        new = text.replace("Use npm for the admin UI in tools/admin.", "Prefer pnpm over npm everywhere.")
        session.set_section("Decisions", new)
    program.memory.editor.focus_section("Decisions")


def _source(program: Program) -> None:
    _sections(program)
    program.memory.toggle_mode()


def _diff(program: Program) -> None:
    _sections(program)
    program.memory.frame.show_right(shown=True)
    program.memory.preview.show_tab("diff")


def _conflict(program: Program) -> None:
    _sections(program)
    path = program.memory.open.session.path if program.memory.open.session is not None else ""
    session = program.desk.workspace.open_document(path)
    theirs = session.base_text.replace("Use npm for the admin UI", "Use bun for the admin UI").encode()
    session.take_disk(theirs)
    program.memory.open.refresh()


def _over_cap(program: Program) -> None:
    _show(program, "MEMORY.md", "field-notes")


def _rules(program: Program) -> None:
    _show(program, "EVVA.md", "api")


def _small_right(program: Program) -> None:
    _sections(program)
    program.memory.frame.show_right(shown=True)


def _first_run(program: Program) -> None:
    home = program.desk.workspace.disk.home
    program.desk.copy_sample(home)
    os.rename(os.path.join(home, "home"), os.path.join(home, ".evva"))
    program.start(())


def _first_run_empty(program: Program) -> None:
    program.start(())


SCENES: dict[str, Scene] = {
    "sections": _sections,
    "source": _source,
    "diff": _diff,
    "conflict": _conflict,
    "over-cap": _over_cap,
    "rules": _rules,
    "preview": _small_right,
    "first-run": _first_run,
    "first-run-empty": _first_run_empty,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
