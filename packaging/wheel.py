"""Build sdist and wheel, and try the wheel in an environment of its own: `python3 packaging/dev.py wheel`.

`wheel.py FOLDER [--reuse]` puts both into FOLDER. The wheel that the sdist gives must be the one that the tree gives.
With `--reuse` the new environment takes the libraries of the one this runs in, so that nothing has to be fetched.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from environments import install, libraries_of, make_environment, programs_in, python_in
from trial import (
    CHECKOUT,
    Failed,
    check_answers,
    clean_environment,
    megabytes,
    output_of,
    paint_and_picture,
    tell,
)

NEVER_SHIPPED = ("*.po", "*.pot", "__pycache__")
NEEDED_IN_SDIST = (
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "docs/packaging.md",
    "packaging/dev.py",
    "packaging/linux",
    "pyinstaller.spec",
    "pyproject.toml",
    "resources/translations/memdesk.pot",
    "src/memdesk",
    "tests/conftest.py",
)
SAMPLE = ("samples", "evva", "home")


def main(arguments: list[str]) -> int:
    """Build, compare, install and try; the exit code tells whether all of it holds."""
    folders = [argument for argument in arguments if argument != "--reuse"]
    if len(folders) != 1 or folders[0].startswith("-"):
        tell("Name the folder for the files: python packaging/wheel.py FOLDER [--reuse]")
        return 2
    try:
        sdist, wheel = build_both(Path(folders[0]).resolve())
        count = check_contents(sdist, wheel)
        tell(f"{described(sdist)} and {described(wheel)}, of {count} files, the same from sdist and tree")
        with tempfile.TemporaryDirectory(prefix="memdesk-wheel-") as folder:
            tell(try_wheel(wheel, Path(folder), reuse="--reuse" in arguments))
        return 0
    except (Failed, subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        tell(f"The wheel does not stand: {error}")
        return 1


def build_both(target: Path) -> tuple[Path, Path]:
    """The sdist and the wheel of the checkout."""
    with tempfile.TemporaryDirectory(prefix="memdesk-build-") as folder:
        run_backend(CHECKOUT, Path(folder), "sdist", "wheel")
        target.mkdir(parents=True, exist_ok=True)
        return move_one(folder, "*.tar.gz", target), move_one(folder, "*.whl", target)


def run_backend(tree: Path, target: Path, *kinds: str) -> None:
    """Run what pip, uv and build run as well, without their copy of the tree and their fetching of it."""
    options = [part for kind in kinds for part in ("--target", kind)]
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(target), *options]
    output_of(command, tree)


def move_one(folder: str, pattern: str, target: Path) -> Path:
    """The one file in `folder` that fits, moved into `target`."""
    (found,) = Path(folder).glob(pattern)
    return Path(shutil.move(found, target / found.name))


def check_contents(sdist: Path, wheel: Path) -> int:
    """Compare the wheel with the tree and with that of the sdist; how many files it has.

    Raises:
        Failed: one of them has what the others lack.
    """
    with tempfile.TemporaryDirectory(prefix="memdesk-sdist-") as folder:
        shutil.unpack_archive(sdist, folder)
        (tree,) = Path(folder).iterdir()
        missing = [name for name in NEEDED_IN_SDIST if not (tree / name).exists()]
        if missing:
            raise Failed(f"the sdist lacks {', '.join(missing)}")
        run_backend(tree, Path(folder, "again"), "wheel")
        (again,) = Path(folder, "again").glob("*.whl")
        refuse_differences("the wheel of the sdist", files_in(again), "that of the tree", files_in(wheel))
    own, shipped = resources_of(CHECKOUT), resources_in(wheel)
    refuse_differences(
        "resources in the wheel", dict.fromkeys(shipped, b""), "the tree", dict.fromkeys(own, b"")
    )
    return len(files_in(wheel))


def described(package: Path) -> str:
    """The name and the size of a file."""
    return f"{package.name} ({megabytes(package.stat().st_size)})"


def files_in(wheel: Path) -> dict[str, bytes]:
    """What a wheel holds, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def resources_in(wheel: Path) -> set[str]:
    """The names below `resources` of a wheel."""
    prefix = "memdesk/resources/"
    return {name.removeprefix(prefix) for name in files_in(wheel) if name.startswith(prefix)}


def resources_of(tree: Path) -> set[str]:
    """The names below `resources` of a tree, of what ships."""
    top = tree / "resources"
    files = (path.relative_to(top) for path in top.rglob("*") if path.is_file())
    return {
        path.as_posix()
        for path in files
        if not any(one.match(pattern) for pattern in NEVER_SHIPPED for one in (path, *path.parents))
    }


def refuse_differences(one: str, has: dict[str, bytes], other: str, wanted: dict[str, bytes]) -> None:
    """Raise `Failed` where two sets of files are not the same, with the first names that differ."""
    names = sorted(name for name in has.keys() | wanted.keys() if has.get(name) != wanted.get(name))
    if names:
        raise Failed(f"{one} and {other} differ in {len(names)} files: {', '.join(names[:5])}")


def try_wheel(wheel: Path, folder: Path, *, reuse: bool) -> str:
    """Install the wheel into a new environment in `folder` and start what it brings; what came of it.

    Raises:
        Failed: something did not install, or did not do as it does in the checkout.
    """
    begin = time.monotonic()
    programs = install_wheel(wheel, folder / "environment", reuse=reuse)
    seconds = time.monotonic() - begin
    home = folder / "home"
    home.mkdir()
    try_commands(programs, home, wheel.name.split("-")[1])
    start = paint_and_picture(programs / "memdesk", home)
    return f"installed in {seconds:.1f} s, first paint after {start:.2f} s, its picture shows the sample"


def install_wheel(wheel: Path, folder: Path, *, reuse: bool) -> Path:
    """Make an environment in `folder` with the wheel in it; the folder of its programs."""
    python = make_environment(folder)
    install(python, *(["--no-deps"] if reuse else []), wheel)
    if reuse:
        # Only the path: an editable installation there is a .pth file of its own, which Python does not follow here.
        borrowed = f"{libraries_of(Path(sys.executable))}\n".encode()
        (libraries_of(python) / "borrowed.pth").write_bytes(borrowed)
    return programs_in(folder)


def try_commands(programs: Path, home: Path, version: str) -> None:
    """Ask the command line of the installation about a copy of the sample that it brought.

    Raises:
        Failed: the sample is not its own, or it answers otherwise than the checkout would.
    """
    clean = clean_environment(home)
    code = f"from memdesk.bundled import bundled_path; print(bundled_path{SAMPLE})"
    sample = Path(output_of([python_in(programs.parent), "-c", code], home, clean).strip())
    if not sample.is_relative_to(programs.parent):
        raise Failed(f"the installation reads {sample}, which is not its own")
    copy = str(shutil.copytree(sample, home / "sample"))
    # 1: a check that found something.
    check_answers(
        lambda asked: output_of([programs / "memdesk", *asked], home, clean, codes=(0, 1)), version, copy
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
