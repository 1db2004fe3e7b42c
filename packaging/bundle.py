"""Build the folder that needs no Python, and try it away from the source tree: `python3 packaging/dev.py bundle`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from environments import install, make_environment, python_in
from trial import BUILD, CHECKOUT, DIST, Failed, megabytes, paint_and_picture, spread, tell

PYINSTALLER = "pyinstaller>=6.10"
MOST_MB = 130
MOST_START_S = 0.3
STARTS = 10


def main(arguments: list[str]) -> int:
    """Build and try; the exit code tells whether all of it holds."""
    if arguments:
        tell("bundle takes no arguments: python3 packaging/dev.py bundle")
        return 2
    try:
        make_bundle()
        return 0
    except (Failed, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        tell(f"The bundle does not stand: {error}")
        return 1


def make_bundle() -> Path:
    """Build the folder, try a copy of it elsewhere, and say its figures; its path.

    Raises:
        Failed: it does not start, or is larger than it may be.
    """
    make_icons()
    bundle = build_folder()
    with elsewhere(bundle) as copy, tempfile.TemporaryDirectory(prefix="memdesk-home-") as home:
        starts = [paint_and_picture(copy / program_name(), Path(home)) for _ in range(STARTS)]
    size_bytes = size_of(bundle)
    tell(
        f"{bundle}: {megabytes(size_bytes)} (at most {MOST_MB} MB), "
        f"{STARTS} starts to the first paint {spread(starts)} (goal {MOST_START_S} s)"
    )
    if size_bytes > MOST_MB * 1e6:
        raise Failed(f"it is larger than {MOST_MB} MB")
    return bundle


def program_name() -> str:
    """The name of the program in the folder."""
    return "memdesk.exe" if os.name == "nt" else "memdesk"


def make_icons() -> None:
    """Every size of the icon below `build`."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    script = str(CHECKOUT / "packaging" / "icons.py")
    subprocess.run([sys.executable, script, str(BUILD / "icons")], check=True, env=environment)


def build_folder() -> Path:
    """Run PyInstaller in an environment of its own, so that nothing of the tests can come into the bundle."""
    python = build_environment()
    notices = str(CHECKOUT / "packaging" / "notices.py")
    subprocess.run([python, notices, str(BUILD / "licenses")], check=True)
    folders = ["--distpath", str(DIST), "--workpath", str(BUILD / "pyinstaller")]
    options = ["--noconfirm", "--log-level", "ERROR"]
    # The checkout comes first: the installed copy only brought the libraries along, and grows old.
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "src")}
    command = [str(python), "-m", "PyInstaller", *options, *folders, "pyinstaller.spec"]
    subprocess.run(command, check=True, cwd=CHECKOUT, env=environment)
    return DIST / "memdesk"


def build_environment() -> Path:
    """The interpreter of PyInstaller's environment, made anew where Python or what Memdesk needs has changed."""
    folder = BUILD / "venv"
    stamp, python = folder / "made-of", python_in(folder)
    made_of = sys.version.encode() + (CHECKOUT / "pyproject.toml").read_bytes()
    digest = hashlib.sha256(made_of).hexdigest().encode()
    if not (stamp.exists() and stamp.read_bytes() == digest and python.exists()):
        python = make_environment(folder)
        install(python, str(CHECKOUT), PYINSTALLER)
        stamp.write_bytes(digest)
    return python


@contextmanager
def elsewhere(bundle: Path) -> Iterator[Path]:
    """A copy of the bundle in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="memdesk-bundle-") as folder:
        yield Path(shutil.copytree(bundle, Path(folder, "memdesk"), symlinks=True))


def size_of(folder: Path) -> int:
    """Bytes of all files below the folder, each counted once."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
