"""How what comes from one agent becomes a change in the grammar of another, and what finds no place there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import product
from typing import NamedTuple

from memdesk.errors import Refused
from memdesk.layouts.contract import Layout, Plan
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.optional import Addition
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.moving.adding import change_that_adds
from memdesk.services.moving.carried import Carried
from memdesk.text.compare import edits_between
from memdesk.text.document import decode, encode, trim
from memdesk.text.edits import Edit, apply_all
from memdesk.text.edits import replace as replace_span
from memdesk.text.fences import scan_landmarks
from memdesk.text.headings import scan_headings
from memdesk.text.list_items import said_by_list
from memdesk.text.outline import NodeKind, Outline
from memdesk.text.sections import parse_document, parse_sections
from memdesk.text.wording import plain_words

_HEADING = re.compile(r"^#{2,5}(?=[ \t])", re.MULTILINE)
_DEEPEST = 6
_WORDS_OF_NAME = 8
_MOST_OF_A_NAME = 9
_ALIKE = (
    frozenset({"user", "preference", "preferences", "feedback", "working style", "identity", "you"}),
    frozenset({"project", "project facts", "decision", "decisions", "pattern", "patterns", "architecture"}),
    frozenset({"reference", "references", "recurring topics"}),
    frozenset({"debug", "open issues", "problems", "issues"}),
    frozenset({"general", "notes", "other"}),
)
"""Words by which agents name much the same kind of thing."""


class Taker(NamedTuple):
    """The target: a document as its layout reads it, and the types that its agent knows."""

    layout: Layout
    document: Document
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A way to tell an agent what is carried: what was said, and what that makes of files.

    `after` is the text of the document with it.
    """

    addition: Addition
    plan: Plan
    after: str


def fit(taker: Taker, view: SeenView, carried: Carried, section: str) -> Fitted:
    """The way that keeps most of it. A `section` that is asked for is used; without one, the best suited is chosen.

    A list goes to an agent whose entries are one line each as so many entries; headings get deeper where the text would
    fall apart at them. Raises `Refused` with the reason where the document takes it in no way.
    """
    text = decode(view.data(taker.document.path) or b"")
    refusals: list[Refused] = []
    for said in dict.fromkeys((carried.text, *with_deeper_headings(carried.text))):
        ways = list(_ways(taker, text, replace(carried, text=said), section))
        for addition in (*ways, *_under_other_names(carried, ways)):
            try:
                fitted = _told(taker, view, addition)
                if _falls_apart(taker, text, fitted):
                    continue
                items = carried.items or [(item, carried.made) for item in said_by_list(addition.text)]
                is_joined = len(items) > 1 and not fitted.plan.creates
                if is_joined and not _keeps_lines(taker, text, fitted):
                    return _told_one_by_one(taker, view, addition, items)
                return fitted
            except Refused as error:
                refusals += [error] if addition in ways else []
    raise refusals[-1] if refusals else Refused("Nothing can be added to {name}.", name=taker.document.title)


def with_deeper_headings(text: str) -> tuple[str, str]:
    """`text` with its headings so deep that they begin no section, code left alone.

    For an agent that knows `## ` alone, one level deeper from the second level on; for a free document all are, by two.
    """
    code = [fence.span for fence in scan_landmarks(text).fences]
    marks = (
        mark for mark in _HEADING.finditer(text) if not any(span.contains(mark.start()) for span in code)
    )
    every = [
        replace_span(text, heading.span, f"{'#' * min(heading.level + 2, _DEEPEST)} {heading.name}\n")
        for heading in scan_headings(text).headings
    ]
    return apply_all(text, [Edit(mark.start(), "", "#") for mark in marks]), apply_all(text, every)


def _falls_apart(taker: Taker, text: str, fitted: Fitted) -> bool:
    """Whether a heading of what comes in would begin a section of the document."""
    text_added = fitted.addition.text
    parsed = (parse_document(text_added), parse_sections(text_added))
    headings = {section.heading for each in parsed for section in each.sections}
    outline = taker.layout.outline
    nodes = [outline(taker.document, each).nodes for each in ((text, fitted.after) if headings else ())]
    counts = [
        sum(node.kind is NodeKind.SECTION and node.title in headings for node in each) for each in nodes
    ]
    return bool(counts) and counts[1] > counts[0]


