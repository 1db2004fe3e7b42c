"""Section files, edited one section at a time: free documents, and those with a closed set of `## ` headings.

This is our own writing, by the document of such a format: what nobody edits keeps its bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.document import line_end_near, trim, with_line_ends
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.section_edits import (
    check_closed,
    closed_text,
    insert_section,
    move_section,
    remove_section,
    rename_section,
    section_edits,
    set_body,
)
from memdesk.text.sections import Grammar, Section, Sections, parse_document, parse_sections
from memdesk.text.sentence import joined


def section_changes(text: str, change: Change, agent: str, read: Grammar | None = None) -> tuple[Edit, ...]:
    """The smallest edits of `text` that make `change`; `agent` is the name people know it by.

    The document's headings are closed: they are set, moved and, where they are missing, added, but neither renamed
    nor removed, and no others are added. A document without any is open, and free unless its agent reads it by another
    grammar. Raises `Refused` with the reason, `NotFound` for a section that is not there.
    """
    read = read or (parse_sections if change.document.headings else parse_document)
    parsed = read(text)
    if change.kind is ChangeKind.ADD:
        return _add(text, change, agent, read)
    if change.kind is ChangeKind.SET_BODY:
        edits = _set_body(text, change, parsed)
    elif change.key == PREAMBLE_KEY:
        edits = _change_preamble(text, change, parsed)
    else:
        edits = _change_section(text, change, agent, read)
    if read is parse_document:
        _check_beside(text, edits, change, parsed)
    return edits


def _change_section(text: str, change: Change, agent: str, read: Grammar) -> tuple[Edit, ...]:
    parsed = read(text)
    section = _section(parsed, change)
    if change.kind is ChangeKind.RETYPE:
        raise Refused("A section has no type.", hint="Rename it, or move its text to another one.")
    if change.kind is ChangeKind.MOVE:
        _check_movable(section, parsed)
        return move_section(text, section, change.index, read)
    if change.key in change.document.headings and not change.occurrence:
        raise Refused(
            "“{heading}” is one of {agent}’s own headings: {agent} would add it again.",
            hint="Clear its text instead.",
            heading=change.key,
            agent=agent,
        )
    if change.kind is ChangeKind.REMOVE:
        return (remove_section(text, section),)
    return (rename_section(text, section, change.title, read),)


def _check_movable(section: Section, parsed: Sections) -> None:
    following = [one for one in parsed.sections if one.span.start == section.span.end]
    if section not in parsed.sections or any(one.level > section.level for one in following):
        raise Refused(
            "“{heading}” is a part of a section, or has sections of its own, so it is not moved by itself.",
            hint="Move the sections one by one, or edit the document as text.",
            heading=section.heading,
        )


def _check_beside(text: str, edits: tuple[Edit, ...], change: Change, parsed: Sections) -> None:
    """Refuse what takes a heading beside the section from the document, such as a comment that goes on below it."""
    section = parsed.find(change.key, change.occurrence)
    start, end = section.span if section else parsed.preamble
    above = [one for one in parsed.sections if one.span.start < start]
    below = [one for one in parsed.sections if one.span.start >= end]
    present = parse_document(apply_all(text, edits)).sections
    kept = [*present[: len(above)], *present[len(present) - len(below) :]]
    if change.kind is not ChangeKind.MOVE and _names(kept) != _names([*above, *below]):
        raise Refused(
            "With this text, a heading above or below it would be none any more.",
            hint="Leave a blank line above the heading, and close a comment or HTML that opens in the text.",
        )


def _names(sections: Sequence[Section]) -> list[tuple[str, int]]:
    return [(section.heading, section.level) for section in sections]


def _set_body(text: str, change: Change, parsed: Sections) -> tuple[Edit, ...]:
    closed = change.document.headings
    if change.key == PREAMBLE_KEY:
        return _set_preamble(text, change.body, parsed)
    found = parsed.find(change.key, change.occurrence)
    at = found.span.start if found else len(text)
    body = with_line_ends(change.body, line_end_near(text, at))
    if not found and change.key not in closed:
        raise _missing(change)
    if found and (change.occurrence or change.bare):
        edit = set_body(text, found, body)
        if edit is None:
            return ()
        return (edit if trim(body) else _with_gap(text, found, edit),)
    if found and not closed:
        check_closed(text, parsed)
        return tuple(filter(None, [set_body(text, found, body)]))
    present = (section.heading for section in parsed.sections if section.heading)
    return section_edits(text, {change.key: body}, tuple(dict.fromkeys((*closed, *present))))


def _with_gap(text: str, section: Section, taken: Edit) -> Edit:
    """What takes all words out, with the blank lines above them; those below part the heading from the next one."""
    if taken.end < len(text) and taken.end >= section.raw.end:
        return taken
    return replace(text, Span(section.raw.start, taken.end), "")


def _change_preamble(text: str, change: Change, parsed: Sections) -> tuple[Edit, ...]:
    """What stands before the first section is taken away, or stays where it is."""
    if not parsed.preamble.end:
        raise NotFound("There is no text before the first section of {name}.", name=change.document.title)
    if change.kind is not ChangeKind.REMOVE:
        raise Refused(
            "The text before the first section stays there.", hint="Give it a heading to make it a section."
        )
    return _set_preamble(text, "", parsed)


def _set_preamble(text: str, body: str, parsed: Sections) -> tuple[Edit, ...]:
    """A first text is parted from a heading behind it by a blank line, and goes with that; a byte order mark stays."""
    line_end = line_end_near(text, 0)
    body = with_line_ends(closed_text(body), line_end)
    present, end = parsed.preamble_body(text), parsed.preamble.end
    if present.start < present.end:
        return (replace(text, present if body else Span(present.start, end), body),)
    if not body:
        return ()
    at = present.start
    line_ends = text[at:end].count("\n")
    return (Edit(at, "", body + line_end * max(0, (2 if text[at:] else 1) - line_ends)),)


def _add(text: str, change: Change, agent: str, read: Grammar) -> tuple[Edit, ...]:
    closed = change.document.headings
    if closed and change.key not in closed:
        raise Refused(
            "“{heading}” cannot be added: {agent} fills only its own headings here, {headings}.",
            hint="Write the text under one of them.",
            heading=change.key,
            agent=agent,
            headings=joined(closed),
        )
    body = with_line_ends(change.body, line_end_near(text, len(text)))
    return (insert_section(text, change.key, body, change.index or None, read),)


def _section(parsed: Sections, change: Change) -> Section:
    found = parsed.find(change.key, change.occurrence)
    if found is None:
        raise _missing(change)
    return found


def _missing(change: Change) -> NotFound:
    return NotFound(
        "There is no section “{heading}” in {name}.", heading=change.key, name=change.document.title
    )
