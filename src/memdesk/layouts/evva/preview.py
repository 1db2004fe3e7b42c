"""What evva gets when a session starts: rules and profile whole, of the project memory an index; by its own reading."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Part, Piece, Source
from memdesk.layouts.documents import Scope
from memdesk.layouts.evva.assumptions import FILE_BYTES, INDEX_LINE_BYTES
from memdesk.layouts.evva.files import read_memory
from memdesk.layouts.evva.foretelling import forecasts_of
from memdesk.layouts.evva.home import UNREAD, Switch, auto_memory, has_facts_folder
from memdesk.layouts.evva.model import IndexPiece, cut_at_bytes, index_pieces, parse_like_evva
from memdesk.layouts.evva.names import MEMORY_FILE, RULES_FILE, profile_path
from memdesk.layouts.evva.projects import memory_path
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.gathering import Gathered
from memdesk.layouts.shapes.go import join_path, trimmed
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sections import parse_sections
from memdesk.text.sentence import say

UNKNOWN = say("evva puts words of its own around and between these parts; no document tells which.")

RULES, PROFILE, INDEX = "rules", "profile", "index"

_ONLY_WHEN_OPENED = say("Read only when MEMORY.md is opened")
_NOT_LISTED = say("evva’s index leaves out what stands before the first heading")
_UNDER_A_HEADING = say("Put it under a heading.")


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """What a session of evva gets that starts in `context`, in the order rules, profile, project memory."""
    gathered = Gathered()
    if has_facts_folder(view, root):
        gathered.warnings.append(say("This is what evva before v1.4 gets. {unread}.", unread=UNREAD))
    if context.folder:
        _add_whole(gathered, view, RULES, join_path(context.folder, RULES_FILE))
    elif context.key:
        gathered.warnings.append(
            say(
                "The folder of this project is not known, so its {rules_file} is not shown.",
                rules_file=RULES_FILE,
            )
        )
    _add_whole(gathered, view, PROFILE, profile_path(root))
    if path := memory_path(root, context):
        _add_index(gathered, view, root, path)
    return gathered.injected(UNKNOWN)


def _read(gathered: Gathered, view: View, path: str) -> str | None:
    """The whole text of a file; None where evva gets nothing of it. What evva warns of is noted."""
    read = read_memory(view, path)
    if read.warning:
        gathered.warnings.append(read.warning)
    if not read.data:
        return None
    data, cap = read.data + read.rest, FILE_BYTES.of(view)
    gathered.forecasts += forecasts_of(path, decode(data), cap)
    gathered.meters.append(
        Meter(posixpath.basename(path), len(data), cap, "bytes", path, FILE_BYTES.why(view))
    )
    return decode(data)


def _add_whole(gathered: Gathered, view: View, part: str, path: str) -> None:
    """A file that evva gets whole, up to the cap."""
    text = _read(gathered, view, path)
    if text is None:
        return
    cap = FILE_BYTES.of(view)
    whole, rest = cut_at_bytes(text, cap)
    gathered.parts.append(
        Part(part, posixpath.basename(path), path, say("as it is, {cap:,} bytes at most", cap=cap))
    )
    gathered.pieces.append(Piece(whole, Source(path, Span(0, len(whole))), part))
    if rest:
        gathered.pieces.append(Piece(rest, Generated(_splits(cap)), part))
    if rest is not None:
        gathered.cut += _cuts(path, text, [Span(0, len(whole))], len(whole), cap)


def _add_index(gathered: Gathered, view: View, root: str, path: str) -> None:
    """The index that evva makes of a project memory, and what of the file is not in it."""
    if not is_read(gathered, view, path, auto_memory(view, root)):
        return
    text = _read(gathered, view, path)
    if text is None:
        return
    cap, line_bytes = FILE_BYTES.of(view), INDEX_LINE_BYTES.of(view)
    about = say("the first line of each section, {line_bytes:,} bytes of it at most", line_bytes=line_bytes)
    gathered.parts.append(Part(INDEX, say("{file}, index", file=MEMORY_FILE), path, about))
    whole, rest = cut_at_bytes(text, cap)
    shown = [section.head.line for section in parse_like_evva(whole).sections]
    for piece in _index(path, index_pieces(whole + (rest or ""), line_bytes), len(whole), cap):
        gathered.pieces.append(piece)
        if isinstance(piece.origin, Source):
            shown.append(piece.origin.span)
    gathered.cut += _cuts(path, text, shown, len(whole), cap)


def _index(path: str, index: Iterable[IndexPiece], end: int, cap_bytes: int) -> Iterator[Piece]:
    """An index, of which only what stands before `end` is whole characters of the file."""
    for piece in index:
        if piece.span is None:
            yield Piece(piece.text, Generated(piece.reason), INDEX)
            continue
        inside = piece.text[: max(0, end - piece.span.start)]
        if inside:
            span = Span(piece.span.start, piece.span.start + len(inside))
            yield Piece(inside, Source(path, span), INDEX)
        if rest := piece.text[len(inside) :]:
            yield Piece(rest, Generated(_splits(cap_bytes)), INDEX)


def _splits(cap_bytes: int) -> str:
    return say("the cut at {cap_bytes:,} bytes splits a character", cap_bytes=cap_bytes)


def _cuts(path: str, text: str, shown: Iterable[Span], end_of_read: int, cap_bytes: int) -> Iterator[Cut]:
    """What of a file is not `shown`, by section of ours: what is not listed, and what is not read for the cap."""
    past_cap = say("past the {cap_bytes:,} bytes that evva reads of a file", cap_bytes=cap_bytes)
    parsed, spans = parse_sections(text), sorted(shown)
    regions = [("", parsed.preamble), *((section.heading, section.span) for section in parsed.sections)]
    for key, (start, end) in regions:
        why = _ONLY_WHEN_OPENED if start or key else _NOT_LISTED
        for hole in _holes(Span(start, min(end, end_of_read)), spans):
            yield from _cut(path, text, hole, key, why)
        yield from _cut(path, text, Span(max(start, end_of_read), end), key, past_cap, is_over_cap=True)


def _holes(region: Span, shown: Sequence[Span]) -> Iterator[Span]:
    """What of `region` lies in none of the spans `shown`, which are sorted."""
    at = region.start
    for span in islice(shown, bisect_right(shown, at, key=lambda span: span.end), None):
        if span.start >= region.end:
            break
        yield Span(at, span.start)
        at = max(at, span.end)
    yield Span(at, region.end)


def _cut(path: str, text: str, hole: Span, key: str, why: str, *, is_over_cap: bool = False) -> Iterator[Cut]:
    span = trimmed(text, hole)
    if span.start < span.end:
        remedy = _UNDER_A_HEADING if why == _NOT_LISTED else ""
        yield Cut(path, span, key, span.of(text), why, remedy, is_over_cap)


def is_read(gathered: Gathered, view: View, path: str, *switches: Switch) -> bool:
    """Whether evva reads the memory at `path`, which the first of its switches decides; what else they do is told."""
    switch = switches[0]
    if not switch.is_on:
        gathered.warnings.append(
            say(
                "Auto memory is off ({why}): evva does not read {memory_file}.",
                why=switch.why,
                memory_file=MEMORY_FILE,
            )
        )
        text = text_at(view, path) or ""
        why = say("auto memory is off: {why}", why=switch.why)
        gathered.cut += _cut(path, text, Span(0, len(text)), "", why)
    gathered.warnings += (
        say("evva would not start: {why}.", why=each.why) for each in switches if each.is_undecided
    )
    return switch.is_on
