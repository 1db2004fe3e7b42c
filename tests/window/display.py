"""A screen of its own, with a window manager on it, that gets keys and clicks as if from a person."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.patience import PATIENCE_S, wait_until

PROGRAMS = {"Xvfb": "xvfb", "xdotool": "xdotool", "openbox": "openbox"}
"""What real windows need, and the Debian packages it comes in."""

SCREEN = (1600, 1000)
# No frames, so that a window is where it says it is, and no keys of its own, so that all of them reach the program.
_OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
<applications><application class="*"><decor>no</decor><focus>yes</focus></application></applications>
</openbox_config>
"""

_TAKE_PICTURE = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
app.primaryScreen().grabWindow(0).save(sys.argv[1])
"""


def what_is_missing() -> str:
    """Why there can be no real window here, with what to type to change that; empty where there can be."""
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if not missing:
        return ""
    return f"real windows need {', '.join(missing)}: apt-get install {' '.join(missing)}"


class Display:
    """An X server without a screen, and openbox on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.name = ""

    def __enter__(self) -> Self:
        try:
            self.name = self._start_server()
            self._start_manager()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(PATIENCE_S)
        self._processes.clear()

    def _start_server(self) -> str:
        reading, writing = os.pipe()
        width, height = SCREEN
        command = [
            "Xvfb",
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            f"{width}x{height}x24",
            "-nolisten",
            "tcp",
            "-ac",
        ]
        with (self._folder / "xvfb.log").open("wb") as log:
            server = subprocess.Popen(
                command, pass_fds=(writing,), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._processes.append(server)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            number = pipe.readline().decode().strip()
        assert number, f"Xvfb did not start: {(self._folder / 'xvfb.log').read_text()}"
        return f":{number}"

    def _start_manager(self) -> None:
        settings, log = self._folder / "openbox.xml", self._folder / "openbox.log"
        settings.write_text(_OPENBOX)
        manager: list[subprocess.Popen[bytes]] = []

        def manages() -> str:
            # It gives up at once where it comes too early for the server: then the next one is in time.
            if not manager or manager[-1].poll() is not None:
                with log.open("ab") as said:
                    manager.append(
                        subprocess.Popen(
                            ["openbox", "--config-file", str(settings)],
                            env=self.environment(os.environ),
                            stdin=subprocess.DEVNULL,
                            stdout=said,
                            stderr=said,
                        )
                    )
                self._processes.append(manager[-1])
            return self.ask("get_num_desktops")

        try:
            wait_until(manages, what="openbox")
        except AssertionError as error:
            told = log.read_text(errors="replace")[-2000:]
            raise AssertionError(f"{error}, started {len(manager)} times: {told}") from error

    def environment(self, others: os._Environ[str] | dict[str, str]) -> dict[str, str]:
        """`others` for a program that opens its windows here."""
        kept = {name: value for name, value in others.items() if not name.startswith(("QT_QPA", "WAYLAND"))}
        return {**kept, "DISPLAY": self.name}

    # What a person does

    def ask(self, *command: str) -> str:
        """What xdotool says to `command`; empty where it failed."""
        done = subprocess.run(
            ["xdotool", *command],
            env=self.environment(os.environ),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    def do(self, *command: str) -> None:
        """Have xdotool do `command`."""
        done = subprocess.run(
            ["xdotool", *command],
            env=self.environment(os.environ),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert done.returncode == 0, f"xdotool {' '.join(command)}: {done.stderr}"

    def keys(self, *names: str) -> None:
        """Press keys one after another, named as X names them: `ctrl+s`, `Return`."""
        self.do("key", "--delay", "8", *names)

    def type(self, text: str) -> None:
        """Type `text`."""
        self.do("type", "--delay", "4", "--", text)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at this place of the screen."""
        self.do("mousemove", "--sync", str(x), str(y), "click", str(button))

    def windows_of(self, process: int) -> Sequence[str]:
        """The visible windows of a process."""
        return self.ask("search", "--onlyvisible", "--pid", str(process), "--name", ".").split()

    def take_picture(self, file: Path) -> None:
        """Keep what is on the screen."""
        subprocess.run(
            [sys.executable, "-c", _TAKE_PICTURE, str(file)],
            env={**self.environment(os.environ), "QT_QPA_PLATFORM": "xcb"},
            timeout=PATIENCE_S,
            check=False,
        )
