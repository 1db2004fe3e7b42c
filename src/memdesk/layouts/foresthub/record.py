"""One record as ForestHub's engine reads and writes it, byte for byte (edge-agents go/v1.0.2, measured).

Our own edits never do this: they change one value and leave the rest of the record as it is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.text.document import BYTE_ORDER_MARK, readable
from memdesk.text.json_field import Member, NotRecord, Record, kind_of, read_record
from memdesk.text.json_string import write_string
from memdesk.text.json_text import unexpected

ID, LABEL, DESCRIPTION, CONTENT, CAP, TYPE = "id", "label", "description", "content", "maxSizeBytes", "type"
FIELDS = (CONTENT, DESCRIPTION, ID, LABEL, CAP, TYPE)
"""In the order in which the engine writes them."""

RECORD_TYPE = "MemoryFile"

_MOST_INT, _LEAST_INT = 2**63 - 1, -(2**63)
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_INVALID = re.compile("[\udc80-\udcff]")
_LOWER = str.maketrans({chr(code): chr(code + 32) for code in range(65, 91)} | {"\u017f": "s", "\u212a": "k"})
_BY_FOLDED_NAME = {name.lower(): name for name in FIELDS}
_GO_KINDS = {"text": "string", "list": "array", "true": "bool", "false": "bool"}


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """What a record says. `cap_bytes` None is no cap; 0 and less are caps that nothing fits."""

    id: str = ""
    label: str = ""
    description: str = ""
    content: str = ""
    cap_bytes: int | None = None
    type: str = RECORD_TYPE


class RecordError(ValueError):
    """The engine cannot read a record, in its words; a syntax error may be worded otherwise by another Go."""


class Said(NamedTuple):
    """A field of the engine's that a record has: which one, and whether it is the one that is read.

    A later one of the same name, in any case, takes the place of an earlier one; a text that is null does not.
    """

    name: str
    member: Member
    is_read: bool


def field_name(key: str) -> str:
    """The engine's field that a key means, empty for none: letters' case is ignored, as `encoding/json` folds it."""
    return _BY_FOLDED_NAME.get(key.translate(_LOWER), "")


def fields_of(record: Record) -> list[Said]:
    """The fields of a record that the engine knows, in their order."""
    named = [(name, member) for member in record.members if (name := field_name(member.key))]
    read: dict[str, Member] = {}
    for name, member in named:
        if name == CAP or name not in read or record.raw(member) != "null":
            read[name] = member
    return [Said(name, member, read[name] == member) for name, member in named]


def read_like_engine(text: str) -> MemoryFile:
    """What the engine takes from a file. Raises `NotJson` or `RecordError` where it refuses the file.

    Keys are matched in any case, unknown ones passed over; null leaves text as it was and takes a cap away; what is
    not UTF-8 becomes U+FFFD. A file with nothing but null is a record without an id.
    """
    if text.startswith(BYTE_ORDER_MARK):
        raise unexpected(text, 0, "looking for beginning of value")
    try:
        record = read_record(text)
    except NotRecord as error:
        if str(error) == "null":
            return MemoryFile(type="")
        kind = _GO_KINDS.get(str(error), str(error))
        raise RecordError(
            f"json: cannot unmarshal {kind} into Go value of type workflow.MemoryFile"
        ) from None
    texts, cap_bytes = dict.fromkeys(FIELDS, ""), None
    for name, member, _ in fields_of(record):
        raw = record.raw(member)
        if name == CAP:
            cap_bytes = _whole_number(raw)
        elif raw != "null":
            texts[name] = _text(record, member, name)
    return MemoryFile(texts[ID], texts[LABEL], texts[DESCRIPTION], texts[CONTENT], cap_bytes, texts[TYPE])


def _text(record: Record, member: Member, name: str) -> str:
    if not record.is_text(member):
        raise _wrong_kind(record.raw(member), name, "MemoryFileType" if name == TYPE else "string")
    return readable(record.said(member))


def _whole_number(raw: str) -> int | None:
    if raw == "null":
        return None
    number = int(raw) if _WHOLE.fullmatch(raw) else None
    if number is None or not _LEAST_INT <= number <= _MOST_INT:
        raise _wrong_kind(raw, CAP, "int")
    return number


def _wrong_kind(raw: str, name: str, wanted: str) -> RecordError:
    kind = kind_of(raw)
    given = f"number {raw}" if kind == "number" and name == CAP else _GO_KINDS.get(kind, kind)
    return RecordError(
        f"json: cannot unmarshal {given} into Go struct field MemoryFile.{name} of type {wanted}"
    )


def is_cap(raw: str) -> bool:
    """Whether the engine takes this value for a cap."""
    try:
        return _whole_number(raw) is not None
    except RecordError:
        return False


def write_like_engine(file: MemoryFile) -> str:
    """The text of the record that the engine writes: compact, without a line end, no key for a missing cap."""
    cap = f'"{CAP}":{file.cap_bytes},' if file.cap_bytes is not None else ""
    return (
        f'{{"{CONTENT}":{_written(file.content)},"{DESCRIPTION}":{_written(file.description)},'
        f'"{ID}":{_written(file.id)},"{LABEL}":{_written(file.label)},{cap}"{TYPE}":{_written(file.type)}}}'
    )


def _written(text: str) -> str:
    return _INVALID.sub(r"\\ufffd", write_string(text))
