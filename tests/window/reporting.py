"""The program as it is, which also tells on stdout what its window was told.

`python -m tests.window.reporting ROOT...` prints one JSON object per line: `save` (how a save ended), `message` (what
the user reads), `state` (how the document stands, in the header), `focus` (the control that has it). With
`MEMDESK_TEST_AS_NOBODY` set, a root user gives all rights away first: for root no mode of a file stands in the way.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import sys
import time

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

import memdesk
from memdesk.store.outcomes import SaveResult
from memdesk.ui.app import run
from memdesk.ui.messages import Message
from memdesk.ui.program import Program
from memdesk.ui.start.options import parse_options

AS_NOBODY = "MEMDESK_TEST_AS_NOBODY"
NOBODY = 65534


def _tell(kind: str, **facts: object) -> None:
    sys.stdout.write(json.dumps({"kind": kind, "at": time.monotonic(), **facts}) + "\n")
    sys.stdout.flush()


def _tell_save(path: str, result: SaveResult, _changes: object) -> None:
    _tell("save", path=path, result=type(result).__name__)


def _tell_message(message: Message) -> None:
    _tell("message", text=message.text, tone=message.tone.value, advice=message.advice)


def _tell_focus(_old: QWidget | None, now: QWidget | None) -> None:
    if now is not None:
        name = QAccessible.queryAccessibleInterface(now).text(QAccessible.Text.Name)
        _tell("focus", name=name, type=type(now).__name__)


def _listen(program: Program) -> None:
    program.memory.saving.save_finished.connect(_tell_save)
    program.messages.told.connect(_tell_message)
    state = program.memory.header.state
    program.memory.open.state_changed.connect(lambda: _tell("state", text=state.text(), why=state.toolTip()))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(_tell_focus)


def _become_nobody() -> None:
    """Give all rights away, once everything is loaded that lies where nobody may read."""
    for module in pkgutil.walk_packages(memdesk.__path__, "memdesk."):
        if module.name != "memdesk.__main__":
            importlib.import_module(module.name)
    for name in ("platformdirs", "watchdog.observers", "importlib.metadata", "sqlite3", "encodings.idna"):
        importlib.import_module(name)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


if __name__ == "__main__":
    if os.environ.get(AS_NOBODY):
        _become_nobody()
    sys.exit(run(parse_options(sys.argv[1:]), shown=_listen))
