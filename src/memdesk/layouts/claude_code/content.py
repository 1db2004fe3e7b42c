"""Reads of a file what Claude Code takes of it: no header, no comments, no white space around."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.claude_code.headers import HEADER
from memdesk.layouts.contract import Source
from memdesk.layouts.shapes.instruction_chain import Run
from memdesk.text.code_stretches import without
from memdesk.text.document import BYTE_ORDER_MARK, JAVASCRIPT_WHITE_SPACE
from memdesk.text.edits import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_COMMENT = re.compile("<!--.*?-->", re.DOTALL)
_LINE_ENDS = re.compile("[\r\n]*")
_CARRIAGE_RETURN = re.compile("\r(?=\n)")
_LONE_CARRIAGE_RETURN = re.compile("\r(?!\n)")
_UNSEEN = re.compile("\r(?=\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Content(NamedTuple):
    """What is taken of a file: stretches of `text`, which is the file's, character for character, as it is read.

    `header` is what goes as a header: from the begin of the text to where it ends.
    """

    text: str
    spans: tuple[Span, ...]
    header: Span

    @property
    def taken(self) -> str:
        """All that is taken."""
        return "".join(span.of(self.text) for span in self.spans)

    def keeps(self, at: int) -> bool:
        """Whether the character at `at` is taken."""
        return any(span.contains(at) for span in self.spans)

    def runs(self, path: str) -> Iterator[Run]:
        """What is taken of the file at `path`, with its origin."""
        return (Run(span.of(self.text), Source(path, span)) for span in self.spans)


@lru_cache(maxsize=16)
def content_of(text: str) -> Content:
    """What is taken of `text`."""
    header = header_of(text)
    gone = _comments(text, header.end) if "<!--" in text else []
    if gone:
        # All line ends become LF where a comment was taken out.
        gone = sorted((*gone, *(Span(*end.span()) for end in _CARRIAGE_RETURN.finditer(text, header.end))))
        text = with_line_feeds(text)
    return Content(text, _trimmed(text, without(Span(header.end, len(text)), gone)), header)


def with_line_feeds(text: str) -> str:
    """`text`, character for character, with LF for each CR that no LF follows."""
    return _LONE_CARRIAGE_RETURN.sub("\n", text)


def unseen_in(text: str) -> list[Span]:
    """What of an index counts and is not given: the CR of a line end, and control characters."""
    return [Span(*found.span()) for found in _UNSEEN.finditer(text)]


def header_of(text: str) -> Span:
    """What goes as a header; behind a byte order mark, which goes in any case, it may be empty."""
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    found = HEADER.match(text, start)
    return Span(0, found.end() if found else start)


def _comments(text: str, start: int) -> list[Span]:
    """The comments with which a block at the top level begins; where nothing else is in it, with its line ends."""
    lines = block_lines(text, start)
    found: list[Span] = []
    for token in block_parser().parse(text[start:]):
        if token.type != "html_block" or token.level or not token.map:
            continue
        first, end = (lines[line] for line in token.map)
        if not token.content.lstrip(" ").startswith("<!--"):
            continue
        comments = [Span(*comment.span()) for comment in _COMMENT.finditer(text, first, end)]
        if comments and not "".join(rest.of(text) for rest in without(Span(first, end), comments)).strip(
            JAVASCRIPT_WHITE_SPACE
        ):
            behind = _LINE_ENDS.match(text, end)
            comments = [Span(first, behind.end() if behind else end)]
        found += comments
    return found


def block_lines(text: str, start: int) -> list[int]:
    """Where the lines of `text` begin from `start` on, as Markdown counts them, and where the last one ends."""
    return [*(line.start() for line in _LINE.finditer(text, start)), len(text)]


def _trimmed(text: str, spans: list[Span]) -> tuple[Span, ...]:
    """The spans without the white space around them all."""
    kept = spans
    while kept and not (begin := kept[0].of(text).lstrip(JAVASCRIPT_WHITE_SPACE)):
        kept = kept[1:]
    if kept:
        kept = [Span(kept[0].end - len(begin), kept[0].end), *kept[1:]]
    while kept and not (rest := kept[-1].of(text).rstrip(JAVASCRIPT_WHITE_SPACE)):
        kept = kept[:-1]
    if kept:
        kept = [*kept[:-1], Span(kept[-1].start, kept[-1].start + len(rest))]
    return tuple(kept)


@lru_cache(maxsize=1)
def block_parser() -> MarkdownIt:
    """The Markdown parser that tells blocks alone."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
