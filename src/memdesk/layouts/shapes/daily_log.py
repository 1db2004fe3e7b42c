"""Daily logs: entries between markers, `<!-- entry:ID -->` and `<!-- /entry:ID -->`, and prose of anybody's between.

Markers are found wherever they stand, also in code and in the middle of a line, because no program that writes such
logs looks at Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.text.edits import Span

OPEN_MARKER = re.compile(r"<!-- entry:([A-Za-z0-9_-]+) -->")
ANY_MARKER = re.compile(r"<!-- /?entry:([A-Za-z0-9_-]+) -->")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry: its id, its span from marker to marker, and its body without one line end at each side.

    `is_closed` is False where its closing marker is missing: then nothing behind it is an entry to the agent.
    """

    entry_id: str
    span: Span
    body: Span
    is_closed: bool = True


def close_marker(entry_id: str) -> str:
    """The marker that closes an entry."""
    return f"<!-- /entry:{entry_id} -->"


def open_marker(entry_id: str) -> str:
    """The marker that opens an entry."""
    return f"<!-- entry:{entry_id} -->"


def scan_entries(text: str, start: int = 0) -> Iterator[LogEntry]:
    """The entries from `start` on as the agent scans: the scan ends at an entry that is not closed."""
    while opened := OPEN_MARKER.search(text, start):
        name = opened[1]
        end = text.find(close_marker(name), opened.end())
        if end < 0:
            return
        start = end + len(close_marker(name))
        yield LogEntry(name, Span(opened.start(), start), _inside(text, opened.end(), end))


def read_entries(text: str, start: int = 0) -> Iterator[LogEntry]:
    """The entries from `start` on by our own reading: one that is not closed ends where the next one opens."""
    while opened := OPEN_MARKER.search(text, start):
        name = opened[1]
        end = text.find(close_marker(name), opened.end())
        following = OPEN_MARKER.search(text, opened.end())
        if end < 0:
            start = following.start() if following else len(text)
            yield LogEntry(name, Span(opened.start(), start), _inside(text, opened.end(), start), False)
        else:
            start = end + len(close_marker(name))
            yield LogEntry(name, Span(opened.start(), start), _inside(text, opened.end(), end))


def _inside(text: str, start: int, end: int) -> Span:
    """What stands between two markers, without one line end at each side."""
    for line_end in ("\r\n", "\n"):
        if text.startswith(line_end, start, end):
            start += len(line_end)
            break
    for line_end in ("\r\n", "\n"):
        if text.endswith(line_end, start, end):
            return Span(start, end - len(line_end))
    return Span(start, end)
