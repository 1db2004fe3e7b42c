"""Problems of a memory-root: what EverOS fails on, cuts, overlooks or points to in vain."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from memdesk.layouts.contract import Problem, Severity, View
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.changes import toml_problem
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.files import SETTINGS, documents_of, ignored_files
from memdesk.layouts.everos.header import Parsed, parse_like_everos, read_like_everos
from memdesk.layouts.everos.home import SETTINGS_FILE, switched_off
from memdesk.layouts.everos.ids import EverosError, highest_sequence, parse_entry_id, skill_folder_name
from memdesk.layouts.everos.index import Owner, row_like_everos
from memdesk.layouts.everos.kinds import MAIN_SECTION, PROFILE, SKILL, Kind, owner_of, parse_path
from memdesk.layouts.everos.reading import PROFILE_LISTS, kind_of
from memdesk.layouts.everos.survival import closing_edit
from memdesk.layouts.shapes.daily_log import LogEntry, read_entries
from memdesk.layouts.shapes.python_text import trimmed
from memdesk.text.document import BYTE_ORDER_MARK, decode
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.front_matter import BadFrontMatter, find_front_matter, read_mapping, set_key

_START = Span(0, 0)
_LOOKS_LIKE_MARKER = re.compile(r"<!--[ \t]*/?[ \t]*entry[ \t]*:[^\n]*?-->", re.IGNORECASE)
_MARKER = re.compile(r"<!-- /?entry:[A-Za-z0-9_-]+ -->")
_DATED = re.compile(r"[a-z_]+-\d{4}-\d{2}-\d{2}\.md")
_WHOLE_FILE = (
    "EverOS fails on the whole file then: its rows stay as they were, until the file is mended and saved."
)


@dataclass(slots=True)
class _References:
    """Ids that exist, by owner and app, and places that name one."""

    ids: set[tuple[str, str]] = field(default_factory=set)
    named: list[tuple[str, str, str, Span, str]] = field(default_factory=list)


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem of a root, lazily: of its settings, of each document, then of what points nowhere."""
    for sentence in switched_off(view, root):
        yield Problem(Severity.NOTE, "strategy-off", f"{root}/{SETTINGS_FILE}", _START, sentence)
    references = _References()
    for document in documents_of(view, root):
        if document.exists:
            yield from _of_document(view, document, references)
    for path in ignored_files(view, root):
        message = f"EverOS never finds {posixpath.basename(path)} here"
        yield Problem(
            Severity.NOTE, "ignored-file", path, _START, message, "Its scans look for fixed names and depths."
        )
    yield from _dangling(references)


def _of_document(view: View, document: Document, references: _References) -> Iterator[Problem]:
    path = document.path
    try:
        text = decode(view.read(path))
    except OSError as error:
        message = f"{document.title} cannot be read: {(error.strerror or str(error)).lower()}"
        yield Problem(Severity.ERROR, "unreadable", path, _START, message)
        return
    if document.scope == SETTINGS:
        if problem := toml_problem(path, text):
            message = f"EverOS refuses {document.title}: {problem}"
            yield Problem(
                Severity.ERROR, "bad-settings", path, _START, message, "It goes on with the settings it has."
            )
        return
    kind = kind_of(document)
    if kind is None:
        return
    try:
        read_like_everos(text)
    except EverosError:
        message = f"{document.title} is not UTF-8"
        yield Problem(Severity.ERROR, "not-utf-8", path, _START, message, _WHOLE_FILE)
    try:
        parsed = parse_like_everos(text)
    except EverosError as error:
        header = find_front_matter(text)
        span = header.block if header else _START
        yield Problem(Severity.ERROR, "bad-header", path, span, f"In {document.title} {error}", _WHOLE_FILE)
        return
    yield from _of_header(document, kind, text, parsed)
    if kind.is_daily_log:
        yield from _of_log(document, kind, text, parsed, references)
    elif kind is PROFILE:
        yield from _of_profile(document, text)
    elif kind is SKILL:
        yield from _of_skill(document, parsed, references)


