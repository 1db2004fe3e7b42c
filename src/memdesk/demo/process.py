"""The process in which busy agents work, seen from the program that starts it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator

from memdesk.services.search.patterns import this_program
from memdesk.store.copies import SampleCopy

BUSY_AGENTS = "--busy-agents"
"""First argument of a `memdesk` that is these agents; what follows is for `memdesk.demo.__main__`."""

_PATIENCE_S = 2.0


class BusyAgents:
    """Agents at work until `stop`, or until the program that started them is gone, however it went."""

    def __init__(self, copies: Iterable[tuple[str, SampleCopy]]) -> None:
        """Start an agent in each copy, by its layout's name. Raises `OSError`."""
        # Closing standard input is what ends them; the system does that where this program is killed.
        self._process = subprocess.Popen(
            [*this_program(), BUSY_AGENTS, *arguments_for(copies)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        """Let the agents end, before what they write in is thrown away."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def arguments_for(copies: Iterable[tuple[str, SampleCopy]]) -> Iterator[str]:
    """The words by which `memdesk.demo.__main__` knows where to work: agents' names with their copies."""
    for name, copy in copies:
        yield from ("--agent", name, copy.folder, copy.root)
        for project in copy.projects:
            yield from ("--project", project)
