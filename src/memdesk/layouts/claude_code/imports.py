"""Finds the imports of an instruction file, `@path`, and tells where they lead."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.claude_code.content import Content, block_lines, content_of
from memdesk.layouts.shapes.go import join_path
from memdesk.text.edits import Span

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_AT_PATH = re.compile(r"(?<!\S)@((?:[^\s\\]|\\ )+)")
_WRAPPED = re.compile(r"(?<=[(\"'“‘„«])@((?:[^\s\\]|\\ )+)")
_BEGIN_OF_PATH = re.compile(r"[A-Za-z0-9._-]|~/|/.")
_ENDINGS = (
    "md txt text rst adoc asciidoc org tex latex log diff patch csv json yaml yml toml xml ini cfg conf config "
    "properties env lock html htm css scss sass less js mjs cjs jsx ts mts cts tsx vue svelte astro ejs hbs pug "
    "graphql gql proto sql py pyi pyw rb erb rake php pl pm lua r go rs java kt kts scala groovy gradle sbt c cc "
    "cpp cxx h hh hpp hxx cs swift m mm dart ex exs erl hrl clj cljs cljc edn hs lhs elm ml mli fs fsx jl nim zig "
    "f f90 f95 sh bash zsh fish ps1 bat cmd make makefile cmake dockerfile tf"
)
_TEXT_ENDINGS = frozenset(f".{ending}" for ending in _ENDINGS.split(" "))


class Import(NamedTuple):
    """What names a file to import: `@path`, from the at sign on, and the path with its blanks."""

    span: Span
    target: str


def is_text_kind(path: str) -> bool:
    """Whether a file of this name is one of the kinds that are imported; case says nothing."""
    ending = posixpath.splitext(path)[1].lower()
    return not ending or ending in _TEXT_ENDINGS


def has_text_ending(path: str) -> bool:
    """Whether a path ends as text files do, so that it was meant for one."""
    return posixpath.splitext(path)[1].lower() in _TEXT_ENDINGS


def resolved(target: str, folder: str, home: str) -> str:
    """The path that an import names in a file of `folder`."""
    if target.startswith("~/"):
        return join_path(home, target[2:])
    return join_path(target) if target.startswith("/") else join_path(folder, target)


@lru_cache(maxsize=16)
def imports_in(text: str) -> tuple[Import, ...]:
    """The imports of the file with this text, in order."""
    content = content_of(text)
    if "@" not in content.taken:
        return ()
    found = (_import(content.text, span) for span in _at_paths(content, _AT_PATH))
    return tuple(one for one in found if one)


def wrapped_in(text: str) -> tuple[Import, ...]:
    """What would be imports, but for a bracket or a quotation mark right before the at sign."""
    if not _WRAPPED.search(text):
        return ()
    content = content_of(text)
    found = (_import(content.text, span) for span in _at_paths(content, _WRAPPED))
    return tuple(one for one in found if one)


def _import(text: str, span: Span) -> Import | None:
    target = span.of(text)[1:].replace("\\ ", " ").partition("#")[0]
    return Import(span, target) if _BEGIN_OF_PATH.match(target) else None


def _at_paths(content: Content, wanted: re.Pattern[str]) -> Iterator[Span]:
    text, start = content.text, content.header.end
    lines = block_lines(text, start)
    for token in _parser().parse(text[start:]):
        if token.type == "inline" and token.children:
            yield from _in_pieces(wanted, text, lines[token.map[0]] if token.map else start, token.children)
        elif token.type == "html_block" and token.map and not token.level:
            # Of such a block stays what stands behind a comment.
            found = wanted.finditer(text, lines[token.map[0]], lines[token.map[1]])
            is_comment = token.content.lstrip(" ").startswith("<!--")
            yield from (Span(*at.span()) for at in found if is_comment and content.keeps(at.start()))


def _in_pieces(wanted: re.Pattern[str], text: str, at: int, pieces: Sequence[Token]) -> Iterator[Span]:
    """The paths in the pieces of a paragraph that are text; each is looked for behind the one before."""
    for is_text, joined in groupby(pieces, _is_text):
        contents = [piece.content for piece in joined]
        content = "".join(contents) if is_text else ""
        for passed in () if is_text else contents:
            at = max(at, text.find(passed, at) + len(passed))
        place = text.find(content, at)
        for found in wanted.finditer(content) if place >= 0 else ():
            yield Span(place + found.start(), place + found.end())
        at = max(at, place + len(content))


def _is_text(piece: Token) -> bool:
    """Whether it is text as it stands there; an escaped sign is a piece of its own."""
    return piece.type == "text" or (piece.type == "text_special" and piece.content == piece.markup)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    # Escaped signs would be joined with the text around them.
    parser.core.ruler.disable("text_join")
    return parser
