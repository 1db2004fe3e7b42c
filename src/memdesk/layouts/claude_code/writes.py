"""Claude Code's own Write and Edit: line ends, the header that it writes anew, what it tells the model of an index."""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.layouts.claude_code.headers import HEADER, plain_texts, read_header
from memdesk.layouts.contract import Operation
from memdesk.layouts.shapes.core_yaml import dumped
from memdesk.layouts.shapes.fact_store import kebab
from memdesk.text.document import first_invalid_byte, utf16_length

WRITE, EDIT = "write", "edit"
"""Operations: a whole text as `body`; the old words as `key` and the new ones as `body`."""
ANY_SESSION = "00000000-0000-0000-0000-000000000000"
"""A stand-in for the id of a session that is to come."""

_BLANK_LINES = re.compile(r"\A(?:[ \t]*\r?\n)+")

_NEAR = 0.8


class Stamps(NamedTuple):
    """What the program stamps a fact with: its session, and the time."""

    session: str
    now: str


def rewritten(text: str, stamps: Stamps | None = None) -> str:
    """A text with its header as the program writes it; without `stamps` those that are there stay.

    A text without a header stays as it is, and so does one behind a byte order mark.
    """
    found = HEADER.match(text)
    if found is None:
        return text
    read, plain = read_header(found[1]), plain_texts(found[1])
    name, description = (plain.get(key, read.get(key)) for key in ("name", "description"))
    inner = read.get("metadata")
    own = {key: value for key, value in read.items() if key not in ("name", "description", "metadata")}
    below = {str(key): value for key, value in inner.items()} if isinstance(inner, dict) else {}
    metadata: dict[str, object] = {"node_type": "memory", **own, **below}
    metadata = {key: value for key, value in metadata.items() if value is not None}
    if stamps is not None:
        metadata = {**metadata, "originSessionId": metadata.get("originSessionId", stamps.session)}
        metadata["modified"] = stamps.now
    written: dict[str, object] = {"name": kebab(name if isinstance(name, str) else "")}
    written |= {"description": description} if description is not None else {}
    body = _BLANK_LINES.sub("", text[found.end() :])
    return f"---\n{dumped({**written, 'metadata': metadata})}---\n\n{body}"


class Written(NamedTuple):
    """A text as a tool of the program leaves it, or why it refuses."""

    text: str | None
    error: str = ""


def tool_writes(before: str | None, operation: Operation, stamps: Stamps | None) -> Written:
    """What Write or Edit makes of a file; with `stamps` a header is written anew.

    Edit makes all line ends those that most lines have; Write takes the text as it is given.
    """
    if operation.name == WRITE:
        return Written(rewritten(operation.body, stamps) if stamps else operation.body)
    text = (before or "").replace("\r\n", "\n")
    if first_invalid_byte(text) is not None:
        return Written(None, "not valid UTF-8")
    if text.count(operation.key) != 1:
        return Written(None, f"old words found {'more than once' if operation.key in text else 'nowhere'}")
    text = text.replace(operation.key, operation.body)
    text = rewritten(text, stamps) if stamps else text
    pairs = (before or "").count("\r\n")
    is_crlf = pairs > (before or "").count("\n") - pairs
    return Written(text.replace("\n", "\r\n") if is_crlf else text)


class Notice(NamedTuple):
    """What the program tells the model about an index that it has written: to shorten it, now or soon."""

    is_over: bool
    cap: str
    goal: str


def index_notice(text: str, most_lines: int, most_units: int) -> Notice | None:
    """What the model is told of an index of this text; None where nothing is."""
    lines, units = text.count("\n") + (not text.endswith("\n")), utf16_length(text)
    of_lines = f"{most_lines}-line", f"{most_lines * 7 // 10} lines"
    of_units = _in_kb(most_units), _in_kb(most_units * 0.7)
    is_over = lines > most_lines or units > most_units
    if lines > most_lines or (not is_over and lines >= most_lines * _NEAR):
        return Notice(is_over, *of_lines)
    return Notice(is_over, *of_units) if units > most_units * (1 if is_over else _NEAR) else None


def _in_kb(units: float) -> str:
    return f"{units / 1024:.1f}KB"
