"""How OK's own program reads and writes names, notes, facts and their index (v1.0.0, measured).

It differs from its published page in places, and it loses text; our own edits never call it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memdesk.layouts.ok.limits import MEASURED, Limits
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.go_text import in_byte_order, lower, one_line
from memdesk.text.document import BYTE_ORDER_MARK, decode, encode, trim
from memdesk.text.edits import Span

TYPES = ("user", "feedback", "project", "reference")
DEFAULT_TYPE = "project"
NOTES_HEADING = "## Notes"
INDEX_HEADER = "# Memory"
FREEZE_MARK = "--- freeze:"

NEW_DOCUMENT = "# Project memory"
_HASH_CHARS = 16
_NOT_IN_SLUGS = re.compile("[^a-z0-9]+")
_LINK = re.compile(r"\]\(([^)]+)\.md\)")
_FENCE = "---"


def fact_slug(name: str) -> str:
    """The file stem of a fact: lower case, every run of other characters than `a-z0-9` one dash; may be empty."""
    return _NOT_IN_SLUGS.sub("-", lower(trim(name))).strip("-")


def path_slug(path: str) -> str:
    """The folder name of a project: each separator and colon a dash, nothing else changed."""
    return re.sub(r"[/\\:]", "-", path)


def fact_type(text: str) -> str:
    """The type that `text` names, `project` where it names none."""
    known = lower(trim(text))
    return known if known in TYPES else DEFAULT_TYPE


# Facts


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as OK's program holds it."""

    name: str
    description: str = ""
    type: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The keys that OK reads from a fact file, and all that follows them."""

    keys: Mapping[str, str]
    body: str


def normalized(text: str) -> str:
    """`text` as OK reads a file: CR LF as LF, then without a byte order mark."""
    return text.replace("\r\n", "\n").removeprefix(BYTE_ORDER_MARK)


def read_front_matter(text: str) -> FrontMatter:
    """Keys and body of a text. Without a fence at its very start, or without an end, all of it is body.

    A carriage return alone ends the line of the first fence too. A line that begins with the fence but goes on does not
    end the block; what stands before it is not scanned, and what stands on it behind the dashes is.
    """
    rest = text.removeprefix(_FENCE)
    if rest == text or not rest.startswith(("\n", "\r")):
        return FrontMatter({}, text)
    if rest.startswith("\r"):
        # Only here OK steps over the line feed: a second fence right below such a line is not seen.
        rest = rest[1:].removeprefix("\n")
    while True:
        block, fence, rest = rest.partition(f"\n{_FENCE}")
        if not fence:
            return FrontMatter({}, text)
        if not rest:
            return FrontMatter(_keys(block), "")
        rest = rest.removeprefix("\r")
        if rest.startswith("\n"):
            return FrontMatter(_keys(block), rest[1:])


def _keys(block: str) -> dict[str, str]:
    """Each trimmed line split at its first colon, nesting ignored; empty values set nothing, later lines win."""
    found: dict[str, str] = {}
    for line in block.split("\n"):
        key, colon, value = trim(line).partition(":")
        value = trim(value).strip("\"'")
        if colon and value:
            found[lower(trim(key))] = value
    return found


def read_fact(text: str, stem: str) -> Fact:
    """The fact in a file; every text is one. Its name is what the header says, else the file stem."""
    front = read_front_matter(normalized(text))
    keys = front.keys
    return Fact(
        keys.get("name", stem), keys.get("description", ""), fact_type(keys.get("type", "")), trim(front.body)
    )


def render_fact(fact: Fact) -> str:
    """The file that OK writes for a fact. Nothing is quoted or escaped."""
    return (
        f"{_FENCE}\nname: {fact_slug(fact.name)}\ndescription: {one_line(fact.description)}\n"
        f"metadata:\n  type: {fact_type(fact.type)}\n{_FENCE}\n\n{trim(fact.body)}\n"
    )


# The index of a store


@dataclass(frozen=True, slots=True)
class Index:
    """The managed lines of an index by their key: above the freeze mark, and below it."""

    frozen: Mapping[str, str] = field(default_factory=dict)
    unfrozen: Mapping[str, str] = field(default_factory=dict)

    def with_line(self, key: str, line: str) -> Index:
        """This index with the line of a fact, in the part that knows its key."""
        if key in self.frozen:
            return Index({**self.frozen, key: line}, self.unfrozen)
        return Index(self.frozen, {**self.unfrozen, key: line})


def index_line(fact: Fact) -> str:
    """The line by which an index names a fact."""
    slug = fact_slug(fact.name)
    return f"- [{slug}]({slug}.md) — {one_line(fact.description)}"


def line_key(line: str) -> str | None:
    """The key of a managed line, the target of its first link to a Markdown file; None for any other line."""
    found = _LINK.search(line)
    return found[1] if found else None


def is_freeze_line(line: str) -> bool:
    """Whether a line of an index parts what is frozen from what is not."""
    return trim(line).startswith(FREEZE_MARK)


def split_index(text: str) -> Index:
    """The managed lines of an index; of equal keys in one part the last line counts."""
    parts: tuple[dict[str, str], dict[str, str]] = ({}, {})
    is_below = False
    for line in text.split("\n"):
        if is_freeze_line(line):
            is_below = True
        elif (key := line_key(line)) is not None:
            parts[is_below][key] = line.rstrip("\r")
    return Index(*parts)


def freeze_hash(lines: Mapping[str, str]) -> str:
    """What the freeze line says of the frozen lines. OK writes it and never looks at it."""
    digest = hashlib.sha256(encode("".join(f"{line}\n" for line in _sorted(lines))))
    return digest.hexdigest()[:_HASH_CHARS]


def _sorted(lines: Mapping[str, str]) -> Iterable[str]:
    return (lines[key] for key in sorted(lines, key=in_byte_order))


def write_index(index: Index) -> str:
    """The file that OK writes for an index: both parts by key, then the freeze line, so that all is above it."""
    lines = [INDEX_HEADER, *_sorted(index.frozen), *_sorted(index.unfrozen)]
    return "\n".join([*lines, f"{FREEZE_MARK} {freeze_hash(index.frozen)}", ""])


def unfrozen_index(text: str) -> str:
    """What OK makes of an index when it is unfrozen: every line is frozen anew, the lower of equal keys kept."""
    index = split_index(text)
    return write_index(Index({**index.frozen, **index.unfrozen}))


def visible_index(text: str) -> str:
    """What OK shows of an index: the text before the first freeze mark, wherever that stands, trimmed."""
    return visible_span(text).of(text)


def visible_span(text: str) -> Span:
    """Where the part of an index stands that OK shows."""
    return trimmed(text, Span(0, len(text.partition(FREEZE_MARK)[0])))


# Instruction documents


def note_line(note: str, most_bytes: int = MEASURED.note_bytes) -> str:
    """The bullet of a quick note, empty for a blank one. Past `most_bytes` it is cut, perhaps inside a character."""
    text = one_line(note)
    data = encode(text)
    if len(data) > most_bytes:
        text = decode(data[:most_bytes] + encode("…"))
    return f"- {text}" if text else ""


def append_note(text: str, note: str, limits: Limits = MEASURED) -> str:
    """What OK makes of an instruction document when a quick note is added to it."""
    bullet = note_line(note, limits.note_bytes)
    if not bullet:
        return text
    if not trim(text):
        return f"{NEW_DOCUMENT}\n\n{NOTES_HEADING}\n\n{bullet}\n"
    if NOTES_HEADING not in text:
        return f"{text.rstrip(chr(10))}\n\n{NOTES_HEADING}\n\n{bullet}\n"
    lines = text.split("\n")
    section = notes_section(lines)
    if section is None:
        return f"{text.rstrip(chr(10))}\n\n{bullet}\n"
    start, end = section
    last = max(number for number in range(start, end) if trim(lines[number]))
    section_lines = [*lines[start : last + 1], bullet, *lines[last + 1 : end]]
    return "\n".join([*lines[:start], *_within_cap(section_lines, limits.notes), *lines[end:]])


def notes_section(lines: list[str]) -> tuple[int, int] | None:
    """The lines of the notes, heading included, up to the next line that begins with `#`; None where there are none."""
    start = next((number for number, line in enumerate(lines) if trim(line) == NOTES_HEADING), None)
    if start is None:
        return None
    behind = range(start + 1, len(lines))
    return start, next((number for number in behind if trim(lines[number]).startswith("#")), len(lines))


def is_note(line: str) -> bool:
    """Whether OK counts a line of its notes as one: whatever begins with a dash, nested items and rules too."""
    return trim(line).startswith("-")


def _within_cap(section: list[str], most: int) -> list[str]:
    notes = [line for line in section[1:] if is_note(line)]
    return [section[0], *notes[-most:]] if len(notes) > most else section


def overwritten(body: str) -> str:
    """What OK's panel writes for a document: `body` with exactly one line end at its end."""
    return body.rstrip("\n") + "\n"
