"""What evva gets when a session starts: rules and profile whole, of the project memory an index; by its own reading."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Part, Piece, Scope, Source, View
from memdesk.layouts.evva.files import read_memory
from memdesk.layouts.evva.foretelling import forecasts_of
from memdesk.layouts.evva.home import UNREAD, auto_memory, has_facts_folder
from memdesk.layouts.evva.model import INDEX_LIMIT_BYTES, cut_at_bytes, index_pieces, parse_like_evva
from memdesk.layouts.evva.names import CAP_BYTES, MEMORY_FILE, RULES_FILE, profile_path
from memdesk.layouts.evva.projects import memory_path
from memdesk.layouts.shapes.gathering import Gathered
from memdesk.layouts.shapes.go import join_path, trimmed
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sections import parse_sections

UNKNOWN = "evva puts words of its own around and between these parts; no document tells which."

RULES, PROFILE, INDEX = "rules", "profile", "index"

_SPLIT_BY_CAP = f"the cut at {CAP_BYTES:,} bytes splits a character"
_PAST_CAP = f"past the {CAP_BYTES:,} bytes that evva reads of a file"
_ONLY_WHEN_OPENED = "evva reads it only when it opens MEMORY.md"
_NOT_LISTED = "evva's index leaves out what stands before the first heading"
_UNDER_A_HEADING = "Put it under a heading."


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """What a session of evva gets that starts in `context`, in the order rules, profile, project memory."""
    gathered = Gathered()
    if has_facts_folder(view, root):
        gathered.warnings.append(f"This is what evva before v1.4 gets. {UNREAD}.")
    if context.folder:
        _add_whole(gathered, view, RULES, join_path(context.folder, RULES_FILE))
    elif context.key:
        gathered.warnings.append(
            f"The folder of this project is not known, so its {RULES_FILE} is not shown."
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
    data = read.data + read.rest
    gathered.forecasts += forecasts_of(path, decode(data))
    gathered.meters.append(Meter(posixpath.basename(path), len(data), CAP_BYTES, "bytes", path))
    return decode(data)


def _add_whole(gathered: Gathered, view: View, part: str, path: str) -> None:
    """A file that evva gets whole, up to the cap."""
    text = _read(gathered, view, path)
    if text is None:
        return
    whole, rest = cut_at_bytes(text, CAP_BYTES)
    gathered.parts.append(
        Part(part, posixpath.basename(path), path, f"as it is, {CAP_BYTES:,} bytes at most")
    )
    gathered.pieces.append(Piece(whole, Source(path, Span(0, len(whole))), part))
    if rest:
        gathered.pieces.append(Piece(rest, Generated(_SPLIT_BY_CAP), part))
    if rest is not None:
        gathered.cut += _cuts(path, text, [Span(0, len(whole))], len(whole))


def _add_index(gathered: Gathered, view: View, root: str, path: str) -> None:
    """The index that evva makes of a project memory, and what of the file is not in it."""
    switch = auto_memory(view, root)
    if not switch.is_on:
        gathered.warnings.append(f"Auto memory is off ({switch.why}): evva does not read {MEMORY_FILE}.")
        gathered.cut += _left_unread(view, path, f"auto memory is off: {switch.why}")
        return
    if switch.is_undecided:
        gathered.warnings.append(f"evva would not start: {switch.why}.")
    text = _read(gathered, view, path)
    if text is None:
        return
    about = f"the first line of each section, {INDEX_LIMIT_BYTES} bytes of it at most"
    gathered.parts.append(Part(INDEX, f"{MEMORY_FILE}, index", path, about))
    whole, rest = cut_at_bytes(text, CAP_BYTES)
    shown = [section.head.line for section in parse_like_evva(whole).sections]
    for piece in _index(path, whole + (rest or ""), len(whole)):
        gathered.pieces.append(piece)
        if isinstance(piece.origin, Source):
            shown.append(piece.origin.span)
    gathered.cut += _cuts(path, text, shown, len(whole))


def _index(path: str, seen: str, end: int) -> Iterator[Piece]:
    """The index of `seen`, of which only what stands before `end` is whole characters of the file."""
    for piece in index_pieces(seen):
        if piece.span is None:
            yield Piece(piece.text, Generated(piece.reason), INDEX)
            continue
        inside = piece.text[: max(0, end - piece.span.start)]
        if inside:
            span = Span(piece.span.start, piece.span.start + len(inside))
            yield Piece(inside, Source(path, span), INDEX)
        if rest := piece.text[len(inside) :]:
            yield Piece(rest, Generated(_SPLIT_BY_CAP), INDEX)


def _cuts(path: str, text: str, shown: Iterable[Span], cap: int) -> Iterator[Cut]:
    """What of a file is not `shown`, by section of ours: what is not listed, and what stands past `cap`."""
    parsed, spans = parse_sections(text), sorted(shown)
    regions = [("", parsed.preamble), *((section.heading, section.span) for section in parsed.sections)]
    for key, (start, end) in regions:
        why = _ONLY_WHEN_OPENED if start or key else _NOT_LISTED
        for hole in _holes(Span(start, min(end, cap)), spans):
            yield from _cut(path, text, hole, key, why)
        yield from _cut(path, text, Span(max(start, cap), end), key, _PAST_CAP)


def _holes(region: Span, shown: Sequence[Span]) -> Iterator[Span]:
    """What of `region` lies in none of the spans `shown`, which are sorted."""
    at = region.start
    for span in islice(shown, bisect_right(shown, at, key=lambda span: span.end), None):
        if span.start >= region.end:
            break
        yield Span(at, span.start)
        at = max(at, span.end)
    yield Span(at, region.end)


def _cut(path: str, text: str, hole: Span, key: str, why: str) -> Iterator[Cut]:
    span = trimmed(text, hole)
    if span.start < span.end:
        remedy = _UNDER_A_HEADING if why == _NOT_LISTED else ""
        yield Cut(path, span, key, span.of(text), why, remedy, is_over_cap=why == _PAST_CAP)


def _left_unread(view: View, path: str, why: str) -> Iterator[Cut]:
    try:
        text = decode(view.read(path))
    except OSError:
        return
    yield from _cut(path, text, Span(0, len(text)), "", why)
