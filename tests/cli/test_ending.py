"""How the command line tells the end of a save."""

from __future__ import annotations

from memdesk.cli.ending import ending_of_save
from memdesk.services.documents.changes import Arrived, Changes
from memdesk.services.documents.taken import Arrival, Taken
from memdesk.store.outcomes import Merged


def test_what_was_to_go_and_stays_is_named() -> None:
    taken = Taken(Arrival.RELOADED, (("Decisions", 0),), returned=("Decisions",))
    changes = Changes(arrived=(Arrived("/m/MEMORY.md", taken),))
    ending = ending_of_save("/m/MEMORY.md", Merged(b"a", b"b"), changes)

    assert ending.merged
    assert ending.message.endswith("Another program had edited “Decisions” meanwhile, so that stays.")
