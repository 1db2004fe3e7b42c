"""What ub's own program reads in a memory file and what it writes there, byte for byte, at v0.3.8.

Measured on the program; its package page promises otherwise in places ("users can hand-edit without breaking the
runtime"). Preview, survival check, checks and recall run this model. Our own edits never do: they leave untouched bytes
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.go_sort import sort_slice
from memdesk.layouts.shapes.go_text import lower
from memdesk.layouts.shapes.go_time import GoTime, go_time, read_time
from memdesk.layouts.ub.similar import is_similar
from memdesk.text.document import trim
from memdesk.text.edits import Span

CATEGORIES = ("preference", "project", "pattern", "decision", "general", "debug")
"""In the order in which ub writes and injects them."""

DEFAULT_CATEGORY = "general"

HEADING_MARK = "## "
BULLET = "- "
STAMP_START, STAMP_END = "*(", ")*"

_PRIORITY = {"": 0, **{category: number for number, category in enumerate(CATEGORIES)}}
"""An entry above every heading has no category, which counts as much as the first one."""


class UbError(ValueError):
    """ub's program answers with this error, in its own words."""


def is_category(text: str) -> bool:
    """Whether ub knows this category: letter by letter."""
    return text in CATEGORIES


class Bullet(NamedTuple):
    """What a bullet says: where its text stands in it, and when that was learned."""

    text: Span
    time: GoTime


# A key changes one bullet of hundreds, and each is read for the entries, the outline and the rewrite.
@lru_cache(maxsize=8192)
def read_bullet(bullet: str) -> Bullet | None:
    """What ub reads in the text behind a dash and a blank; None where it is no entry.

    The last `*(` counts. What stands in front of it, trimmed, is the text; what follows the first `)*` is dropped.
    """
    start = bullet.rfind(STAMP_START)
    end = bullet.find(STAMP_END, start + len(STAMP_START))
    if start < 0 or end < 0:
        return None
    time = read_time(bullet[start + len(STAMP_START) : end])
    return Bullet(trimmed(bullet, Span(0, start)), time) if time else None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry. `body` is where its text stands in the file, None for one that is not written yet."""

    category: str
    text: str
    time: GoTime
    body: Span | None = None

    @property
    def line(self) -> str:
        """The line that ub writes for it, without the line end."""
        return f"{BULLET}{self.text} {STAMP_START}{self.time.text}{STAMP_END}"


class LineKind(Enum):
    """What a line is to ub."""

    HEADING = "heading"
    ENTRY = "entry"
    OTHER = "other"
    """Neither read nor written back."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file: `span` leaves out the LF, `content` the white space at both ends.

    `category` is the one that holds from here on; `name` that of a heading, as it stands there.
    """

    span: Span
    content: Span
    kind: LineKind
    category: str
    name: str = ""
    entry: Entry | None = None


# Of a long file, a preview, what goes next, a removal and what that saves are asked one after the other.
@lru_cache(maxsize=2)
def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of `text`, see `read_lines`; those of the last two texts are kept."""
    return tuple(read_lines(text))


def read_lines(text: str) -> Iterator[Line]:
    """`text` as ub takes it apart, line by line, without regard to code, comments and indentation."""
    category, start = "", 0
    for raw in text.split("\n"):
        span = Span(start, start + len(raw))
        content = trimmed(text, span)
        line = _line(text, span, content, category)
        category, start = line.category, span.end + 1
        yield line


def _line(text: str, span: Span, content: Span, category: str) -> Line:
    if text.startswith(HEADING_MARK, content.start, content.end):
        name = trim(text[content.start + len(HEADING_MARK) : content.end])
        category = name if is_category(name) else DEFAULT_CATEGORY
        return Line(span, content, LineKind.HEADING, category, name)
    if text.startswith(BULLET, content.start, content.end):
        start = content.start + len(BULLET)
        if bullet := read_bullet(text[start : content.end]):
            body = Span(start + bullet.text.start, start + bullet.text.end)
            entry = Entry(category, body.of(text), bullet.time, body)
            return Line(span, content, LineKind.ENTRY, category, entry=entry)
    return Line(span, content, LineKind.OTHER, category)


