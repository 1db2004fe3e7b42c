"""Front matter: the YAML block between `---` lines at the start of a text. Found, read, and set one key at a time.

Nothing here writes a block anew: a key is set by editing its own lines, and what stands around it keeps its bytes,
comments and quotes included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from memdesk.errors import NotFound, Refused
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.yaml_values import BadFrontMatter, read_block, scalar_like, scalar_text

if TYPE_CHECKING:
    import yaml

_OPENING = re.compile("---\r?\n")
_CLOSING = re.compile("^---(?=\r*(?:\n|\\Z))(?:\r?\n)?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Where a block stands: all of it with both delimiter lines, and the YAML between them."""

    span: Span
    block: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a block: the lines it owns, its value as written, and what YAML makes of that."""

    key: object
    lines: Span
    written: Span
    value: object
    node: yaml.Node


def find_front_matter(text: str, *, behind_mark: bool = False) -> FrontMatter | None:
    """The block at the very start of `text`; with `behind_mark` also behind a byte order mark.

    The closing line is the first that is exactly `---`. None where either delimiter is missing.
    """
    start = 1 if behind_mark and text.startswith(BYTE_ORDER_MARK) else 0
    opening = _OPENING.match(text, start)
    closing = opening and _CLOSING.search(text, opening.end())
    if not opening or not closing:
        return None
    return FrontMatter(Span(start, closing.end()), Span(opening.end(), closing.start()))


def read_mapping(text: str, found: FrontMatter | None) -> Mapping[object, object]:
    """The keys of a block; none where there is no block, or one that is no mapping. Raises `BadFrontMatter`."""
    content = read_block(found.block.of(text)) if found else None
    return content if isinstance(content, dict) else {}


@lru_cache(maxsize=4)
def entries(text: str, found: FrontMatter) -> tuple[Entry, ...]:
    """The keys of a block in order, duplicates included; the lines of each reach to the next key or the end.

    None of a block that is no block mapping. Remembered, as `read_block` is. Raises `BadFrontMatter`.
    """
    import yaml

    block = found.block.of(text)
    read_block(block)
    root = yaml.compose(block, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return ()
    starts = [block.rfind("\n", 0, key.start_mark.index) + 1 for key, _ in root.value]
    result = []
    for (key, node), start, end in zip(root.value, starts, [*starts[1:], len(block)], strict=True):
        first, last = found.block.start + start, found.block.start + end
        written = Span(found.block.start + node.start_mark.index, found.block.start + node.end_mark.index)
        loader = yaml.SafeLoader("")
        result.append(
            Entry(
                loader.construct_document(key),
                Span(first, last),
                written,
                loader.construct_document(node),
                node,
            )
        )
    return tuple(result)


def find_key(text: str, found: FrontMatter, key: str) -> Entry | None:
    """The key that counts: of duplicates the last one, as YAML has it."""
    return next((entry for entry in reversed(entries(text, found)) if entry.key == key), None)


def set_key(text: str, key: str, value: object, *, behind_mark: bool = False) -> tuple[Edit, ...]:
    """The edit that gives `key` a scalar `value`: its value alone is replaced, a missing key is added as a last line.

    Quotes stay quotes and a block of lines stays one, where the value can be written so. Nothing to do where it has the
    value already. Raises `BadFrontMatter`, `NotFound` without a block, and `Refused` where the block is written so that
    the key's lines cannot be told from others.
    """
    found = _block_of(text, key, behind_mark=behind_mark)
    entry = find_key(text, found, key)
    if entry and entry.value == value and type(entry.value) is type(value):
        return ()
    for edit in _replaced(text, entry, value) if entry else _added(text, found, key, value):
        if _is_set(text, found, (edit,), key, value):
            return (edit,)
    raise _entangled(key)


def set_items(text: str, key: str, items: Sequence[str], *, behind_mark: bool = False) -> tuple[Edit, ...]:
    """The edits that make `key`, which has a list of scalars, a list of what `items` say; other items keep their bytes.

    Raises as `set_key` does, and `Refused` for an item that is no number in a list of numbers.
    """
    from memdesk.text.yaml_lists import list_edits, values_like

    found = _block_of(text, key, behind_mark=behind_mark)
    entry = find_key(text, found, key)
    if entry is None or not isinstance(entry.value, list):
        raise NotFound("There is no list “{key}” in the header.", key=key)
    wanted = values_like(entry.value, items)
    edits = list_edits(text, entry, wanted)
    if not _is_set(text, found, edits, key, wanted):
        raise _entangled(key)
    return edits


def _block_of(text: str, key: str, *, behind_mark: bool) -> FrontMatter:
    found = find_front_matter(text, behind_mark=behind_mark)
    if found is None:
        raise NotFound("There is no header in which “{key}” could stand.", key=key)
    return found


def _added(text: str, found: FrontMatter, key: str, value: object) -> Iterator[Edit]:
    line_end = line_end_near(text, found.span.start)
    yield Edit(found.block.end, "", f"{key}: {scalar_text(value)}{line_end}")


def _replaced(text: str, entry: Entry, value: object) -> Iterator[Edit]:
    """Ways to write another value, the one most like the present one first."""
    span = entry.written
    raw = span.of(text)
    # The value of a block scalar, or of a list below its key, reaches over its line end.
    tail = raw[len(raw.rstrip("\r\n")) :]
    for written in (scalar_like(raw, value), scalar_text(value)):
        gap = " " if raw == "" and text[span.start - 1] not in " \t\r\n" else ""
        yield replace(text, Span(span.start, span.end - len(tail)), gap + written)


def _is_set(text: str, found: FrontMatter, edits: Sequence[Edit], key: str, value: object) -> bool:
    """Whether the block after `edits` says what it said, and `value`: YAML has more ways to write than one foresees."""
    wanted = dict(read_mapping(text, found)) | {key: value}
    after = apply_all(text, edits)
    now = find_front_matter(after, behind_mark=True)
    try:
        return now is not None and repr(read_mapping(after, now)) == repr(wanted)
    except BadFrontMatter:
        return False


def _entangled(key: str) -> Refused:
    return Refused(
        "“{key}” cannot be set without touching other lines of the header.",
        hint="Edit the header as text.",
        key=key,
    )
