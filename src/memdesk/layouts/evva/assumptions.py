"""What is assumed of evva: no configuration of it names these."""

from __future__ import annotations

from functools import partial

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.evva import names
from memdesk.text.sentence import say

_of_evva = partial(Assumption, "evva")
_MEASURED = say("Built into evva; measured on its program (revision of 29 May 2026).")
_NEWER = say("Built into evva from v1.4 on; measured on its program.")
_MOST_BYTES = 64 * 1024 * 1024

FILE_BYTES = _of_evva(
    "file_bytes", say("Read of each file"), names.CAP_BYTES, "bytes", 1_024, _MOST_BYTES, _MEASURED
)
INDEX_LINE_BYTES = _of_evva(
    "index_line_bytes",
    say("Shown of each section in the index"),
    names.INDEX_LINE_BYTES,
    "bytes",
    1,
    100_000,
    _MEASURED,
)
INDEX_LINES = _of_evva("index_lines", say("Lines of the index of facts"), 200, "lines", 1, 1_000_000, _NEWER)
INDEX_BYTES = _of_evva(
    "index_bytes", say("Size of the index of facts"), 25_000, "bytes", 1, _MOST_BYTES, _NEWER
)

ALL = (FILE_BYTES, INDEX_LINE_BYTES, INDEX_LINES, INDEX_BYTES)
