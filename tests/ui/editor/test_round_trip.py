"""Files of any bytes are looked at and typed into in the editor, and saved: no byte changes that nobody edited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.manager import ThemeManager
from tests.round_trip.files import Files
from tests.round_trip.in_editor import EditorTrips
from tests.services.sample_desks import SampleDesk

FILES = 240
"""`python -m tests.round_trip` opens as many as one likes."""

GROUPS = 2


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    desk = SampleDesk(tmp_path)
    yield desk
    desk.desk.close()


@pytest.mark.parametrize("group", range(GROUPS))
def test_no_byte_changes_that_nobody_edited(
    qapp: QApplication, themes: ThemeManager, samples: SampleDesk, group: int
) -> None:
    files, trips = Files(samples.desk), EditorTrips(samples.desk, themes)
    for seed in range(group, FILES, GROUPS):
        trips.make(*files.of(seed), seed)
    trips.close()
    assert trips.edited
