"""How much of an index and of instructions Claude Code reads, and when a session of it seems to run."""

from __future__ import annotations

from functools import partial

from memdesk.layouts.assumptions import Assumption
from memdesk.text.sentence import say

_assumed = partial(Assumption, "claude_code")
_PAGE, _MOST_BYTES = say("Claude Code’s page on memory."), 1024 * 1024 * 1024
INDEX_LINES = _assumed("index_lines", say("Lines of MEMORY.md at start"), 200, "lines", 1, 1_000_000, _PAGE)
INDEX_BYTES = _assumed(
    "index_bytes",
    say("Size of MEMORY.md at start"),
    25_000,
    "bytes",
    1,
    _MOST_BYTES,
    say("Claude Code’s page on memory says 25 KB; whether that is 25,000 bytes or 25,600 is not known."),
)
FILE_BYTES = _assumed(
    "file_bytes", say("Size of an instruction file"), 4 * 1024 * 1024, "bytes", 1, _MOST_BYTES, _PAGE
)
IMPORT_LEVELS = _assumed("import_levels", say("Imports within imports"), 4, "levels", 0, 100, _PAGE)
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
    say(
        "Memdesk’s own guess from the age of a transcript: nothing of Claude Code tells that a session runs."
    ),
)
ASSUMPTIONS = (INDEX_LINES, INDEX_BYTES, FILE_BYTES, IMPORT_LEVELS, ADVISED_LINES, ACTIVE_MINUTES)
