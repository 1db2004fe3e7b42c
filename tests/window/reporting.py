"""The program as it is, which also tells on stdout what its window was told.

`python -m tests.window.reporting ROOT...` prints one JSON object per line: `save` (how a save ended), `message` (what
the user reads), `focus` (the control that has it).
"""

from __future__ import annotations

import json
import sys
import time

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.store.outcomes import SaveResult
from memdesk.ui.app import run
from memdesk.ui.messages import Message
from memdesk.ui.program import Program


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
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.focusChanged.connect(_tell_focus)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], _listen))
