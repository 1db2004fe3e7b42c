"""Races in virtual time: `python -m tests.races.virtual --minutes 5 --seed 1` runs some forty rounds in a minute.

One thread, and a clock that goes on where we wait or work: agents come between any two steps of a save. In every third
round our side stalls for seconds, as on a machine that is busy with other things. A round that broke a promise breaks
it again by its seed. Agents in processes of their own (`python -m tests.races`) are slower and more like the world.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.recent_saves import RecentSaves
from memdesk.store import exchange, save_attempts
from memdesk.store.journal import SaveJournal
from memdesk.store.open_folder import OpenFolder
from tests.races.__main__ import round_of
from tests.races.forms import FIRST, Form
from tests.races.rounds import BETWEEN_SAVES_S, Figures, Round, settle_round
from tests.races.running import run_rounds
from tests.races.stepping_agent import SteppingAgent
from tests.races.user import LOOK_EVERY_S, User
from tests.races.virtual_time import VirtualTime

_TAKES_S = (
    (exchange, "write_like", 0.001, 0.015),
    (exchange, "swap", 0.001, 0.001),
    (exchange, "read_stable", 0.002, 0.002),
    (exchange, "read_stable_open", 0.002, 0.002),
    (save_attempts, "read_stable", 0.001, 0.003),
    (SaveJournal, "record", 0.001, 0.01),
    (SaveJournal, "keep", 0.001, 0.005),
    (OpenFolder, "force_to_disk", 0.004, 0.004),
    (DocumentSession, "merge", 0.01, 0.01),
)
"""The steps of a save, and how long each mostly takes at most before and after what it does."""
_HEARD_WITHIN_S = 0.03
_STALLS_BETWEEN_SAVES = 0.02
_STALLS_IN_A_STEP = 0.0005
"""How often our side stalls on a machine that is busy with other things."""


class VirtualUser(User):
    """Hears of a write a moment after it, and keeps what it sees at once."""

    def __init__(
        self, clock: VirtualTime, root: Path, path: Path, form: Form, chance: random.Random, stalls: float
    ) -> None:
        self._clock = clock
        self._stalls = stalls
        self.agents: list[SteppingAgent] = []
        self._heard_at = 0.0
        super().__init__(root, path, form, chance)

    def _open(self, root: Path) -> DocumentSession:
        self.desk.workspace.saves = RecentSaves(self._clock.monotonic)
        self._open_root(root)
        return self.desk.workspace.open_document(self.path)

    def close(self) -> None:
        """Let go of files."""
        self.desk.close()

    def tend(self, for_s: float) -> None:
        """Take up what agents wrote, for so long."""
        self._clock.stall(self._stalls)
        end = self._clock.now_s + for_s
        while True:
            self._clock.sleep(min(max(end - self._clock.now_s, 0), _HEARD_WITHIN_S))
            self._hear()
            if self._clock.now_s >= end:
                return

    def _hear(self) -> None:
        if self._clock.now_s >= self._due_s:
            self._due_s = self._clock.now_s + LOOK_EVERY_S
            self._look(self.desk.reverts.paths)
        wrote_at = max((agent.wrote_at for agent in self.agents), default=0.0)
        if wrote_at > self._heard_at:
            self._heard_at = wrote_at
            self.desk.recorder.take(frozenset({self.path}))
            self._look(self.desk.reverts.paths & {self.path})
            self._take_up({self.path})


def run_virtual_round(
    root: Path,
    number: int,
    round_: Round,
    seed: int,
    figures: Figures,
    evidence: Path | None = None,
    *,
    is_busy: bool = False,
) -> None:
    """As `rounds.run_round`, in virtual time; where the machine `is_busy`, our side stalls now and then."""
    path = root / "projects" / f"-race-{seed}-{number}" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(FIRST)
    random.seed(f"{seed} {number}")
    chance = random.Random(f"{seed} {number}")
    clock = VirtualTime(chance, is_busy * _STALLS_IN_A_STEP)
    with _taking_time(clock):
        user = VirtualUser(clock, root, path, round_.form, chance, is_busy * _STALLS_BETWEEN_SAVES)
        try:
            _race(clock, user, path, round_, chance)
            acts = [act for agent in user.agents for act in agent.acts]
            settle_round(user, acts, figures, None if evidence is None else evidence / f"{seed}-{number}")
        finally:
            user.close()


def _race(clock: VirtualTime, user: VirtualUser, path: Path, round_: Round, chance: random.Random) -> None:
    for kind, name in zip(round_.kinds, "abcdefg", strict=False):
        agent = SteppingAgent(clock, path, name, round_.form, random.Random(f"{chance.random()} {name}"))
        user.agents.append(agent)
        clock.start(agent.work(kind))
    end = clock.now_s + round_.lasts_s
    while clock.now_s < end:
        user.tend(chance.uniform(*BETWEEN_SAVES_S))
        user.add_and_save()
    for agent in user.agents:
        agent.is_over = True
    while clock.is_anybody_at_work:
        clock.sleep(_HEARD_WITHIN_S)
    user.end()


@contextmanager
def _taking_time(clock: VirtualTime) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(clock.instead_of_the_clock())
        for owner, name, before_s, after_s in _TAKES_S:
            slow = clock.taking(getattr(owner, name), before_s, after_s)
            stack.enter_context(patch.object(owner, name, slow))
        yield


def main() -> int:
    """Run in a home of its own and print the figures; exit code 1 if a promise broke."""
    return run_rounds("tests.races.virtual", _run, minutes=5, lasts_s=5.0)


def _run(root: Path, number: int, options: argparse.Namespace, figures: Figures) -> None:
    round_ = round_of(number, options.writers, options.lasts)
    is_busy = number % 3 == 2  # in either form, with all kinds of agent
    run_virtual_round(root, number, round_, options.seed, figures, options.evidence, is_busy=is_busy)


if __name__ == "__main__":
    sys.exit(main())
