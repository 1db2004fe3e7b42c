"""An error in a method that Qt calls reaches the hook for errors nobody foresaw; the process goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.patience import PATIENCE_S

_WAYS = {
    "paintEvent": "class Kind(QWidget):\n def paintEvent(self, event): [][0]\nmade = Kind()",
    "viewportEvent": "class Beside:\n def viewportEvent(self, event): return [][0]\n"
    "class Kind(Beside, QListView): pass\nmade = Kind()",
    "sizeHint": "class Kind(QWidget):\n def sizeHint(self): return {}['no']\nmade = Kind()",
    "data": "class Kind(QAbstractListModel):\n def rowCount(self, parent=None): return 1\n"
    " def data(self, index, role=0): return [][0]\n"
    "made = QListView(); rows = Kind(); QTimer.singleShot(0, lambda: made.setModel(rows))",
}
_PROGRAM = """
import sys
import memdesk.ui
from PySide6.QtCore import QAbstractListModel, QTimer
from PySide6.QtWidgets import QApplication, QListView, QWidget
seen = []
sys.excepthook = lambda kind, error, trace: seen.append(kind.__name__)
app = QApplication([])
{way}
QTimer.singleShot(0, made.show)
QTimer.singleShot(200, app.quit)
app.exec()
print(seen[0])
"""


@pytest.mark.parametrize("name", _WAYS)
def test_an_error_of_python_itself_is_told(name: str) -> None:
    command = [sys.executable, "-c", _PROGRAM.format(way=_WAYS[name])]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("IndexError", "KeyError")


_WAITING = """
import sys
import memdesk.ui
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
class Above(QWidget):
    def paintEvent(self, event): [][0]
painted = []
class Kind(QWidget):
    def paintEvent(self, event): painted.append(self)
for _ in range(8):
    above = Above()
    for _ in range(4): Kind(above)
    try:
        above.grab()
    except IndexError:
        pass
below = QWidget()
kept = [Kind(below) for _ in range(3)]
painted.clear()
below.grab()
print(len(painted))
"""


def test_what_qt_asks_for_while_an_error_waits_stays_there() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WAITING], check=False, capture_output=True, timeout=PATIENCE_S
    )
    assert (done.returncode, done.stdout.strip()) == (0, b"3"), done.stderr
