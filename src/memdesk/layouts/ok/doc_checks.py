"""Problems of OK's instruction documents: what it does not load, does not import, or drops with a quick note."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.ok.docs import import_rules, load_docs, loaded_twice
from memdesk.layouts.ok.files import contexts_of
from memdesk.layouts.ok.limits import limits_of
from memdesk.layouts.ok.model import NOTES_HEADING, is_note, notes_section
from memdesk.layouts.shapes.instruction_chain import Fate, expand, import_problems
from memdesk.layouts.shapes.instruction_files import NOT_LOADED
from memdesk.layouts.view import View
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.sentence import marked, say

_START = Span(0, 0)
_NEARLY_FULL = 0.9

_IMPORTS = {
    Fate.REFUSED: (
        Severity.WARNING,
        "import-refused",
        marked("OK refuses to import {path}: it lies outside this folder"),
    ),
    Fate.UNREADABLE: (Severity.WARNING, "import-missing", marked("There is no file {path} to import")),
    Fate.SEEN: (
        Severity.NOTE,
        "import-repeated",
        marked("OK has imported {path} before: it skips it here and adds a remark to the line"),
    ),
    Fate.TOO_DEEP: (
        Severity.WARNING,
        "import-too-deep",
        marked("{path} lies deeper than OK imports, and stays out"),
    ),
}


def problems_of_chains(view: View, root: str) -> Iterator[Problem]:
    """Documents that a session gets more than once: imported by another one, or in two scopes."""
    told: set[str] = set()
    for context in contexts_of(view, root):
        paths = loaded_twice(load_docs(view, context.folder, root)) if context.folder else ()
        for path in (path for path in paths if path not in told):
            told.add(path)
            message = say("OK loads this twice when it starts in {folder}", folder=context.folder)
            yield Problem(Severity.NOTE, "loaded-twice", path, _START, message)


def problems_of_doc(view: View, document: Document, text: str) -> Iterator[Problem]:
    """The problems of one document."""
    limits = limits_of(view)
    if byte_length(text) > limits.document_bytes:
        yield from _of_size(document, text, limits.document_bytes)
    elif not document.note.startswith(NOT_LOADED):
        yield from _of_size(document, text, limits.document_bytes)
        yield from _of_notes(document, text, limits.notes)
        yield from import_problems(expand(view, document.path, text, import_rules(view)), _IMPORTS)


def _of_size(document: Document, text: str, most_bytes: int) -> Iterator[Problem]:
    path, end = document.path, Span(len(text), len(text))
    size_bytes = byte_length(text)
    if size_bytes > most_bytes:
        message = say(
            "OK skips {title}: it has {size_bytes:,} bytes, and {most_bytes:,} are the most",
            title=document.title,
            size_bytes=size_bytes,
            most_bytes=most_bytes,
        )
        yield Problem(Severity.ERROR, "past-cap", path, end, message)
    elif size_bytes > _NEARLY_FULL * most_bytes:
        message = say(
            "{title} has {size_bytes:,} of the {most_bytes:,} bytes that OK reads",
            title=document.title,
            size_bytes=size_bytes,
            most_bytes=most_bytes,
        )
        yield Problem(Severity.WARNING, "near-cap", path, end, message)


def _of_notes(document: Document, text: str, most: int) -> Iterator[Problem]:
    path = document.path
    lines = text.split("\n")
    section = notes_section(lines)
    if section is None:
        if NOTES_HEADING in text:
            at = text.index(NOTES_HEADING)
            message = say(
                "“{notes_heading}” stands here, but not alone on a line: quick notes go to the end of the "
                "file",
                notes_heading=NOTES_HEADING,
            )
            yield Problem(Severity.NOTE, "no-notes-heading", path, Span(at, at + len(NOTES_HEADING)), message)
        return
    inside = lines[section[0] + 1 : section[1]]
    count = sum(map(is_note, inside))
    if count >= most:
        message = say(
            "{title} has {count} notes: the next quick note drops the oldest, and all other lines there",
            title=document.title,
            count=count,
        )
        why = say("Past {most} notes OK keeps the lines that begin with a dash, and nothing else.", most=most)
        start = len("\n".join(lines[: section[0]])) + bool(section[0])
        yield Problem(
            Severity.WARNING, "notes-full", path, Span(start, start + len(lines[section[0]])), message, why
        )
