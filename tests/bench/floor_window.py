"""The floor of a start: a bare PySide6 main window, from spawn to its first paint.

Prints the monotonic time of the first paint on standard output and ends.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow


class Window(QMainWindow):
    """Tells when it was painted."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt names it
        """Paint, tell, end."""
        super().paintEvent(event)
        sys.stdout.write(f"{time.monotonic()}\n")
        sys.stdout.flush()
        QApplication.quit()


def main() -> int:
    """Open the window."""
    app = QApplication([])
    window = Window()
    window.resize(1440, 900)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
