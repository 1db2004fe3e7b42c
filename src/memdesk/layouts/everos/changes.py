"""Our own edits of EverOS's files: one entry, one section, one header value at a time; the rest keeps its bytes.

Ids, markers, owners, dates and counters are EverOS's: an entry is added with the next number, and counters follow it.
A removed entry leaves the counter alone, so that its number is never given to another.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from datetime import date, datetime

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Document
from memdesk.layouts.everos.entries import parse_audit_form, render_audit_form
from memdesk.layouts.everos.header import dump_like_everos
from memdesk.layouts.everos.home import SETTINGS_FILE
from memdesk.layouts.everos.ids import next_entry_id
from memdesk.layouts.everos.kinds import CASE, MAIN_SECTION, PROFILE, Kind
from memdesk.layouts.everos.reading import (
    FIELD_PREFIX,
    PROFILE_LISTS,
    items_of,
    kind_of,
    outline_of,
)
from memdesk.layouts.everos.writing import current_count, log_header
from memdesk.layouts.shapes.daily_log import ANY_MARKER, close_marker, open_marker, read_entries, scan_entries
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, read_in_text_mode
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.text.compare import edits_between
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near, with_line_ends
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.front_matter import (
    BadFrontMatter,
    find_front_matter,
    find_key,
    read_block,
    read_mapping,
    scalar_text,
    set_key,
)
from memdesk.text.outline import Node, NodeKind, Outline

_HEADING_LINE = re.compile(r"^###(?:\s|$)", re.MULTILINE)
_DATE_IN_NAME = re.compile(r"-(\d{4}-\d{2}-\d{2})\.md\Z")


def changes_of(text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    """The edits of `text` that make `change`; `now` is the time in the root's zone.

    Raises `Refused` with the reason, `NotFound` for a node that is not there.
    """
    document = change.document
    kind = kind_of(document)
    try:
        if kind and kind.is_daily_log:
            return _change_log(kind, text, change, now)
        if kind is PROFILE and (change.key.removeprefix(FIELD_PREFIX).partition("/")[0] in PROFILE_LISTS):
            return _change_list(text, change)
        if change.key.startswith(FIELD_PREFIX):
            return _set_field(text, change)
        if kind is None and not document.path.endswith(".md"):
            return _set_whole(text, change)
        return _change_body(text, change)
    except BadFrontMatter as error:
        raise Refused(
            "The header of {name} is not YAML: {problem}.",
            hint="Mend it as text first.",
            name=document.title,
            problem=str(error),
        ) from error


def _node(outline: Outline, change: Change) -> Node:
    found = outline.find(change.key, change.occurrence)
    if found is None:
        raise NotFound("There is no “{key}” in {name}.", key=change.key, name=change.document.title)
    if not found.editable:
        raise Refused(
            "“{title}” is not edited here: {why}.",
            hint="Edit the file as text where it must be.",
            title=found.title,
            why=found.why_not or "it is EverOS's own",
        )
    return found


# Whole files, bodies, header values


def _set_whole(text: str, change: Change) -> tuple[Edit, ...]:
    if change.kind is not ChangeKind.SET_BODY:
        raise _not_possible(change)
    body = with_line_ends(change.body, line_end_near(text, 0))
    _check_settings(change.document, body)
    return tuple(edits_between(text, body))


def _check_settings(document: Document, text: str) -> None:
    """Settings that EverOS could not read are not written. Raises `Refused`."""
    if problem := toml_problem(document.path, text):
        raise Refused(
            "EverOS would refuse {name}: {problem}.",
            hint="It would go on with the settings it has, so mend this first.",
            name=document.title,
            problem=problem,
        )


def toml_problem(path: str, text: str) -> str:
    """What keeps EverOS from reading its settings, of a text at `path`; empty where nothing does."""
    import tomllib

    if not path.endswith(".toml"):
        return ""
    try:
        settings = tomllib.loads(text)
    except ValueError as error:
        return str(error)
    if posixpath.basename(path) != SETTINGS_FILE:
        return ""
    from memdesk.layouts.everos.schemas import settings_problem

    return settings_problem(settings)


def _change_body(text: str, change: Change) -> tuple[Edit, ...]:
    """A section of what follows the header."""
    header = find_front_matter(text, behind_mark=True)
    start = header.span.end if header else 0
    edits = section_changes(text[start:], change, "EverOS")
    return tuple(edit._replace(start=edit.start + start) for edit in edits)


def _set_field(text: str, change: Change) -> tuple[Edit, ...]:
    key = change.key.removeprefix(FIELD_PREFIX)
    node = _node(outline_of(change.document, text), change)
    if change.kind is not ChangeKind.SET_BODY:
        raise _not_possible(change)
    if change.body == node.body_text(text):
        return ()
    return set_key(text, key, _typed(key, change.body), behind_mark=True)


def _typed(key: str, body: str) -> object:
    """What a header value says: a score is a number, everything else the text that was typed."""
    if key not in ("confidence", "maturity_score"):
        return body
    try:
        return float(body)
    except ValueError as error:
        raise Refused(
            "“{key}” is a number from 0 to 1, not “{body}”.", hint="Type a number.", key=key, body=body
        ) from error


# The lists of user.md


def _change_list(text: str, change: Change) -> tuple[Edit, ...]:
    name = change.key.removeprefix(FIELD_PREFIX).partition("/")[0]
    if change.kind is ChangeKind.ADD:
        edits = _add_item(text, name, change)
    else:
        edits = _change_item(text, name, _node(outline_of(change.document, text), change), change)
    _check_header(text, edits, name)
    return edits


def _change_item(text: str, name: str, node: Node, change: Change) -> tuple[Edit, ...]:
    header = find_front_matter(text, behind_mark=True)
    entry = find_key(text, header, name) if header else None
    items = items_of(text, entry) if entry else []
    place = next(
        number for number, (lines, _) in enumerate(items) if lines.start <= node.body.start < lines.end
    )
    lines = items[place][0]
    if change.kind is ChangeKind.SET_BODY:
        body = with_line_ends(change.body, "\n")
        return (
            () if body == node.body_text(text) else (replace(text, node.body, _one_line(text, node, body)),)
        )
    if change.kind is ChangeKind.REMOVE:
        if len(items) > 1 or entry is None:
            return (replace(text, lines, ""),)
        line_end = line_end_near(text, lines.start)
        return (replace(text, entry.lines, f"{name}: []{line_end}"),)
    if change.kind is ChangeKind.MOVE:
        order = [number for number in range(len(items)) if number != place]
        order.insert(change.index, place)
        spans = [span for span, _ in items]
        moved = "".join(spans[number].of(text) for number in order)
        whole = Span(spans[0].start, spans[-1].end)
        return tuple(_at(whole.start, edits_between(whole.of(text), moved)))
    raise _not_possible(change)


def _one_line(text: str, node: Node, body: str) -> str:
    """`body` as YAML in place of a value; one that ended its line keeps that."""
    raw = node.body.of(text)
    tail = raw[len(raw.rstrip("\r\n")) :]
    return scalar_text(body) + tail


def _at(start: int, edits: Sequence[Edit]) -> list[Edit]:
    return [edit._replace(start=edit.start + start) for edit in edits]


def _add_item(text: str, name: str, change: Change) -> tuple[Edit, ...]:
    header = find_front_matter(text, behind_mark=True)
    if header is None:
        raise Refused(
            "{name} has no header to add to.", hint="EverOS writes it anew.", name=change.document.title
        )
    entry, line_end = find_key(text, header, name), line_end_near(text, header.span.start)
    label = "trait" if name == "implicit_traits" else "category"
    item = f"- {label}: {scalar_text(change.title or 'other')}{line_end}"
    item += f"  description: {scalar_text(with_line_ends(change.body, chr(10)))}{line_end}"
    if entry is None:
        return (Edit(header.block.end, "", f"{name}:{line_end}{item}"),)
    items = items_of(text, entry)
    if items:
        dash = items[0][0].start
        indent = text[dash : text.index("-", dash)]
        item = "".join(indent + line + line_end for line in item.split(line_end)[:-1])
        return (Edit(_content_end(text, entry.lines), "", item),)
    if entry.value:
        raise Refused("“{key}” is written in another style.", hint="Edit the header as text.", key=name)
    return (replace(text, entry.lines, f"{name}:{line_end}{item}"),)


def _content_end(text: str, lines: Span) -> int:
    """Behind the last line of `lines` that is neither blank nor a comment."""
    end = lines.end
    while end > lines.start:
        start = text.rfind("\n", lines.start, end - 1) + 1 or lines.start
        line = text[start:end].strip(PYTHON_WHITE_SPACE)
        if line and not line.startswith("#"):
            break
        end = start
    return end


def _check_header(text: str, edits: Sequence[Edit], name: str) -> None:
    """All other keys say what they said. Raises `Refused`."""
    after = apply_all(text, edits)
    try:
        old, new = (
            dict(read_mapping(one, find_front_matter(one, behind_mark=True))) for one in (text, after)
        )
    except BadFrontMatter:
        old, new = {}, {name: None}
    kept = [{key: value for key, value in keys.items() if key != name} for keys in (old, new)]
    if repr(kept[0]) != repr(kept[1]):
        raise Refused(
            "“{key}” cannot be changed without touching other lines of the header.",
            hint="Edit the header as text.",
            key=name,
        )


# Daily logs


def _change_log(kind: Kind, text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    outline = outline_of(change.document, text)
    if change.kind is ChangeKind.ADD:
        _check_closed(text, change)
        return _add_section(kind, text, change) if "/" in change.key else _add_entry(kind, text, change, now)
    node = _node(outline, change)
    if change.kind is ChangeKind.SET_BODY:
        edits = _set_text(text, node, change)
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
    return tuple(_at(whole.start, edits_between(whole.of(text), moved)))


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
            titles=", ".join(kind.sections),
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
            titles=", ".join(kind.sections),
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
    inline: dict[str, object] = {"owner_id": owner, "timestamp": now.isoformat(timespec="seconds")}
    if kind is CASE:
        # Without a score EverOS would refuse the whole file; what a person writes down counts in full.
        inline["quality_score"] = 1.0
    subject = {"Subject": change.title} if change.title and "Subject" in kind.sections else {}
    form = render_audit_form(entry_id, inline, subject | {MAIN_SECTION[kind.name]: body})
    block = f"{open_marker(entry_id)}\n{form}\n{close_marker(entry_id)}\n"
    if header is None:
        start = dump_like_everos(log_header(kind, owner, day, count + 1, now))
        head = [Edit(0, "", with_line_ends(start, line_end_near(text, 0)))]
    else:
        head = [*set_key(text, "entry_count", count + 1), *set_key(text, "last_appended_at", now.isoformat())]
    line_end = line_end_near(text, len(text))
    gap = line_end if text and not text.endswith("\n") else ""
    return (*head, Edit(len(text), "", gap + with_line_ends(block, line_end)))


def _check_header_seen(text: str, change: Change) -> None:
    """An append would put a second header on top of one that EverOS does not see. Raises `Refused`."""
    header = find_front_matter(text)
    start = text.removeprefix(BYTE_ORDER_MARK).startswith("---")
    is_mapping = header is None or isinstance(read_block(header.block.of(text)), dict | None)
    if (start and header is None) or not is_mapping:
        raise Refused(
            "EverOS does not see the header of {name}, so nothing is added.",
            hint="Mend it as text: it starts the file and is closed by a line “---”.",
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


def _not_possible(change: Change) -> Refused:
    return Refused(
        "This part of {name} takes no “{kind}”.",
        hint="Edit the file as text.",
        name=change.document.title,
        kind=change.kind.value,
    )
