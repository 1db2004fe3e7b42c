"""Front matter: the YAML block between `---` lines at the start of a text. Found, read, and set one key at a time.

Nothing here writes a block anew: a key is set by editing its own lines, and what stands around it keeps its bytes,
comments and quotes included. YAML is read with PyYAML's safe loader, YAML 1.1: `NO` is false, `2026-06-01` a date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.errors import NotFound, Refused
from memdesk.text.document import BYTE_ORDER_MARK, line_end_near
from memdesk.text.edits import Edit, Span, replace

if TYPE_CHECKING:
    import yaml

DELIMITER = "---"

_OPENING = re.compile("---\r?\n")
_CLOSING = re.compile("^---(?=\r*(?:\n|\\Z))(?:\r?\n)?", re.MULTILINE)
_WIDEST = 1_000_000


class BadFrontMatter(ValueError):
    """A block that is not YAML. `line` counts from 0 in the block, None where nobody can tell."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message)


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


def read_block(block: str) -> object:
    """What YAML makes of a block, None for an empty one. Raises `BadFrontMatter`."""
    import yaml

    try:
        return yaml.safe_load(block)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else None
        raise BadFrontMatter(error.problem or "it is not YAML", line) from error
    # A date that is none, a key that cannot be one, a depth without end.
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise BadFrontMatter(str(error).partition("\n")[0]) from error


def read_mapping(text: str, found: FrontMatter | None) -> Mapping[object, object]:
    """The keys of a block; none where there is no block, or one that is no mapping. Raises `BadFrontMatter`."""
    content = read_block(found.block.of(text)) if found else None
    return content if isinstance(content, dict) else {}


def entries(text: str, found: FrontMatter) -> tuple[Entry, ...]:
    """The keys of a block in order, duplicates included; the lines of each reach to the next key or the end.

    None of a block that is no block mapping. Raises `BadFrontMatter`.
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


def scalar_text(value: object) -> str:
    """`value` as one line of YAML that reads back as itself: plain where that is safe, else quoted."""
    import yaml

    if not isinstance(value, str):
        return yaml.safe_dump(value, width=_WIDEST, default_flow_style=True).partition("\n")[0]
    if _is_plain(value):
        return value
    quoted = "'" + value.replace("'", "''") + "'"
    if value.isprintable() and _reads_as(quoted, value):
        return quoted
    dumped: str = yaml.safe_dump(value, default_style='"', allow_unicode=True, width=_WIDEST)
    return dumped.removesuffix("\n")


def _is_plain(value: str) -> bool:
    """Whether a text needs no quotes as the value of a key, nor as an item of a list."""
    return value.isprintable() and value[:1] != " " and _reads_as(value, value)


def _reads_as(written: str, value: str) -> bool:
    try:
        return read_block(f"k: {written}\n") == {"k": value} and read_block(f"- {written}\n") == [value]
    except BadFrontMatter:
        return False


def set_key(text: str, key: str, value: object, *, behind_mark: bool = False) -> tuple[Edit, ...]:
    """The edit that gives `key` a scalar `value`: its value alone is replaced, a missing key is added as a last line.

    Nothing to do where it has the value already. Raises `BadFrontMatter`, `NotFound` without a block, and `Refused`
    where the block is written so that the key's lines cannot be told from others.
    """
    found = find_front_matter(text, behind_mark=behind_mark)
    if found is None:
        raise NotFound("There is no header in which “{key}” could stand.", key=key)
    entry = find_key(text, found, key)
    if entry and entry.value == value and type(entry.value) is type(value):
        return ()
    edit = _added(text, found, key, value) if entry is None else _replaced(text, entry, value)
    _check(text, found, edit, key, value)
    return (edit,)


def _added(text: str, found: FrontMatter, key: str, value: object) -> Edit:
    line_end = line_end_near(text, found.span.start)
    return Edit(found.block.end, "", f"{key}: {scalar_text(value)}{line_end}")


def _replaced(text: str, entry: Entry, value: object) -> Edit:
    written = scalar_text(value)
    span = entry.written
    raw = span.of(text)
    if raw == "" and text[span.start - 1] not in " \t\r\n":
        written = f" {written}"
    # The value of a block scalar, or of a list below its key, reaches over its line end.
    tail = raw[len(raw.rstrip("\r\n")) :]
    return replace(text, Span(span.start, span.end - len(tail)), written)


def _check(text: str, found: FrontMatter, edit: Edit, key: str, value: object) -> None:
    """The block after the edit says what it said, and `value`: YAML has more ways to write than edits can foresee."""
    wanted = dict(read_mapping(text, found)) | {key: value}
    after = edit.apply(text)
    now = find_front_matter(after, behind_mark=True)
    if now is None or not _says(after, now, wanted):
        raise Refused(
            "“{key}” cannot be set without touching other lines of the header.",
            hint="Edit the header as text.",
            key=key,
        )


def _says(text: str, found: FrontMatter, wanted: Mapping[object, object]) -> bool:
    try:
        return repr(read_mapping(text, found)) == repr(wanted)
    except BadFrontMatter:
        return False
