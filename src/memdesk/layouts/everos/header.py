"""Headers as EverOS reads and dumps them: with PyYAML's safe loader and dumper, a block only at the very start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memdesk.layouts.everos.ids import EverosError
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE, read_in_text_mode
from memdesk.text.document import first_invalid_byte
from memdesk.text.front_matter import find_front_matter
from memdesk.text.sentence import say
from memdesk.text.yaml_values import BadFrontMatter, read_block

_LONE_CARRIAGE_RETURN = re.compile("\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file as EverOS parses it: the header's keys, and the body, which starts at `body_start` of the text."""

    header: Mapping[object, object]
    body: str
    body_start: int = 0


def parse_like_everos(text: str) -> Parsed:
    """Header and body. A block that is missing, not closed or no mapping is body. Raises `EverosError` for bad YAML."""
    found = find_front_matter(text)
    if found is None:
        return Parsed({}, text)
    try:
        block = found.block.of(text)
        content = read_block(block) if block.strip(PYTHON_WHITE_SPACE) else None
    except BadFrontMatter as error:
        raise EverosError(say("the header is not YAML: {error}", error=error)) from error
    if content is not None and not isinstance(content, dict):
        return Parsed({}, text)
    return Parsed(content or {}, text[found.span.end :], found.span.end)


def parse_in_place(text: str) -> Parsed:
    """As `parse_like_everos`, of a text as it lies on the disk: EverOS ends a line at a lone carriage return too.

    Positions are those of `text`. Raises `EverosError` for bad YAML.
    """
    return parse_like_everos(_LONE_CARRIAGE_RETURN.sub("\n", text))


def read_like_everos(text: str) -> str:
    """What EverOS gets of a file that it opens as text. Raises `EverosError` where the bytes are not UTF-8."""
    if first_invalid_byte(text) is not None:
        raise EverosError(say("the file is not UTF-8"))
    return read_in_text_mode(text)


def dump_like_everos(header: Mapping[object, object] | Mapping[str, object]) -> str:
    """The header as EverOS dumps it: empty without keys; comments, quotes and layout are its own."""
    import yaml

    if not header:
        return ""
    try:
        block: str = yaml.safe_dump(
            dict(header), sort_keys=False, allow_unicode=True, default_flow_style=False
        )
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise EverosError(say("the header cannot be written: {error}", error=error)) from error
    return f"---\n{block}---\n"
