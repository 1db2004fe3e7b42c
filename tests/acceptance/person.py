"""Somebody who works by keyboard alone: presses keys, reads titles, and asks a shell and the disk what came of it.

The screen itself cannot be read from outside. What stands on it is known from `memdesk … --json`, whose order is that
of the screens; while one reads, no agent writes.
"""

from __future__ import annotations

import math
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from memdesk.store.folders import StateFolders
from memdesk.store.marks import MarkKind, Marks
from tests.acceptance.shell import Change, Shell
from tests.patience import PATIENCE_S, wait_until
from tests.window.real import RealProgram

CALM_S = 1.0
"""So long nobody writes before a screen is read: watcher, history and screens rest before they look."""
_LOOK_S, _AT_REST = 0.4, 0.1
"""Then the program is at rest once it works for less than this part of so long; a busy machine takes its time."""
_TRIES = 5
_TRY_S = 10.0
_PROGRAM = re.compile(r"\s+[-–—]\s+Memdesk$")
_MERGING = "Duplicates and contradictions"
_MOVING = "Move to"


class Person:
    """Works with `program`. Pictures of what is on the screen go into `folder`, if there is one."""

    def __init__(self, program: RealProgram, shell: Shell, pictures: Path | None = None) -> None:
        self.program = program
        self.shell = shell
        self._pictures = pictures
        self._began = time.monotonic()

    # Keys and titles

    def press(self, *names: str) -> None:
        """Press keys, one after the other."""
        self.program.keys(*names)

    @property
    def title(self) -> str:
        """The title of the main window."""
        return self.program.title

    @property
    def front(self) -> str:
        """The title of the window in front, without the program's name, which stands behind it."""
        return _PROGRAM.sub("", self.program.display.ask("getactivewindow", "getwindowname"))

    def wait_for_title(self, begin: str) -> None:
        """Wait until the title of the main window begins so."""
        end = time.monotonic() + PATIENCE_S
        while not (title := self.title.lstrip("*")).startswith(begin):
            assert self.program.is_running, f"the program ended:\n{self.program.complaints()}"
            assert time.monotonic() < end, f"waited in vain for the title {begin}; it is {title}"

    def note(self, what: str) -> None:
        """Say what was done, and keep a picture of it."""
        sys.stdout.write(f"{time.monotonic() - self._began:5.1f} s  {what}\n")
        if self._pictures is not None:
            name = "".join(letter if letter.isalnum() else "-" for letter in what)
            self.program.display.take_picture(self._pictures / f"{name}.png")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """The agents of the demonstration think while somebody reads the screen, which cannot be read from outside."""
        agents = agents_of(self.program.pid)
        for agent in agents:
            os.kill(agent, signal.SIGSTOP)
        try:
            time.sleep(CALM_S)
            self._wait_for_rest()
            yield
        finally:
            for agent in agents:
                os.kill(agent, signal.SIGCONT)

    def _wait_for_rest(self) -> None:
        """Wait until the program does nothing more by itself: what is on the screen is true by then."""
        end = time.monotonic() + PATIENCE_S
        before, now = -math.inf, worked_s(self.program.pid)
        while now - before > _AT_REST * _LOOK_S:
            assert time.monotonic() < end, "the program does not come to rest"
            time.sleep(_LOOK_S)
            before, now = now, worked_s(self.program.pid)

    def repeat(self, deed: Callable[[], object], is_done: Callable[[], bool], what: str) -> None:
        """Do it until it is done: what an agent wrote on meanwhile is left alone, and has to be looked at again."""
        for _ in range(_TRIES):
            deed()
            end = time.monotonic() + _TRY_S
            while time.monotonic() < end:
                if is_done():
                    return
        raise AssertionError(f"tried {_TRIES} times in vain: {what}; in front is {self.front}")

    # What the marks of the user say on disk

    def marked(self, kind: MarkKind) -> set[tuple[str, str, int]]:
        """Path, key and occurrence of what is marked."""
        marks = Marks(StateFolders.of_this_user().marks)
        try:
            return {mark.address for mark in marks.of(kind)}
        finally:
            marks.close()

    # The inbox

    def enter_inbox(self) -> list[Change]:
        """Go to the inbox; the cards in their order, which stays as it is until one goes there again."""
        with self.reading():
            cards = self.shell.inbox()
            self.press("ctrl+2")
            self.wait_for_title(f"Inbox, {len(cards)} to review")
            self.press("ctrl+1", "ctrl+2")
            return cards

    def go_to_card(self, cards: Sequence[Change], card: Change) -> list[Change]:
        """Make `card` the current one; the cards that are still there."""
        left = list(self.still_there(cards))
        self.press("Home", *["j"] * left.index(card))
        return left

    def still_there(self, cards: Sequence[Change]) -> Iterator[Change]:
        """Those that are still to be reviewed, also where their agent moved them, or wrote on in their place."""
        changes = self.shell.inbox()
        there = {change.key for change in changes} | {change.address for change in changes}
        return (card for card in cards if card.key in there or card.address in there)

    def move(self, name: str) -> None:
        """Move the current card to the first document whose agent, project and file fit `name`."""
        self.press("m")
        wait_until(lambda: self.front == _MOVING, what="the question")
        self.program.type(name)
        self.press("Return")
        wait_until(lambda: self.front != _MOVING, what="the end of the question")

    # Other screens

    def open_trash(self) -> None:
        """Show the trash, by the palette."""
        self.press("ctrl+shift+p")
        self.program.type("trash")
        self.press("Return")
        self.wait_for_title("History")

    def open_merging(self) -> None:
        """Open the merge editor and wait until it knows what is alike."""
        self.press("ctrl+shift+m")
        wait_until(lambda: self.front.startswith(f"{_MERGING},"), what="the merge editor")

    def wait_for_groups(self, count: int) -> None:
        """Wait until the merge editor says that there are so many groups."""
        words = f"{_MERGING}, {count} group{'s' if count != 1 else ''}"
        wait_until(lambda: self.front == words, PATIENCE_S, words)

    def close_merging(self) -> None:
        """Close the merge editor."""
        self.press("Escape")
        wait_until(lambda: not self.front.startswith(_MERGING), what="the end of the merge editor")


def agents_of(program: int) -> list[int]:
    """The processes of the agents that a program has started."""
    children = Path(f"/proc/{program}/task/{program}/children").read_text().split()
    return [
        int(child) for child in children if b"--busy-agents" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def worked_s(process: int) -> float:
    """For so many seconds a process has used a processor."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
