"""What evva's own program reads, shows and writes, byte for byte, at its revision of 29 May 2026.

Measured on the program; its published document promises otherwise in places. Preview, survival check and checks run
this model. Our own edits never do: they follow the document and leave untouched bytes alone.

Answers are made of spans of the text wherever they can be, so that each character is known to stand in the file or
to be made by evva.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from memdesk.layouts.evva.names import INDEX_LINE_BYTES
from memdesk.layouts.shapes.go import trimmed, trimmed_runs
from memdesk.text.document import GO_WHITE_SPACE, decode, encode, trim
from memdesk.text.edits import Span
from memdesk.text.sentence import say

DASH = " — "
ELLIPSIS = "…"
EMPTY_MARK = "(empty)"

_MOST_ANSWERS = 720
_HEADING_LINE = re.compile(r"^[ \t]*(## )[^\n]*", re.MULTILINE)


class EvvaError(ValueError):
    """evva's program answers with this error, in its own words."""


@dataclass(frozen=True, slots=True)
class Block:
    """A line that evva takes for a heading, and the raw text below it up to the next one.

    `line` leaves out the line end; `name` is empty for a bare `## `; `below` is None where no line follows.
    """

    line: Span
    name: Span
    below: Span | None


@dataclass(frozen=True, slots=True)
class Section:
    """All blocks of one name: evva joins their bodies, a blank line between them, at the place of the first."""

    name: str
    head: Block
    body: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as evva takes it apart. `preamble` are the trimmed runs before the first heading and below bare ones."""

    text: str
    blocks: tuple[Block, ...]
    preamble: tuple[Span, ...]
    sections: tuple[Section, ...]

    def has(self, name: str) -> bool:
        """Whether evva sees a section of this name."""
        return any(section.name == name for section in self.sections)

    def body_text(self, section: Section) -> str:
        """The body of a section as evva has it."""
        return "\n\n".join(run.of(self.text) for run in section.body)


def parse_like_evva(text: str) -> Reading:
    """Take `text` apart at every line that starts with `## ` after blanks and tabs.

    Fences, comments and indentation are not looked at; lines end at LF; the name is trimmed, so a CR goes too.
    """
    blocks = tuple(_blocks(text))
    first = blocks[0].line.start if blocks else len(text) + 1
    preamble = [Span(0, first - 1)] if first else []
    heads: dict[str, Block] = {}
    bodies: dict[str, list[Span]] = {}
    for block in blocks:
        if name := block.name.of(text):
            heads.setdefault(name, block)
            _join(text, bodies.setdefault(name, []), block.below)
        elif block.below:
            preamble.append(block.below)
    sections = tuple(Section(name, head, tuple(bodies[name])) for name, head in heads.items())
    return Reading(text, blocks, trimmed_runs(text, preamble), sections)


def _blocks(text: str) -> Iterator[Block]:
    matches = list(_HEADING_LINE.finditer(text))
    ends = [match.start() - 1 for match in matches[1:]] + [len(text)]
    for match, end in zip(matches, ends, strict=False):
        below = Span(match.end() + 1, end) if match.end() < end else None
        yield Block(Span(*match.span()), trimmed(text, Span(match.end(1), match.end())), below)


def _join(text: str, body: list[Span], below: Span | None) -> None:
    """Add what stands below a heading to the body under its name: the first is trimmed, of later ones the end is."""
    if below is None:
        return
    run = trimmed(text, below)
    if run.start < run.end:
        body.append(Span(below.start if body else run.start, run.end))


def merge_like_evva(existing: str, updates: Mapping[str, str], allowed: Sequence[str]) -> tuple[str, ...]:
    """Every text that evva may make of `existing`: several where it appends more than one updated heading.

    Those come in random order, since its map has none; of very many only the first 720 orders are given. Headings
    that are missing and not updated follow in allowed order. Raises `EvvaError` for an update outside `allowed`,
    before anything is merged.
    """
    for heading in updates:
        if heading not in allowed:
            listed = " ".join(allowed)
            quoted = json.dumps(heading, ensure_ascii=False)
            raise EvvaError(f"memdir: section {quoted} is not in the allowed set [{listed}]")
    reading = parse_like_evva(existing)
    fresh = [heading for heading in updates if not reading.has(heading)]
    orders = islice(permutations(fresh), _MOST_ANSWERS)
    return tuple(
        "".join(run.of(existing) if isinstance(run, Span) else run for run in runs)
        for runs in (
            written_runs(reading, updates, missing_headings(reading, allowed, order)) for order in orders
        )
    )


def missing_headings(reading: Reading, allowed: Sequence[str], updated: Sequence[str] = ()) -> list[str]:
    """The headings that evva appends, in its order: updated ones first."""
    return [heading for heading in dict.fromkeys((*updated, *allowed)) if not reading.has(heading)]


def written_runs(
    reading: Reading, updates: Mapping[str, str], appended: Sequence[str]
) -> Iterator[Span | str]:
    """The file as evva writes it: runs that stand in the text, and what it adds or an update brings.

    One blank line before each heading, none below, one LF at the end; blank sections keep their heading.
    """
    if reading.preamble:
        yield from _between(reading.preamble, "\n")
        yield "\n\n"
    sections = {section.name: section for section in reading.sections}
    for number, name in enumerate([*sections, *appended]):
        section = sections.get(name)
        yield "\n## " if number else "## "
        yield section.head.name if section else name
        yield "\n"
        if name in updates:
            body: list[Span | str] = [trim(updates[name])]
        else:
            body = list(_between(section.body, "\n\n")) if section else []
        if any(body):
            yield from (*body, "\n")
    if not sections and not appended and not reading.preamble:
        yield "\n"


def _between(runs: Sequence[Span], joint: str) -> Iterator[Span | str]:
    for number, run in enumerate(runs):
        yield from (joint, run) if number else (run,)


@dataclass(frozen=True, slots=True)
class IndexPiece:
    """A run of the index: it stands in the text at `span`, or evva makes it, for `reason`."""

    text: str
    span: Span | None = None
    reason: str = ""


def index_pieces(content: str, max_body_chars: int = INDEX_LINE_BYTES) -> Iterator[IndexPiece]:
    """One line per distinct heading: its name and the first non-blank line of its body, trimmed.

    The limit counts bytes, whatever its name says (0 and less mean 80), and may split a character; an ellipsis comes
    on top of it. The preamble is not listed. White space around the whole content is trimmed before it is read.
    """
    lead = len(content) - len(content.lstrip(GO_WHITE_SPACE))
    reading = parse_like_evva(trim(content))
    limit = max_body_chars if max_body_chars > 0 else INDEX_LINE_BYTES
    for number, section in enumerate(reading.sections):
        if number:
            yield IndexPiece("\n", reason=say("evva puts a line feed between the lines of its index"))
        for piece in _index_line(reading, section, limit):
            yield piece if piece.span is None else _moved(piece, piece.span, lead)


def _moved(piece: IndexPiece, span: Span, by: int) -> IndexPiece:
    return IndexPiece(piece.text, Span(span.start + by, span.end + by))


def _index_line(reading: Reading, section: Section, limit_bytes: int) -> Iterator[IndexPiece]:
    text, name = reading.text, section.head.name
    if text.endswith("## ", 0, name.start):
        yield IndexPiece(f"## {section.name}", Span(name.start - 3, name.end))
    else:
        yield IndexPiece("## ", reason=say("evva writes the heading marks anew"))
        yield IndexPiece(section.name, name)
    yield IndexPiece(DASH, reason=say("evva puts a dash between heading and first line"))
    if section.body:
        yield from _first_line(text, section.body[0], limit_bytes)
    else:
        yield IndexPiece(EMPTY_MARK, reason=say("evva says so where a section has no text"))


def _first_line(text: str, body: Span, limit_bytes: int) -> Iterator[IndexPiece]:
    end = text.find("\n", body.start, body.end)
    line = trimmed(text, Span(body.start, end if end >= 0 else body.end))
    whole, rest = cut_at_bytes(line.of(text), limit_bytes)
    yield IndexPiece(whole, Span(line.start, line.start + len(whole)))
    if rest is None:
        return
    if rest:
        yield IndexPiece(
            rest,
            reason=say(
                "evva counts bytes: the cut at {limit_bytes} splits a character", limit_bytes=limit_bytes
            ),
        )
    yield IndexPiece(
        ELLIPSIS, reason=say("evva cuts a first line at {limit_bytes} bytes", limit_bytes=limit_bytes)
    )


def cut_at_bytes(text: str, limit_bytes: int) -> tuple[str, str | None]:
    """The whole characters of `text` that fit, and the bytes of the one that the limit splits; None where all fit."""
    data = encode(text[: limit_bytes + 1])
    if len(data) <= limit_bytes:
        return text, None
    cut = decode(data[:limit_bytes])
    whole = next(
        (i for i, (ours, theirs) in enumerate(zip(cut, text, strict=False)) if ours != theirs), len(cut)
    )
    return text[:whole], cut[whole:]
