"""A header as Claude Code itself reads it: YAML, and what is none mended as well as it goes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from memdesk.layouts.shapes import yaml_fields
from memdesk.layouts.shapes.core_yaml import read_core
from memdesk.text.yaml_values import BadFrontMatter

HEADER = re.compile(r"---[ \t]*\r?\n((?:.*\n)*?)---[ \t]*(?:\r?\n|\Z)")
"""A header at the start of a text; group 1 is what stands between its fences."""

PLAIN_KEYS = ("name", "description")
"""What is read as it stands on its line, where YAML would take ` #` for the start of a comment."""

_LINE = re.compile(r"(?m)^([A-Za-z_][\w-]*):[ \t]+(?![\"'])(.*?\S)[ \t\r]*$")
_PLAIN_LINE = re.compile(r"(?m)^(name|description):[ \t]*(.*?)[ \t\r]*$")
_INDENTED_LINE = re.compile(r"(?m)^[ \t]*(name|description):[ \t]*(.*?)[ \t\r]*$")
_SPECIAL = re.compile(r"[\[\]{}*&#!|>%@`]|: |:$")
_WRITTEN_OTHERWISE = re.compile(r"[\"']|[|>][-+0-9]*\s*$")


class Header(dict[str, object]):
    """What the program makes of a header; `block` is what it could read, None where nothing could be mended.

    `is_yaml` tells that this is the header as it stands, with keys or blank.
    """

    block: str | None = None
    is_yaml: bool = False


@lru_cache(maxsize=4096)
def read_header(block: str) -> Header:
    """What the program makes of what stands between the fences; it is shared, so look at it only."""
    header = Header()
    for read_as in (str, _mended):
        written = read_as(block)
        try:
            read = read_core(written)
        except BadFrontMatter:
            continue
        header.block, header.is_yaml = written, written == block and (read is None or isinstance(read, dict))
        header.update({str(key): value for key, value in read.items()} if isinstance(read, dict) else {})
        break
    return header


def plain_texts(block: str) -> Mapping[str, str]:
    """Name and description where they are taken as they stand on their lines, the last of each."""
    read = read_header(block)
    lines = dict(_PLAIN_LINE.findall(block))
    if not lines and read.block is None:
        lines = dict(_INDENTED_LINE.findall(block))
    return {key: line for key, line in lines.items() if is_plain(line, read.get(key))}


def said(value: str, key: str = "") -> str:
    """What the written value of a field says: name and description as they stand, where others may have a comment."""
    is_line = key in PLAIN_KEYS and value and "\n" not in value and not _WRITTEN_OTHERWISE.match(value)
    return value if is_line else yaml_fields.said(value)


def written_like(value: str, before: str, key: str) -> str:
    """How the value of a field is written in the place of another one; what may look like a comment is none there."""
    return yaml_fields.written(value, before if said(before) == said(before, key) else "")


def is_plain(line: str, read: object) -> bool:
    """Whether the rest of the line of a key is its text, of which YAML has `read` something."""
    if not line or _WRITTEN_OTHERWISE.match(line):
        return False
    # A text that goes on in the next line is longer than its first.
    return not isinstance(read, str) or line.startswith(read)


def _mended(block: str) -> str:
    """A header in which each value on the line of its key, with signs that YAML takes for more, stands in quotes."""
    return _LINE.sub(_in_quotes, block)


def _in_quotes(line: re.Match[str]) -> str:
    if not _SPECIAL.search(line[2]):
        return line[0]
    value = line[2].replace("\\", "\\\\").replace('"', '\\"')
    return f'{line[1]}: "{value}"'
