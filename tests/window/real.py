"""The program as a process of its own, in a real window."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from tests.patience import PATIENCE_S, wait_until
from tests.window.display import Display

CHECKOUT = Path(__file__).parents[2]

_HARMLESS = re.compile("XDG_RUNTIME_DIR|at-spi|dbus")
"""What Qt says of a desktop that lacks services, which is no fault of the program."""

Report = Mapping[str, object]


class RealProgram:
    """`python -m memdesk ROOT...` on `display`; as a context it ends the program and looks at what it complained of.

    With `reporting` it is the same program, which also tells on its stdout what the window was told; without, all
    that is known of it is what anybody can see.
    """

    def __init__(
        self,
        display: Display,
        folder: Path,
        *arguments: str | Path,
        reporting: bool = False,
    ) -> None:
        self.display = display
        self._folder = folder
        module = "tests.window.reporting" if reporting else "memdesk"
        self._command = [sys.executable, "-m", module, *map(str, arguments)]
        self._process: subprocess.Popen[bytes] | None = None
        self.window = ""

    # From start to end

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.display.take_picture(self._folder / "at-failure.png")
            sys.stderr.write(self.complaints())
        try:
            if self.is_running and kind is None:
                self.quit()
        finally:
            self._end()
        if kind is None:
            assert not self.trouble(), f"the program complained:\n{self.trouble()}"

    def start(self) -> None:
        """Start it and wait until its window is there, has the focus and shows a document."""
        with self._log.open("ab") as log, self._out.open("wb") as out:
            self._process = subprocess.Popen(
                self._command,
                cwd=CHECKOUT,
                env={
                    **self.display.environment(os.environ),
                    "PYTHONUNBUFFERED": "1",
                    "PYTHONFAULTHANDLER": "1",
                },
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=log,
            )
        wait_until(self._find_window, what="the window")

    def _find_window(self) -> bool:
        assert self.is_running, f"the program ended at once:\n{self.complaints()}"
        found = [
            name for name in self.display.windows_of(self.pid) if self.display.ask("getwindowname", name)
        ]
        if not found:
            return False
        self.window = found[0]
        return self.display.ask("getactivewindow") == self.window

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process is not None and self._process.poll() is None

    def quit(self) -> int:
        """Press Ctrl+Q and wait for the end; returns the exit code."""
        self.keys("ctrl+q")
        return self.wait()

    def kill(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Send it a signal and wait for its end; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end; returns the exit code."""
        assert self._process is not None
        return self._process.wait(PATIENCE_S)

    def _end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(PATIENCE_S)

    # What it says

    @property
    def _log(self) -> Path:
        return self._folder / "stderr.log"

    @property
    def _out(self) -> Path:
        return self._folder / "stdout.log"

    def complaints(self) -> str:
        """Its stderr so far."""
        return self._log.read_text("utf-8", "replace")

    def trouble(self) -> str:
        """What it wrote to stderr: a traceback, an error or a warning of Qt."""
        lines = [line for line in self.complaints().split("\n") if line and not _HARMLESS.search(line)]
        return "\n".join(lines)

    @property
    def title(self) -> str:
        """What stands in the title bar; a star says that something is unsaved."""
        return self.display.ask("getwindowname", self.window)

    @property
    def is_dirty(self) -> bool:
        """Whether the title says that something is unsaved."""
        return "*" in self.title

    def reports(self, kind: str = "") -> Sequence[Report]:
        """What a reporting program has told so far, of one kind or of all."""
        lines = self._out.read_bytes().split(b"\n")[:-1]
        found: Iterator[Report] = (json.loads(line) for line in lines)
        return [report for report in found if not kind or report["kind"] == kind]

    # What a person does

    def keys(self, *names: str) -> None:
        """Press keys, one after another."""
        self.display.keys(*names)

    def type(self, text: str) -> None:
        """Type `text`."""
        self.display.type(text)

    def wait_for_title(self, words: str) -> None:
        """Wait until the title has `words` in it."""
        wait_until(lambda: words in self.title, what=f"the title {words!r}")

    def wait_for_dirty(self, *, dirty: bool) -> None:
        """Wait until the title says that there is something unsaved, or that there is not."""
        wait_until(lambda: self.is_dirty == dirty, what="the star in the title")

    @property
    def focus(self) -> str:
        """The accessible name of the control that has the focus; the program must be a reporting one."""
        told = self.reports("focus")
        return str(told[-1]["name"]) if told else ""

    def wait_for_focus(self, name: str) -> None:
        """Wait until the control of this accessible name has the focus."""
        wait_until(lambda: self.focus == name, what=f"the focus on {name!r}")

    def wait_for_report(self, kind: str, count: int = 1, within_s: float = PATIENCE_S) -> Sequence[Report]:
        """Wait until there are `count` reports of a kind."""
        wait_until(lambda: len(self.reports(kind)) >= count, within_s, f"{count} reports of {kind}")
        return self.reports(kind)

    def settle(self, seconds: float) -> None:
        """Let time go by for what is not to be seen from outside."""
        time.sleep(seconds)
