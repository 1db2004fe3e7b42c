"""What EverOS can hand out of one owner's files: the text of its index's rows, by its own reading.

A program asks EverOS with a search and gets some of these rows; which ones, and in which words around them, is not
told by any document.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Part, Piece, Source
from memdesk.layouts.documents import Document, Scope
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.files import documents_in
from memdesk.layouts.everos.header import parse_in_place, read_like_everos
from memdesk.layouts.everos.header_nodes import PROFILE_LISTS, items_of
from memdesk.layouts.everos.home import switched_off
from memdesk.layouts.everos.ids import EverosError
from memdesk.layouts.everos.index import Owner, row_like_everos
from memdesk.layouts.everos.kinds import (
    KNOWLEDGE_DOCUMENT,
    KNOWLEDGE_TOPIC,
    PROFILE,
    SKILL,
    Kind,
    owner_of,
    parse_path,
)
from memdesk.layouts.shapes.daily_log import LogEntry, scan_entries
from memdesk.layouts.shapes.python_text import trimmed
from memdesk.layouts.view import View
from memdesk.text.document import byte_length, decode
from memdesk.text.edits import Span
from memdesk.text.front_matter import Entry, entries, find_front_matter
from memdesk.text.sentence import joined, say

UNKNOWN = say(
    "A program gets those of these rows that its search finds. Which they are, and the words around them, no document "
    "tells."
)
_APART = say("rows and their fields are kept apart; how they are joined, no document tells")
_FOLDED = say("YAML joins the lines of a value with a blank")
_AS_READ = say("the value as YAML reads it, which is written otherwise")
_LONE_CR = say("EverOS reads a lone CR as the end of a line")
_OUTSIDE = say("it belongs to no entry")
_INTO_AN_ENTRY = say("Put it into an entry, between its marks.")


@dataclass(slots=True)
class _Gathered:
    parts: list[Part] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    cut: list[Cut] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    rows: int = 0


def injected_into(view: View, root: str, context: Scope) -> Injected:
    """The rows of one user, agent or knowledge base, file by file."""
    gathered = _Gathered(warnings=list(switched_off(view, root)))
    for document in documents_in(view, root, context) if context.key else ():
        if document.exists:
            _add_document(gathered, view, document)
    size_bytes = sum(byte_length(piece.text) for piece in gathered.pieces)
    meters = (Meter("rows", gathered.rows, None, "rows"), Meter("total", size_bytes, None, "bytes"))
    return Injected(
        tuple(gathered.parts),
        tuple(gathered.pieces),
        meters,
        tuple(gathered.cut),
        tuple(gathered.warnings),
        UNKNOWN,
    )


def _add_document(gathered: _Gathered, view: View, document: Document) -> None:
    path = posixpath.relpath(document.path, document.root)
    kind = parse_path(path).kind
    try:
        text = decode(view.read(document.path))
    except OSError:
        return
    part = Part(path, document.title, document.path, kind.label if kind else "")
    if kind is None:
        _add_reference(gathered, part, text)
        return
    before = len(gathered.pieces)
    try:
        read_like_everos(text)
        _add_rows(gathered, kind, part, text)
    except EverosError as error:
        del gathered.pieces[before:]
        why = say("EverOS fails on this file ({error}) and keeps the rows it had", error=error)
        gathered.warnings.append(say("{title}: {note}.", title=document.title, note=why))
        gathered.cut += _cut(document.path, text, Span(0, len(text)), "", why)
    if len(gathered.pieces) > before:
        gathered.parts.append(part)


def _add_reference(gathered: _Gathered, part: Part, text: str) -> None:
    """A reference is indexed with its skill; what else stands beside is not."""
    is_reference = (
        part.path.endswith(".md") and posixpath.basename(posixpath.dirname(part.path)) == "references"
    )
    whole = trimmed(text, Span(0, len(text)), left="")
    if is_reference and whole.end > whole.start:
        gathered.parts.append(part)
        gathered.pieces += [*_sourced(part, text, whole), _gap(part)]
    elif not is_reference:
        why, remedy = (
            say("no scan of EverOS finds this file"),
            say("EverOS looks for fixed names and depths alone."),
        )
        gathered.cut += _cut(part.path, text, Span(0, len(text)), "", why, remedy)


def _add_rows(gathered: _Gathered, kind: Kind, part: Part, text: str) -> None:
    parsed = parse_in_place(text)
    if kind.is_daily_log:
        _add_log(gathered, kind, part, text)
    elif kind is PROFILE:
        _add_profile(gathered, part, text, parsed.body_start)
    elif kind in (SKILL, KNOWLEDGE_DOCUMENT, KNOWLEDGE_TOPIC):
        keys = ("name", "description") if kind is SKILL else ("title", "topic_name", "summary")
        for key, entry in _keys(text).items():
            if key in keys:
                gathered.pieces += [*_value(part, text, entry.written, entry.value), _gap(part)]
        body = trimmed(text, Span(parsed.body_start, len(text)), left="")
        if body.end > body.start:
            gathered.pieces += [*_sourced(part, text, body), _gap(part)]
        gathered.rows += 1


def _keys(text: str) -> dict[str, Entry]:
    found = find_front_matter(text)
    return {str(entry.key): entry for entry in entries(text, found)} if found else {}


# Daily logs


def _add_log(gathered: _Gathered, kind: Kind, part: Part, text: str) -> None:
    parsed = parse_in_place(text)
    facts = parse_path(part.name)
    owner = Owner(owner_of(parsed.header, facts.owner_type), facts.owner_type, facts.app, facts.project)
    found = list(scan_entries(text, parsed.body_start))
    last = {entry.entry_id: number for number, entry in enumerate(found)}
    deprecated = parsed.header.get("deprecated_entries")
    replaced = deprecated if isinstance(deprecated, dict) else {}
    at = parsed.body_start
    for number, entry in enumerate(found):
        gathered.cut += _cut(part.path, text, Span(at, entry.span.start), "", _OUTSIDE, _INTO_AN_ENTRY)
        at = entry.span.end
        form = parse_audit_form(text, entry.body)
        row_like_everos(kind, entry.entry_id, form, owner)
        if last[entry.entry_id] != number:
            why = say("a later entry has the same id, and the last one wins")
            remedy = say("Give it an id of its own.")
        elif entry.entry_id in replaced:
            why = say("it is deprecated: {replaced} took its place", replaced=replaced[entry.entry_id])
            remedy = say("Take its id out of deprecated_entries in the header.")
        else:
            _add_row(gathered, kind, part, text, entry, form)
            continue
        gathered.cut += _cut(part.path, text, entry.body, entry.entry_id, why, remedy)
    gathered.cut += _cut(part.path, text, Span(at, len(text)), "", *_why_behind(text, at))


def _why_behind(text: str, at: int) -> tuple[str, str]:
    """Why the index has nothing of what follows the last entry, and what would help."""
    if "<!-- entry:" in text[at:]:
        return say("an entry is not closed, so EverOS sees neither it nor what follows"), say(
            "Close the entry."
        )
    return _OUTSIDE, _INTO_AN_ENTRY


def _add_row(
    gathered: _Gathered, kind: Kind, part: Part, text: str, entry: LogEntry, form: AuditForm
) -> None:
    gathered.rows += 1
    read = [section for section in map(form.section, kind.sections) if section]
    for section in read:
        if section.text.end > section.text.start:
            gathered.pieces += [*_sourced(part, text, section.text), _gap(part)]
    for section in form.titled:
        if section not in read:
            why = say("the index reads only {sections}, the last of each", sections=joined(kind.sections))
            remedy = say("Put it into one of these sections.")
            gathered.cut += _cut(part.path, text, section.span, entry.entry_id, why, remedy)


# Profiles


def _add_profile(gathered: _Gathered, part: Part, text: str, body_start: int) -> None:
    keys = _keys(text)
    if "summary" in keys:
        gathered.pieces += [*_value(part, text, keys["summary"].written, keys["summary"].value), _gap(part)]
    for key in PROFILE_LISTS:
        if key in keys and keys[key].value:
            gathered.pieces += [*_list(part, text, keys[key]), _gap(part)]
    why = say("EverOS reads the header alone, and writes its summary here")
    remedy = say("Put it into the header: its summary, or a row of its lists.")
    gathered.cut += _cut(part.path, text, Span(body_start, len(text)), "", why, remedy)
    gathered.rows += 1


def _list(part: Part, text: str, entry: Entry) -> Iterator[Piece]:
    """The items of a list with what each tells; in another style than EverOS's own, as they are written."""
    items = items_of(text, entry)
    if not items:
        yield from _sourced(part, text, entry.written)
        return
    for number, (lines, _) in enumerate(items):
        end = entry.written.end if number + 1 == len(items) else lines.end
        yield from _sourced(part, text, Span(lines.start, min(lines.end, max(lines.start, end))))


