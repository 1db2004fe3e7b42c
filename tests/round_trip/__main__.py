"""`python -m tests.round_trip --files 10000`: open, edit and save so many files, then all of them in the editor."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from random import Random

EDITED_EVERY = 10
"""One file of so many is edited on the disk too; in the editor all are."""


def main() -> int:
    """Print the figures; the first byte that changes without having been edited ends the run with its file."""
    parser = argparse.ArgumentParser("tests.round_trip")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first file")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.files)
    with tempfile.TemporaryDirectory(prefix="memdesk-round-trip-") as folder:
        os.environ |= {"HOME": folder, "QT_QPA_PLATFORM": "offscreen"}
        edited, in_editor = (
            _through_services(Path(folder, "services"), seeds),
            _in_editor(Path(folder, "editor"), seeds),
        )
    sys.stdout.write(
        f"{len(seeds)} files opened and saved, {edited} of them edited; "
        f"{len(seeds)} opened in the editor, {in_editor} of them typed into: 0 bytes changed that nobody edited\n"
    )
    return 0


def _through_services(folder: Path, seeds: range) -> int:
    from tests.round_trip.files import Files
    from tests.round_trip.trips import Trips
    from tests.services.sample_desks import SampleDesk

    samples = SampleDesk(folder)
    files, trips = Files(samples.desk), Trips(samples.desk)
    for seed in seeds:
        document, data = files.of(seed)
        session = trips.begin(document, data)
        trips.save_unedited(session, data)
        if seed % EDITED_EVERY == 0:
            trips.save_edited(session, data, Random(seed))
        trips.end(session)
    samples.desk.close()
    return trips.edited


def _in_editor(folder: Path, seeds: range) -> int:
    from PySide6.QtWidgets import QApplication

    from memdesk.ui.theme.manager import Preferences, install_theme
    from tests.round_trip.files import Files
    from tests.round_trip.in_editor import EditorTrips
    from tests.services.sample_desks import SampleDesk

    app = QApplication([])
    samples = SampleDesk(folder)
    files, trips = (
        Files(samples.desk),
        EditorTrips(samples.desk, install_theme(app, Preferences(scheme="light"))),
    )
    for seed in seeds:
        trips.make(*files.of(seed), seed)
    trips.close()
    samples.desk.close()
    return trips.edited


if __name__ == "__main__":
    sys.exit(main())
