"""A display that does not answer: one sentence instead of Qt's abort."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_SYSTEM_SAID_NO = 5
_ASKED = "QT_QPA_PLATFORM"
_NO_ANSWER = ("could not connect to display", "Failed to create wl_display")
_NO_SUCH = "Could not find the Qt platform plugin"


@contextmanager
def told_instead_of_aborted() -> Iterator[None]:
    """Where Qt cannot draw anywhere, which ends the process in this block, say why in one sentence; exit code 5.

    Qt tells the reason in warnings before, and leaves its caller no other way to learn of it. They are held back, and
    go where they always go once the block is done.
    """
    held: list[tuple[QtMsgType, str]] = []

    def hold(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            _end([text for _, text in held])
        held.append((kind, text))

    before = qInstallMessageHandler(hold)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for kind, text in held:
            if before is not None:
                before(kind, QMessageLogContext(), text)
            elif sys.stderr is not None:
                sys.stderr.write(text + "\n")


def why_no_window(warnings: Sequence[str]) -> str:
    """What Qt's `warnings` before its end mean, and what to do about it, in one sentence."""
    asked = os.environ.get(_ASKED, "")
    if any(_NO_SUCH in warning for warning in warnings):
        reason, advice = f"Qt knows no platform called {asked} ({_ASKED})", f"unset {_ASKED}"
    elif any(sign in warning for warning in warnings for sign in _NO_ANSWER):
        names = [
            f"{name}={os.environ.get(name, '')}"
            for name in ("DISPLAY", "WAYLAND_DISPLAY")
            if name in os.environ
        ]
        reason = f"no display answers at {' or '.join(names)}" if names else "no display is named"
        advice = "start it from a desktop session"
    else:
        reason = "a system library that Qt needs for it is missing"
        advice = "on Debian and Ubuntu type: sudo apt-get install libxcb-cursor0"
    return (
        f"Memdesk cannot open its window, because {reason}; {advice}, "
        "or use the command line (memdesk --help)."
    )


def _end(warnings: Sequence[str]) -> None:
    if sys.stderr is not None:  # a desktop may start the program without one
        sys.stderr.write(why_no_window(warnings) + "\n")
        sys.stderr.flush()
    os._exit(_SYSTEM_SAID_NO)
