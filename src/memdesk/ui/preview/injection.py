"""What an agent gets, as the parts and lines that the panel shows. Pure: contract values in, lines out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.layouts.contract import Cut, Document, Injected, Meter, Source
from memdesk.text.document import line_content, split_lines, trim
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.widgets.lines.line import Line, LineKind

_LOST_LINES_SHOWN = 4
_MOST_LINES = 5000
_SHORT_REASON = 44
"""Characters of a reason that fit into the rule itself; a longer one stands below it."""


class PartFact(NamedTuple):
    """A part for the list: its name and title, its length in characters and how much longer it is than when saved."""

    name: str
    title: str
    about: str
    chars: int
    grown: int


class DocumentPlace(NamedTuple):
    """A character of a document."""

    path: str
    position: int


class InjectedLines(NamedTuple):
    """The lines of one part, and for each where it begins: in the part's text, or for a lost line in its document."""

    lines: tuple[Line, ...]
    starts: tuple[int | DocumentPlace | None, ...]


def part_facts(injected: Injected, saved: Injected | None) -> list[PartFact]:
    """The parts in the order the agent gets them."""
    now = _lengths(injected)
    before = now if saved is None else _lengths(saved)
    return [
        PartFact(
            part.name,
            part.title,
            part.about,
            now.get(part.name, 0),
            now.get(part.name, 0) - before.get(part.name, 0),
        )
        for part in injected.parts
    ]


def _lengths(injected: Injected) -> dict[str, int]:
    lengths: dict[str, int] = {}
    for piece in injected.pieces:
        lengths[piece.part] = lengths.get(piece.part, 0) + len(piece.text)
    return lengths


def part_for(injected: Injected, document: Document | None) -> str:
    """The part to show for a document: its own, else the last one; empty where the agent gets no part at all."""
    own = [part.name for part in injected.parts if document is not None and part.path == document.path]
    return (own or [part.name for part in injected.parts] or [""])[-1]


def lines_of_part(injected: Injected, saved: Injected | None, name: str) -> InjectedLines:
    """The text of a part, what changed in it since it was saved, then what of its file the agent does not get."""
    new = injected.text_of(name)
    shown_text, more = _first_lines(new)
    before = shown_text if saved is None else _first_lines(saved.text_of(name))[0]
    lines, origins = compare_contents(before, shown_text)
    starts = [0, *accumulate(map(len, split_lines(shown_text)))]
    places: list[int | DocumentPlace | None] = [starts[at] if at >= 0 else None for at in origins]
    if more:
        lines.append(Line(_not_shown(more), LineKind.NOTE))
        places.append(None)
    for line, place in _lost_lines(injected, name):
        lines.append(line)
        places.append(place)
    return InjectedLines(tuple(lines), tuple(places))


def _first_lines(text: str) -> tuple[str, int]:
    """As much of `text` as is shown, and how many lines more it has."""
    if text.count("\n") < _MOST_LINES:
        return text, 0
    lines = split_lines(text)
    return "".join(lines[:_MOST_LINES]), len(lines) - _MOST_LINES


def _not_shown(more: int) -> str:
    return trn(
        "{n} more line is not shown here.", "{n} more lines are not shown here.", more, n=shown.number(more)
    )


def _lost_lines(injected: Injected, name: str) -> Iterator[tuple[Line, DocumentPlace | None]]:
    paths = {part.path for part in injected.parts if part.name == name and part.path}
    groups: dict[str, list[Cut]] = {}
    for cut in injected.cut:
        if cut.path in paths:
            groups.setdefault(cut.why, []).append(cut)
    for why, cuts in groups.items():
        if len(why) <= _SHORT_REASON:
            yield Line(why, LineKind.CUT), None
        else:
            yield Line(tr("Cut off here"), LineKind.CUT), None
            yield Line(why, LineKind.NOTE), None
        yield from _sample(cuts)


def _sample(cuts: Sequence[Cut]) -> Iterator[tuple[Line, DocumentPlace | None]]:
    count = 0
    for cut in cuts:
        position = cut.span.start
        for line in split_lines(cut.text):
            text = line_content(line)
            if trim(text):
                count += 1
                if count <= _LOST_LINES_SHOWN:
                    yield Line(text, LineKind.LOST), DocumentPlace(cut.path, position)
            position += len(line)
    more = count - _LOST_LINES_SHOWN
    if more > 0:
        text = trn(
            "{n} more line stays in the file.", "{n} more lines stay in the file.", more, n=shown.number(more)
        )
        yield Line(text, LineKind.NOTE), None


def source_of(injected: Injected, name: str, start: int | DocumentPlace | None) -> DocumentPlace | None:
    """Where in a document the line stands that begins at `start`; None for one that no document holds.

    A line that begins with something the agent makes itself leads to the first of it that stands in a document.
    """
    if start is None or isinstance(start, DocumentPlace):
        return start
    at = 0
    for piece in injected.pieces:
        if piece.part != name:
            continue
        end = at + len(piece.text)
        if end > start and isinstance(piece.origin, Source):
            return DocumentPlace(piece.origin.path, piece.origin.span.start + max(0, start - at))
        if end > start and "\n" in piece.text[max(0, start - at) :]:
            return None
        at = end
    return None


class Budget(NamedTuple):
    """The two lines below the meter: the cap on all, and the share of one file."""

    total: str
    share: str
    cap: int | None


def budget_of(injected: Injected, agent: str, document: Document | None) -> Budget:
    """What the caps say. Where there is none, that is said, and none is invented."""
    total = next((meter for meter in injected.meters if not meter.path), None)
    own = next(
        (meter for meter in injected.meters if document is not None and meter.path == document.path), None
    )
    if total is None or total.cap is None:
        return Budget(tr("{agent} sets no cap on the total", agent=agent), _share(own, document), None)
    used, cap = shown.number(total.used), shown.number(total.cap)
    return Budget(
        tr("{used} of {cap} {unit}", used=used, cap=cap, unit=total.unit), _share(own, document), total.cap
    )


def _share(meter: Meter | None, document: Document | None) -> str:
    if meter is None or document is None or meter.cap is None:
        return ""
    cap = shown.exact_size(meter.cap) if meter.unit == "bytes" else f"{shown.number(meter.cap)} {meter.unit}"
    return tr(
        "{file} at {share} of its {cap}",
        file=document.title,
        share=shown.percent(meter.used, meter.cap),
        cap=cap,
    )
