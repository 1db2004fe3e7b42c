"""How an installation is tried: away from the sources, with no settings of ours, without a person in front of it."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtGui import QImage

CHECKOUT = Path(__file__).resolve().parent.parent
SAMPLES = CHECKOUT / "resources" / "samples"
BUILD = CHECKOUT / "build"
DIST = CHECKOUT / "dist"
APP_ID = "io.github.memdesk.Memdesk"
PATIENCE_S = 120
FEWEST_COLORS = 12
"""So many colours at least has each third of the sample's picture: tree, document, preview. A blank one has one."""
LOOK_EVERY_PIXELS = 2


class Failed(Exception):
    """What did not work, in one sentence."""


def clean_environment(home: Path | str) -> dict[str, str]:
    """The surroundings of a user who has just been made, without a screen; nothing of the caller's comes along."""
    clean = {"HOME": str(home), "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
    if os.name == "nt":
        return {**clean, "SYSTEMROOT": os.environ["SYSTEMROOT"], "USERPROFILE": str(home)}
    return {**clean, "PATH": "/usr/bin:/bin"}


def paint_and_picture(program: Path, home: Path) -> float:
    """Open the sample by `program` and look at its picture; the seconds from the start to the first paint.

    Raises:
        Failed: the program ended without having drawn its window, or drew nothing in it.
    """
    picture = home / "sample.png"
    picture.unlink(missing_ok=True)
    command = [str(program), "--sample", "--picture", str(picture)]
    seconds = seconds_to_paint(command, clean_environment(home), home)
    check_picture(picture)
    return seconds


def seconds_to_paint(command: Sequence[str], environment: Mapping[str, str], cwd: Path) -> float:
    """Run a command that takes a picture; the seconds from its start to the first paint.

    Raises:
        Failed: the program ended before, or in another way than after a picture.
    """
    begin = time.monotonic()
    process = subprocess.Popen(
        command, env=environment, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    seconds = time.monotonic() - begin
    _, errors = process.communicate(timeout=PATIENCE_S)
    # A program without a console has no stdout on Windows: there the time is that of the whole run.
    has_painted = first.strip() == b"painted" or os.name == "nt"
    if not has_painted or process.returncode != 0:
        raise Failed(f"{' '.join(command)} ended with {process.returncode}: {errors.decode().strip()}")
    return seconds


def check_picture(picture: Path) -> None:
    """Look whether something was drawn in the whole of the window.

    Raises:
        Failed: there is no picture, or a part of it is blank.
    """
    image = QImage(str(picture))
    third = image.width() // 3
    for number, part in enumerate(("left", "middle", "right")):
        if len(colors_of(image, number * third, (number + 1) * third)) < FEWEST_COLORS:
            raise Failed(f"{picture} does not show the sample: its {part} part is blank")


def colors_of(image: QImage, left: int, right: int) -> set[int]:
    """The colours of a picture between two columns."""
    columns, rows = (range(left, right, LOOK_EVERY_PIXELS), range(0, image.height(), LOOK_EVERY_PIXELS))
    return {image.pixel(x, y) for x in columns for y in rows}


def check_answers(ask: Callable[[Sequence[str]], str], version: str, sample: str) -> None:
    """Ask the command line of an installation what needs its layouts, its samples and its helper process.

    `ask` runs it with some arguments and gives its output; `sample` is the folder of a copied sample of evva.

    Raises:
        Failed: it answers otherwise than it should.
    """
    said = ask(["--version"]).strip()
    if said != f"memdesk {version}":
        raise Failed(f"memdesk --version says {said}")
    roots = json.loads(ask(["--root", sample, "--json", "roots"]))
    if not any(root["path"] == sample and root["documents"] for root in roots):
        raise Failed("memdesk roots does not find the sample")
    # Each agent is looked for, whether it is there or not, and each has a sample.
    missing = {folder.name for folder in SAMPLES.iterdir()} - {root["agent"] for root in roots}
    if missing:
        raise Failed(f"the layouts of {', '.join(sorted(missing))} are not there")
    if not json.loads(ask(["check", sample, "--json"]))["problems"]:
        raise Failed("memdesk check finds none of the problems that the sample has on purpose")
    if not json.loads(ask(["--root", sample, "--json", "search", "--regex", r"p9\d"]))["hits"]:
        raise Failed("memdesk search finds no entry of the sample by a regular expression")


def output_of(
    command: Sequence[str | Path],
    cwd: Path,
    environment: Mapping[str, str] | None = None,
    codes: Sequence[int] = (0,),
) -> str:
    """What a command prints, in the caller's surroundings where no `environment` is given.

    Raises:
        Failed: it is not installed, or ended with none of `codes`.
    """
    try:
        ran = subprocess.run(command, check=False, capture_output=True, cwd=cwd, env=environment)
    except FileNotFoundError:
        raise Failed(f"{command[0]} is not installed") from None
    if ran.returncode not in codes:
        line = " ".join(map(str, command))
        raise Failed(f"{line} ended with {ran.returncode}: {(ran.stderr or ran.stdout).decode().strip()}")
    return ran.stdout.decode()


def spread(seconds: Sequence[float]) -> str:
    """The shortest, the middle and the longest of some times."""
    return f"{min(seconds):.2f} / {statistics.median(seconds):.2f} / {max(seconds):.2f} s"


def megabytes(size_bytes: int) -> str:
    """A size, for people."""
    return f"{size_bytes / 1e6:.1f} MB"


def tell(line: str) -> None:
    """Tell the person at the terminal."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
