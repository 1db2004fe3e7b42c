"""Headings of free documents: Markdown that people write, in which no agent's grammar says what a heading is.

They are those of CommonMark: one to six `#`, at most three blanks in, closing marks left out of the name, and lines
underlined by `=` or `-`; none in fences, comments, HTML blocks, indented code and the front matter. Where one character
would decide over the rest of a document, what people mean counts instead:

* Only a paragraph of one line is a heading by its underline, of two marks at least. Below several lines, a list, a
  quote or a row of a table, `---` is a rule; who begins a list below a line makes no heading of that.
* Behind a blank line, an indented heading is one of the document, not of the list item above: a list that is put above
  a heading takes nothing from it.
* A comment or a block of HTML that nothing closes hides nothing.
* A heading right behind a byte order mark counts, and lines end at LF alone.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, end_of_line
from memdesk.text.edits import Span
from memdesk.text.fences import Fence, closing_of, opened_in
from memdesk.text.front_matter import find_front_matter
from memdesk.text.list_items import KnownItems, items_around_fence

_BLOCKS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_LINE = (
    r"(?P<line> {0,3}(?P<marks>#{1,6})(?![^ \t\r\n])[^\n]*+"
    r"| {0,3}(?P<underline>={2,}+|-{2,}+)[ \t]*+\r?(?![^\n])"
    r"|[ \t0-9.)+*-]*+(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\n]*+)"
    r"| {0,3}<(?:(?P<comment>!--)|(?P<raw>(?i:pre|script|style|textarea)(?![^ \t\r\n>]))"
    rf"|(?P<block>/?(?i:{_BLOCKS})(?![^ \t\r\n/>]))"
    r"|(?P<tag>/?[a-zA-Z][a-zA-Z0-9-]*+(?:[ \t][^<>\n]*+)?/?>[ \t\r]*+(?![^\n]))))"
)
"""What may begin or end something. Possessive where a line may be long: linear time."""

_FIRST_LINE = re.compile(_LINE)
_LINE_BELOW = re.compile("\n" + _LINE)
_COMMENT_END = re.compile("-->")
_RAW_END = re.compile(r"</(?i:pre|script|style|textarea)>")
_BLANK_LINE = re.compile(r"\n[ \t\r]*+(?=\n|\Z)")
_BLANK = r"[ \t\r]*+(?![^\n])"
_RULE = r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t\r]*+(?![^\n])"
_BLANK_OR_RULE = re.compile(f"{_BLANK}|{_RULE}")
_NO_TITLE = re.compile(
    rf"{_BLANK}|{_RULE}| {{4}}| {{0,3}}(?:\t|[>|]|<!--|(?:[-+*]|[0-9]{{1,9}}[.)])(?![^ \t\r\n])|\[[^\]\n]*+\]:)"
)
"""A line that is no heading however it is underlined: blank, code, of a list, a quote or a table, a definition."""


class Heading(NamedTuple):
    """A heading: its name, its span with the line end, its level from 1 to 6, and where the name stands."""

    name: str
    span: Span
    level: int
    words: Span


class Headings(NamedTuple):
    """The headings of a text, in order, and the fence that it ends in because nothing closes it."""

    headings: list[Heading]
    open_fence: Fence | None


def scan_headings(text: str) -> Headings:
    """The headings of a free document."""
    headings: list[Heading] = []
    open_fence = None
    header = find_front_matter(text, behind_mark=True)
    behind = header.span.end if header else 1 if text.startswith(BYTE_ORDER_MARK) else 0
    known = KnownItems(behind, ())
    unclosed: set[re.Pattern[str]] = set()
    line = _FIRST_LINE.match(text, behind) or _LINE_BELOW.search(text, behind)
    while line:
        start, end = line.span("line")
        if line["marks"] or line["underline"]:
            found = _marked(text, line, known) if line["marks"] else _underlined(text, line, behind, known)
            if found is not None:
                headings.append(found)
                behind = found.span.end
        elif line["fence"]:
            items = opened_in(text, start, Span(*line.span("fence")), line["info"], known)
            if items is not None:
                last = closing_of(line["fence"], items).search(text, end)
                end = last.end() if last else len(text)
                known, behind = KnownItems(end, items), end_of_line(text, end)
                if not items and last is None:
                    open_fence = Fence(Span(start, len(text)), line["fence"], closed=False)
        elif not line["tag"] or start == behind or _BLANK_OR_RULE.match(text, _line_above(text, start)):
            closing = _COMMENT_END if line["comment"] else _RAW_END if line["raw"] else _BLANK_LINE
            last = None if closing in unclosed else closing.search(text, line.start("line"))
            if last is not None:
                end = last.start() if closing is _BLANK_LINE else text.find("\n", last.end())
                end = len(text) if end < 0 else end
                behind = end_of_line(text, end)
            elif closing is _BLANK_LINE:
                end = behind = len(text)
            else:
                unclosed.add(closing)
        line = _LINE_BELOW.search(text, end)
    return Headings(headings, open_fence)


def _marked(text: str, line: re.Match[str], known: KnownItems) -> Heading | None:
    """The heading of a line that begins with its marks; None where an item of a list goes on with it."""
    start, mark = line.start("line"), line.start("marks")
    is_below_text = mark > start > 0 and not _BLANK_OR_RULE.match(text, _line_above(text, start))
    if is_below_text and items_around_fence(text, start, mark, known):
        return None
    words = text[line.end("marks") : line.end("line")].strip(GO_WHITE_SPACE)
    bare = words.rstrip("#")
    if bare[-1:] in ("", " ", "\t"):
        words = bare.rstrip(GO_WHITE_SPACE)
    at = text.index(words, line.end("marks"))
    return Heading(
        words, Span(start, end_of_line(text, start)), len(line["marks"]), Span(at, at + len(words))
    )


def _underlined(text: str, line: re.Match[str], behind: int, known: KnownItems) -> Heading | None:
    """The heading whose underline a line is; None where it is a rule, or text."""
    start = _line_above(text, line.start("line"))
    if not behind <= start < line.start("line") or _NO_TITLE.match(text, start):
        return None
    if start != behind and not _BLANK_OR_RULE.match(text, _line_above(text, start)):
        return None
    words = text[start : line.start("line")].strip(GO_WHITE_SPACE)
    at = text.index(words, start)
    if not words or (at > start and items_around_fence(text, start, at, known)):
        return None
    level = 1 if line["underline"].startswith("=") else 2
    return Heading(
        words, Span(start, end_of_line(text, line.start("line"))), level, Span(at, at + len(words))
    )


def _line_above(text: str, start: int) -> int:
    """Where the line above the one at `start` begins, behind a byte order mark."""
    return text.rfind("\n", 0, max(0, start - 1)) + 1 or int(text.startswith(BYTE_ORDER_MARK))
