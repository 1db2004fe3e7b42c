"""`python -m tests.soak.window --minutes 10 --seed 1`: the real window among busy agents, as figures.

The exit code is 1 where something was lost or went wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Run in a home of its own and print the figures."""
    parser = argparse.ArgumentParser("tests.soak.window")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--every", type=float, default=0.4, help="mean seconds between two writes of the agents"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memdesk-soak-") as folder:
        os.environ |= {"HOME": folder, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": folder}
        for name in ("DATA", "STATE", "CONFIG", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
        tempfile.tempdir = folder
        from PySide6.QtWidgets import QApplication

        from tests.soak.demonstration import run

        app = QApplication([])
        figures = run(Path(folder), options.minutes, options.seed, options.every)
        app.processEvents()
    for name, value in vars(figures).items():
        sys.stdout.write(f"{name}: {dict(value) if isinstance(value, dict) else value}\n")
    return 0 if figures.is_well else 1


if __name__ == "__main__":
    sys.exit(main())
