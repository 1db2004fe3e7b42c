"""The program in a process of its own that types by itself: `python -m tests.window.typist ROOT DOCUMENT...`.

A word goes into the second section of each document in turn, every few milliseconds, until somebody kills it.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest

from memdesk.ui.app import run
from memdesk.ui.program import Program
from memdesk.ui.start.options import parse_options

EVERY_MS = 20
SECTION = "Decisions"


class Typist(QObject):
    """Types into the documents of `program`."""

    def __init__(self, program: Program, documents: list[str]) -> None:
        super().__init__(program)
        self._program = program
        self._documents = documents
        self._count = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._type)
        self._timer.start(EVERY_MS)

    def _type(self) -> None:
        memory = self._program.memory
        path = self._documents[self._count % len(self._documents)]
        memory.show_document(path, self._type_word)

    def _type_word(self) -> None:
        self._program.memory.editor.focus_section(SECTION)
        focused = self._program.window.focusWidget()
        if focused is not None:
            QTest.keyClicks(focused, f"word{self._count:04d} ")
            self._count += 1


if __name__ == "__main__":
    root, *documents = sys.argv[1:]
    sys.exit(run(parse_options([root]), shown=lambda program: Typist(program, documents)))
