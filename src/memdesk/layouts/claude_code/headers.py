"""A header as Claude Code itself reads it: YAML, and what is none mended as well as it goes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memdesk.layouts.shapes.core_yaml import read_core
from memdesk.text.yaml_values import BadFrontMatter

HEADER = re.compile(r"---[ \t]*\r?\n((?:.*\n)*?)---[ \t]*(?:\r?\n|\Z)")
"""A header at the start of a text; group 1 is what stands between its fences."""

_PLAIN = re.compile(r"(?m)^([A-Za-z_][\w-]*):[ \t]+(?![\"'])(.*\S)[ \t]*$")
_SPECIAL = re.compile(r"[\[\]{}*&#!|>%@`]|: |:$")


def read_header(block: str) -> Mapping[str, object]:
    """What the program makes of a header: nothing where it cannot be mended."""
    for written in (block, _mended(block)):
        try:
            read = read_core(written)
        except BadFrontMatter:
            continue
        return {str(key): value for key, value in read.items()} if isinstance(read, dict) else {}
    return {}


def _mended(block: str) -> str:
    """A header in which each value on the line of its key, with signs that YAML takes for more, stands in quotes."""
    return _PLAIN.sub(_quoted_value, block.replace("\r\n", "\n"))


def _quoted_value(line: re.Match[str]) -> str:
    return f"{line[1]}: {quoted(line[2])}" if _SPECIAL.search(line[2]) else line[0]


def quoted(value: str) -> str:
    """`value` in double quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
