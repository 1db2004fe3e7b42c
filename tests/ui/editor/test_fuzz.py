"""Whatever is done in whatever view: all views show the text, bytes nobody edited stay, undo is exact."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.manager import ThemeManager
from tests.ui.editor.desk import Desk, Session
from tests.ui.editor.player import Player, random_file

SEEDS = int(os.environ.get("MEMDESK_FUZZ_SEEDS", "36"))
"""How many random files are played with; a thousand take a few minutes."""

FIRST_SEED = int(os.environ.get("MEMDESK_FUZZ_FIRST_SEED", "0"))
EVENTS = 50
GROUPS = 3


def play(seed: int, themes: ThemeManager, counts: Counter[str], agent_weight: int) -> None:
    rng = random.Random(seed)
    data = random_file(rng)
    # Every other group of files is of free documents: an underline makes a heading of the line above.
    desk = Desk(themes, Session(data, free=seed // GROUPS % 2 == 0))
    player = Player(desk, rng, counts, agent_weight)
    try:
        desk.check()
        for _ in range(EVENTS):
            player.play()
        player.finish(data)
    except Exception as error:
        error.add_note(f"seed {seed}, file {data!r}, text {desk.text.text!r}, last events:")
        for line in player.log[-8:]:
            error.add_note(line)
        raise
    finally:
        desk.close()


@pytest.mark.parametrize("agent_weight", [0, 12], ids=["alone", "with an agent"])
@pytest.mark.parametrize("group", range(GROUPS))
def test_views_never_drift_from_the_text(
    qapp: QApplication, themes: ThemeManager, slot_errors: list[BaseException], group: int, agent_weight: int
) -> None:
    counts: Counter[str] = Counter()
    for seed in range(FIRST_SEED + group, FIRST_SEED + SEEDS // 2, GROUPS):
        play(seed + agent_weight * 1_000_000, themes, counts, agent_weight)
        qapp.processEvents()
        assert not slot_errors
    assert counts["undo steps walked"]
    assert counts["switched"]
