"""What OK's own writes do to a text: a quick note to a document, a save to a fact and to the index."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document
from memdesk.layouts.ok.docs import append_doc, takes_notes
from memdesk.layouts.ok.files import is_fact, is_index, store_of
from memdesk.layouts.ok.grammar import TYPE_KEYS
from memdesk.layouts.ok.index_survival import index_effects
from memdesk.layouts.ok.limits import limits_of
from memdesk.layouts.ok.model import (
    NOTES_HEADING,
    fact_slug,
    is_note,
    notes_section,
    read_fact,
    render_fact,
    split_index,
    write_index,
)
from memdesk.layouts.ok.store import pruned_by_save
from memdesk.layouts.shapes.fact_file import parse_header
from memdesk.layouts.view import View
from memdesk.text.document import decode, line_content, split_lines, trim
from memdesk.text.edits import Edit, Span
from memdesk.text.sentence import say

QUICK_NOTE = say("quick note")
"""Name of the operation by which a user of OK adds a bullet to a document."""
REMEMBER = "remember"
"""Name of the operation by which OK keeps another fact."""

_SOME_NOTE = "a note"
_CARRIAGE_RETURN = re.compile("\r(?=\n)")
"""OK takes one from a line end each time that it reads a fact."""


def operations_of(document: Document) -> Sequence[Operation]:
    """What OK does to a document in daily use, besides writing it again."""
    if is_fact(document):
        return (Operation(REMEMBER),)
    return () if is_index(document) else (Operation(QUICK_NOTE, body=_SOME_NOTE),)


def write_of(view: View, document: Document, operation: Operation) -> Outcome:
    """What `operation` makes of `document`."""
    try:
        text = decode(view.read(document.path))
    except FileNotFoundError:
        text = ""
    except OSError as error:
        return Outcome(
            document.path, ("",), error=say("OK cannot read it: {strerror}", strerror=error.strerror)
        )
    if is_index(document):
        written = write_index(split_index(text)) if operation == NO_OP else text
        return _outcome(document, text, written, index_effects(text))
    if is_fact(document):
        return (
            _of_remembering(view, document, text) if operation.name == REMEMBER else _of_save(document, text)
        )
    limits = limits_of(view)
    if operation.name == QUICK_NOTE and takes_notes(view, document.path):
        noted = append_doc(view, document.path, operation.body).text
        after = text if noted is None else noted
        return Outcome(document.path, (after,), tuple(_of_note(text, limits.notes)))
    return Outcome(document.path, (text,))


def _outcome(document: Document, text: str, written: str, effects: Iterator[Effect]) -> Outcome:
    if written == text:
        return Outcome(document.path, (text,))
    found = tuple(effects) or (
        Effect(
            EffectKind.TRIMMED,
            Span(0, len(text)),
            say("OK would write this file anew on its next save"),
            say("It writes it whole."),
        ),
    )
    return Outcome(document.path, (written,), found)


# A fact


def _of_save(document: Document, text: str) -> Outcome:
    stem = posixpath.basename(document.path).removesuffix(".md")
    fact = read_fact(text, stem)
    slug = fact_slug(fact.name)
    if not slug:
        return Outcome(document.path, (text,), error="memory needs a name")
    if slug != stem:
        return Outcome(document.path, (text,))
    return _outcome(document, text, render_fact(fact), _of_fact(text, stem))


def _of_fact(text: str, stem: str) -> Iterator[Effect]:
    header, fact = parse_header(text), read_fact(text, stem)
    written = {"name": stem, "description": fact.description, "type": fact.type}
    for field in header.fields if header else ():
        known = "type" if field.key in TYPE_KEYS else field.key
        is_group = field.key == "metadata" and field.value.start == field.value.end
        if is_group or written.get(known) == field.value.of(text):
            continue
        span = Span(field.span.start, field.span.start + len(field.span.of(text).rstrip("\r\n")))
        if known in written:
            message = say(
                "OK would write “{written}” for “{key}” when it next saves this fact",
                written=written[known],
                key=field.key,
            )
            why = say("It drops quotes at the ends, knows four types, and takes the last of equal keys.")
            yield Effect(EffectKind.TRIMMED, span, message, why)
        else:
            message = say("OK would drop “{key}” when it next saves this fact", key=field.key)
            yield Effect(EffectKind.LOST, span, message, say("It writes name, description and type alone."))
    if "\r\n" in text:
        repair = tuple(Edit(found.start(), "\r", "") for found in _CARRIAGE_RETURN.finditer(text))
        first = text.index("\r\n")
        message = say("OK would end the lines of this fact with LF when it next saves it")
        yield Effect(
            EffectKind.TRIMMED, Span(first, first + 1), message, say("It writes the file anew."), repair
        )
    if header is None:
        message = say("OK would put a header before this text when it next saves it")
        yield Effect(EffectKind.ADDED, Span(0, 0), message, say("A file without one is all body to it."))


def _of_remembering(view: View, document: Document, text: str) -> Outcome:
    store = store_of(document, limits_of(view))
    if posixpath.basename(document.path) not in pruned_by_save(view, store):
        return Outcome(document.path, (text,))
    most = store.most_facts
    message = say("OK would delete this file when it keeps another fact: it keeps {most} at most", most=most)
    why = say("It deletes the files that were changed longest ago, without a copy, whoever wrote them.")
    gone = Effect(EffectKind.LOST, Span(0, len(text)), message, why)
    return Outcome(document.path, (), (gone,), deleted=True)


# A quick note


def _of_note(text: str, most: int) -> Iterator[Effect]:
    """What a quick note does besides adding its bullet."""
    lines = split_lines(text)
    contents = [line.removesuffix("\n") for line in lines]
    if NOTES_HEADING not in text:
        return
    section = notes_section(contents)
    if section is None:
        end = Span(len(text), len(text))
        message = say("OK would put its next quick note at the end, under no heading of its own")
        yield Effect(
            EffectKind.ADDED,
            end,
            message,
            say("“{notes_heading}” occurs, but no line is exactly that.", notes_heading=NOTES_HEADING),
        )
        return
    inside = range(section[0] + 1, section[1])
    notes = [number for number in inside if is_note(contents[number])]
    if len(notes) < most:
        return
    kept = set(notes[len(notes) + 1 - most :])
    yield from _dropped(lines, inside, kept, most)


def _dropped(lines: Sequence[str], inside: range, kept: set[int], most: int) -> Iterator[Effect]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    blank = False
    for number in inside:
        content = trim(lines[number])
        if number in kept:
            continue
        if not content:
            blank = True
            continue
        message = say("OK would drop line {number} with its next quick note", number=number + 1)
        why = say(
            "Past {most} notes it keeps the last {most} lines that begin with a dash, and nothing else.",
            most=most,
        )
        span = Span(starts[number], starts[number] + len(line_content(lines[number])))
        yield Effect(EffectKind.LOST, span, message, why)
    if blank:
        span = Span(starts[inside.start], starts[inside.stop])
        message = say("OK would drop the blank lines among the notes with its next quick note")
        yield Effect(EffectKind.TRIMMED, span, message, say("It rewrites the whole section then."))
