"""What an agent gets, as the parts and lines that the panel shows. Pure: contract values in, lines out."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from memdesk.layouts.contract import Cut, Generated, Injected, Source
from memdesk.layouts.documents import Document
from memdesk.text.document import GO_WHITE_SPACE, line_content, split_lines
from memdesk.text.edits import Span
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs

WHOLE = "\nwhole"
"""Stands for all parts, one after the other, as the agent gets them. No part is called so."""

_LOST_LINES_SHOWN = 4
_MOST_LOST_LINES = 500
_MOST_LINES = 5000
_MOST_LINES_IN_A_LIST = 3
_SHORT_REASON = 44
"""Characters of a reason that fit into the rule itself; a longer one stands below it."""
_NOT_BLANK = re.compile(f"([^{GO_WHITE_SPACE}])[^\n]*")
"""A line with words, from the first of them on. Lines are counted by it: five megabytes of them may be cut off."""


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
    """The lines of one part, and for each where it begins: in the part's text, or for a lost line in its document.

    `folds` are the runs of lines that nobody needs to see: what did not change, and more of what is lost.
    """

    lines: tuple[Line, ...]
    starts: tuple[int | DocumentPlace | None, ...]
    folds: tuple[range, ...] = ()


def part_facts(injected: Injected, saved: Injected | None) -> list[PartFact]:
    """The parts in the order the agent gets them, behind all of them as one where there are several."""
    now = _lengths(injected)
    before = now if saved is None else _lengths(saved)
    facts = [
        PartFact(
            part.name,
            told(part.title),
            told(part.about),
            now.get(part.name, 0),
            now.get(part.name, 0) - before.get(part.name, 0),
        )
        for part in injected.parts
    ]
    if len(facts) < 2:
        return facts
    chars, grown = sum(now.values()), sum(now.values()) - sum(before.values())
    return [PartFact(WHOLE, tr("All of it, in order"), "", chars, grown), *facts]


def part_names(injected: Injected) -> list[str]:
    """The names of `part_facts`, in the same order."""
    names = [part.name for part in injected.parts]
    return names if len(names) < 2 else [WHOLE, *names]


def _lengths(injected: Injected) -> dict[str, int]:
    lengths: dict[str, int] = {}
    for piece in injected.pieces:
        lengths[piece.part] = lengths.get(piece.part, 0) + len(piece.text)
    return lengths


def part_for(injected: Injected, document: Document | None) -> str:
    """The part to show for a document: its own, else one that names its file, such as an index, else the last one.

    Empty where the agent gets nothing of it; all of them where each part is a line of one list, such as a card.
    """
    if len(injected.parts) > 1 and _is_list(injected):
        return WHOLE
    path = document.path if document is not None else ""
    own = [part.name for part in injected.parts if path and part.path == path]
    if not own and any(cut.path == path for cut in injected.cut):
        return ""
    return (own or _naming(injected, path) or [part.name for part in injected.parts] or [""])[-1]


def _naming(injected: Injected, path: str) -> list[str]:
    """The parts that name a file."""
    name = os.path.basename(path)
    return [part.name for part in injected.parts if name and name in injected.text_of(part.name)]


def _is_list(injected: Injected) -> bool:
    """Whether it is a heading of the agent's own and a few lines for each file."""
    if all(part.path for part in injected.parts):
        return False
    texts: dict[str, str] = {}
    for piece in injected.pieces:
        texts[piece.part] = texts.get(piece.part, "") + piece.text
    listed = [texts.get(part.name, "") for part in injected.parts if part.path]
    return all(text.endswith("\n") and text.count("\n") <= _MOST_LINES_IN_A_LIST for text in listed)


def text_of(injected: Injected, name: str) -> str:
    """The text of a part, or of all of them."""
    return injected.text if name == WHOLE else injected.text_of(name)


def text_of_span(injected: Injected, path: str, span: Span) -> str:
    """What the agent gets of a part of a document, with what it puts around that in the same lines; empty for nothing.

    Of a line that also holds something of elsewhere, that is left out.
    """
    kept, between, is_open = "", "", False
    for piece in injected.pieces:
        if isinstance(piece.origin, Generated):
            between += piece.text
            continue
        own = piece.origin.span
        first, last = max(own.start, span.start), min(own.end, span.end)
        if piece.origin.path == path and first < last:
            if first == own.start:
                kept += between if is_open else _line_begun(between)
            kept += piece.text[first - own.start : last - own.start]
            is_open = last == own.end
        elif is_open:
            kept += _rest_of_line(kept, between)
            is_open = False
        between = ""
    return kept + (_rest_of_line(kept, between) if is_open else "")