def _of_header(document: Document, kind: Kind, text: str, parsed: Parsed) -> Iterator[Problem]:
    path, first_line = document.path, Span(0, text.find("\n") + 1 or len(text))
    if not parsed.body_start:
        hidden = text.startswith((BYTE_ORDER_MARK + "---", "---"))
        is_marked = text.startswith(BYTE_ORDER_MARK) and find_front_matter(text[1:]) is not None
        yield Problem(
            Severity.ERROR if hidden else Severity.WARNING,
            "hidden-header" if hidden else "no-header",
            path,
            first_line,
            f"EverOS sees no header in {document.title}",
            "Entries that change are then kept under no owner, and rows of others are overwritten.",
            (Edit(0, BYTE_ORDER_MARK, ""),) if is_marked else (),
        )
        return
    parts = posixpath.relpath(path, document.root).split("/")
    facts = parse_path("/".join(parts))
    owner = owner_of(parsed.header, facts.owner_type)
    if kind.scope in ("users", "agents") and owner != parts[3]:
        message = f"The header of {document.title} names “{owner}” as owner, the folder “{parts[3]}”"
        yield Problem(
            Severity.WARNING, "other-owner", path, first_line, message, "EverOS goes by the header."
        )


# Daily logs


def _of_log(
    document: Document, kind: Kind, text: str, parsed: Parsed, references: _References
) -> Iterator[Problem]:
    path = document.path
    if not _DATED.fullmatch(posixpath.basename(path)):
        message = f"{posixpath.basename(path)} is no day, yet EverOS reads it: its entries take over others"
        yield Problem(Severity.WARNING, "indexed-copy", path, _START, message)
    found = list(read_entries(text, parsed.body_start))
    yield from _of_count(document, text, parsed, [entry.entry_id for entry in found])
    yield from _of_markers(document, text, parsed, found)
    at, owner = parsed.body_start, owner_of(parsed.header, parse_path(kind.pattern).owner_type)
    for entry in found:
        yield from _of_loose_text(document, text, Span(at, entry.span.start))
        at = entry.span.end
        references.ids.add((_space(document), entry.entry_id))
        if entry.is_closed:
            yield from _of_entry(document, kind, text, entry, owner, references)
    yield from _of_loose_text(document, text, Span(at, len(text)))
    yield from _of_deprecations(document, parsed, references)


def _space(document: Document) -> str:
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
        header.block if header else _START,
        f"entry_count of {document.title} is {count}, but there is an entry {highest}",
        "EverOS before 1.5 gives the next entry a number that is taken.",
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
                f"{entry.entry_id} is not closed: EverOS sees neither it nor what follows",
                "Its scan ends at an entry without a closing marker of the same id.",
                (closing_edit(text, entry.entry_id, entry.span),),
            )
    for near in _LOOKS_LIKE_MARKER.finditer(text, parsed.body_start):
        if not _MARKER.fullmatch(near[0]):
            message = f"“{near[0]}” is no marker to EverOS"
            why = "A marker has one blank at each side, lower case, and an id of ASCII letters, digits, _ and -."
            yield Problem(Severity.WARNING, "near-marker", document.path, Span(*near.span()), message, why)
    counts = Counter(entry.entry_id for entry in found)
    for entry in found:
        if counts[entry.entry_id] > 1:
            message = f"{entry.entry_id} stands {counts[entry.entry_id]} times in {document.title}"
            yield Problem(
                Severity.ERROR,
                "duplicate-id",
                document.path,
                entry.span,
                message,
                "EverOS's index keeps the last one.",
            )


def _of_loose_text(document: Document, text: str, gap: Span) -> Iterator[Problem]:
    words = trimmed(text, gap)
    if words.end > words.start:
        message = f"This text of {document.title} belongs to no entry: EverOS keeps it, and never reads it"
        yield Problem(Severity.NOTE, "loose-text", document.path, words, message)


def _of_entry(
    document: Document, kind: Kind, text: str, entry: LogEntry, owner: str, references: _References
) -> Iterator[Problem]:
    path, name, form = document.path, entry.entry_id, parse_audit_form(text, entry.body)
    yield from _of_id(document, kind, entry)
    try:
        row_like_everos(kind, name, form, Owner(owner, ""))
    except EverosError as error:
        yield Problem(
            Severity.ERROR, "bad-entry", path, entry.span, f"EverOS fails on {name}: {error}", _WHOLE_FILE
        )
    yield from _of_sections(document, kind, name, text, form)
    parent = form.inline.get("parent_id", "")
    if form.inline.get("parent_type") == "episode" and parent:
        references.named.append((path, _space(document), parent, entry.span, f"{name} comes from {parent}"))


