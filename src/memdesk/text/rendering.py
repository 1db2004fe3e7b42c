"""Markdown as values that a window can show: blocks of runs, and nothing that could load, run or hide anything.

The tokens of markdown-it are read against a list of what is known; every other one is shown as its text. What a usual
renderer drops is kept, since an agent reads it: HTML and comments, link definitions (`[//]: # (note)`), titles of
links, words behind the opening of a fence, cells beyond the columns of a table. An image is its words and its address.
Hidden characters become chips, words that pretend get a chip behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from memdesk.text.comment_rules import COMMENT, add_comment_rules
from memdesk.text.edits import Span
from memdesk.text.labelled import CLOSE, OPEN, find_labels
from memdesk.text.links import is_followable
from memdesk.text.markdown_parts import front_matter_of, markdown_parts
from memdesk.text.mixed_scripts import find_mixed_words

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MOST_COLUMNS, _MOST_CELLS = 8, 160
"""A larger table is shown as it is written."""
_MOST_NESTED = 40
_LONGEST_PROSE = 20_000
"""Inline marks are looked for in shorter paragraphs only: unpaired ones take time that grows with the square."""
_DEFINITION = re.compile(r"^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?([^\s>]+)>?", re.MULTILINE)
_STRIPPED = re.compile("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")
"""Python's own blanks besides those that take room: hidden characters for a reader."""
_TASK = re.compile(r"\[([ xX])\] ")
_MARKER = re.compile(r"<!--\s*/?entry:[^\s<>]+\s*-->")
"""What EverOS writes around each entry of a daily log."""


class Look(Enum):
    """How a run looks beside bold, italic and struck."""

    PLAIN = "plain"
    CODE = "code"
    DIM = "dim"
    COMMENT = "comment"
    IMAGE = "image"
    LINK = "link"
    CHIP = "chip"
    """A label for what is not seen, or for a word that pretends."""


class Pretence(NamedTuple):
    """What a word with lookalike letters reads as, and the script of these."""

    reads_as: str
    script: str


class Run(NamedTuple):
    """Some words of one look. `url` is where a link leads; `pretends` is set on the chip behind such a word."""

    text: str
    look: Look = Look.PLAIN
    bold: bool = False
    italic: bool = False
    struck: bool = False
    url: str = ""
    pretends: Pretence | None = None


class BlockKind(Enum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    COMMENT = "comment"
    MARKER = "marker"
    """A comment that the agent's own program writes."""
    HEADER = "front matter"
    TABLE = "table"
    RULE = "rule"


class Block(NamedTuple):
    """One block: `depth` is how deep in lists and quotes, `marker` a list's sign, `level` that of a heading.

    `info` are the words behind the opening of a fence. `rows` are those of a table, the first its head.
    """

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    depth: int = 0
    marker: str = ""
    level: int = 0
    quoted: bool = False
    info: str = ""
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()


Definitions = Mapping[str, str]
"""Addresses of links by their normalised label."""

PartKey = tuple[str, tuple[tuple[str, str], ...]]
"""All that a part's blocks depend on: its own text, and the link definitions of the whole."""


def find_definitions(text: str) -> Definitions:
    """The link definitions of a text; of several with one label the first."""
    found: dict[str, str] = {}
    for definition in _DEFINITION.finditer(text):
        found.setdefault(_normalised(definition[1]), definition[2])
    return found


class RenderedPart(NamedTuple):
    """A part of a text and what became of it; parts with equal keys have equal blocks."""

    span: Span
    key: PartKey
    blocks: tuple[Block, ...]


def render_text(
    text: str, known: Mapping[PartKey, tuple[Block, ...]], *, is_markdown: bool
) -> tuple[RenderedPart, ...]:
    """All of `text`, part by part; of what `known` has nothing is read again."""
    if not is_markdown:
        return (RenderedPart(Span(0, len(text)), (text, ()), _as_written(text)),) if text else ()
    header = front_matter_of(text)
    definitions = find_definitions(text)
    across = tuple(definitions.items())
    parts = []
    if header.of(text).strip("\ufeff"):
        parts.append(
            RenderedPart(header, (header.of(text), ()), render_header(header.of(text).strip("\ufeff")))
        )
    for span in markdown_parts(text, header.end):
        key = (span.of(text), across)
        blocks = known.get(key)
        parts.append(RenderedPart(span, key, render_part(key[0], definitions) if blocks is None else blocks))
    return tuple(parts)


def render_header(text: str) -> tuple[Block, ...]:
    """Front matter, as it is written."""
    return (Block(BlockKind.HEADER, tuple(_runs(text.strip("\n\r"), Run("", Look.CODE)))),) if text else ()


def render_part(text: str, definitions: Definitions) -> tuple[Block, ...]:
    """The blocks of one part of a text (see `markdown_parts`)."""
    source = text.replace("\r\n", "\n")
    safe, back = _keep_from_stripping(source)
    if len(source) > _LONGEST_PROSE and _has_long_paragraph(source):
        return _as_written(source)
    env = {"references": {label: {"href": url, "title": ""} for label, url in definitions.items()}}
    try:
        tokens = _parser().parse(safe, env)
    except (RecursionError, IndexError, ValueError):
        # The parser is not ours. What it stumbles over is shown all the same.
        return _as_written(source)
    if any(token.level >= _MOST_NESTED - 1 for token in tokens):
        # Deeper levels are dropped by the parser without a word.
        return _as_written(source)
    if back:
        _put_back(tokens, back)
    return tuple(_Reader(source).read(tokens))


def _keep_from_stripping(source: str) -> tuple[str, dict[int, str]]:
    """`source` with stand-ins for what the parser would strip like blanks, and what each stands for."""
    found = sorted(set(_STRIPPED.findall(source)))
    if not found:
        return source, {}
    first = next(
        at for at in range(0xE000, 0x10FF00, 32) if not any(chr(at + n) in source for n in range(32))
    )
    to = {ord(character): chr(first + number) for number, character in enumerate(found)}
    return source.translate(to), {ord(stand_in): chr(code) for code, stand_in in to.items()}


def _put_back(tokens: Iterable[Token], back: Mapping[int, str]) -> None:
    for token in tokens:
        token.content = token.content.translate(back)
        token.info = token.info.translate(back)
        token.attrs = {name: str(value).translate(back) for name, value in token.attrs.items()}
        _put_back(token.children or (), back)


def _has_long_paragraph(source: str) -> bool:
    return any(len(paragraph) > _LONGEST_PROSE for paragraph in source.split("\n\n"))


def _as_written(source: str) -> tuple[Block, ...]:
    return (Block(BlockKind.CODE, tuple(_runs(source.strip("\n"), Run("", Look.CODE)))),)


def _normalised(label: str) -> str:
    from markdown_it.common.utils import normalizeReference

    return normalizeReference(label)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _MOST_NESTED})
    parser.enable(["table", "strikethrough"]).disable(["reference", "normalize"])
    add_comment_rules(parser)
    # Addresses are shown as they are written and judged by us; a refused one would be dropped together with its words.
    setattr(parser, "validateLink", _is_kept)  # noqa: B010 - markdown-it's own way, which its types do not allow
    setattr(parser, "normalizeLink", str)  # noqa: B010
    setattr(parser, "normalizeLinkText", str)  # noqa: B010
    return parser


