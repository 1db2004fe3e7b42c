"""A fact: one Markdown file with a header of `key: value` lines between fences, and a body below it.

This is our own reading and writing, by the documents of such formats. It knows no YAML: a line that it does not
understand belongs to the field above it and stays as it is, and so does every byte that nobody edits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.shapes.go import trimmed
from memdesk.text.document import BYTE_ORDER_MARK, end_of_line, line_content, line_end_near, with_line_ends
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import say

HEADER_KEY = "\nheader"
BODY_KEY = "\nbody"
FENCE_KEY = "\n---"
"""Keys of the two parts of a fact, and of the lines around the first. No field is called so: none holds a line end."""

NAME_KEY = "name"
"""The field that says what the fact is called, which its file is called by too."""

_FENCE = "---"
_CLOSING = re.compile(r"^---(?:\r?\n|\Z)", re.MULTILINE)
_BOUNDS = say("It bounds the header")
_FIELD = re.compile(r"([ \t]*)([^\s:#\-\"'][^:\n]*):(?=[ \t\r\n]|$)[ \t]*")


class Field(NamedTuple):
    """A field of a header: its key, with that of its group before it, its lines, and its value on them."""

    key: str
    span: Span
    value: Span
    indent: str
    group: str


def _as_written(value: str, _before: str = "", _key: str = "") -> str:
    return value


class Notation(NamedTuple):
    """How the value of a field is written: what a written one `says` under its key, and how one is to be `written`.

    That depends on what is written there before, nothing for a field that is new, and on the key. In `is_yaml` a value
    may have several lines, and of equal keys the last one counts.
    """

    says: Callable[[str, str], str] = _as_written
    written: Callable[[str, str, str], str] = _as_written
    is_yaml: bool = False


class Header(NamedTuple):
    """A header with its fences. `fields` covers what stands between them, but for lines before the first field."""

    span: Span
    inner: Span
    fields: tuple[Field, ...]

    def find(self, key: str, occurrence: int = 0) -> Field | None:
        """The field with this key, or None."""
        same = [field for field in self.fields if field.key == key]
        return same[occurrence] if occurrence < len(same) else None

    def counting(self, key: str, notation: Notation) -> Field | None:
        """The one of several fields with this key that counts."""
        same = [field for field in self.fields if field.key == key]
        return same[-1 if notation.is_yaml else 0] if same else None

    def opens_group(self, field: Field) -> bool:
        """Whether other fields are nested in this one."""
        return not field.group and field.key in {other.group for other in self.fields}


def parse_header(text: str) -> Header | None:
    """The header of a fact; None where the text does not start with a fence, or has no second one."""
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    inner = end_of_line(text, start)
    if line_content(text[start:inner]) != _FENCE:
        return None
    closing = _CLOSING.search(text, inner)
    return _parsed(text[: closing.end()], Span(inner, closing.start())) if closing else None


@lru_cache(maxsize=4096)
def _parsed(head: str, inner: Span) -> Header:
    """The header that stands between its fences; remembered, since many ask for that of the same text."""
    return Header(Span(0, len(head)), inner, tuple(_fields(head, inner)))


def _fields(text: str, inner: Span) -> list[Field]:
    found: list[Field] = []
    group = ""
    at = inner.start
    while at < inner.end:
        end = end_of_line(text, at)
        line = None if found and _is_inside(text, found[-1], Span(at, end)) else _FIELD.match(text, at, end)
        if line and (group or not line[1] or not found):
            found.append(_field(text, line, end, group if line[1] else ""))
            if not line[1]:
                group = found[-1].key if not found[-1].value.of(text) else ""
        elif found:
            found[-1] = _continued(text, found[-1], Span(at, end))
        at = end
    return found


def _is_inside(text: str, field: Field, line: Span) -> bool:
    """Whether a line belongs to the block of lines that the value of `field` is."""
    if text[field.value.start : field.value.start + 1] not in ("|", ">"):
        return False
    content = line.of(text).strip("\r\n")
    return not content.strip(" \t") or len(content) - len(content.lstrip(" ")) > len(field.indent)


def _field(text: str, line: re.Match[str], end: int, group: str) -> Field:
    name = line[2].rstrip(" \t")
    rest = trimmed(text, Span(line.end(), end))
    value = rest if rest.start < rest.end else Span(line.end(), line.end())
    return Field(f"{group}.{name}" if group else name, Span(line.start(), end), value, line[1], group)


def _continued(text: str, field: Field, line: Span) -> Field:
    """`field` with a line more; its value ends at the last one that is neither blank nor a comment."""
    rest = trimmed(text, line)
    is_value = rest.start < rest.end and (text[rest.start] != "#" or _is_inside(text, field, line))
    value = Span(field.value.start, rest.end) if is_value else field.value
    return field._replace(span=Span(field.span.start, line.end), value=value)


def body_span(text: str, start: int) -> Span:
    """Where the body stands of a fact whose header ends at `start`: whole lines, without the white space around."""
    found = trimmed(text, Span(start, len(text)))
    if found.start == found.end:
        return Span(start, start)
    return Span(max(start, text.rfind("\n", start, found.start) + 1), found.end)


BARE = Notation()
"""Values stand as they are; nothing is quoted."""


def fact_outline(text: str, known: Sequence[str], notation: Notation = BARE) -> Outline:
    """A fact as its header with a node per field, and its body.

    Facts of the header: its fields. A field says `known` where it is one of `known`, and `role` where it is the name; a
    field that only opens a group is not edited itself.
    """
    header = parse_header(text)
    start = header.span.end if header else 0
    body = body_span(text, _after_mark(text) if not header else start)
    rest = Node(NodeKind.ENTRY, say("Body"), Span(start, len(text)), body, BODY_KEY)
    if header is None:
        return Outline((rest,))
    fields = _field_nodes(text, header, known, notation)
    first, last = fields[0].span.start if fields else header.inner.end, header.inner.end
    fences = [Span(0, first), Span(last, header.span.end)]
    opening, closing = (_fence_node(text, span, number) for number, span in enumerate(fences))
    facts = {field.key: notation.says(field.value.of(text), field.key) for field in header.fields}
    children = (opening, *fields, closing)
    head = Node(
        NodeKind.FRONT_MATTER,
        say("Header"),
        header.span,
        header.inner,
        HEADER_KEY,
        facts=facts,
        children=children,
    )
    return Outline((head, rest))


def _after_mark(text: str) -> int:
    return 1 if text.startswith(BYTE_ORDER_MARK) else 0


def _fence_node(text: str, span: Span, number: int) -> Node:
    line = Span(span.start, span.start + len(span.of(text).rstrip("\r\n")))
    return Node(NodeKind.LOOSE, _FENCE, span, line, FENCE_KEY, number, editable=False, why_not=_BOUNDS)


def _field_nodes(text: str, header: Header, known: Sequence[str], notation: Notation) -> list[Node]:
    seen: Counter[str] = Counter()
    groups = {field.group for field in header.fields}
    nodes = []
    for field in header.fields:
        opens = not field.group and field.key in groups
        written = field.value.of(text)
        said = notation.says(written, field.key)
        nodes.append(
            Node(
                NodeKind.FIELD,
                field.key,
                field.span,
                field.value,
                field.key,
                seen[field.key],
                editable=not opens,
                why_not=say("It only groups the fields below it") if opens else "",
                facts=_facts(field, known),
                value=None if said == written else said,
            )
        )
        seen[field.key] += 1
    return nodes


def _facts(field: Field, known: Sequence[str]) -> Mapping[str, str]:
    if field.key not in known:
        return {"known": "no"}
    return {"known": "yes", "role": "name"} if field.key == NAME_KEY else {"known": "yes"}


def fact_changes(text: str, change: Change, agent: str, notation: Notation = BARE) -> tuple[Edit, ...]:
    """The smallest edits of the text of a fact that make `change`: of a field, or of the body.

    Raises `Refused` with the reason, `NotFound` for a field that is not there.
    """
    if change.key == BODY_KEY:
        return _body_changes(text, change)
    header = parse_header(text)
    if change.key == FENCE_KEY and header:
        raise Refused("“{mark}” is not changed: it bounds the header.", mark=_FENCE)
    if change.key == HEADER_KEY and header:
        raise Refused("The header is not changed as a whole.", hint="Change its fields one by one.")
    if change.kind is ChangeKind.ADD:
        return (_added(text, header, change, notation),)
    field = header.find(change.key, change.occurrence) if header else None
    if header is None or field is None:
        raise NotFound("There is no field “{field}” in {name}.", field=change.key, name=change.document.title)
    if header.opens_group(field):
        raise Refused("“{field}” only groups the fields below it.", field=change.key)
    if change.kind is ChangeKind.SET_BODY:
        said = change.body if notation.is_yaml else one_line_value(change.body)
        return _set_value(text, field, said, notation)
    if change.kind is ChangeKind.REMOVE:
        return (replace(text, field.span, ""),)
    raise Refused(
        "The field “{field}” is neither moved nor renamed: {agent} finds its fields by name.",
        field=change.key,
        agent=agent,
    )


def one_line_value(value: str) -> str:
    """`value`, which must be one line. Raises `Refused`."""
    if "\n" in value or "\r" in value:
        raise Refused("A header field is one line.", hint="Write longer text into the body.")
    return value.strip(" \t")


def _set_value(text: str, field: Field, said: str, notation: Notation) -> tuple[Edit, ...]:
    if notation.says(field.value.of(text), field.key) == said:
        return ()
    value = notation.written(said, field.value.of(text), field.key)
    gap = "" if not value or text[field.value.start - 1] in " \t" else " "
    return (replace(text, field.value, gap + value),)


def _added(text: str, header: Header | None, change: Change, notation: Notation) -> Edit:
    said = change.body if notation.is_yaml else one_line_value(change.body)
    value, line_end = notation.written(said, "", change.key), line_end_near(text, 0)
    group, dot, name = change.key.rpartition(".")
    if not _FIELD.fullmatch(f"{name}:") or (group and not _FIELD.fullmatch(f"{group}:")):
        raise Refused("“{field}” cannot be the name of a field.", field=change.key)
    if header is None:
        lines = [f"{group}:", f"  {name}: {value}"] if group else [f"{name}: {value}"]
        block = line_end.join([_FENCE, *lines, _FENCE, "", ""])
        return Edit(_after_mark(text), "", block)
    if header.find(change.key):
        raise Refused("The field “{field}” is already there.", field=change.key)
    within = [field for field in header.fields if dot and field.key.startswith(f"{group}.")]
    if within:
        return Edit(within[-1].span.end, "", f"{within[-1].indent}{name}: {value}{line_end}")
    if dot and (opened := header.find(group)):
        return Edit(opened.span.end, "", f"  {name}: {value}{line_end}")
    line = f"{group}:{line_end}  {name}: {value}" if dot else f"{name}: {value}"
    return Edit(header.inner.end, "", f"{line}{line_end}")


def _body_changes(text: str, change: Change) -> tuple[Edit, ...]:
    if change.kind not in (ChangeKind.SET_BODY, ChangeKind.REMOVE):
        raise Refused("A fact has one body, which stays where it is.")
    header = parse_header(text)
    start = header.span.end if header else _after_mark(text)
    span, line_end = body_span(text, start), line_end_near(text, start)
    body = with_line_ends(change.body if change.kind is ChangeKind.SET_BODY else "", line_end).strip("\r\n")
    if span.start == span.end and body:
        gap = line_end if header and not text[start:].startswith(("\n", "\r\n")) else ""
        at = end_of_line(text, start) if header and not gap else start
        opening = "" if not header or text[start - 1] == "\n" else line_end
        edit = Edit(at, "", f"{opening}{gap}{body}{line_end}")
    else:
        edit = replace(text, span, body)
    if header is None and parse_header(edit.apply(text)) is not None:
        raise Refused(
            "A body without a header cannot begin with a line of three dashes and hold another one."
        )
    return (edit,) if edit.old != edit.new else ()


def moved_into(
    text: str, header: Header, field: Field, group: str, *, opens: bool = True
) -> tuple[Edit, ...]:
    """The edits that put a field behind the last one of `group`; where there is no such group, `opens` makes it."""
    inside = [other for other in header.fields if other.group == group]
    opened = header.find(group)
    at = inside[-1].span.end if inside else opened.span.end if opened else header.inner.end
    line_end = line_end_near(text, field.span.start)
    indent = inside[-1].indent if inside else "  "
    lines = field.span.of(text).rstrip("\r\n").replace("\n", f"\n{indent}")
    opening = f"{group}:{line_end}" if opens and not opened else ""
    return (replace(text, field.span, ""), Edit(at, "", f"{opening}{indent}{lines}{line_end}"))
