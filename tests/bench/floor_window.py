"""The floor of a start: a bare PySide6 main window, from spawn to its first paint.

Prints the monotonic time of the first paint and the memory in MiB, and ends. `--until-quiet` puts a plain editor with
100 KB into it and prints when the last paint was.
"""

from __future__ import annotations

import os
import sys
import time

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow

_EDITOR_BYTES = 100_000


class Window(QMainWindow):
    """Tells when it was painted."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt names it
        """Paint, tell, end."""
        super().paintEvent(event)
        painted = time.monotonic()
        with open("/proc/self/statm", "rb") as file:
            pages = int(file.read().split()[1])
        sys.stdout.write(f"{painted} {pages * os.sysconf('SC_PAGE_SIZE') / 2**20} 0\n")
        sys.stdout.flush()
        os._exit(0)


def main(arguments: list[str]) -> int:
    """Open the window."""
    app = QApplication([])
    if "--until-quiet" in arguments:
        from PySide6.QtWidgets import QPlainTextEdit

        from tests.bench.watching import watch_paints

        window = QMainWindow()
        window.setCentralWidget(QPlainTextEdit("a line of memory\n" * (_EDITOR_BYTES // 17)))
        window.resize(1440, 900)
        window.show()
        watch_paints()
        return app.exec()
    bare = Window()
    bare.resize(1440, 900)
    bare.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
