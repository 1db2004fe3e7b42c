"""Our own edits of a daily log: an entry or a section of one is set, added, moved or removed, counters follow."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.entries import parse_audit_form, render_audit_form
from memdesk.layouts.everos.field_changes import change_field, is_inline_field, rename_entry
from memdesk.layouts.everos.header import dump_like_everos
from memdesk.layouts.everos.ids import next_entry_id
from memdesk.layouts.everos.kinds import CASE, MAIN_SECTION, Kind
from memdesk.layouts.everos.nodes import editable_node, not_possible, shifted
from memdesk.layouts.everos.reading import outline_of
from memdesk.layouts.everos.writing import current_count, log_header
from memdesk.layouts.shapes.daily_log import ANY_MARKER, close_marker, open_marker, read_entries, scan_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, read_in_text_mode
from memdesk.text.compare import edits_between
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near, with_line_ends
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.front_matter import find_front_matter, read_mapping, set_key
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import joined
from memdesk.text.yaml_values import read_block

_HEADING_LINE = re.compile(r"^###(?:\s|$)", re.MULTILINE)
_DATE_IN_NAME = re.compile(r"-(\d{4}-\d{2}-\d{2})\.md\Z")


def change_log(kind: Kind, text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    """The edits of a daily log that make `change`. Raises `Refused`, `NotFound`."""
    outline = outline_of(change.document, text)
    if change.kind is ChangeKind.ADD:
        _check_closed(text, change)
        return _add_section(kind, text, change) if "/" in change.key else _add_entry(kind, text, change, now)
    node = editable_node(outline, change)
    if change.kind is ChangeKind.RETYPE:
        raise not_possible(change)
    if is_inline_field(node):
        edits = change_field(text, outline, node, change)
    elif change.kind is ChangeKind.SET_BODY:
        edits = _set_text(text, node, change)
    elif change.kind is ChangeKind.RENAME and node.kind is NodeKind.ENTRY:
        edits = rename_entry(kind, text, node, change, day_of(change.document, now))
    elif change.kind is ChangeKind.RENAME:
        edits = _rename_section(kind, text, node, change)
    else:
        _check_closed(text, change)
        siblings = _siblings(outline, node)
        edits = (
            (replace(text, node.span, ""),)
            if change.kind is ChangeKind.REMOVE
            else _move(text, siblings, node, change.index)
        )
    _check_entries(text, edits, node, change)
    return edits


def _siblings(outline: Outline, node: Node) -> list[Node]:
    """The nodes among which `node` has its place: those of its entry, else entries and loose text."""
    for above in outline.nodes:
        if node in above.children:
            return [child for child in above.children if child.kind is NodeKind.SECTION]
    return [other for other in outline.nodes if other.kind in (NodeKind.ENTRY, NodeKind.LOOSE)]


def _move(text: str, siblings: Sequence[Node], node: Node, index: int) -> tuple[Edit, ...]:
    """Another order of siblings, which stand in a row; what parts them stays in its place."""
    order = [other for other in siblings if other is not node]
    order.insert(index, node)
    contents = {id(one): one.span.of(text).rstrip(PYTHON_WHITE_SPACE) for one in siblings}
    gaps = [one.span.of(text)[len(contents[id(one)]) :] for one in siblings]
    moved = "".join(contents[id(one)] + gap for one, gap in zip(order, gaps, strict=True))
    whole = Span(siblings[0].span.start, siblings[-1].span.end)
    return tuple(shifted(whole.start, edits_between(whole.of(text), moved)))


def _set_text(text: str, node: Node, change: Change) -> tuple[Edit, ...]:
    body = _section_text(change.body)
    body = with_line_ends(body, line_end_near(text, node.span.start))
    if body == node.body.of(text):
        return ()
    _check_text(body, is_section=_is_section_text(node))
    if node.kind is NodeKind.LOOSE or node.body.start < node.body.end:
        return (replace(text, node.body, body),)
    return (_first_text(text, node, body),)


def _is_section_text(node: Node) -> bool:
    return node.kind is NodeKind.SECTION or any(child.body == node.body for child in node.children)


def _section_text(body: str) -> str:
    """A text as EverOS reads a section: no blank lines in front, no white space behind."""
    return re.sub(r"\A(?:[^\S\n]*\n)+", "", body).rstrip(PYTHON_WHITE_SPACE)


def _check_text(body: str, *, is_section: bool) -> None:
    """A text that would end its entry or its section where nobody means it. Raises `Refused`."""
    if marker := ANY_MARKER.search(body):
        raise Refused(
            "The text holds “{marker}”, at which EverOS would cut the entry, even in code.",
            hint="Write it with two blanks, or in other words.",
            marker=marker[0],
        )
    if is_section and (heading := _HEADING_LINE.search(read_in_text_mode(body))):
        raise Refused(
            "Line {line} starts with “###”, where EverOS would end the section.",
            hint="Use “##” or “####”.",
            line=read_in_text_mode(body).count("\n", 0, heading.start()) + 1,
        )


def _first_text(text: str, node: Node, body: str) -> Edit:
    """The edit that gives a text to a section, or an entry, that has none."""
    at, line_end = node.body.start, line_end_near(text, node.span.start)
    line = text.rfind("\n", node.span.start, at) + 1 or node.span.start
    heading = next((child for child in node.children if child.body == node.body), node)
    if heading.kind is not NodeKind.SECTION:
        before = "" if text[line:at] == "" else line_end
        return Edit(at, "", before + body + ("" if text[at : at + 2] in ("\n", "\r\n") else line_end))
    end = text.find("\n", heading.span.start, heading.span.end)
    if end < 0:
        return Edit(heading.span.end, "", line_end + body)
    return Edit(end + 1, "", body + line_end)


def _rename_section(kind: Kind, text: str, node: Node, change: Change) -> tuple[Edit, ...]:
    if node.kind is not NodeKind.SECTION or change.title not in kind.sections:
        raise Refused(
            "EverOS reads sections by fixed titles: {titles}.",
            hint="Choose one of them.",
            titles=joined(kind.sections),
        )
    start = text.index(node.title, node.span.start + len("###"))
    return (Edit(start, node.title, change.title),)


def _check_closed(text: str, change: Change) -> None:
    header = find_front_matter(text, behind_mark=True)
    for entry in read_entries(text, header.span.end if header else 0):
        if not entry.is_closed:
            raise Refused(
                "The entry {entry} in {name} has no closing marker, so nothing can be added, moved or removed.",
                hint="Add the line “{marker}” first.",
                entry=entry.entry_id,
                name=change.document.title,
                marker=close_marker(entry.entry_id),
            )


def _check_entries(text: str, edits: Sequence[Edit], node: Node, change: Change) -> None:
    """The file has the entries afterwards that it should have. Raises `Refused`."""
    ids, after = _ids(text), _ids(apply_all(text, edits))
    if change.kind is ChangeKind.REMOVE and node.kind is NodeKind.ENTRY:
        ids.remove(node.key)
    if change.kind is ChangeKind.RENAME and node.kind is NodeKind.ENTRY:
        places = [place for place, entry_id in enumerate(ids) if entry_id == node.key]
        ids[places[node.occurrence]] = change.title
    same = sorted(ids) == sorted(after) if change.kind is ChangeKind.MOVE else ids == after
    if not same:
        raise Refused(
            "“{title}” cannot be changed by itself: markers of entries overlap here.",
            hint="Edit the file as text.",
            title=node.title,
        )


def _ids(text: str) -> list[str]:
    header = find_front_matter(text, behind_mark=True)
    return [entry.entry_id for entry in read_entries(text, header.span.end if header else 0)]


def _add_section(kind: Kind, text: str, change: Change) -> tuple[Edit, ...]:
    entry_id, _, title = change.key.partition("/")
    found = next((entry for entry in read_entries(text) if entry.entry_id == entry_id), None)
    if found is None:
        raise NotFound("There is no entry {entry}.", entry=entry_id)
    if title not in kind.sections or parse_audit_form(text, found.body).section(title):
        raise Refused(
            "“{title}” cannot be added to {entry}.",
            hint="EverOS reads these sections, once each: {titles}.",
            title=title,
            entry=entry_id,
            titles=joined(kind.sections),
        )
    line_end = line_end_near(text, found.span.start)
    body = with_line_ends(_section_text(change.body), line_end)
    _check_text(body, is_section=True)
    written = f"### {title}{line_end}{body}"
    return (Edit(found.body.end, "", line_end * 2 + written),)


def _add_entry(kind: Kind, text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    """The next entry, and the counters of the header; a file that has no header gets EverOS's own."""
    _check_header_seen(text, change)
    body = _section_text(change.body)
    _check_text(body, is_section=True)
    header = find_front_matter(text)
    keys = read_mapping(text, header)
    ids = [entry.entry_id for entry in scan_entries(text, header.span.end if header else 0)]
    count = current_count(keys, ids)
    owner, day = owner_by(kind, change.document, keys), day_of(change.document, now)
    entry_id = str(next_entry_id(kind.prefix, day, count))
    subject = {"Subject": change.title} if change.title and "Subject" in kind.sections else {}
    inline = inline_of_new(kind, owner, change.made or now)
    form = render_audit_form(entry_id, inline, subject | {MAIN_SECTION[kind.name]: body})
    block = f"{open_marker(entry_id)}\n{form}\n{close_marker(entry_id)}\n"
    if header is None:
        start = dump_like_everos(log_header(kind, owner, day, count + 1, now))
        head = [Edit(0, "", with_line_ends(start, line_end_near(text, 0)))]
    else:
        head = _counted(text, keys, log_header(kind, owner, day, count + 1, now))
    line_end = line_end_near(text, len(text))
    gap = line_end if text and not text.endswith("\n") else ""
    return (*head, Edit(len(text), "", gap + with_line_ends(block, line_end)))