def _is_kept(_url: str) -> bool:
    return True


class _Reader:
    """Reads the tokens of one part in order."""

    def __init__(self, source: str) -> None:
        self._lines = source.split("\n")
        self._depth = 0
        self._quotes = 0
        self._marker = ""
        self._numbers: list[int | None] = []
        self._level = 0
        self._table: list[list[tuple[Run, ...]]] | None = None
        self._table_lines = (0, 0)

    def read(self, tokens: Sequence[Token]) -> Iterator[Block]:
        for token in tokens:
            if self._table is not None:
                yield from self._read_cell(token)
            elif token.nesting:
                self._step(token)
            else:
                yield from self._read_leaf(token)

    def _step(self, token: Token) -> None:
        kind, opens = token.type.removesuffix("_open").removesuffix("_close"), token.nesting > 0
        if kind in ("bullet_list", "ordered_list"):
            self._depth += token.nesting
            if opens:
                self._numbers.append(int(token.attrs.get("start", 1)) if kind == "ordered_list" else None)
            else:
                self._numbers.pop()
        elif kind == "list_item" and opens:
            number = self._numbers[-1]
            self._marker = "•" if number is None else f"{number}{token.markup}"
            if number is not None:
                self._numbers[-1] = number + 1
        elif kind == "blockquote":
            self._depth += token.nesting
            self._quotes += token.nesting
        elif kind == "heading":
            self._level = int(token.tag[1:]) if opens else 0
        elif kind == "table" and opens:
            self._table, (self._table_lines) = [], (token.map[0], token.map[1]) if token.map else (0, 0)

    def _read_leaf(self, token: Token) -> Iterator[Block]:
        if token.type == COMMENT:
            kind = BlockKind.MARKER if _MARKER.fullmatch(token.content.strip(" \n")) else BlockKind.COMMENT
            yield self._block(kind, _runs(token.content.strip("\n"), Run("", Look.COMMENT)))
        elif token.type in ("fence", "code_block"):
            words = token.content.removesuffix("\n")
            yield self._block(BlockKind.CODE, _runs(words, Run("", Look.CODE)), info=token.info.strip(" "))
        elif token.type == "hr":
            yield self._block(BlockKind.RULE, ())
        elif token.type == "inline" and self._level:
            yield self._block(BlockKind.HEADING, _inline(token), level=self._level)
        elif token.type == "inline":
            yield self._block(BlockKind.PARAGRAPH, self._with_task(_inline(token)))
        elif token.content:
            yield self._block(BlockKind.PARAGRAPH, _runs(token.content, Run("")))

    def _with_task(self, runs: Iterator[Run]) -> tuple[Run, ...]:
        """The runs of a paragraph; a task's box becomes the sign of its item."""
        found = tuple(runs)
        box = _TASK.match(found[0].text) if self._marker == "•" and found else None
        if box is None:
            return found
        self._marker = "☐" if box[1] == " " else "☑"
        return (found[0]._replace(text=found[0].text[box.end() :]), *found[1:])

    def _block(
        self, kind: BlockKind, runs: Iterator[Run] | tuple[Run, ...], *, level: int = 0, info: str = ""
    ) -> Block:
        marker, self._marker = self._marker, ""
        return Block(kind, tuple(runs), self._depth, marker, level, self._quotes > 0, info)

    def _read_cell(self, token: Token) -> Iterator[Block]:
        rows = self._table
        if rows is None:
            return
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(tuple(_inline(token)))
        elif token.type == "table_close":
            self._table = None
            yield self._finished(rows)

    def _finished(self, rows: Sequence[Sequence[tuple[Run, ...]]]) -> Block:
        first, last = self._table_lines
        written = self._lines[first:last]
        is_even = all(_cell_count(line) <= len(rows[0]) for line in written)
        if not is_even or len(rows[0]) > _MOST_COLUMNS or len(rows) * len(rows[0]) > _MOST_CELLS:
            return self._block(BlockKind.CODE, _runs("\n".join(written), Run("", Look.CODE)))
        return Block(BlockKind.TABLE, depth=self._depth, rows=tuple(tuple(row) for row in rows))


