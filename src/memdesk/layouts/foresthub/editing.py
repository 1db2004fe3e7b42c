"""What people change in a record: one value is spliced, every other byte stays, unknown fields and escapes too."""

from __future__ import annotations

import posixpath

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document
from memdesk.layouts.foresthub.engine import is_label
from memdesk.layouts.foresthub.fields import LOCKED, UNKNOWN, describe
from memdesk.layouts.foresthub.folder import SUFFIX, is_plain
from memdesk.layouts.foresthub.record import (
    CAP,
    CONTENT,
    FIELDS,
    ID,
    LABEL,
    MemoryFile,
    field_name,
    fields_of,
    is_cap,
    write_like_engine,
)
from memdesk.layouts.foresthub.workflow import find_workflow
from memdesk.layouts.shapes.json_record import member_to_change, record_to_change
from memdesk.layouts.view import View
from memdesk.text.document import LineEnds, line_ends, trim, with_line_ends
from memdesk.text.edits import Edit, apply_all
from memdesk.text.json_field import Member, Record, insert, move, read_record, remove, set_raw, set_text
from memdesk.text.json_string import write_string
from memdesk.text.json_text import NotJson


def edits_of(view: View, text: str, change: Change) -> tuple[Edit, ...]:
    """The edits of a record that make `change`. An empty file becomes a record first.

    To set the cap to nothing takes it away. What is added without a key, or to the content, becomes lines of the
    content, so that what the engine appends next starts a line of its own.

    Raises:
        Refused: the engine would refuse or drop it, or the field is not one to edit.
        NotFound: there is no such field.
    """
    if not text and change.kind in (ChangeKind.SET_BODY, ChangeKind.ADD):
        fresh = write_like_engine(_new_file(view, change.document))
        return (Edit(0, "", apply_all(fresh, _edits(read_record(fresh), change))),)
    return _edits(record_to_change(text, change), change)


def content_of(text: str) -> str:
    """The content that the engine reads in a record, as it is written; empty where there is none."""
    return _content(read_record(text))


def content_edits(text: str, content: str) -> tuple[Edit, ...]:
    """The edits that make a record have this content, to the character."""
    return _set_said(read_record(text), CONTENT, content)


def _new_file(view: View, document: Document) -> MemoryFile:
    """A record for a file that is not there: as the workflow declares it, else named by its file."""
    uid = posixpath.basename(document.path).removesuffix(SUFFIX)
    workflow = find_workflow(view, document.root)
    declared = workflow.declared(uid) if workflow is not None else None
    return declared or MemoryFile(id=uid, label=uid if is_label(uid) else "memory")


def _edits(record: Record, change: Change) -> tuple[Edit, ...]:
    if change.kind is ChangeKind.ADD and change.key in ("", CONTENT):
        return _set_content(record, _with_lines(_content(record), change.body))
    if change.kind in (ChangeKind.ADD, ChangeKind.SET_BODY):
        return _set(record, change)
    if change.kind is ChangeKind.MOVE:
        return move(record, member_to_change(record, change, describe), change.index)
    if change.kind is ChangeKind.REMOVE:
        member = member_to_change(record, change, describe)
        if change.key in LOCKED and not change.occurrence:
            raise Refused("{why}.", why=LOCKED[change.key])
        return (remove(record, member),)
    raise Refused("ForestHub finds a field by its name, so “{key}” keeps it.", key=change.key)


def _set(record: Record, change: Change) -> tuple[Edit, ...]:
    name, body = field_name(change.key), change.body
    if change.unlocked and (not name or name in LOCKED or change.occurrence):
        if name == ID and not (body and is_plain(body)):
            raise Refused(
                "“{id}” is no id: ForestHub names a file in the folder by it, so it has no slash and is not too long.",
                id=body,
            )
        return _set_as_written(record, member_to_change(record, change, describe), body)
    if not name:
        raise Refused("{why}.", why=UNKNOWN)
    if name in LOCKED or change.occurrence:
        member = member_to_change(record, change, describe)
        raise Refused("{why}.", why=describe(record)[record.members.index(member)].why_not)
    if change.kind is ChangeKind.ADD and _read_member(record, name):
        raise Refused("{name} has a “{key}” already.", name=change.document.title, key=name)
    if name == CONTENT:
        return _set_content(record, body)
    if name == LABEL and not is_label(body):
        raise Refused(
            "“{label}” is no label: ForestHub takes up to 64 letters, digits, “_”, “.” and “-”, and begins with none of"
            " the last two.",
            label=body,
        )
    return _set_cap(record, trim(body)) if name == CAP else _set_said(record, name, body)


def _set_as_written(record: Record, member: Member, body: str) -> tuple[Edit, ...]:
    """A field that is not ForestHub's to read, or its own, set on purpose: text says `body`, other values are it."""
    if record.is_text(member):
        return set_text(record, member, body)
    try:
        return set_raw(record, member, body)
    except NotJson as error:
        raise Refused(
            "“{value}” is no JSON value: {problem}.",
            hint="Write it as JSON has it.",
            value=body,
            problem=str(error),
        ) from error


def _set_cap(record: Record, raw: str) -> tuple[Edit, ...]:
    member = _read_member(record, CAP)
    if not raw and member:
        # Where the engine passes over another one, it would read that then.
        is_doubled = sum(said.name == CAP for said in fields_of(record)) > 1
        return set_raw(record, member, "null") if is_doubled else (remove(record, member),)
    if not raw:
        return ()
    if not is_cap(raw):
        raise Refused("“{cap}” is no cap: ForestHub takes a whole number of bytes.", cap=raw)
    return set_raw(record, member, raw) if member else (_inserted(record, CAP, raw),)


def _set_content(record: Record, body: str) -> tuple[Edit, ...]:
    """Content with CRLF line ends gets more of them, whatever the editor gives."""
    has_crlf = line_ends(_content(record)) is LineEnds.CRLF
    return _set_said(record, CONTENT, with_line_ends(body, "\r\n") if has_crlf else body)


def _set_said(record: Record, name: str, text: str) -> tuple[Edit, ...]:
    member = _read_member(record, name)
    return set_text(record, member, text) if member else (_inserted(record, name, write_string(text)),)


def _read_member(record: Record, name: str) -> Member | None:
    """The field of this name that the engine reads."""
    return next((said.member for said in fields_of(record) if said.name == name and said.is_read), None)


def _content(record: Record) -> str:
    member = _read_member(record, CONTENT)
    return record.said(member) if member and record.is_text(member) else ""


def _inserted(record: Record, name: str, raw: str) -> Edit:
    """A new field, where the engine has it: before the first one that follows in its order."""
    behind = FIELDS[FIELDS.index(name) + 1 :]
    places = (place for place, member in enumerate(record.members) if field_name(member.key) in behind)
    return insert(record, name, raw, next(places, None))


def _with_lines(content: str, added: str) -> str:
    """`content` with `added` on lines of their own at its end."""
    line_end = "\r\n" if line_ends(content) is LineEnds.CRLF else "\n"
    first = content if not content or content.endswith("\n") else content + line_end
    return first + (added if added.endswith("\n") else added + line_end)
