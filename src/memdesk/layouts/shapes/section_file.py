"""Section files: `## ` headings, perhaps with a closed set of them, edited one section at a time.

This is our own writing, by the document of such a format: what nobody edits keeps its bytes.
"""

from __future__ import annotations

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.text.document import line_end_near, trim, with_line_ends
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.section_edits import (
    closed_text,
    insert_section,
    move_section,
    remove_section,
    rename_section,
    section_edits,
    set_body,
)
from memdesk.text.sections import Section, Sections, parse_sections, section_outline
from memdesk.text.sentence import joined


def section_changes(text: str, change: Change, agent: str) -> tuple[Edit, ...]:
    """The smallest edits of `text` that make `change`; `agent` is the name people know it by.

    The document's headings are closed: they are set, moved and, where they are missing, added, but neither renamed
    nor removed, and no others are added. A document without any is open. Raises `Refused` with the reason, `NotFound`
    for a section that is not there.
    """
    if change.kind is ChangeKind.SET_BODY:
        return _set_body(text, change)
    if change.kind is ChangeKind.ADD:
        return _add(text, change, agent)
    if change.key == PREAMBLE_KEY:
        return _change_preamble(text, change)
    section = _section(parse_sections(text), change)
    if change.kind is ChangeKind.RETYPE:
        raise Refused("A section has no type.", hint="Rename it, or move its text to another one.")
    if change.kind is ChangeKind.MOVE:
        return move_section(text, section, change.index)
    if change.key in change.document.headings and not change.occurrence:
        raise Refused(
            "“{heading}” is one of {agent}’s own headings: {agent} would add it again.",
            hint="Clear its text instead.",
            heading=change.key,
            agent=agent,
        )
    if change.kind is ChangeKind.REMOVE:
        return (remove_section(text, section),)
    return (rename_section(text, section, change.title),)


def _set_body(text: str, change: Change) -> tuple[Edit, ...]:
    parsed, closed = parse_sections(text), change.document.headings
    if change.key == PREAMBLE_KEY:
        return _set_preamble(text, change.body)
    found = parsed.find(change.key, change.occurrence)
    at = found.span.start if found else len(text)
    body = with_line_ends(change.body, line_end_near(text, at))
    if not found and change.key not in closed:
        raise _missing(change)
    if change.occurrence or (change.bare and found):
        section = _section(parsed, change)
        edit = set_body(text, section, body)
        if edit is None:
            return ()
        return (edit if trim(body) else _with_gap(text, section, edit),)
    present = (section.heading for section in parsed.sections if section.heading)
    return section_edits(text, {change.key: body}, tuple(dict.fromkeys((*closed, *present))))


def _with_gap(text: str, section: Section, taken: Edit) -> Edit:
    """What takes all words out, with the blank lines above them; those below part the heading from the next one."""
    if taken.end < len(text) and taken.end >= section.raw.end:
        return taken
    return replace(text, Span(section.raw.start, taken.end), "")


def _change_preamble(text: str, change: Change) -> tuple[Edit, ...]:
    """What stands before the first section is taken away, or stays where it is."""
    if section_outline(text).find(PREAMBLE_KEY) is None:
        raise NotFound("There is no text before the first section of {name}.", name=change.document.title)
    if change.kind is not ChangeKind.REMOVE:
        raise Refused(
            "The text before the first section stays there.", hint="Give it a heading to make it a section."
        )
    return _set_preamble(text, "")


def _set_preamble(text: str, body: str) -> tuple[Edit, ...]:
    """A first text is parted from a heading behind it by a blank line, and goes with that; a byte order mark stays."""
    line_end = line_end_near(text, 0)
    body = with_line_ends(closed_text(body), line_end)
    node = section_outline(text).find(PREAMBLE_KEY)
    if node and node.body.start < node.body.end:
        taken = node.body if body else Span(node.body.start, node.span.end)
        return (replace(text, taken, body),)
    if not body:
        return ()
    at = node.body.start if node else 0
    line_ends = text[at : node.span.end if node else 0].count("\n")
    return (Edit(at, "", body + line_end * max(0, (2 if text[at:] else 1) - line_ends)),)


def _add(text: str, change: Change, agent: str) -> tuple[Edit, ...]:
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
    return (insert_section(text, change.key, body, change.index or None),)


def _section(parsed: Sections, change: Change) -> Section:
    found = parsed.find(change.key, change.occurrence)
    if found is None:
        raise _missing(change)
    return found


def _missing(change: Change) -> NotFound:
    return NotFound(
        "There is no section “{heading}” in {name}.", heading=change.key, name=change.document.title
    )
