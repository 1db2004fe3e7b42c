"""Write the page about the keys from the table of actions: `python3 packaging/dev.py keyboard`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from memdesk.ui.keyboard.document import keyboard_page

PAGE = Path(__file__).resolve().parent.parent / "docs" / "keyboard.md"


def main() -> int:
    """Write the page; returns the exit code."""
    app = QGuiApplication(["memdesk"])
    PAGE.write_bytes(keyboard_page().encode())
    sys.stdout.write(f"Wrote {PAGE}.\n")
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
