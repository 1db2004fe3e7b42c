"""Virtual environments beside the checkout's own: made and filled by uv where it is on PATH, else by venv and pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def make_environment(folder: Path) -> Path:
    """Make an empty environment of the Python this runs in, whatever stood in `folder`; its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--clear", folder], check=True)
    return python_in(folder)


def python_in(folder: Path) -> Path:
    """The interpreter of an environment."""
    return programs_in(folder) / ("python.exe" if os.name == "nt" else "python")


def programs_in(folder: Path) -> Path:
    """Where an environment keeps its programs."""
    return folder / ("Scripts" if os.name == "nt" else "bin")


def install(python: Path, *what: str | Path) -> None:
    """Install into the environment of `python`; options of both installers may stand among `what`."""
    subprocess.run([*_installer(python), *what], check=True)


def libraries_of(python: Path) -> Path:
    """Where that Python keeps its libraries."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(subprocess.check_output([python, "-I", "-c", code], encoding="utf-8").strip())


def _installer(python: Path) -> list[str | Path]:
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--quiet", "--python", python]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
    return [*pip, python, "install", "--quiet"]
