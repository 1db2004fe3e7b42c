"""Which of some nodes says the same as a text already, or nearly the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.text.document import split_lines
from memdesk.text.lookup import Lookup
from memdesk.text.outline import Node


class Alike(NamedTuple):
    """The node that says the same as a text: its key and its words; `is_same` where they are equal but for form."""

    key: str
    text: str
    is_same: bool


def find_alike(text: str, nodes: Iterable[tuple[Node, str]]) -> Alike | None:
    """The first of the nodes, given with their texts, that says the same as `text`; else the most similar one."""
    said: dict[str, str] = {}
    for node, its in nodes:
        for piece in _pieces(its):
            said.setdefault(piece, node.key)
    lookup = Lookup()
    lookup.follow(said)
    best = next(lookup.find(text), None)
    return Alike(said[best.text], best.text, best.is_same) if best is not None else None


def _pieces(text: str) -> Iterator[str]:
    """A text as a whole, and line by line: several things may be said in one section."""
    yield text
    lines = split_lines(text)
    if len(lines) > 1:
        yield from (line.rstrip("\r\n") for line in lines)
