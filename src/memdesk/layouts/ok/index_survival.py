"""What OK's next save does to the text of an index: it writes it anew, with nothing but lines that link to facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.ok.grammar import OWN_INDEX
from memdesk.layouts.ok.model import INDEX_HEADER, split_index, write_index
from memdesk.layouts.shapes.fact_folder import IndexLine, OtherLines, parse_index
from memdesk.layouts.shapes.go_text import in_byte_order
from memdesk.text.document import line_content, split_lines, trim
from memdesk.text.edits import Edit, Span
from memdesk.text.sentence import say

_CARRIAGE_RETURNS = re.compile("\r+(?=\n)")
"""What the line ends of a text have too much for OK."""


def index_effects(text: str) -> Iterator[Effect]:
    """What a save does to the text of an index: lines dropped, sorted, shown from then on."""
    lines = list(parse_index(text, OWN_INDEX))
    entries = [line for line in lines if isinstance(line, IndexLine)]
    yield from _lost_text(text, lines)
    yield from _lost_duplicates(text, entries)
    yield from _moved_lines(text, entries)
    yield from _freeze_line(text, lines)
    if "\r\n" in text:
        repair = tuple(Edit(found.start(), found[0], "") for found in _CARRIAGE_RETURNS.finditer(text))
        first = text.index("\r\n")
        message = say("OK would end the lines of the index with LF on its next save")
        yield Effect(
            EffectKind.TRIMMED, Span(first, first + 1), message, say("It writes the index anew."), repair
        )


def _lost_text(text: str, lines: Sequence[IndexLine | OtherLines]) -> Iterator[Effect]:
    blank: list[Edit] = []
    at = 0
    for other in lines:
        if isinstance(other, IndexLine) or other.is_marker:
            continue
        at = other.span.start
        for line in split_lines(other.span.of(text)):
            span = Span(at, at + len(line_content(line)))
            if not trim(line):
                blank.append(Edit(at, line, ""))
            elif at or line_content(line) != INDEX_HEADER:
                message = say("OK would drop this line of the index on its next save")
                why = say("It writes the index anew and keeps nothing but lines that link to a fact.")
                yield Effect(EffectKind.LOST, span, message, why)
            at += len(line)
    if blank:
        message = say("OK would drop the blank lines of the index on its next save")
        why = say("It writes the index as one line for each fact.")
        yield Effect(EffectKind.TRIMMED, Span(blank[0].start, blank[0].end), message, why, tuple(blank))


def _lost_duplicates(text: str, entries: Sequence[IndexLine]) -> Iterator[Effect]:
    last = {(entry.stem, entry.is_below): entry for entry in entries}
    for entry in entries:
        if last[entry.stem, entry.is_below] is not entry:
            span = Span(entry.span.start, entry.span.start + len(line_content(entry.span.of(text))))
            message = say("OK would drop this line for “{stem}” on its next save", stem=entry.stem)
            yield Effect(EffectKind.LOST, span, message, say("Of two lines for one fact it keeps the last."))


def _moved_lines(text: str, entries: Sequence[IndexLine]) -> Iterator[Effect]:
    for is_below, group in groupby(entries, key=lambda entry: entry.is_below):
        found = list(group)
        stems = [entry.stem for entry in found]
        if is_below:
            message = say(
                "OK would put these lines above the freeze line on its next save, and show them from then on"
            )
            yield Effect(
                EffectKind.MOVED, _whole(text, found), message, say("It writes the freeze line last.")
            )
        if stems != sorted(stems, key=in_byte_order):
            message = say("OK would sort these lines by file name on its next save")
            yield Effect(EffectKind.MOVED, _whole(text, found), message, say("It writes the index anew."))


def _whole(text: str, entries: Sequence[IndexLine]) -> Span:
    last = entries[-1].span
    return Span(entries[0].span.start, last.start + len(line_content(last.of(text))))


def _freeze_line(text: str, lines: Sequence[IndexLine | OtherLines]) -> Iterator[Effect]:
    marker = next((line.span for line in lines if isinstance(line, OtherLines) and line.is_marker), None)
    written = write_index(split_index(text)).rstrip("\n").rpartition("\n")[2]
    if marker is None:
        end = Span(len(text), len(text))
        yield Effect(
            EffectKind.ADDED,
            end,
            say("OK would add its freeze line on its next save"),
            say("It ends every index so."),
        )
    elif line_content(marker.of(text)) != written:
        span = Span(marker.start, marker.start + len(line_content(marker.of(text))))
        message = say("OK would write another checksum on the freeze line on its next save")
        yield Effect(
            EffectKind.TRIMMED, span, message, say("It never looks at the checksum that stands there.")
        )
    if not text.startswith(f"{INDEX_HEADER}\n"):
        message = say(
            "OK would put “{index_header}” at the top of the index on its next save",
            index_header=INDEX_HEADER,
        )
        yield Effect(EffectKind.ADDED, Span(0, 0), message, say("It starts every index so."))
