"""Sections: text under headings, in free documents and in those whose headings an agent's grammar closes.

A section of a *free document* begins at a heading of the first or second level (see `headings`) and ends before the
next one, so a chapter (`# `) that holds sections is a section with its own words alone. Deeper headings belong to the
section they stand in, and are found by name. Every heading is told by itself: whatever else changes in a document, a
section stays one, and so does its key.

The other grammar is fixed by evva's package page ("Section parsing and merge helpers for the auto-memory files"), and
ub's memory is read by it too: it knows only `## `. A heading is a line that
starts with `## ` at column 0, outside fenced code. Its name is the rest of the line, trimmed; closing hashes belong to
it, and a `## ` line without text is a heading with an empty name. Text before the first heading is the preamble. Where
the page is silent: a heading right behind a byte order mark counts, and lines end at LF alone.

That differs from CommonMark's level-two ATX headings on purpose: indented headings, `##` ended by a tab or by the end
of the line, and headings in quotes and lists are text; `## ` lines in HTML blocks and comments are headings; a fence in
an HTML block is a fence; a lone CR ends no line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, end_of_line, trim
from memdesk.text.edits import Span
from memdesk.text.fences import Fence, scan_landmarks
from memdesk.text.headings import Heading, scan_headings
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline

HEADING_MARK = "## "
SECTION_LEVEL = 2
"""Headings of a free document from this level up begin sections."""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a text.

    `words` is where the heading's name stands, `level` how deep it is. `span` runs from the heading line to the next
    heading, of one deep in a section to the next one that is not deeper; `raw` is what stands below the heading line,
    `body` the whole lines of it from the first to the last with text, without the final line end (empty at the start of
    `raw` where there is no text).
    """

    heading: str
    occurrence: int
    span: Span
    raw: Span
    body: Span
    level: int
    words: Span

    def text(self, whole: str) -> str:
        """The body, trimmed as the contract does it, of this section of `whole`."""
        return trim(self.body.of(whole))


@dataclass(frozen=True, slots=True)
class Sections:
    """A text parsed into its preamble and sections; their spans cover it. `open_fence` is the fence it ends in.

    `deeper` are the headings inside sections, each with what stands below it.
    """

    preamble: Span
    sections: tuple[Section, ...]
    open_fence: Fence | None
    deeper: tuple[Section, ...] = ()

    def find(self, heading: str, occurrence: int = 0) -> Section | None:
        """The section with this heading, or what stands below it inside one; else None."""
        every = chain(self.sections, self.deeper)
        return next((s for s in every if s.heading == heading and s.occurrence == occurrence), None)

    def preamble_body(self, text: str) -> Span:
        """The lines of the preamble of `text` with words, behind a byte order mark."""
        return _body(text, Span(1 if text.startswith(BYTE_ORDER_MARK) else 0, self.preamble.end))


Grammar = Callable[[str], Sections]
"""How the sections of a text are read."""


def heading_at(text: str, start: int) -> Heading:
    """The `## ` line that starts at `start`."""
    end = end_of_line(text, start)
    name = text[start + len(HEADING_MARK) : end].strip(GO_WHITE_SPACE)
    at = text.index(name, start + len(HEADING_MARK))
    return Heading(name, Span(start, end), SECTION_LEVEL, Span(at, at + len(name)))


def parse_sections(text: str) -> Sections:
    """The preamble and the sections of a `text` in which `## ` alone counts."""
    landmarks = scan_landmarks(text)
    return _parsed(text, [heading_at(text, start) for start in landmarks.headings], landmarks.open_fence)


def parse_document(text: str) -> Sections:
    """The preamble and the sections of a free document."""
    return _parsed(text, *scan_headings(text))


def _parsed(text: str, headings: Sequence[Heading], open_fence: Fence | None) -> Sections:
    seen: Counter[str] = Counter()
    sections, deeper = [], []
    tops = [heading for heading in headings if heading.level <= SECTION_LEVEL]
    ends = [*(heading.span.start for heading in tops[1:]), len(text)]
    for heading, end in zip(tops, ends, strict=False):
        sections.append(section_at(text, heading, end, seen[heading.name]))
        seen[heading.name] += 1
    for number, heading in enumerate(headings):
        if heading.level > SECTION_LEVEL:
            deeper.append(section_at(text, heading, _end_of(headings, number, len(text)), seen[heading.name]))
            seen[heading.name] += 1
    preamble = Span(0, tops[0].span.start if tops else len(text))
    return Sections(preamble, tuple(sections), open_fence, tuple(deeper))


def _end_of(headings: Sequence[Heading], number: int, end: int) -> int:
    """Where what stands below a heading ends: at the next one that is not deeper, or else at `end`."""
    level, following = headings[number].level, range(number + 1, len(headings))
    return next((headings[n].span.start for n in following if headings[n].level <= level), end)


def section_at(text: str, heading: Heading, end: int, occurrence: int = 0) -> Section:
    """The section under `heading`, up to `end`."""
    raw, span = Span(heading.span.end, end), Span(heading.span.start, end)
    return Section(heading.name, occurrence, span, raw, _body(text, raw), heading.level, heading.words)


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


def outline_of(text: str, allowed: Collection[str]) -> Outline:
    """The outline of a text with the closed headings `allowed`; without any, of a free document."""
    return section_outline(text, allowed) if allowed else document_outline(text)


def section_outline(text: str, allowed: Collection[str] = ()) -> Outline:
    """A text in which `## ` alone counts as one node for the preamble, if there is any, and one per section.

    Facts of a section: `known`, `yes` or `no`, says whether `allowed` names its heading (absent for an open format,
    which has no such list); `open_fence` is `yes` where the text ends inside a fence of its body.
    """
    return _outline(text, parse_sections(text), allowed)


def document_outline(text: str) -> Outline:
    """A free document as one node for the preamble, if there is any, and one per section; its `named` lie deeper.

    Facts of a section: `open_fence` as above; `underlined` is `yes` where the heading is, `level` is told of one above
    the others, `chapter` is `yes` where the next section is one of it.
    """
    return _outline(text, parse_document(text), ())


def _outline(text: str, parsed: Sections, allowed: Collection[str]) -> Outline:
    nodes = []
    if parsed.preamble.end:
        body = parsed.preamble_body(text)
        nodes.append(Node(NodeKind.PREAMBLE, "", parsed.preamble, body, PREAMBLE_KEY))
    following = [*(section.level for section in parsed.sections[1:]), 0]
    for section, level_below in zip(parsed.sections, following, strict=False):
        facts = {"known": "yes" if section.heading in allowed else "no"} if allowed else {}
        if parsed.open_fence and section.span.contains(parsed.open_fence.span.start):
            facts["open_fence"] = "yes"
        if text.find("\n", section.words.end, section.raw.start - 1) >= 0:
            facts["underlined"] = "yes"
        if section.level < SECTION_LEVEL:
            facts["level"] = str(section.level)
        if level_below > section.level:
            facts["chapter"] = "yes"
        nodes.append(_section_node(section, facts))
    return Outline(tuple(nodes), tuple(_section_node(section, {}) for section in parsed.deeper))


def _section_node(section: Section, facts: Mapping[str, str]) -> Node:
    return Node(
        kind=NodeKind.SECTION,
        title=section.heading,
        span=section.span,
        body=section.body,
        key=section.heading,
        occurrence=section.occurrence,
        facts=facts,
    )
