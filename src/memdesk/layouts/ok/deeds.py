"""What OK does to a document when it is told to, done by Memdesk: a quick note, and lifting the freeze of an index.

Both put text where OK does. What OK would drop on the way stays: notes past the thirtieth, and all of an index that is
no line of a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memdesk.errors import Refused
from memdesk.layouts.documents import Document
from memdesk.layouts.ok.docs import takes_notes
from memdesk.layouts.ok.files import is_fact, is_index
from memdesk.layouts.ok.grammar import INDEX
from memdesk.layouts.ok.limits import limits_of
from memdesk.layouts.ok.model import (
    NEW_DOCUMENT,
    NOTES_HEADING,
    is_note,
    notes_section,
)
from memdesk.layouts.optional import Deed
from memdesk.layouts.shapes.fact_folder import index_lines, lifted
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go_text import one_line
from memdesk.layouts.view import View
from memdesk.text.document import byte_length, line_end_near, split_lines, trim
from memdesk.text.edits import Edit
from memdesk.text.sentence import say, says

NOTE, UNFREEZE = "note", "unfreeze"


def deeds_of(view: View, document: Document) -> Iterator[Deed]:
    """A quick note for a document that OK adds them to; for an index with lines below its freeze line, lifting that."""
    text = text_at(view, document.path) or ""
    if is_index(document):
        below = sum(line.is_below for line in index_lines(text, INDEX))
        if below:
            about = says(
                "Puts the line below the freeze line above it, so that OK shows it in the next session.",
                "Puts the {n} lines below the freeze line above it, so that OK shows them in the next session.",
                below,
            )
            yield Deed(UNFREEZE, "Unfreeze", about)
    elif not is_fact(document) and takes_notes(view, document.path) and (document.reach or not trim(text)):
        # What OK does not load has no reach; only a blank document gets notes all the same.
        about = say(
            "Adds one line under “{notes_heading}” of {title}, as OK does with a quick note.",
            notes_heading=NOTES_HEADING,
            title=document.title,
        )
        yield Deed(
            NOTE, say("Quick note"), about, ("Text of the note",), _caution(text, limits_of(view).notes)
        )


def _caution(text: str, most: int) -> str:
    count = _notes(text)
    if count < most:
        return ""
    return say(
        "There are {count} notes. All are kept now; when OK adds one itself, it keeps the last "
        "{most} and drops all other lines there.",
        count=count,
        most=most,
    )


def _notes(text: str) -> int:
    lines = text.split("\n")
    section = notes_section(lines)
    return sum(map(is_note, lines[section[0] + 1 : section[1]])) if section else 0


def act(view: View, document: Document, deed: str, words: Sequence[str]) -> tuple[Edit, ...]:
    """The edits of a deed. Raises `Refused` with the reason."""
    text = text_at(view, document.path) or ""
    if deed == UNFREEZE:
        return lifted(text, INDEX)
    return (_note(text, _checked(words[0], limits_of(view).note_bytes)),)


def _checked(note: str, most_bytes: int) -> str:
    """The one line of a note. Raises `Refused` for what OK would take for none, or cut."""
    line = one_line(note)
    if not line:
        raise Refused("A quick note needs some text.")
    if (size_bytes := byte_length(line)) > most_bytes:
        raise Refused(
            "OK cuts a quick note after {most} bytes, and this one has {size}.",
            hint="Shorten it, or write it into a section.",
            most=most_bytes,
            size=size_bytes,
        )
    return line


def _note(text: str, note: str) -> Edit:
    """Where OK puts a note: behind the last line of its notes, else at the end, under a heading if there is none."""
    line_end = line_end_near(text, len(text))
    bullet = f"- {note}{line_end}"
    if not trim(text):
        start = f"{NEW_DOCUMENT}{line_end * 2}{NOTES_HEADING}{line_end * 2}"
        return Edit(0, text, start + bullet)
    lines = split_lines(text)
    section = notes_section([line.rstrip("\r\n") for line in lines])
    if section is None:
        heading = "" if NOTES_HEADING in text else f"{NOTES_HEADING}{line_end * 2}"
        at = len(text.rstrip("\r\n"))
        return Edit(at, text[at:], f"{line_end * 2}{heading}{bullet}")
    last = max(number for number in range(*section) if trim(lines[number]))
    at = sum(map(len, lines[: last + 1]))
    return Edit(at, "", bullet if lines[last].endswith("\n") else f"{line_end}- {note}")
