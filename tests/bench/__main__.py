"""Run the benchmarks: `python3 packaging/dev.py bench [NAME...]`; names are those of `MEASURES`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.bench import (
    alikes,
    crowds,
    editing,
    homes,
    listing,
    outside,
    previews,
    reviewing,
    searching,
    stalls,
    starts,
    texts,
    volumes,
)
from tests.bench.report import Figure

MEASURES: Mapping[str, Callable[[Path], Sequence[Figure]]] = {
    "start": starts.measure,
    "home": homes.measure,
    "listing": listing.measure,
    "preview": previews.measure,
    "merge": texts.measure_merge,
    "save": texts.measure_save,
    "editor": editing.measure,
    "outside": outside.measure,
    "stalls": stalls.measure,
    "crowds": crowds.measure,
    "volumes": volumes.measure,
    "search": searching.measure,
    "duplicates": alikes.measure,
    "review": reviewing.measure,
}


@contextmanager
def _display() -> Iterator[None]:
    """A virtual display, where there is none and Xvfb is installed; else Qt's offscreen platform."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        yield
        return
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        [xvfb, "-displayfd", str(write_end), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end, "rb") as numbers:
        os.environ["DISPLAY"] = ":" + numbers.readline().decode().strip()
    os.environ.pop("QT_QPA_PLATFORM", None)
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def main(names: list[str]) -> int:
    """Measure, print a line per figure, and say what the first paint spends its time on where it misses its goal."""
    unknown = [name for name in names if name not in MEASURES]
    if unknown:
        sys.stderr.write(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(MEASURES)}.\n")
        return 2
    with _display():
        for name in names or MEASURES:
            with tempfile.TemporaryDirectory() as folder:
                figures = MEASURES[name](Path(folder))
                sys.stdout.writelines(figure.line() + "\n" for figure in figures)
                if name == "start" and not figures[0].met:
                    sys.stdout.write(starts.profile(Path(folder)))
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