def _told(taker: Taker, view: SeenView, addition: Addition) -> Fitted:
    path = taker.document.path
    change = change_that_adds(taker.layout, view, taker.document, addition)
    plan = taker.layout.compose(view, change)
    return Fitted(addition, plan, apply_all(decode(view.data(path) or b""), plan.edits.get(path, ())))


def _told_one_by_one(
    taker: Taker, view: SeenView, addition: Addition, items: Sequence[tuple[str, datetime | None]]
) -> Fitted:
    """Several entries as one change, each with when it was noted; the first one stands first."""
    path, before = taker.document.path, decode(view.data(taker.document.path) or b"")
    after = before
    for item, made in reversed(items):
        now = SeenView(view, {path: encode(after)})
        after = _told(taker, now, replace(addition, text=item, made=made)).after
    return Fitted(addition, Plan({path: tuple(edits_between(before, after))}), after)


def _keeps_lines(taker: Taker, text: str, fitted: Fitted) -> bool:
    """Whether what comes in has lines of its own."""
    outline = taker.layout.outline
    before = {node.body_text(text) for node in outline(taker.document, text).leaves()}
    after = (node.body_text(fitted.after) for node in outline(taker.document, fitted.after).leaves())
    return any("\n" in trim(said) for said in after if said not in before)


def _ways(taker: Taker, text: str, carried: Carried, section: str) -> Iterator[Addition]:
    """What could be said, the fullest first; what a way leaves out beside the text is put into the text."""
    document, outline = taker.document, taker.layout.outline(taker.document, text)
    types = [each for each in _kinds(taker, carried) if each]
    sections = [section] if section else _sections(document, outline, carried)
    for name, description, each_section in product(_said(carried.name), _said(carried.description), sections):
        for each_type in (*types, ""):
            said = _with_dropped(carried, name=name, description=description)
            yield Addition(said, each_section, each_type, name, description, carried.made)


def _under_other_names(carried: Carried, ways: Sequence[Addition]) -> Iterator[Addition]:
    """The same with a number behind the name, where another thing has that name."""
    name = carried.name or " ".join(plain_words(carried.text)[:_WORDS_OF_NAME])
    for number in range(2, _MOST_OF_A_NAME + 1):
        yield from (replace(way, name=f"{name} {number}") for way in ways if way.name == carried.name)


def _said(word: str) -> tuple[str, ...]:
    return (word, "") if word else ("",)


def _with_dropped(carried: Carried, *, name: str, description: str) -> str:
    """The text, with a description and a title before it that are not told otherwise and say something of their own."""
    text, known = carried.text, set(plain_words(carried.text))
    if carried.description and not description and not set(plain_words(carried.description)) <= known:
        text = f"{_sentence(carried.description)}\n\n{text}"
    is_title = " " in carried.name and not set(plain_words(carried.name)) <= set(plain_words(text))
    return f"{_sentence(carried.name)}\n\n{text}" if is_title and not name else text


def _sentence(words: str) -> str:
    words = trim(words)
    return words if words[-1:] in ".!?:;…" else f"{words}."


def _kinds(taker: Taker, carried: Carried) -> list[str]:
    """The types that suit: its own, else one of the agent's that means much the same."""
    own = carried.type or carried.section
    if not taker.types:
        return [own] if taker.document.kind in (DocumentKind.LIST, DocumentKind.RECORD) else []
    same = (each for each in taker.types if each.casefold() == own.casefold())
    return [next(same, "") or _alike(own, taker.types)]


def _sections(document: Document, outline: Outline, carried: Carried) -> list[str]:
    """The headings that suit, the best first; none is the agent's own choice. The last resort is one that is there.

    A section stays one where the document takes new ones.
    """
    present = [node.key for node in outline.nodes if node.kind is NodeKind.SECTION]
    headings = list(dict.fromkeys((*document.headings, *present)))
    own = carried.section or carried.type
    same = [each for each in headings if own and each.casefold() == own.casefold()]
    is_open = not document.headings and document.kind in (DocumentKind.RULES, DocumentKind.MEMORY)
    new = [carried.section] if carried.section and is_open else []
    alike = [each for each in (_alike(own, headings),) if each]
    rest = list(document.headings[:1]) or present[-1:]
    return list(dict.fromkeys((*new, "", *same, *alike, *rest)))


def _alike(own: str, names: Sequence[str]) -> str:
    group = _group(own)
    return next((each for each in names if each.casefold() in group), "")


def _group(own: str) -> frozenset[str]:
    return next((group for group in _ALIKE if own.casefold() in group), frozenset())
