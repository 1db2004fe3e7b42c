"""The node tree of a memory file: categories, and below each its entries, loose text, and the heading line itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from memdesk.layouts.shapes.go_text import one_line
from memdesk.layouts.ub.blocks import Block, BlockKind, Region, reading_of
from memdesk.layouts.ub.model import is_category
from memdesk.text.document import readable
from memdesk.text.edits import Span
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind, Outline
from memdesk.text.sections import section_outline
from memdesk.text.sentence import say
from memdesk.text.shortening import beginning

_MOST_KEY_CHARS = 200

_OF_ITS_SECTION = say("The heading belongs to its category.")


@lru_cache(maxsize=2)
def memory_outline(text: str) -> Outline:
    """`text` as categories and entries.

    The key of an entry is its category and its words, as ub prints them over budget: `[project] build is make`. So it
    stays the same whatever happens to other entries; equal ones are counted from 0 over the whole document. Facts of a
    section: `known`, whether ub knows the category. Facts of an entry: `category`, `time` where it has one that can be
    read, and `read`, whether ub takes it for an entry at all.
    """
    by_heading = {(node.key, node.occurrence): node for node in section_outline(text).nodes}
    seen = Counter(key for key, _ in by_heading)
    nodes = []
    for region in reading_of(text).regions:
        section = region.section
        if section:
            nodes.append(_section(by_heading[section.heading, section.occurrence], region, text, seen))
        elif preamble := by_heading.get((PREAMBLE_KEY, 0)):
            nodes.append(_preamble(preamble, region, text, seen))
    return Outline(tuple(nodes))


def _section(node: Node, region: Region, text: str, seen: Counter[str]) -> Node:
    facts = {**node.facts, "known": "yes" if is_category(node.key) else "no"}
    return _with(node, facts, tuple(_children(node, region, text, seen)))


def _preamble(node: Node, region: Region, text: str, seen: Counter[str]) -> Node:
    """Text above the first category is one node, unless entries stand in it."""
    has_entries = any(block.kind is BlockKind.ENTRY for block in region.blocks)
    return _with(node, node.facts, tuple(_children(node, region, text, seen)) if has_entries else ())


def _with(node: Node, facts: Mapping[str, str], children: tuple[Node, ...]) -> Node:
    return Node(
        node.kind, node.title, node.span, node.body, node.key, node.occurrence, facts=facts, children=children
    )


def _children(parent: Node, region: Region, text: str, seen: Counter[str]) -> Iterator[Node]:
    """The nodes of a region; each reaches to the next one, so that blank lines belong to the one above."""
    if not region.blocks:
        return
    starts = [block.lines.start for block in region.blocks]
    if region.section:
        span = Span(parent.span.start, starts[0])
        key = _counted(one_line(readable(text[parent.span.start : region.span.start])), seen)
        yield Node(
            NodeKind.HEADING, parent.title, span, Span(span.start, span.start), *key, False, _OF_ITS_SECTION
        )
    else:
        starts[0] = parent.span.start
    ends = [*starts[1:], parent.span.end]
    for block, start, end in zip(region.blocks, starts, ends, strict=True):
        yield block_node(text, region, block, Span(start, end), seen)


def block_node(text: str, region: Region, block: Block, span: Span, seen: Counter[str]) -> Node:
    """The node of a block, which takes up `span`."""
    words = one_line(readable(block.body.of(text)))
    if block.kind is not BlockKind.ENTRY:
        return Node(NodeKind.LOOSE, _title(words), span, block.body, *_counted(words, seen))
    facts = {"category": region.heading, "read": "yes" if block.is_read else "no"}
    if block.time:
        facts["time"] = block.time.text
    key = _counted(f"[{region.heading}] {words}", seen)
    return Node(NodeKind.ENTRY, _title(words), span, block.body, *key, facts=facts)


def _title(words: str) -> str:
    return beginning(words, _MOST_KEY_CHARS)


def _counted(key: str, seen: Counter[str]) -> tuple[str, int]:
    """A key of bearable length, and how often it stood above."""
    key = key[:_MOST_KEY_CHARS]
    seen[key] += 1
    return key, seen[key] - 1
