"""`memdesk` as somebody at a shell asks it, in a process of its own beside the window."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from memdesk.cli.exit_codes import ExitCode
from tests.cli.forking import Forks
from tests.patience import PATIENCE_S

CHECKOUT = Path(__file__).parents[2]

_FORKS = Forks()


class Change(NamedTuple):
    """One change to review, as `memdesk inbox --json` tells it."""

    key: str
    agent: str
    path: str
    kind: str
    before: str | None
    after: str | None
    entry: str
    occurrence: int

    @property
    def address(self) -> tuple[str, str, int]:
        """Where it stands."""
        return self.path, self.entry, self.occurrence


class Removed(NamedTuple):
    """Something in the trash."""

    path: str
    by: str
    text: str


class Member(NamedTuple):
    """One of the entries that say the same."""

    path: str
    key: str
    text: str


class Shell:
    """Asks about `roots`; raises `AssertionError` where a command fails."""

    def __init__(self, roots: Sequence[str]) -> None:
        self._roots = [word for root in roots for word in ("--root", root)]

    def ask(self, *words: str) -> dict[str, list[Mapping[str, object]]]:
        """What the command says in JSON."""
        said = [*words, "--json", *self._roots]
        if _FORKS.can_run():
            done = _FORKS.run(said, b"", CHECKOUT)
        else:
            command = [sys.executable, "-m", "memdesk", *said]
            done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False, timeout=PATIENCE_S)
        assert done.returncode in (ExitCode.DONE, ExitCode.FINDINGS), (
            f"memdesk {' '.join(words)}: {done.stderr.decode()}"
        )
        answer = json.loads(done.stdout)
        assert isinstance(answer, dict)
        return answer

    def inbox(self) -> list[Change]:
        """What is to be reviewed, in the order of the screen."""
        return [_change(facts) for facts in self.ask("inbox")["changes"]]

    def candidates(self) -> list[Member]:
        """What may be pruned."""
        return [_member(facts) for facts in self.ask("prune")["candidates"]]

    def groups(self) -> list[list[Member]]:
        """What is there twice, in the order of the merge editor."""
        found = []
        for group in self.ask("duplicates")["groups"]:
            members = group["members"]
            assert isinstance(members, list)
            found.append([_member(facts) for facts in members])
        return found

    def versions(self, path: Path) -> list[Mapping[str, object]]:
        """What the history has of a file, newest first."""
        return self.ask("history", str(path), "--limit", "0")["versions"]

    def removed(self) -> list[Removed]:
        """What is in the trash, newest first."""
        found = self.ask("history", "--removed")["removed"]
        return [Removed(str(one["path"]), str(one["by"]), str(one["text"] or "")) for one in found]


def _change(facts: Mapping[str, object]) -> Change:
    words = (_word(facts[name]) for name in ("before", "after"))
    place = (str(facts[name] or "") for name in ("key", "agent", "path", "kind"))
    key, agent, path, kind = place
    before, after = words
    return Change(key, agent, path, kind, before, after, str(facts["entry"]), int(str(facts["occurrence"])))


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def _member(facts: Mapping[str, object]) -> Member:
    return Member(str(facts["path"]), str(facts["key"]), str(facts["text"]))
