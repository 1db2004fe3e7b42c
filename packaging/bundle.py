"""Build the folder that needs no Python, and try it away from the source tree: `python3 packaging/dev.py bundle`.

With `--deb` the folder is packed for Debian too, unpacked below an empty folder, and started from there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
BUILD = CHECKOUT / "build"
DIST = CHECKOUT / "dist"
APP_ID = "io.github.memdesk.Memdesk"
PYINSTALLER = "pyinstaller>=6.10"
MOST_MB = 130
MOST_START_S = 0.3
STARTS = 5
PATIENCE_S = 120
LIBRARIES = (
    "libc6, libdbus-1-3, libegl1, libfontconfig1, libgl1, libglib2.0-0, libxcb-cursor0, libxcb-icccm4, "
    "libxcb-keysyms1, libxcb-shape0, libxkbcommon-x11-0, libxkbcommon0"
)


class Failed(Exception):
    """What did not work, in one sentence."""


def main(arguments: list[str]) -> int:
    """Build and try; the exit code tells whether all of it holds."""
    try:
        make_icons()
        build_folder()
        bundle = DIST / "memdesk"
        with elsewhere(bundle) as copy:
            facts = try_out(copy / "memdesk")
        size_mb = size_of(bundle) / 1e6
        tell(
            f"bundle {size_mb:.0f} MB (at most {MOST_MB}), best start of {STARTS}: {facts:.2f} s "
            f"(goal {MOST_START_S})"
        )
        if "--deb" in arguments:
            package = build_deb(bundle)
            try_deb(package)
            tell(f"{package} {package.stat().st_size / 1e6:.0f} MB, started from an empty root")
        return int(size_mb > MOST_MB)
    except (Failed, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        tell(f"The bundle does not stand: {error}")
        return 1


def make_icons() -> None:
    """Every size of the icon below `build`."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    script = str(CHECKOUT / "packaging" / "icons.py")
    subprocess.run([sys.executable, script, str(BUILD / "icons")], check=True, env=environment)


def build_folder() -> None:
    """Run PyInstaller in an environment of its own, so that nothing of the tests can come into the bundle."""
    python = BUILD / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (
        not python.exists()
        or subprocess.run([python, "-c", "import PyInstaller"], check=False).returncode != 0
    ):
        subprocess.run([sys.executable, "-m", "venv", "--clear", BUILD / "venv"], check=True)
        installer = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*installer, str(CHECKOUT), PYINSTALLER], check=True)
    folders = ["--distpath", str(DIST), "--workpath", str(BUILD / "pyinstaller")]
    options = ["--noconfirm", "--log-level", "ERROR"]
    # The checkout comes first: the installed copy only brought the libraries along, and grows old.
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "src")}
    command = [python, "-m", "PyInstaller", *options, *folders, "pyinstaller.spec"]
    subprocess.run(command, check=True, cwd=CHECKOUT, env=environment)


@contextmanager
def elsewhere(bundle: Path) -> Iterator[Path]:
    """A copy of the bundle in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="memdesk-bundle-") as folder:
        yield Path(shutil.copytree(bundle, Path(folder, "memdesk"), symlinks=True))


def try_out(program: Path) -> float:
    """Start the program without any settings of ours; the shortest time to its first paint, in seconds."""
    with tempfile.TemporaryDirectory(prefix="memdesk-home-") as home:
        return min(paint_and_picture(program, Path(home)) for _ in range(STARTS))


def paint_and_picture(program: Path, home: Path) -> float:
    """Open the sample, wait for its picture; the seconds from the start to the first paint.

    Raises:
        Failed: the program ended without having drawn its window.
    """
    picture = home / "sample.png"
    picture.unlink(missing_ok=True)
    clean = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    command = [str(program), "--sample", "--picture", str(picture)]
    begin = time.monotonic()
    process = subprocess.Popen(command, env=clean, cwd=home, stdout=subprocess.PIPE)
    assert process.stdout is not None
    first = process.stdout.readline()
    seconds = time.monotonic() - begin
    process.communicate(timeout=PATIENCE_S)
    if first != b"painted\n" or process.returncode != 0 or not picture.exists():
        raise Failed(f"{program} ended with {process.returncode} and took no picture of the sample")
    return seconds


def size_of(folder: Path) -> int:
    """Bytes of all files below the folder, each counted once."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def build_deb(bundle: Path) -> Path:
    """Pack the bundle for Debian, with its desktop entry and its icons; the path of the package."""
    version = subprocess.check_output(
        [sys.executable, "-c", "import memdesk; print(memdesk.__version__)"], encoding="utf-8"
    ).strip()
    machine = subprocess.check_output(["dpkg", "--print-architecture"], encoding="utf-8").strip()
    tree = BUILD / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    fill_tree(tree, bundle)
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_bytes(control_of(version, machine, size_of(tree) // 1024).encode())
    package = DIST / f"memdesk_{version}_{machine}.deb"
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", tree, package], check=True)
    return package


def fill_tree(tree: Path, bundle: Path) -> None:
    """Lay out the files as they stand on a Debian machine."""
    shutil.copytree(bundle, tree / "opt" / "memdesk", symlinks=True)
    programs, share = tree / "usr" / "bin", tree / "usr" / "share"
    programs.mkdir(parents=True)
    for name in ("memdesk", "memdesk-gui"):
        (programs / name).symlink_to("../../opt/memdesk/memdesk")
    linux = CHECKOUT / "packaging" / "linux"
    place(linux / f"{APP_ID}.desktop", share / "applications" / f"{APP_ID}.desktop")
    place(linux / f"{APP_ID}.metainfo.xml", share / "metainfo" / f"{APP_ID}.metainfo.xml")
    place(CHECKOUT / "LICENSE", share / "doc" / "memdesk" / "copyright")
    icons = share / "icons" / "hicolor"
    place(CHECKOUT / "resources" / "icons" / "memdesk.svg", icons / "scalable" / "apps" / f"{APP_ID}.svg")
    for picture in (BUILD / "icons").glob("*.png"):
        place(picture, icons / picture.stem / "apps" / f"{APP_ID}.png")


def place(source: Path, target: Path) -> None:
    """Copy one file, its folders made, readable by all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def control_of(version: str, machine: str, size_kib: int) -> str:
    """What Debian's package manager reads of the package."""
    return (
        f"Package: memdesk\nVersion: {version}\nArchitecture: {machine}\nInstalled-Size: {size_kib}\n"
        "Maintainer: Memdesk contributors <memdesk@users.noreply.github.com>\n"
        f"Section: editors\nPriority: optional\nDepends: {LIBRARIES}\n"
        "Description: see, edit, review and prune what your AI agents remember\n"
        " Memdesk shows the memory that AI agents keep on disk, while they run and write the same files.\n"
    )


def try_deb(package: Path) -> None:
    """Unpack the package below an empty folder and start it from there."""
    with tempfile.TemporaryDirectory(prefix="memdesk-root-") as folder:
        subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
        home = Path(folder, "home")
        home.mkdir()
        paint_and_picture(Path(folder, "usr", "bin", "memdesk"), home)


def tell(line: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
