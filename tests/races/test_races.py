"""Agents in processes of their own against the real save, for a few seconds each; longer by `python -m tests.races`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.races.cast import CHECKOUT
from tests.races.forms import Form
from tests.races.rounds import Figures, Round, run_round

MOST_ROUNDS = 4
LONGEST_S = 25


@pytest.fixture
def root(home: Path) -> Path:
    """An agent's memory in the home of this test."""
    root = home / ".evva"
    root.mkdir()
    return root


@pytest.mark.parametrize(
    "round_",
    [
        Round(["append"] * 4, Form.SECTIONS, 1.5),
        Round(["rename", "append", "append"], Form.LINES, 1.5),
        Round(["truncate", "append", "append"], Form.SECTIONS, 1.5),
    ],
    ids=lambda round_: "-".join(round_.kinds),
)
def test_nothing_is_lost_but_what_an_agent_wrote_over(root: Path, round_: Round) -> None:
    figures = Figures()
    run_round(root, 0, round_, 1, figures, most_restored=2)
    assert figures.is_well, list(figures.lines())
    assert figures.user_saves > 1
    assert set(figures.agent_writes) == set(round_.kinds)


def test_old_copies_are_noticed_and_what_was_written_over_comes_back(root: Path) -> None:
    """Who reads early and writes late takes entries away; the user's are put back, those of agents are restored."""
    figures, number = Figures(), 0
    while not (figures.reverts_noticed and figures.restored) and number < MOST_ROUNDS:
        round_ = Round(["late", "append", "append"], Form.SECTIONS, 1.5)
        run_round(root, number, round_, 1 + number, figures, most_restored=3)
        number += 1
    assert figures.is_well, list(figures.lines())
    assert figures.reverts_noticed
    assert figures.restored


def test_a_planted_bug_is_found(home: Path) -> None:
    """The same race, with a save that does not look at what it displaces, loses entries, and the judge sees it."""
    command = [sys.executable, "-m", "tests.races.planted", str(LONGEST_S)]
    ran = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False, timeout=PATIENCE_S)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert b"lost: " in ran.stdout