def _of_id(document: Document, kind: Kind, entry: LogEntry) -> Iterator[Problem]:
    try:
        found = parse_entry_id(entry.entry_id)
    except EverosError:
        message = f"{entry.entry_id} is no id of EverOS's form; it does not count for the next number"
        yield Problem(Severity.NOTE, "odd-id", document.path, entry.span, message)
        return
    if found.prefix != kind.prefix or found.day.isoformat() not in document.path:
        message = f"{entry.entry_id} is the id of another kind or day"
        yield Problem(Severity.NOTE, "foreign-id", document.path, entry.span, message)


def _of_sections(document: Document, kind: Kind, name: str, text: str, form: AuditForm) -> Iterator[Problem]:
    if form.section(MAIN_SECTION[kind.name]) is None:
        message = f"{name} has no section “{MAIN_SECTION[kind.name]}”: EverOS indexes it as empty"
        yield Problem(Severity.WARNING, "no-text", document.path, form.body, message)
    for section in form.titled:
        if section.title in kind.sections:
            if form.section(section.title) is not section:
                message = f"A later “{section.title}” of {name} takes the place of this one"
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
            f"EverOS does not read “{section.title}” in {name}, and the text above ends there",
            f"Every line that starts with “###” starts a section; it reads {', '.join(kind.sections)}.",
            fixes,
        )


def _of_deprecations(document: Document, parsed: Parsed, references: _References) -> Iterator[Problem]:
    replaced = parsed.header.get("deprecated_entries")
    if replaced is None:
        return
    if not isinstance(replaced, dict):
        message = f"deprecated_entries of {document.title} is no mapping"
        yield Problem(Severity.ERROR, "bad-deprecations", document.path, _START, message, _WHOLE_FILE)
        return
    for old, new in replaced.items():
        references.named.append(
            (document.path, _space(document), str(new), _START, f"{old} gives way to {new}")
        )


# Profiles and skills


def _of_profile(document: Document, text: str) -> Iterator[Problem]:
    header = find_front_matter(text)
    try:
        keys: Mapping[object, object] = read_mapping(text, header)
    except BadFrontMatter:
        return
    for key in PROFILE_LISTS:
        if _has_date(keys.get(key)):
            message = f"{key} of {document.title} holds a bare date, which EverOS cannot store"
            why = f"YAML takes it for a date; in quotes it is a text. {_WHOLE_FILE}"
            yield Problem(
                Severity.ERROR, "bare-date", document.path, header.block if header else _START, message, why
            )


def _has_date(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_has_date, value.values()))
    return any(map(_has_date, value)) if isinstance(value, list) else hasattr(value, "isoformat")


def _of_skill(document: Document, parsed: Parsed, references: _References) -> Iterator[Problem]:
    path, start = document.path, Span(0, parsed.body_start)
    name = str(parsed.header.get("name", ""))
    if not name or not parsed.header.get("agent_id"):
        message = f"{document.title} lacks a name or an agent_id in its header"
        yield Problem(Severity.ERROR, "bad-skill", path, start, message, _WHOLE_FILE)
    elif skill_folder_name(name) != posixpath.basename(posixpath.dirname(path)):
        message = f"The skill “{name}” does not lie in its folder {skill_folder_name(name)}"
        yield Problem(
            Severity.NOTE, "other-folder", path, start, message, "EverOS writes it there next time."
        )
    for score in ("confidence", "maturity_score"):
        value = parsed.header.get(score, 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float):
            message = f"{score} of {document.title} is no number"
            yield Problem(Severity.ERROR, "bad-score", path, start, message, _WHOLE_FILE)
    cases = parsed.header.get("source_case_ids")
    for case in cases if isinstance(cases, list) else ():
        references.named.append((path, _space(document), str(case), start, f"{name} is made of {case}"))


def _dangling(references: _References) -> Iterator[Problem]:
    for path, space, target, span, sentence in references.named:
        if (space, target) not in references.ids:
            yield Problem(Severity.NOTE, "dangling", path, span, f"{sentence}, which is not there")
