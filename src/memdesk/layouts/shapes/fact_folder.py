"""A folder of facts with an index: lines that link to the files, among text of the user's own.

This is our own reading and writing of the index: an edit touches one line. What an agent makes of the index, which
lines it shows and which it drops, is its layout's to say.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.shapes.fact_links import FileLink, file_links, folded, linked_stem, written_target
from memdesk.text.code_stretches import is_within, unread_stretches
from memdesk.text.document import (
    BYTE_ORDER_MARK,
    end_of_line,
    line_content,
    line_end_near,
    split_lines,
    trim,
    with_line_ends,
)
from memdesk.text.edits import Edit, Span, apply_all, replace
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import say

_SEPARATOR = re.compile(r"[ \t]*(?:—|–|-|:)[ \t]*")
_ITEM = re.compile(
    rf"{BYTE_ORDER_MARK}?[ \t]*(?:[-*+]|\d{{1,9}}[.)])[ \t]+[*_~]{{0,3}}\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]\([ \t]*<?"
)
"""The start of a list item, up to the target of the link that it begins with."""

_NO_TITLE = re.compile(r"[\[\]\n\r]")
"""What a title of a link cannot hold."""

_FILE_ADDRESS = re.compile("file://|(?!.*://)")

_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}|\\[!-/:-@\[-`{-~]")
"""A letter of a target, written so that no search for a name finds it."""


TEXT_KEY = "\ntext"
MARKER_KEY = "\nmarker"
"""Keys of the lines that link to no fact. No file is called so: no link holds a line end."""


_AGENTS_OWN = say("The agent writes this line")


@dataclass(frozen=True, slots=True)
class IndexGrammar:
    """How an agent writes an index.

    `header` is its first line in a new file. `separator` stands between link and description. `marker` begins the line
    (trimmed) that parts what the agent shows from what it does not, empty where there is none; `forbidden` must not
    occur in a description. With `is_markdown` the agent follows any link that Markdown has to a file, `<a.md>`,
    `a.md#part` and `a.md "Words"` too; else nothing but `a.md` is one to it. With `reads_all` what stands in comments
    and code counts as well: so a program reads that knows neither.
    """

    header: str
    separator: str = " — "
    marker: str = ""
    forbidden: tuple[str, ...] = ()
    is_markdown: bool = False
    reads_all: bool = False

    def line(self, title: str, stem: str, hook: str) -> str:
        """A line of the index, without its end."""
        target = written_target(stem) if self.is_markdown else stem
        behind = self.separator + hook if hook or not self.is_markdown else ""
        return f"- [{_NO_TITLE.sub('', title) or stem}]({target}.md){behind}"

    def is_marker(self, line: str) -> bool:
        """Whether `line` is the one that parts the index."""
        return bool(self.marker) and trim(line).startswith(self.marker)


class IndexLine(NamedTuple):
    """A line that links to a fact: the target without its `.md`, and where line, title and description stand.

    `is_below` says whether it stands below the marker. `gap` is what stands between link and description, empty where
    that is no separator. `is_entry` says whether the line is there for its facts: an item of a list that begins with
    the link, and neither begins nor ends a comment that goes on in other lines. Any other is text of the user's own,
    as are lines in comments and in fences, which are no lines of the index at all.
    """

    stem: str
    span: Span
    title: Span
    gap: Span
    hook: Span
    is_below: bool
    is_entry: bool


class OtherLines(NamedTuple):
    """Lines of an index that link to no fact; a marker stands alone."""

    span: Span
    is_marker: bool


@lru_cache(maxsize=8)
def parse_index(text: str, grammar: IndexGrammar) -> tuple[IndexLine | OtherLines, ...]:
    """The lines of an index, in order; their spans cover the text."""
    return tuple(_parsed(text, grammar))


def _parsed(text: str, grammar: IndexGrammar) -> Iterator[IndexLine | OtherLines]:
    at, loose, is_below = 0, 0, False
    for line in split_lines(text):
        end = at + len(line)
        found = None if grammar.is_marker(line) else _index_line(text, Span(at, end), is_below, grammar)
        if found or grammar.is_marker(line):
            if at > loose:
                yield OtherLines(Span(loose, at), False)
            yield found or OtherLines(Span(at, end), True)
            is_below, loose = is_below or not found, end
        at = end
    if at > loose:
        yield OtherLines(Span(loose, at), False)


def _index_line(text: str, span: Span, is_below: bool, grammar: IndexGrammar) -> IndexLine | None:
    link = next(_links(text, span, grammar), None)
    if link is None:
        return None
    end = span.start + len(line_content(span.of(text)))
    separator = _SEPARATOR.match(text, link.end, end)
    gap = Span(link.end, separator.end() if separator else link.end)
    rest = text[gap.end : end].strip(" \t")
    start = text.index(rest, gap.end) if rest else gap.end
    hook = Span(start, start + len(rest))
    item = _ITEM.match(text, *span)
    is_entry = item is not None and item.end() == link.target.start and not _is_cut(text, span)
    return IndexLine(link.target.of(text), span, link.title, gap, hook, is_below, is_entry)


def _is_cut(text: str, span: Span) -> bool:
    """Whether what begins or ends in a line goes on in another one: a comment, or code."""
    unread = unread_stretches(text, by_line=True)
    return any(is_within(at, unread) and is_within(at - 1, unread) for at in span)


def index_lines(text: str, grammar: IndexGrammar) -> list[IndexLine]:
    """The lines of an index that link to facts."""
    return [line for line in parse_index(text, grammar) if isinstance(line, IndexLine)]


def index_outline(text: str, grammar: IndexGrammar) -> Outline:
    """An index as a node per line that links to a fact, and per run of other lines.

    Facts of a line: `file`, `stays` (`yes`) where it is left when that file goes, and `below` (`yes` or `no`) where
    the format has a marker; of the marker that `parts` it.
    """
    seen: Counter[str] = Counter()
    nodes = []
    for line in parse_index(text, grammar):
        key = line.stem if isinstance(line, IndexLine) else MARKER_KEY if line.is_marker else TEXT_KEY
        nodes.append(_node(text, line, key, seen[key], grammar))
        seen[key] += 1
    return Outline(tuple(nodes))


def _node(text: str, line: IndexLine | OtherLines, key: str, number: int, grammar: IndexGrammar) -> Node:
    if isinstance(line, IndexLine):
        facts = {"file": f"{line.stem}.md"}
        if not is_its_entry(text, line, grammar):
            facts["stays"] = "yes"
        if grammar.marker:
            facts["below"] = "yes" if line.is_below else "no"
        return Node(NodeKind.INDEX_LINE, line.title.of(text), line.span, line.hook, key, number, facts=facts)
    if line.is_marker:
        facts = {"parts": "yes"}
        return Node(
            NodeKind.LOOSE,
            "",
            line.span,
            line.span,
            key,
            number,
            facts=facts,
            editable=False,
            why_not=_AGENTS_OWN,
        )
    content = Span(line.span.start, line.span.start + len(line.span.of(text).rstrip("\r\n")))
    return Node(NodeKind.LOOSE, "", line.span, content, key, number)


def index_changes(text: str, change: Change, grammar: IndexGrammar) -> tuple[Edit, ...]:
    """The smallest edits of an index that make `change`: of the description of a line, its title, its place.

    `ADD` takes the file's stem as key, the description as body and what the link shows as title. Raises `Refused` with
    the reason, `NotFound` for a line that is not there.
    """
    edits = _changes(text, change, grammar)
    if change.kind in (ChangeKind.ADD, ChangeKind.SET_BODY, ChangeKind.RENAME):
        more = len(index_lines(apply_all(text, edits), grammar)) - len(index_lines(text, grammar))
        if more != (change.kind is ChangeKind.ADD):
            raise Refused("With this text lines of the index would begin, or end, to be a comment or code.")
    return edits


def _changes(text: str, change: Change, grammar: IndexGrammar) -> tuple[Edit, ...]:
    if change.key == TEXT_KEY:
        return _text_changes(text, change, grammar)
    if change.key == MARKER_KEY:
        raise Refused("The line that parts the index is not changed: the agent writes it.")
    if change.kind is ChangeKind.ADD:
        return (added_line(text, change.key, change.title or change.key, change.body, grammar),)
    lines = index_lines(text, grammar)
    same = [line for line in lines if line.stem == change.key]
    if change.occurrence >= len(same):
        raise NotFound(
            "There is no line for “{stem}” in {name}.", stem=change.key, name=change.document.title
        )
    line = same[change.occurrence]
    if change.kind is ChangeKind.SET_BODY:
        return _set_hook(text, line, checked_hook(change.body, grammar), grammar)
    if change.kind is ChangeKind.RENAME:
        return _set_title(text, line, change.title)
    if change.kind is ChangeKind.REMOVE:
        return (replace(text, line.span, ""),)
    return _moved(text, lines, lines.index(line), change.index)


def checked_hook(hook: str, grammar: IndexGrammar) -> str:
    """`hook`, which must be one line without what the agent reads as something else. Raises `Refused`."""
    hook = hook.strip(" \t")
    if "\n" in hook or "\r" in hook:
        raise Refused("A line of the index describes its fact in one line.")
    for words in grammar.forbidden:
        if words in hook:
            raise Refused("“{words}” in a description would end the index there.", words=words)
    return hook


def _set_hook(text: str, line: IndexLine, hook: str, grammar: IndexGrammar) -> tuple[Edit, ...]:
    if line.hook.of(text) == hook:
        return ()
    if line.gap.start < line.gap.end:
        return (replace(text, line.hook, hook),)
    return (replace(text, Span(line.gap.start, line.hook.end), grammar.separator + hook),)


def _set_title(text: str, line: IndexLine, title: str) -> tuple[Edit, ...]:
    if any(mark in title for mark in "[]\n\r"):
        raise Refused("The title of a link holds no brackets and no line end.")
    return (replace(text, line.title, title),) if line.title.of(text) != title else ()


def added_line(text: str, stem: str, title: str, hook: str, grammar: IndexGrammar) -> Edit:
    """The edit that adds a line to an index, behind the last one that the agent shows."""
    line = grammar.line(title, stem, checked_hook(hook, grammar))
    at, opening, line_end = _place_of_new_line(text, grammar)
    return Edit(at, "", f"{opening}{line}{line_end}")


@lru_cache(maxsize=8)
def _place_of_new_line(text: str, grammar: IndexGrammar) -> tuple[int, str, str]:
    """Where a new line goes, what stands above it there, and its line end; asked for each fact that has none."""
    line_end = line_end_near(text, len(text))
    if not trim(text.removeprefix(BYTE_ORDER_MARK)):
        return len(text), grammar.header + line_end if grammar.header else "", line_end
    shown = [entry.span for entry in index_lines(text, grammar) if not entry.is_below]
    marker = next((other.span for other in parse_index(text, grammar) if _is_marker(other)), None)
    at = shown[-1].end if shown else marker.start if marker else len(text)
    return at, "" if at == 0 or text[at - 1] == "\n" else line_end, line_end


def lifted(text: str, grammar: IndexGrammar) -> tuple[Edit, ...]:
    """The edits that put the lines below the marker behind those above it; other text stays where it is.

    Raises `Refused` where none is below.
    """
    lines = index_lines(text, grammar)
    below = [line.span for line in lines if line.is_below]
    marker = next((other.span for other in parse_index(text, grammar) if _is_marker(other)), None)
    if marker is None or not below:
        raise Refused("No line of the index stands below its marker.")
    shown = [line.span for line in lines if not line.is_below]
    line_end = line_end_near(text, marker.start)
    moved = "".join(line_content(span.of(text)) + line_end for span in below)
    at = shown[-1].end if shown else marker.start
    return (Edit(at, "", moved), *(replace(text, span, "") for span in below))


Meant = Callable[[str], str]
"""Which fact a target of an index means."""


def lines_of(
    text: str, stem: str, grammar: IndexGrammar, meant: Meant = linked_stem
) -> tuple[IndexLine, ...]:
    """The lines of an index that are about the fact `stem` alone; agents and people write several of one fact."""
    return tuple(
        line
        for line in _lines_naming(text, stem, grammar)
        if {meant(target.of(text)) for target in targets_of(text, line, grammar)} == {stem}
    )


def is_its_entry(text: str, line: IndexLine, grammar: IndexGrammar) -> bool:
    """Whether a line is the entry of its fact and nothing else, so that it goes with it."""
    return (
        line.is_entry and len({linked_stem(each.of(text)) for each in targets_of(text, line, grammar)}) == 1
    )


def links_that_stay(
    text: str, stem: str, grammar: IndexGrammar, meant: Meant = linked_stem
) -> Iterator[Span]:
    """The targets of the links to the fact `stem` in lines that `without_fact` leaves."""
    for line in _lines_naming(text, stem, grammar):
        if not is_its_entry(text, line, grammar):
            yield from (each for each in targets_of(text, line, grammar) if meant(each.of(text)) == stem)


def without_fact(text: str, stem: str, grammar: IndexGrammar, meant: Meant = linked_stem) -> tuple[Edit, ...]:
    """The edits that take out each entry of the fact `stem`; other text that links to it stays."""
    lines = lines_of(text, stem, grammar, meant)
    return tuple(replace(text, line.span, "") for line in lines if line.is_entry)


def retargeted(
    text: str, old: str, new: str, grammar: IndexGrammar, meant: Meant = linked_stem
) -> tuple[Edit, ...]:
    """The edits by which every link to the fact `old` leads to `new`; a title that is the old stem goes with it."""
    edits: list[Edit] = []
    for line in _lines_naming(text, old, grammar):
        for link in _links(text, line.span, grammar):
            if meant(link.target.of(text)) == old:
                is_named = link.title.of(text) == link.target.of(text)
                edits += [replace(text, link.title, new)] if is_named else []
                edits.append(replace(text, link.target, new))
    return tuple(edits)


def _lines_naming(text: str, stem: str, grammar: IndexGrammar) -> Iterator[IndexLine]:
    """The lines that link to facts and may link to the fact `stem`, without a parse of all others.

    A pruning asks for those of hundreds of facts, one after the other, in an index of as many lines.
    """
    alike, starts = _lines_alike(text)
    name, at, is_below = folded(posixpath.basename(stem)), 0, False
    for start in (start for start, line in zip(starts, alike, strict=False) if line is None or name in line):
        above, span = Span(at, start), Span(start, end_of_line(text, start))
        is_below = is_below or _has_marker(text, above, grammar)
        found = _index_line(text, span, is_below, grammar)
        if found and not grammar.is_marker(span.of(text)):
            yield found
        at = start


@lru_cache(maxsize=4)
def _lines_alike(text: str) -> tuple[list[str | None], list[int]]:
    """Each line of a text as names are compared, None for one with escapes in it, and where each starts."""
    lines = text.split("\n")
    starts = list(map(add, accumulate(map(len, lines), initial=0), count()))
    alike: list[str | None] = list(folded(text).split("\n"))
    for found in _ESCAPE.finditer(text):
        alike[bisect_right(starts, found.start()) - 1] = None
    return alike, starts


def _has_marker(text: str, span: Span, grammar: IndexGrammar) -> bool:
    """Whether one of the whole lines of `span` parts the index."""
    if not grammar.marker or text.find(grammar.marker, *span) < 0:
        return False
    return any(map(grammar.is_marker, split_lines(span.of(text))))


def _links(text: str, span: Span, grammar: IndexGrammar) -> Iterator[FileLink]:
    """The links of a stretch that count."""
    unread = () if grammar.reads_all else unread_stretches(text, by_line=True)
    for link in file_links(text, span, is_markdown=grammar.is_markdown):
        if not is_within(link.target.start, unread):
            yield link


def targets_of(text: str, line: IndexLine, grammar: IndexGrammar) -> list[Span]:
    """The targets of the links of a line, without their `.md`; addresses are left out."""
    links = (link.target for link in _links(text, line.span, grammar))
    return [target for target in links if _FILE_ADDRESS.match(target.of(text))]


def _is_marker(line: IndexLine | OtherLines) -> bool:
    return isinstance(line, OtherLines) and line.is_marker


def _moved(text: str, lines: list[IndexLine], place: int, index: int) -> tuple[Edit, ...]:
    """The edits that put a line where another one stands, counted among all lines that link to facts."""
    index = max(0, min(index, len(lines) - 1))
    if index == place:
        return ()
    line, other = lines[place].span, lines[index].span
    content, line_end = line_content(line.of(text)), line_end_near(text, line.start)
    at = other.end if index > place else other.start
    if at > 0 and text[at - 1] != "\n" and at == other.end:
        return (replace(text, line, ""), Edit(at, "", line_end + content))
    return tuple(sorted((replace(text, line, ""), Edit(at, "", content + line_end))))


def _text_changes(text: str, change: Change, grammar: IndexGrammar) -> tuple[Edit, ...]:
    """Edits of the lines between, which must stay lines that link to nothing."""
    node = index_outline(text, grammar).find(TEXT_KEY, change.occurrence)
    if node is None:
        raise NotFound("There is no such text in {name}.", name=change.document.title)
    if change.kind is ChangeKind.REMOVE:
        return (replace(text, node.span, ""),)
    if change.kind is not ChangeKind.SET_BODY:
        raise Refused("Text between the lines of an index stays where it is.")
    if any(not isinstance(line, OtherLines) or line.is_marker for line in parse_index(change.body, grammar)):
        raise Refused("This text holds a line that links to a fact.", hint="Add such a line by itself.")
    body = with_line_ends(change.body, line_end_near(text, node.span.start))
    return (replace(text, node.body, body),) if node.body.of(text) != body else ()
