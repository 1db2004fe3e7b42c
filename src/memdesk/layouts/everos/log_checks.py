"""Problems of daily logs: markers, ids, counters, sections, and text that nobody reads."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.header import Parsed
from memdesk.layouts.everos.ids import EverosError, highest_sequence, parse_entry_id
from memdesk.layouts.everos.index import Owner, row_like_everos
from memdesk.layouts.everos.kinds import DATED_LOG, MAIN_SECTION, Kind, owner_of, parse_path
from memdesk.layouts.everos.survival import closing_edit
from memdesk.layouts.shapes.daily_log import LogEntry, read_entries
from memdesk.layouts.shapes.python_text import trimmed
from memdesk.text.edits import Span, replace
from memdesk.text.front_matter import find_front_matter, find_key, set_key
from memdesk.text.sentence import joined, say

START = Span(0, 0)
_LOOKS_LIKE_MARKER = re.compile(r"<!--[ \t]*/?[ \t]*entry[ \t]*:[^\n]*?-->", re.IGNORECASE)
_MARKER = re.compile(r"<!-- /?entry:[A-Za-z0-9_-]+ -->")
WHOLE_FILE = say(
    "EverOS fails on the whole file then: its rows stay as they were, until the file is corrected and saved."
)


@dataclass(slots=True)
class References:
    """Ids that exist, by owner and app, and places that name one."""

    ids: set[tuple[str, str]] = field(default_factory=set)
    named: list[tuple[str, str, str, Span, str]] = field(default_factory=list)


def problems_of_log(
    document: Document, kind: Kind, text: str, parsed: Parsed, references: References
) -> Iterator[Problem]:
    """Problems of one daily log; what its entries refer to is gathered in `references`."""
    path = document.path
    if not DATED_LOG.fullmatch(posixpath.basename(path)):
        message = say(
            "{name} is no day, yet EverOS reads it: its entries take over others",
            name=posixpath.basename(path),
        )
        yield Problem(Severity.WARNING, "indexed-copy", path, START, message)
    found = list(read_entries(text, parsed.body_start))
    yield from _of_count(document, text, parsed, [entry.entry_id for entry in found])
    yield from _of_markers(document, text, parsed, found)
    hidden = find_front_matter(text, behind_mark=True)
    at, owner = hidden.span.end if hidden else 0, owner_of(parsed.header, parse_path(kind.pattern).owner_type)
    for entry in found:
        yield from _of_loose_text(document, text, Span(at, entry.span.start))
        at = entry.span.end
        references.ids.add((space_of(document), entry.entry_id))
        if entry.is_closed:
            yield from _of_entry(document, kind, text, entry, owner, references)
    yield from _of_loose_text(document, text, Span(at, len(text)))
    yield from _of_deprecations(document, text, parsed, references)


def space_of(document: Document) -> str:
    """The folder of app and project: ids are unique below one owner, references lead to any of them."""
    return "/".join(posixpath.relpath(document.path, document.root).split("/")[:4])


def _of_count(document: Document, text: str, parsed: Parsed, ids: list[str]) -> Iterator[Problem]:
    highest, count = highest_sequence(ids), parsed.header.get("entry_count", 0)
    is_number = isinstance(count, int) and not isinstance(count, bool)
    if not parsed.body_start or (is_number and int(str(count)) >= highest):
        return
    header = find_front_matter(text)
    yield Problem(
        Severity.WARNING,
        "count-behind",
        document.path,
        header.block if header else START,
        say(
            "entry_count of {title} is {count}, but there is an entry {highest}",
            title=document.title,
            count=count,
            highest=highest,
        ),
        say("EverOS before 1.5 gives the next entry a number that is taken."),
        set_key(text, "entry_count", highest),
    )


def _of_markers(document: Document, text: str, parsed: Parsed, found: list[LogEntry]) -> Iterator[Problem]:
    for entry in found:
        if not entry.is_closed:
            yield Problem(
                Severity.ERROR,
                "unclosed-entry",
                document.path,
                entry.span,
                say(
                    "{entry_id} is not closed: EverOS sees neither it nor what follows",
                    entry_id=entry.entry_id,
                ),
                say("Its scan ends at an entry without a closing marker of the same id."),
                (closing_edit(text, entry.entry_id, entry.span),),
            )
    for near in _LOOKS_LIKE_MARKER.finditer(text, parsed.body_start):
        if not _MARKER.fullmatch(near[0]):
            message = say("“{near}” is no marker to EverOS", near=near[0])
            why = say(
                "A marker has one blank at each side, lower case, and an id of ASCII letters, digits, _ and -."
            )
            yield Problem(Severity.WARNING, "near-marker", document.path, Span(*near.span()), message, why)
    counts = Counter(entry.entry_id for entry in found)
    for entry in found:
        if counts[entry.entry_id] > 1:
            message = say(
                "{entry_id} stands {counts} times in {title}",
                entry_id=entry.entry_id,
                counts=counts[entry.entry_id],
                title=document.title,
            )
            yield Problem(
                Severity.ERROR,
                "duplicate-id",
                document.path,
                entry.span,
                message,
                say("EverOS’s index keeps the last one."),
            )


def _of_loose_text(document: Document, text: str, gap: Span) -> Iterator[Problem]:
    words = trimmed(text, gap)
    if words.end > words.start:
        message = say(
            "This text of {title} belongs to no entry: EverOS keeps it, and never reads it",
            title=document.title,
        )
        yield Problem(Severity.NOTE, "loose-text", document.path, words, message)


def _of_entry(
    document: Document, kind: Kind, text: str, entry: LogEntry, owner: str, references: References
) -> Iterator[Problem]:
    path, name, form = document.path, entry.entry_id, parse_audit_form(text, entry.body)
    yield from _of_id(document, kind, entry)
    try:
        row_like_everos(kind, name, form, Owner(owner, ""))
    except EverosError as error:
        yield Problem(
            Severity.ERROR,
            "bad-entry",
            path,
            entry.span,
            say("EverOS fails on {name}: {error}", name=name, error=error),
            WHOLE_FILE,
        )
    yield from _of_sections(document, kind, name, text, form)
    parent = form.inline.get("parent_id", "")
    if form.inline.get("parent_type") == "episode" and parent:
        references.named.append(
            (
                path,
                space_of(document),
                parent,
                entry.span,
                say("{name} comes from {parent}", name=name, parent=parent),
            )
        )


def _of_id(document: Document, kind: Kind, entry: LogEntry) -> Iterator[Problem]:
    try:
        found = parse_entry_id(entry.entry_id)
    except EverosError:
        message = say(
            "{entry_id} is no id of EverOS’s form; it does not count for the next number",
            entry_id=entry.entry_id,
        )
        yield Problem(Severity.NOTE, "odd-id", document.path, entry.span, message)
        return
    if found.prefix != kind.prefix or found.day.isoformat() not in document.path:
        message = say("{entry_id} is the id of another kind or day", entry_id=entry.entry_id)
        yield Problem(Severity.NOTE, "foreign-id", document.path, entry.span, message)


def _of_sections(document: Document, kind: Kind, name: str, text: str, form: AuditForm) -> Iterator[Problem]:
    if form.section(MAIN_SECTION[kind.name]) is None:
        message = say(
            "{name} has no section “{main_section}”: EverOS indexes it as empty",
            name=name,
            main_section=MAIN_SECTION[kind.name],
        )
        yield Problem(Severity.WARNING, "no-text", document.path, form.body, message)
    for section in form.titled:
        if section.title in kind.sections:
            if form.section(section.title) is not section:
                message = say(
                    "A later “{title}” of {name} takes the place of this one", title=section.title, name=name
                )
                yield Problem(Severity.WARNING, "section-twice", document.path, section.span, message)
            continue
        meant = next((known for known in kind.sections if known.casefold() == section.title.casefold()), None)
        start = text.find(section.title, section.heading.start)
        fixes = (
            (replace(text, Span(start, start + len(section.title)), meant),)
            if meant and section.title
            else ()
        )
        yield Problem(
            Severity.WARNING,
            "unread-section",
            document.path,
            section.span,
            say(
                "EverOS does not read “{title}” in {name}, and the text above ends there",
                title=section.title,
                name=name,
            ),
            say(
                "Every line that starts with “###” starts a section; it reads {sections}.",
                sections=joined(kind.sections),
            ),
            fixes,
        )


def _of_deprecations(
    document: Document, text: str, parsed: Parsed, references: References
) -> Iterator[Problem]:
    replaced = parsed.header.get("deprecated_entries")
    if replaced is None:
        return
    if not isinstance(replaced, dict):
        message = say("deprecated_entries of {title} is no mapping", title=document.title)
        yield Problem(Severity.ERROR, "bad-deprecations", document.path, START, message, WHOLE_FILE)
        return
    span = _lines_of(text, "deprecated_entries")
    for old, new in replaced.items():
        sentence = say("{old} gives way to {new}", old=old, new=new)
        for one in dict.fromkeys((str(new), str(old))):
            references.named.append((document.path, space_of(document), one, span, sentence))


def _lines_of(text: str, key: str) -> Span:
    """The lines of a header key; the start of the file where they cannot be told."""
    header = find_front_matter(text)
    entry = find_key(text, header, key) if header else None
    return entry.lines if entry else START