# Pieces


def _sourced(part: Part, text: str, span: Span) -> Iterator[Piece]:
    """A stretch of a file as EverOS reads it: a CR before an LF is gone, any other CR is an LF."""
    start = span.start
    while (end := text.find("\r", start, span.end)) >= 0:
        if end > start:
            yield Piece(text[start:end], Source(part.path, Span(start, end)), part.name)
        if text[end + 1 : end + 2] != "\n":
            yield Piece("\n", Generated(_LONE_CR), part.name)
        start = end + 1
    if span.end > start:
        yield Piece(text[start : span.end], Source(part.path, Span(start, span.end)), part.name)


def _value(part: Part, text: str, span: Span, value: object) -> Iterator[Piece]:
    """A value of a header, from its characters where they say it, or from those of its folded lines."""
    raw, said = span.of(text), "" if value is None else str(value)
    quote = 1 if raw[:1] in ("'", '"') and raw[:1] == raw[-1:] else 0
    inner = trimmed(text, Span(span.start + quote, max(span.start + quote, span.end - quote)))
    lines = list(_lines(text, inner))
    if " ".join(line.of(text) for line in lines) != said:
        yield Piece(said, Generated(_AS_READ), part.name)
        return
    for number, line in enumerate(lines):
        if number:
            yield Piece(" ", Generated(_FOLDED), part.name)
        if line.end > line.start:
            yield Piece(line.of(text), Source(part.path, line), part.name)


def _lines(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    for line in span.of(text).split("\n"):
        yield trimmed(text, Span(start, start + len(line)))
        start += len(line) + 1


def _gap(part: Part) -> Piece:
    return Piece("\n\n", Generated(_APART), part.name)


def _cut(path: str, text: str, span: Span, key: str, why: str, remedy: str = "") -> Sequence[Cut]:
    inner = trimmed(text, span)
    return [Cut(path, inner, key, inner.of(text), why, remedy)] if inner.end > inner.start else []