def _line_begun(before: str) -> str:
    """What of `before` stands in the line that it ends in."""
    return before[before.rfind("\n") + 1 :]


def _rest_of_line(kept: str, following: str) -> str:
    """What of `following` stands in the line that `kept` ends in."""
    if kept.endswith("\n"):
        return ""
    return following[: following.index("\n") + 1] if "\n" in following else following


def lines_of_part(injected: Injected, saved: Injected | None, name: str, path: str = "") -> InjectedLines:
    """The text of a part, what changed in it since it was saved, then what of its file the agent does not get.

    An empty name stands for the file at `path`, of which the agent gets nothing at all.
    """
    new = text_of(injected, name)
    shown_text, more = _first_lines(new)
    before = shown_text if saved is None else _first_lines(text_of(saved, name))[0]
    lines, origins = compare_contents(before, shown_text)
    starts = [0, *accumulate(map(len, split_lines(shown_text)))]
    places: list[int | DocumentPlace | None] = [starts[at] if at >= 0 else None for at in origins]
    is_changed = any(line.kind is not LineKind.PLAIN for line in lines)
    folds = unchanged_runs(lines) if is_changed else []
    if more:
        lines.append(Line(_not_shown(more), LineKind.NOTE))
        places.append(None)
    for line, place in _lost_lines(injected, name, path):
        lines.append(line)
        places.append(place)
    folds += _runs_of_lost(lines)
    return InjectedLines(tuple(lines), tuple(places), tuple(folds))


def _runs_of_lost(lines: Sequence[Line]) -> Iterator[range]:
    """What follows the first few lost lines below each rule."""
    start = 0
    for at in range(len(lines) + 1):
        if at < len(lines) and lines[at].kind is LineKind.LOST:
            continue
        if at - start > _LOST_LINES_SHOWN + 1:
            yield range(start + _LOST_LINES_SHOWN, at)
        start = at + 1


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


def _lost_lines(injected: Injected, name: str, path: str) -> Iterator[tuple[Line, DocumentPlace | None]]:
    paths = {part.path for part in injected.parts if part.name == name and part.path} if name else {path}
    by_reason: dict[str, list[Cut]] = {}
    for cut in injected.cut:
        if name == WHOLE or cut.path in paths:
            by_reason.setdefault(cut.why, []).append(cut)
    # Told once for all: hundreds of lines may be cut for one reason.
    groups: dict[str, list[Cut]] = {}
    for reason, cuts in by_reason.items():
        groups.setdefault(told(reason), []).extend(cuts)
    for why, cuts in groups.items():
        said = tr("Left out: {why}", why=why)
        if len(said) <= _SHORT_REASON:
            yield Line(said, LineKind.CUT), None
        else:
            yield Line(tr("Cut off here"), LineKind.CUT), None
            yield Line(said, LineKind.NOTE), None
        yield from _lost_of(cuts)


def _lost_of(cuts: Sequence[Cut]) -> Iterator[tuple[Line, DocumentPlace | None]]:
    listed = more = 0
    for cut in cuts:
        at = 0
        while listed < _MOST_LOST_LINES and (found := _NOT_BLANK.search(cut.text, at)) is not None:
            start = max(at, cut.text.rfind("\n", at, found.start()) + 1)
            at = found.end() + 1
            line = line_content(cut.text[start:at])
            yield Line(line, LineKind.LOST), DocumentPlace(cut.path, cut.span.start + start)
            listed += 1
        more += len(_NOT_BLANK.findall(cut.text, at))
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
        if name not in (WHOLE, piece.part):
            continue
        end = at + len(piece.text)
        if end > start and isinstance(piece.origin, Source):
            return DocumentPlace(piece.origin.path, piece.origin.span.start + max(0, start - at))
        if end > start and "\n" in piece.text[max(0, start - at) :]:
            return None
        at = end
    return None
