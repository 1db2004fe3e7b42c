"""Files of any bytes are opened and saved, some of them edited: no other byte changes.

Ten thousand of them and more: `python -m tests.round_trip`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.round_trip.files import Files
from tests.round_trip.trips import Broken, Trips
from tests.services.sample_desks import SampleDesk

FILES = 3_000
GROUPS = 2
EDITED_EVERY = 25


@pytest.fixture
def samples(tmp_path: Path) -> Iterator[SampleDesk]:
    desk = SampleDesk(tmp_path)
    yield desk
    desk.desk.close()


@pytest.mark.parametrize("group", range(GROUPS))
def test_no_byte_changes_that_nobody_edited(samples: SampleDesk, group: int) -> None:
    files, trips = Files(samples.desk), Trips(samples.desk)
    for seed in range(group, FILES, GROUPS):
        document, data = files.of(seed)
        session = trips.begin(document, data)
        try:
            trips.save_unedited(session, data)
            if seed // GROUPS % EDITED_EVERY == 0:
                trips.save_edited(session, data, Random(seed))
        except Broken as broken:
            broken.add_note(f"seed {seed}: {document.title} as {data!r}")
            raise
        trips.end(session)
    assert trips.edited


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data.removesuffix(b"\n"),
        lambda data: data.replace(b"\r\n", b"\n"),
        lambda data: data.decode("utf-8", "replace").encode(),
        lambda data: data.removeprefix(b"\xef\xbb\xbf"),
    ],
    ids=["last line end", "line ends", "invalid bytes", "mark"],
)
def test_a_program_that_changes_bytes_is_caught(samples: SampleDesk, spoil: Callable[[bytes], bytes]) -> None:
    files, trips, caught = Files(samples.desk), Trips(samples.desk), 0
    for seed in range(300):
        document, data = files.of(seed)
        session = trips.begin(document, spoil(data))
        try:
            trips.save_unedited(session, data)
        except Broken:
            caught += 1
        trips.end(session)
    assert caught
