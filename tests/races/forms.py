"""How an entry looks on the disk. Each has a tag of its own, by which it is found whatever becomes of the file."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum

_TAG = re.compile(rb"\[([a-z]+\.\d+)\]")
_USERS = re.compile(rb"^(?:- |## )(\[user\.\d+\]\s*)(mine[^\n]*)", re.MULTILINE)
_WORDS = re.compile(rb"(?:- \[user\.\d+\] )?mine\b")
_TORN = re.compile(rb"(?=(\[[a-z]+\.\d+\]\s?[^\n]*\[[a-z]+\.\d+\]))")

_ENTRY = re.compile(rb"(?=(\[[a-z]+\.\d+\])\s?([^\n]*))")
_BEHIND_WORDS = re.compile(rb"^([^\n\[]*)(\[[a-z]+\.\d+\][^\n]*)", re.MULTILINE)
_MARKS = (b"- ", b"## ")
_LEARNED = b"learned it"

_HEADINGS = ("Project facts", "Decisions", "Open issues", "References")
_LINES_EACH = 15

FIRST = "\n".join(
    "".join(
        [f"## {heading}\n", *(f"- {heading} {n}, there from the beginning\n" for n in range(_LINES_EACH))]
    )
    for heading in _HEADINGS
).encode()
"""What is there before anybody begins: enough that nobody's few entries are most of it."""


class Form(Enum):
    """What an entry is."""

    SECTIONS = "sections"
    """A section of its own: a node for the merge."""
    LINES = "lines"
    """A line among others of a section, so that a node is written by all."""

    def entry(self, tag: str) -> tuple[bytes, bytes]:
        """An entry as it is put at the end of a file, in two pieces: whatever is written between, its tag is whole."""
        if self is Form.SECTIONS:
            return f"\n## [{tag}]\nlearn".encode(), b"ed it\n"
        return f"- [{tag}] learn".encode(), b"ed it\n"


def tags_of(data: bytes) -> list[str]:
    """The tags of all entries in a text, as often as they stand there."""
    return [tag.decode() for tag in _TAG.findall(data)]


def entries_of(data: bytes) -> list[str]:
    """As `tags_of`, but an entry of the user's with its words: of one that was reworded, both may be kept.

    What agents that write in each other's way have left of its line is none.
    An entry of an agent's into which others were written before its words had ended is named with the tags of all of
    them: that line is no copy of the whole entry, nor of one into which fewer were written, and nobody but the agents
    can tell which part of it is whose. Where a question about the whole file is answered by keeping both, a line that
    agents went on to tear stands beside what it was, as any other line that they changed. So it is with one of which
    other words than its first ones are left, or that stands behind what is left of another line; a line that only ends
    too soon counts as the entry.
    """
    users = [(tag.strip() + b" " + words).decode() for tag, words in _USERS.findall(data)]
    torn = [words.decode() for words in _TORN.findall(data) if not words.startswith(b"[user.")]
    torn += [
        f"{tag.decode()} {words.decode(errors='replace')}"
        for tag, words in _ENTRY.findall(data)
        if not (tag.startswith(b"[user.") or _TAG.search(words) or _LEARNED.startswith(words.rstrip()))
    ]
    torn += [
        f"{rest.decode(errors='replace')} behind {words.decode(errors='replace')}"
        for words, rest in _BEHIND_WORDS.findall(data)
        if words not in _MARKS and not rest.startswith(b"[user.")
    ]
    whole = Counter(tags_of(data)) - Counter(words.partition("]")[0][1:] for words in torn)
    return [*users, *torn, *(tag for tag in whole.elements() if not tag.startswith("user."))]


def is_of_user(line: bytes) -> bool:
    """Whether a line has words of the user's; where both sides of a clash were kept, without the tag above them."""
    return _WORDS.match(line) is not None
