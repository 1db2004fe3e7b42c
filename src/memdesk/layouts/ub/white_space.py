"""How ub spells what it keeps: one line for each heading and entry, its own blanks, blank lines and line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.ub.model import BULLET, HEADING_MARK, STAMP_END, STAMP_START, Line, LineKind, is_category
from memdesk.layouts.ub.rewrite import Rewrite
from memdesk.text.document import line_end_near
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import say, says

_BEFORE_LINE_FEED = re.compile("\r+(?=\n)")


class Parts(NamedTuple):
    """Where the parts of an entry's line stand: all up to the end of the time, the time itself, what is behind it."""

    read: Span
    time: Span
    tail: Span


def parts_of(text: str, line: Line) -> Parts:
    """The parts of a line that ub reads as an entry."""
    start = text.rindex(STAMP_START, *line.content) + len(STAMP_START)
    end = text.index(STAMP_END, start, line.content.end)
    behind = end + len(STAMP_END)
    return Parts(
        Span(line.content.start, behind),
        Span(start, end),
        trimmed(text, Span(behind, line.content.end)),
    )


def white_space_effects(rewrite: Rewrite) -> Iterator[Effect]:
    """The effects on blanks within lines, on blank lines and on line ends; each kind is one effect."""
    kept = [line for line in rewrite.lines if rewrite.is_kept(line)]
    if blanks := [edit for line in kept for edit in _blanks(rewrite.text, line)]:
        yield _effect(
            says("the blanks in one place", "the blanks in {n} places", len(blanks)),
            blanks,
            say("It writes each line anew."),
        )
    if gaps := list(_gaps(rewrite, kept)):
        why = say("It puts one blank line below each heading and below each category, and no other.")
        what = says("the blank lines in one place", "the blank lines in {n} places", len(gaps))
        yield _effect(what, gaps, why)
    if ends := [Edit(found.start(), found.group(), "") for found in _BEFORE_LINE_FEED.finditer(rewrite.text)]:
        yield _effect(say("the line ends of this file"), ends, say("It ends every line with LF."))


def _effect(what: str, edits: list[Edit], why: str) -> Effect:
    message = say("ub would change {what} on its next write", what=what)
    return Effect(EffectKind.TRIMMED, Span(edits[0].start, edits[0].end), message, why, tuple(edits))


def _blanks(text: str, line: Line) -> Iterator[Edit]:
    """What differs from ub's own line in nothing but blanks."""
    if line.span.start < line.content.start and line.kind is not LineKind.HEADING:
        yield replace(text, Span(line.span.start, line.content.start), "")
    if line.entry:
        parts = parts_of(text, line)
        wanted = f"{BULLET}{line.entry.text} {STAMP_START}{parts.time.of(text)}{STAMP_END}"
        if parts.read.of(text) != wanted:
            yield replace(text, parts.read, wanted)
    elif is_category(line.name) and line.content.of(text) != f"{HEADING_MARK}{line.name}":
        yield replace(text, line.content, f"{HEADING_MARK}{line.name}")
    is_crlf = text.startswith("\r\n", line.span.end - 1)
    behind = Span(line.content.end, line.span.end - is_crlf)
    if behind.start < behind.end:
        yield replace(text, behind, "")


def _gaps(rewrite: Rewrite, kept: Sequence[Line]) -> Iterator[Edit]:
    """Blank lines that ub adds or takes out. Where something else stands between, its own effect tells of it."""
    if not kept:
        yield from _gap(rewrite, Span(0, len(rewrite.text)), "")
        return
    yield from _gap(rewrite, Span(0, kept[0].span.start), "")
    for line, following in pairwise(kept):
        is_entry_list = line.kind is following.kind is LineKind.ENTRY
        start = line.span.end + 1
        yield from _gap(rewrite, Span(start, following.span.start), "" if is_entry_list else "\n")
    last = kept[-1]
    yield from _gap(rewrite, Span(last.span.end, len(rewrite.text)), "\n\n")


def _gap(rewrite: Rewrite, span: Span, wanted: str) -> Iterator[Edit]:
    text = rewrite.text
    there = span.of(text)
    if there.replace("\r\n", "\n") == wanted:
        return
    if trimmed(text, span).start == trimmed(text, span).end:
        yield replace(text, span, wanted.replace("\n", line_end_near(text, span.start)))
