"""An agent that rewrites one section of a file and knows nothing of Memdesk.

`python -m tests.window.agent once PATH HEADING BODY WAY` does it once. `... repeat PATH HEADING PERIOD_S` does it until
stdin is closed, by turns with a rename and in place, each time with one line more than it found; then it prints, as
JSON, what it wrote: the new line, when (monotonic seconds), and the whole text.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.patience import PATIENCE_S

CHECKOUT = Path(__file__).parents[2]
HALF_WRITTEN_S = 0.002
SLOWLY_S = 0.6


class Written(NamedTuple):
    """One write: its line, when it began and ended (monotonic seconds), and the whole text."""

    line: bytes
    began: float
    ended: float
    text: bytes


# In the second process


def with_body(text: bytes, heading: bytes, body: bytes) -> bytes:
    """`text` with another body in one section; the rest as it is."""
    lines = text.split(b"\n")
    first, end = _body_lines(lines, heading)
    behind = [b"", *lines[end:]] if end < len(lines) else [b""]
    return b"\n".join([*lines[:first], *body.split(b"\n"), *behind])


def body_of(text: bytes, heading: bytes) -> bytes:
    """The body of one section, without blank lines around it."""
    lines = text.split(b"\n")
    first, end = _body_lines(lines, heading)
    return b"\n".join(lines[first:end]).strip(b"\n")


def _body_lines(lines: list[bytes], heading: bytes) -> tuple[int, int]:
    first = next(n for n, line in enumerate(lines) if line.rstrip(b"\r") == b"## " + heading) + 1
    return first, next((n for n in range(first, len(lines)) if lines[n].startswith(b"## ")), len(lines))


def write_by_rename(path: str, text: bytes) -> None:
    """Write beside it and rename, as careful programs do."""
    temporary = os.path.join(os.path.dirname(path), ".memdir-agent.tmp")
    with open(temporary, "wb") as file:
        file.write(text)
    os.replace(temporary, path)


def write_in_place(path: str, text: bytes, half_written_s: float = HALF_WRITTEN_S) -> None:
    """Empty the file and write it again, in two pieces."""
    with open(path, "wb") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        time.sleep(half_written_s)
        file.write(text[len(text) // 2 :])


WAYS: dict[str, Callable[[str, bytes], None]] = {
    "rename": write_by_rename,
    "in place": write_in_place,
    "slowly": partial(write_in_place, half_written_s=SLOWLY_S),
}


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _add_line(path: str, heading: bytes, line: bytes, way: str) -> Written:
    began = time.monotonic()
    found = _read(path)
    text = with_body(found, heading, body_of(found, heading) + b"\n" + line)
    WAYS[way](path, text)
    return Written(line, began, time.monotonic(), text)


def _repeat(path: str, heading: bytes, period_s: float) -> None:
    written: list[Written] = []
    due = time.monotonic()
    while not select.select([sys.stdin], [], [], max(0.0, due - time.monotonic()))[0]:
        due += period_s
        way = ("rename", "in place")[len(written) % 2]
        written.append(_add_line(path, heading, b"agent line %d." % len(written), way))
    json.dump(
        [(w.line.decode("latin-1"), w.began, w.ended, w.text.decode("latin-1")) for w in written], sys.stdout
    )


# In the test's process


def rewrite(path: Path, heading: str, body: str, way: str = "rename") -> None:
    """Have a second process rewrite one section, and wait for it."""
    arguments = [sys.executable, "-m", "tests.window.agent", "once", str(path), heading, body, way]
    subprocess.run(arguments, cwd=CHECKOUT, check=True, timeout=PATIENCE_S)


@contextmanager
def rewriting(path: Path, heading: str, period_s: float) -> Iterator[list[Written]]:
    """A second process rewrites one section every `period_s`; at the end the list holds what it wrote."""
    written: list[Written] = []
    command = [sys.executable, "-m", "tests.window.agent", "repeat", str(path), heading, str(period_s)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT) as agent:
        try:
            yield written
        finally:
            told = agent.communicate()[0]
        written += [
            Written(line.encode("latin-1"), began, ended, text.encode("latin-1"))
            for line, began, ended, text in json.loads(told)
        ]


if __name__ == "__main__":
    if sys.argv[1] == "once":
        _, _, place, name, words, manner = sys.argv
        WAYS[manner](place, with_body(_read(place), os.fsencode(name), os.fsencode(words)))
    else:
        _, _, place, name, period = sys.argv
        _repeat(place, os.fsencode(name), float(period))
