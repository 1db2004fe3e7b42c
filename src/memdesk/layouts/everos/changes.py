"""Our own edits of EverOS's files: one entry, one section, one header value at a time; the rest keeps its bytes.

Ids, markers, owners, dates and counters are EverOS's: an entry is added with the next number, and counters follow it.
A removed entry leaves the counter alone, so that its number is never given to another.
"""

from __future__ import annotations

import posixpath
from datetime import datetime

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.header_nodes import FIELD_PREFIX, HEADER_KEY, PROFILE_LISTS
from memdesk.layouts.everos.home import SETTINGS_FILE
from memdesk.layouts.everos.kinds import PROFILE
from memdesk.layouts.everos.log_changes import change_log
from memdesk.layouts.everos.nodes import editable_node, not_possible
from memdesk.layouts.everos.profile_rows import change_row
from memdesk.layouts.everos.reading import kind_of, outline_of
from memdesk.layouts.everos.settings_nodes import is_settings, value_of
from memdesk.layouts.optional import Addition
from memdesk.layouts.shapes.additions import check_words, section_addition
from memdesk.layouts.shapes.section_file import section_changes
from memdesk.text.compare import edits_between
from memdesk.text.document import line_end_near, with_line_ends
from memdesk.text.edits import Edit, apply_all, replace
from memdesk.text.front_matter import find_front_matter, find_key, set_key
from memdesk.text.outline import PREAMBLE_KEY
from memdesk.text.toml_values import value_edit
from memdesk.text.yaml_values import BadFrontMatter, value_like


def changes_of(text: str, change: Change, now: datetime) -> tuple[Edit, ...]:
    """The edits of `text` that make `change`; `now` is the time in the root's zone.

    Raises `Refused` with the reason, `NotFound` for a node that is not there.
    """
    document = change.document
    kind = kind_of(document)
    try:
        if kind and kind.is_daily_log and not change.key.startswith(FIELD_PREFIX):
            return change_log(kind, text, change, now)
        if kind is PROFILE and (change.key.removeprefix(FIELD_PREFIX).partition("/")[0] in PROFILE_LISTS):
            return change_row(text, change)
        if change.key.startswith(FIELD_PREFIX):
            return _set_field(text, change)
        if is_settings(document) and change.key not in ("", PREAMBLE_KEY):
            return _set_setting(text, change)
        if kind is None and not document.path.endswith(".md"):
            return _set_whole(text, change)
        if kind is PROFILE or change.key == HEADER_KEY:
            editable_node(outline_of(document, text), change)
            raise not_possible(change)
        return _change_body(text, change)
    except BadFrontMatter as error:
        raise Refused(
            "The header of {name} is not YAML: {problem}.",
            hint="Correct it as text first.",
            name=document.title,
            problem=str(error),
        ) from error


def change_that_adds(text: str, document: Document, addition: Addition) -> Change:
    """The change that adds to a file; the name of an entry is its subject. Raises `Refused` with the reason."""
    kind = kind_of(document)
    if kind and kind.is_daily_log:
        kept = ("name",) if "Subject" in kind.sections and not addition.section else ()
        check_words(addition, "EverOS", "section", *kept)
        return Change(
            ChangeKind.ADD,
            document,
            addition.section,
            body=addition.text,
            title=addition.name,
            made=addition.made,
        )
    if kind is PROFILE:
        return _row_to_add(document, addition)
    if kind is None and not document.path.endswith(".md"):
        raise not_possible(Change(ChangeKind.ADD, document, ""))
    header = find_front_matter(text, behind_mark=True)
    return section_addition(text[header.span.end if header else 0 :], document, addition, "EverOS")