def _cell_count(line: str) -> int:
    """How many cells a line of a table has; those beyond the head's are dropped by the parser."""
    return len(re.findall(r"(?<!\\)\|", line.strip(" \t").removeprefix("|").removesuffix("|"))) + 1


def _inline(token: Token) -> Iterator[Run]:
    """The runs of a paragraph."""
    style, urls, titles = Run(""), [], []
    for child in token.children or ():
        if child.type in ("strong_open", "strong_close"):
            style = style._replace(bold=child.nesting > 0)
        elif child.type in ("em_open", "em_close"):
            style = style._replace(italic=child.nesting > 0)
        elif child.type in ("s_open", "s_close"):
            style = style._replace(struck=child.nesting > 0)
        elif child.type == "link_open":
            urls.append(str(child.attrs.get("href", "")))
            titles.append(str(child.attrs.get("title", "")))
            style = _linked(style, urls[-1])
        elif child.type == "link_close":
            yield from _behind_link(urls.pop(), titles.pop(), child.info)
            style = style._replace(look=Look.PLAIN, url="")
        else:
            yield from _words(child, style)


def _linked(style: Run, url: str) -> Run:
    return style._replace(look=Look.LINK, url=url) if is_followable(url) else style


def _behind_link(url: str, title: str, info: str) -> Iterator[Run]:
    """What a reader has to know of a link beside its words: where it leads if it cannot be followed, and its title."""
    said = [] if is_followable(url) or info == "auto" else [url]
    said += [f"\u201c{title}\u201d"] if title else []
    if said:
        yield from _runs(f" ({' '.join(said)})", Run("", Look.DIM))


def _words(child: Token, style: Run) -> Iterator[Run]:
    if child.type in ("softbreak", "hardbreak"):
        yield style._replace(text="\n" if child.type == "hardbreak" else " ")
    elif child.type == "code_inline":
        yield from _runs(child.content, style._replace(look=Look.CODE if not style.url else style.look))
    elif child.type == "image":
        title = str(child.attrs.get("title", ""))
        said = " ".join(
            part
            for part in (str(child.attrs.get("src", "")), f"\u201c{title}\u201d" if title else "")
            if part
        )
        yield from _runs(f"{child.content} ({said})" if child.content else f"({said})", Run("", Look.IMAGE))
    elif child.type == COMMENT:
        yield from _runs(child.content, Run("", Look.COMMENT))
    else:
        yield from _runs(child.content, style)


def _runs(text: str, style: Run) -> Iterator[Run]:
    """`text` in one style, with chips for what hides in it and behind the words that pretend."""
    cuts = [
        (label.span.start, label.span.end, Run(f"{OPEN}{label.words}{CLOSE}", Look.CHIP))
        for label in find_labels(text)
    ]
    for word in find_mixed_words(text):
        chip = Run("", Look.CHIP, pretends=Pretence(word.reads_as, word.script))
        cuts.append((word.span.end, word.span.end, chip))
    at = 0
    for start, end, chip in sorted(cuts, key=lambda cut: cut[:2]):
        if start > at:
            yield style._replace(text=text[at:start])
        yield chip
        at = end
    if at < len(text):
        yield style._replace(text=text[at:])
