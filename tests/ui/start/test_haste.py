"""A worker that computes does not hold up the window."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from memdesk.ui.start.haste import TURN_S, take_short_turns


@pytest.fixture(autouse=True)
def _own_turns() -> Iterator[None]:
    before = sys.getswitchinterval()
    yield
    sys.setswitchinterval(before)


def test_a_thread_that_computes_gives_way_soon() -> None:
    assert sys.getswitchinterval() > TURN_S
    take_short_turns()
    assert sys.getswitchinterval() == pytest.approx(TURN_S)
