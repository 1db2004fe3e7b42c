"""Qt for Python must not lose references to None: 6.12.0 on Python 3.11 does, and aborts after some thousand calls."""

from __future__ import annotations

import subprocess
import sys

import pytest

CALLS = 20_000
PROBE = f"""
import sys
from PySide6.QtWidgets import QApplication, QLabel

application = QApplication([])
label = QLabel()
before = sys.getrefcount(None)
for count in range({CALLS}):
    label.setText("even" if count % 2 else "odd")
    {{extra}}
print(before - sys.getrefcount(None))
"""
LOSE_ONE = "ctypes.pythonapi.Py_DecRef(ctypes.py_object(None)) if count % 20 == 0 else None"


def references_lost(extra: str = "pass") -> int:
    """How many references to None a fresh process loses in 20,000 void calls; it aborts where it loses them all."""
    probe = PROBE.format(extra=extra)
    ran = subprocess.run(
        [sys.executable, "-c", "import ctypes\n" + probe],
        check=False,
        capture_output=True,
        env={"QT_QPA_PLATFORM": "offscreen"},
    )
    assert ran.returncode == 0, ran.stderr.decode(errors="replace")
    return int(ran.stdout)


def test_void_calls_lose_no_reference_to_none() -> None:
    assert references_lost() < CALLS / 100


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on, so nothing can be lost"
)
def test_the_probe_sees_a_loss() -> None:
    assert references_lost(LOSE_ONE) >= CALLS / 100
