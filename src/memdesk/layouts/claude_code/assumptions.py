"""How much of an index and of instructions Claude Code reads, and when a session of it seems to run."""

from __future__ import annotations

from functools import partial

from memdesk.layouts.assumptions import Assumption
from memdesk.text.sentence import say

_assumed = partial(Assumption, "claude_code")
_PAGE, _MOST_BYTES = say("Claude Code’s page on memory."), 1024 * 1024 * 1024
_MEASURED = say("Measured on version 2.1.332.")
INDEX_LINES = _assumed(
    "index_lines", say("Lines of MEMORY.md at start"), 200, "lines", 1, 1_000_000, _MEASURED
)
INDEX_CHARACTERS = _assumed(
    "index_characters",
    say("Size of MEMORY.md at start"),
    25_000,
    "characters",
    1,
    _MOST_BYTES,
    say("Measured on version 2.1.332; an emoji counts two."),
)
FILE_BYTES = _assumed(
    "file_bytes", say("Size of an instruction file"), 4 * 1024 * 1024, "bytes", 1, _MOST_BYTES, _MEASURED
)
IMPORT_LEVELS = _assumed("import_levels", say("Imports within imports"), 4, "levels", 0, 100, _MEASURED)
ADVISED_LINES = _assumed(
    "advised_lines", say("Advised length of instructions"), 200, "lines", 1, 1_000_000, _PAGE
)
ACTIVE_MINUTES = _assumed(
    "active_minutes",
    say("A session seems to run for, after it last wrote"),
    10,
    "minutes",
    1,
    10_000,
    say("Memdesk’s own guess from the age of a transcript, where Claude Code names no running session."),
)
ASSUMPTIONS = (INDEX_LINES, INDEX_CHARACTERS, FILE_BYTES, IMPORT_LEVELS, ADVISED_LINES, ACTIVE_MINUTES)
