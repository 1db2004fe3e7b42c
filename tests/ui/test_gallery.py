"""The pictures of the kit can be made, and the process that makes them ends as it should."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_all_pictures_are_made(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.ui.gallery", str(tmp_path)]
    ended = subprocess.run(command, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, check=False)
    assert ended.returncode == 0
    schemes = ("light", "dark", "rtl-contrast")
    expected = {f"{page}-{scheme}.png" for page in ("components", "panels") for scheme in schemes}
    assert {picture.name for picture in tmp_path.glob("*.png")} == expected
