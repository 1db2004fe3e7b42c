"""Sections: text under `## ` headings, read as evva's package page has it.

The page ("Section parsing and merge helpers for the auto-memory files") fixes the grammar. A heading is a line that
starts with `## ` at column 0, outside fenced code. Its name is the rest of the line, trimmed; closing hashes belong to
it, and a `## ` line without text is a heading with an empty name. Text before the first heading is the preamble. Where
the page is silent: a heading right behind a byte order mark counts, and lines end at LF alone.

This differs from CommonMark's level-two ATX headings on purpose: indented headings, `##` ended by a tab or by the end
of the line, and headings in quotes and lists are text; `## ` lines in HTML blocks and comments are headings; a fence in
an HTML block is a fence; a lone CR ends no line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, end_of_line, trim
from memdesk.text.edits import Span
from memdesk.text.fences import Fence, scan_landmarks
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline

HEADING_MARK = "## "


class Heading(NamedTuple):
    """A heading line: its name, and its span with the line end."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a text.

    `span` runs from the heading line to the next heading; `raw` is what stands below the heading line, `body` the whole
    lines of it from the first to the last with text, without the final line end (empty at the start of `raw` where
    there is no text).
    """

    heading: str
    occurrence: int
    span: Span
    raw: Span
    body: Span

    def text(self, whole: str) -> str:
        """The body, trimmed as the contract does it, of this section of `whole`."""
        return trim(self.body.of(whole))


@dataclass(frozen=True, slots=True)
class Sections:
    """A text parsed into its preamble and sections; their spans cover it. `open_fence` is the fence it ends in."""

    preamble: Span
    sections: tuple[Section, ...]
    open_fence: Fence | None

    def find(self, heading: str, occurrence: int = 0) -> Section | None:
        """The section with this heading, or None."""
        return next((s for s in self.sections if s.heading == heading and s.occurrence == occurrence), None)


def scan_headings(text: str) -> list[Heading]:
    """The headings of `text`, in order."""
    return [heading_at(text, start) for start in scan_landmarks(text).headings]


def heading_at(text: str, start: int) -> Heading:
    """The heading line that starts at `start`."""
    end = end_of_line(text, start)
    return Heading(text[start + len(HEADING_MARK) : end].strip(GO_WHITE_SPACE), Span(start, end))


def parse_sections(text: str) -> Sections:
    """The preamble and the sections of `text`."""
    landmarks = scan_landmarks(text)
    headings = [heading_at(text, start) for start in landmarks.headings]
    ends = [*landmarks.headings[1:], len(text)]
    seen: Counter[str] = Counter()
    sections = []
    for heading, end in zip(headings, ends, strict=False):
        sections.append(section_at(text, heading, end, seen[heading.name]))
        seen[heading.name] += 1
    preamble = Span(0, headings[0].span.start if headings else len(text))
    return Sections(preamble, tuple(sections), landmarks.open_fence)


def section_at(text: str, heading: Heading, end: int, occurrence: int = 0) -> Section:
    """The section under `heading`, up to `end`."""
    raw = Span(heading.span.end, end)
    return Section(heading.name, occurrence, Span(heading.span.start, end), raw, _body(text, raw))


def _body(text: str, raw: Span) -> Span:
    """The lines of `raw` from the first to the last that is not blank, without the last line end."""
    content = raw.of(text)
    behind = len(content.rstrip(GO_WHITE_SPACE))
    if not behind:
        return Span(raw.start, raw.start)
    ahead = len(content) - len(content.lstrip(GO_WHITE_SPACE))
    start = content.rfind("\n", 0, ahead) + 1
    end = content.find("\n", behind)
    if end < 0:
        end = len(content)
    elif content[end - 1] == "\r" and end > behind:
        end -= 1
    return Span(raw.start + start, raw.start + end)


def section_outline(text: str, allowed: Collection[str] = ()) -> Outline:
    """`text` as one node for the preamble, if there is any, and one per section.

    Facts of a section: `known`, `yes` or `no`, says whether `allowed` names its heading (absent for an open format,
    which has no such list); `open_fence` is `yes` where the text ends inside a fence of its body.
    """
    parsed = parse_sections(text)
    nodes = [_section_node(section, allowed, parsed.open_fence) for section in parsed.sections]
    if parsed.preamble.end:
        first = 1 if text.startswith(BYTE_ORDER_MARK) else 0
        body = _body(text, Span(first, parsed.preamble.end))
        nodes.insert(0, Node(NodeKind.PREAMBLE, "", parsed.preamble, body, PREAMBLE_KEY))
    return Outline(tuple(nodes))


def _section_node(section: Section, allowed: Collection[str], fence: Fence | None) -> Node:
    facts = {"known": "yes" if section.heading in allowed else "no"} if allowed else {}
    if fence and section.span.contains(fence.span.start):
        facts["open_fence"] = "yes"
    return Node(
        kind=NodeKind.SECTION,
        title=section.heading,
        span=section.span,
        body=section.body,
        key=section.heading,
        occurrence=section.occurrence,
        facts=facts,
    )
