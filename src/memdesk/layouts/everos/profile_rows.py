"""The rows of `user.md`: items of two lists in its header, changed by editing their lines."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.everos.header_nodes import FIELD_PREFIX, items_of
from memdesk.layouts.everos.nodes import editable_node, not_possible, shifted
from memdesk.layouts.everos.reading import outline_of
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE
from memdesk.text.compare import edits_between
from memdesk.text.document import line_end_near, with_line_ends
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.front_matter import find_front_matter, find_key, read_mapping
from memdesk.text.outline import Node
from memdesk.text.yaml_values import BadFrontMatter, scalar_text


def change_row(text: str, change: Change) -> tuple[Edit, ...]:
    """The edits of user.md that make `change` of a row. Raises `Refused`, `NotFound`."""
    name = change.key.removeprefix(FIELD_PREFIX).partition("/")[0]
    if change.kind is ChangeKind.ADD:
        edits = _add_item(text, name, change)
    else:
        edits = _change_item(text, name, editable_node(outline_of(change.document, text), change), change)
    _check_header(text, edits, name)
    return edits


def _change_item(text: str, name: str, node: Node, change: Change) -> tuple[Edit, ...]:
    header = find_front_matter(text, behind_mark=True)
    entry = find_key(text, header, name) if header else None
    items = items_of(text, entry) if entry else []
    places = [number for number, (lines, _) in enumerate(items) if lines.start <= node.body.start < lines.end]
    if not places:
        raise Refused(
            "A later “{key}” takes the place of this one.", hint="Edit the header as text.", key=name
        )
    place = places[0]
    lines = items[place][0]
    if change.kind is ChangeKind.SET_BODY:
        body = with_line_ends(change.body, "\n")
        return (
            () if body == node.body_text(text) else (replace(text, node.body, _one_line(text, node, body)),)
        )
    if change.kind is ChangeKind.REMOVE:
        if len(items) > 1 or entry is None:
            return (replace(text, lines, ""),)
        colon = text.index(":", entry.lines.start)
        return Edit(colon + 1, "", " []"), replace(text, lines, "")
    if change.kind is ChangeKind.MOVE:
        order = [number for number in range(len(items)) if number != place]
        order.insert(change.index, place)
        spans = [span for span, _ in items]
        moved = "".join(spans[number].of(text) for number in order)
        whole = Span(spans[0].start, spans[-1].end)
        return tuple(shifted(whole.start, edits_between(whole.of(text), moved)))
    raise not_possible(change)


def _one_line(text: str, node: Node, body: str) -> str:
    """`body` as YAML in place of a value; one that ended its line keeps that."""
    raw = node.body.of(text)
    tail = raw[len(raw.rstrip("\r\n")) :]
    return scalar_text(body) + tail


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
