"""How much OK keeps, reads and shows (v1.0.0, measured), unless its user knows better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.assumptions import Assumption
from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View


class Limits(NamedTuple):
    """The numbers in force.

    Of an index with more than `index_lines`, and of the shared one, OK shows `shown_lines`. It keeps `notes` quick
    notes of `note_bytes` each, and reads documents of `document_bytes` with imports `import_levels` deep.
    """

    facts: int
    shared_facts: int
    index_lines: int
    shown_lines: int
    notes: int
    note_bytes: int
    document_bytes: int
    import_levels: int


MEASURED = Limits(80, 30, 32, 30, 30, 200, 524_288, 5)

_of_ok = partial(Assumption, "ok")
_SOURCE = say("Built into OK; measured on v1.0.0.")
_MANY, _MOST_BYTES = 1_000_000, 64 * 1024 * 1024

ASSUMPTIONS = (
    _of_ok("facts", say("Facts of a project"), MEASURED.facts, "facts", 1, _MANY, _SOURCE),
    _of_ok("shared_facts", say("Shared facts"), MEASURED.shared_facts, "facts", 1, _MANY, _SOURCE),
    _of_ok(
        "index_lines", say("An index is shown whole up to"), MEASURED.index_lines, "lines", 1, _MANY, _SOURCE
    ),
    _of_ok("shown_lines", say("Shown of a longer one"), MEASURED.shown_lines, "lines", 1, _MANY, _SOURCE),
    _of_ok("notes", say("Quick notes of a document"), MEASURED.notes, "notes", 1, _MANY, _SOURCE),
    _of_ok("note_bytes", say("Size of a quick note"), MEASURED.note_bytes, "bytes", 1, _MOST_BYTES, _SOURCE),
    _of_ok(
        "document_bytes", say("Size of a document"), MEASURED.document_bytes, "bytes", 1, _MOST_BYTES, _SOURCE
    ),
    _of_ok("import_levels", say("Imports within imports"), MEASURED.import_levels, "levels", 0, 100, _SOURCE),
)


def limits_of(view: View) -> Limits:
    """The numbers in force on this machine."""
    return Limits(*(assumption.of(view) for assumption in ASSUMPTIONS))


def why_of(view: View) -> str:
    """Who says numbers that are not those measured; empty where nobody does."""
    return next((why for assumption in ASSUMPTIONS if (why := assumption.why(view))), "")