def parse_like_ub(text: str) -> tuple[Entry, ...]:
    """The entries that ub reads in `text`, in file order."""
    return tuple(line.entry for line in lines_of(text) if line.entry)


Group = tuple[str, tuple[Entry, ...]]
"""A category and its entries, as they are written."""


@dataclass(frozen=True)
class Memory:
    """Entries as ub holds them: those of a file, perhaps with one more."""

    entries: tuple[Entry, ...]

    @classmethod
    def of(cls, text: str) -> Memory:
        """The memory that `text` is to ub."""
        return _memory_of(text)

    @cached_property
    def groups(self) -> tuple[tuple[Group, ...], ...]:
        """Every way in which ub may write them: categories in its order, the newest entry first.

        There are two where entries without a category meet preferences: its map has no order.
        """
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.category, []).append(entry)
        sorted_groups = [
            (category, _sorted(found[category]))
            for category in sorted(found, key=lambda category: _PRIORITY[category])
        ]
        if "" not in found or CATEGORIES[0] not in found:
            return (tuple(sorted_groups),)
        first, second, *rest = sorted_groups
        return (first, second, *rest), (second, first, *rest)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that ub may write for them."""
        return tuple(rendered(groups) for groups in self.groups)

    @cached_property
    def by_priority(self) -> tuple[Entry, ...]:
        """The entries in the order in which ub fills a budget with them."""
        return _sorted(self.entries)

    def similar(self, category: str, text: str) -> Entry | None:
        """The entry that ub replaces when it is told `text` in this category; None where it adds one."""
        return next(
            (entry for entry in self.entries if entry.category == category and is_similar(entry.text, text)),
            None,
        )

    def told(self, category: str, text: str, now: datetime) -> Memory:
        """These entries after ub was told `text`: the first similar one gives way to it, or it is added."""
        new = Entry(category, text, go_time(now))
        replaced = self.similar(category, text)
        if replaced is None:
            return Memory((*self.entries, new))
        place = next(number for number, entry in enumerate(self.entries) if entry is replaced)
        return Memory((*self.entries[:place], new, *self.entries[place + 1 :]))

    def recalled(self, query: str, category: str = "") -> tuple[Entry, ...]:
        """The entries whose text holds `query`, whatever the case, in file order; the query is not trimmed."""
        wanted = lower(query)
        return tuple(
            entry
            for entry in self.entries
            if (not category or entry.category == category) and wanted in lower(entry.text)
        )


# Go's sort, done over, takes longer than all else that is asked of a long file; so it is kept along with the entries.
@lru_cache(maxsize=2)
def _memory_of(text: str) -> Memory:
    return Memory(parse_like_ub(text))


def rank(entry: Entry) -> tuple[int, int, int]:
    """By what ub orders entries, the least first: their categories as it writes them, of each the newest."""
    return _PRIORITY[entry.category], -entry.time.seconds, -entry.time.nanoseconds


def goes_first(one: Entry, other: Entry) -> bool:
    """Whether ub fills a budget with `one` before `other`."""
    return rank(one) < rank(other)


def _sorted(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Entries by rank as Go's sort has them, which asks of some of them often."""
    ranked = [(rank(entry), entry) for entry in entries]
    return tuple(entry for _, entry in sort_slice(ranked, _ranks_first))


def _ranks_first(one: tuple[tuple[int, int, int], Entry], other: tuple[tuple[int, int, int], Entry]) -> bool:
    return one[0] < other[0]


def rendered(groups: Sequence[Group]) -> str:
    """The text of a memory file, and of the memory that an agent gets: headings, bullets, blank lines between."""
    lines = []
    for category, entries in groups:
        lines += [f"{HEADING_MARK}{category}\n\n", *(f"{entry.line}\n" for entry in entries), "\n"]
    return "".join(lines)


def append_to_instructions(existing: str, category: str, text: str, now: datetime) -> str:
    """The instructions after ub was told `text` for all projects: a dated section more, and nothing else touched."""
    gap = ""
    if trim(existing):
        gap = "\n" if existing.endswith("\n") else "\n\n"
    return f"{existing}{gap}{heading_of(now)}\n\n{BULLET}[{category}] {text}\n"


def heading_of(now: datetime) -> str:
    """The heading that ub reports for what it was told at this moment."""
    return f"{HEADING_MARK}{go_time(now).text}"