def inline_of_new(kind: Kind, owner: str, made: datetime) -> dict[str, object]:
    """The inline fields without which EverOS would refuse the file of a new entry, and the owner."""
    inline: dict[str, object] = {"owner_id": owner, "timestamp": made.isoformat(timespec="seconds")}
    if kind is CASE:
        # What a person writes down counts in full.
        inline["quality_score"] = 1.0
    return inline


def _counted(text: str, present: Mapping[object, object], header: Mapping[object, object]) -> list[Edit]:
    """The edits that set the counters of a header, and the keys that it lacks."""
    counters = ("entry_count", "last_appended_at")
    wanted = {str(key): value for key, value in header.items() if key in counters or key not in present}
    return [edit for key, value in wanted.items() for edit in set_key(text, key, value)]


def _check_header_seen(text: str, change: Change) -> None:
    """An append would put a second header on top of one that EverOS does not see. Raises `Refused`."""
    header = find_front_matter(text)
    is_marked = text.startswith(BYTE_ORDER_MARK)
    start = text.removeprefix(BYTE_ORDER_MARK).startswith("---")
    is_mapping = header is None or isinstance(read_block(header.block.of(text)), dict | None)
    if ((start or is_marked) and header is None) or not is_mapping:
        raise Refused(
            "EverOS does not see the header of {name}, so nothing is added.",
            hint="Correct it as text: it starts the file and is closed by a line “---”.",
            name=change.document.title,
        )


def owner_by(kind: Kind, document: Document, keys: object) -> str:
    """The owner by the header, else by the folder."""
    named = keys.get(kind.owner_key) if isinstance(keys, dict) else None
    return str(named or posixpath.relpath(document.path, document.root).split("/")[3])


def day_of(document: Document, now: datetime) -> date:
    """The day of a log by its name; today where the name has none."""
    found = _DATE_IN_NAME.search(document.path)
    try:
        return date.fromisoformat(found[1]) if found else now.date()
    except ValueError:
        return now.date()
