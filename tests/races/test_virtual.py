"""Races in virtual time: some rounds with all kinds of agent, and one with a save that does not look."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdesk.store.exchange import Exchange
from tests.races.forms import Form
from tests.races.planted import agree
from tests.races.rounds import Figures, Round
from tests.races.virtual import run_virtual_round

KINDS = ["append", "rename", "truncate", "late"]


@pytest.fixture
def root(home: Path) -> Path:
    """An agent's memory in the home of this test."""
    root = home / ".evva"
    root.mkdir()
    return root


@pytest.mark.parametrize("form", Form)
def test_nothing_is_lost_and_nothing_doubled(root: Path, form: Form) -> None:
    figures = Figures()
    run_virtual_round(root, 0, Round(KINDS, form, 2.0), 1, figures)
    assert figures.is_well, list(figures.lines())
    assert figures.user_saves > 2
    assert set(figures.agent_writes) == set(KINDS)


@pytest.mark.parametrize("number", [1, 7])
def test_a_busy_machine_that_looks_late_breaks_no_promise(root: Path, number: int) -> None:
    """Nobody looks for longer than a save is watched, while the agents go on."""
    figures = Figures()
    run_virtual_round(root, number, Round(KINDS, Form.LINES, 4.0), 1, figures, is_busy=True)
    assert figures.is_well, list(figures.lines())
    assert figures.reverts_noticed


def test_a_round_runs_again_by_its_seed(root: Path) -> None:
    lines = []
    for name in ("one", "two"):
        figures = Figures()
        (root / name).mkdir()
        run_virtual_round(root / name, 0, Round(KINDS, Form.LINES, 1.0), 3, figures)
        lines.append(list(figures.lines()))
    assert lines[0] == lines[1]


def test_a_planted_bug_is_found(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the swap has brought out is not looked at."""
    monkeypatch.setattr(Exchange, "verify", agree)
    figures = Figures()
    for number in range(12):
        run_virtual_round(root, number, Round(["append"] * 5, Form.SECTIONS, 2.0), 1, figures)
        if figures.lost:
            return
    pytest.fail("nothing was lost")