def _row_to_add(document: Document, addition: Addition) -> Change:
    """A row of a profile: a fact where no list is named; the type is its category or trait."""
    check_words(addition, "EverOS", "section", "type")
    name = addition.section.removeprefix(FIELD_PREFIX) or PROFILE_LISTS[0]
    if name not in PROFILE_LISTS:
        raise Refused(
            "A profile has no list “{name}”.",
            hint="Its lists are {lists}.",
            name=name,
            lists=" and ".join(PROFILE_LISTS),
        )
    return Change(ChangeKind.ADD, document, name, body=addition.text, title=addition.type)


def _set_setting(text: str, change: Change) -> tuple[Edit, ...]:
    node = editable_node(outline_of(change.document, text), change)
    value = value_of(text, node)
    if value is None:
        raise not_possible(change)
    if change.kind is ChangeKind.REMOVE:
        edit = replace(text, value.lines, "")
    elif change.kind is ChangeKind.SET_BODY:
        if change.body == node.body_text(text):
            return ()
        edit = value_edit(text, value, change.body)
    else:
        raise not_possible(change)
    _check_settings(change.document, apply_all(text, (edit,)))
    return (edit,)


def _set_whole(text: str, change: Change) -> tuple[Edit, ...]:
    if change.kind is not ChangeKind.SET_BODY:
        raise not_possible(change)
    if change.key not in ("", PREAMBLE_KEY):
        raise NotFound("There is no “{key}” in {name}.", key=change.key, name=change.document.title)
    body = with_line_ends(change.body, line_end_near(text, 0))
    _check_settings(change.document, body)
    return tuple(edits_between(text, body))


def _check_settings(document: Document, text: str) -> None:
    """Settings that EverOS could not read are not written. Raises `Refused`."""
    if problem := toml_problem(document.path, text):
        raise Refused(
            "EverOS would refuse {name}: {problem}.",
            hint="It would go on with the settings it has, so correct this first.",
            name=document.title,
            problem=problem,
        )


def toml_problem(path: str, text: str) -> str:
    """What keeps EverOS from reading its settings, of a text at `path`; empty where nothing does."""
    from memdesk.text.toml_values import read_toml

    if not path.endswith(".toml"):
        return ""
    try:
        settings = read_toml(text)
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
    found = section_changes(text[start:], change, "EverOS")
    edits = tuple(_below_header(text, start, edit._replace(start=edit.start + start)) for edit in found)
    now = find_front_matter(apply_all(text, edits), behind_mark=True)
    if (now and now.block) != (header and header.block):
        raise Refused(
            "{name} would have another header then: a line “---” opens or closes one.",
            hint="Correct the header as text first, or write the line in another way.",
            name=change.document.title,
        )
    return edits


def _below_header(text: str, start: int, edit: Edit) -> Edit:
    """An edit that puts something right behind a header whose last line has no end, on a line of its own."""
    if edit.start == start and edit.new and start and text[start - 1] != "\n":
        return edit._replace(new=line_end_near(text, 0) + edit.new)
    return edit


def _set_field(text: str, change: Change) -> tuple[Edit, ...]:
    key = change.key.removeprefix(FIELD_PREFIX)
    node = editable_node(outline_of(change.document, text), change)
    if change.kind is not ChangeKind.SET_BODY:
        raise not_possible(change)
    if change.body == node.body_text(text):
        return ()
    header = find_front_matter(text, behind_mark=True)
    entry = find_key(text, header, key) if header else None
    if entry is None or entry.written != node.body:
        raise Refused(
            "A later “{key}” takes the place of this one.", hint="Edit the header as text.", key=key
        )
    return set_key(text, key, _typed(key, entry.value, change.body), behind_mark=True)


def _typed(key: str, present: object, body: str) -> object:
    """What a header value says: a score is a number, a date stays one, everything else is the text that was typed."""
    if key not in ("confidence", "maturity_score"):
        return value_like(present, body)
    try:
        return float(body)
    except ValueError as error:
        raise Refused(
            "“{key}” is a number from 0 to 1, not “{body}”.", hint="Type a number.", key=key, body=body
        ) from error
