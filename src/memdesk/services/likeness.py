"""Whether two texts say the same, or nearly: by their words, whatever parts them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.text.document import split_lines
from memdesk.text.outline import Node

_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 4
_NEARLY = 0.8


class Alike(NamedTuple):
    """The node that says the same as a text: its key and its words; `is_same` where they are equal but for form."""

    key: str
    text: str
    is_same: bool


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, in lower case."""
    return tuple(_WORD.findall(text.casefold()))


def find_alike(text: str, nodes: Iterable[tuple[Node, str]]) -> Alike | None:
    """The first node, given with what it says, that says the same; else the one that shares most words."""
    wanted = words_of(text)
    if not wanted:
        return None
    best: tuple[float, Alike] | None = None
    for node, said in nodes:
        for piece in _pieces(said):
            words = words_of(piece)
            if words == wanted:
                return Alike(node.key, piece, is_same=True)
            share = _shared(wanted, words)
            if share >= _NEARLY and (best is None or share > best[0]):
                best = (share, Alike(node.key, piece, is_same=False))
    return best[1] if best else None


def nearly_same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two texts, given by their words, say the same or nearly."""
    return bool(one) and (one == other or _shared(one, other) >= _NEARLY)


def _pieces(text: str) -> Iterator[str]:
    """A text as a whole, and line by line: several things may be said in one section."""
    yield text
    lines = split_lines(text)
    if len(lines) > 1:
        yield from (line.rstrip("\r\n") for line in lines)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """How much of the words of the shorter text is in the other one."""
    shorter, longer = sorted((set(one), set(other)), key=len)
    return len(shorter & longer) / len(shorter) if len(shorter) >= _FEWEST_WORDS else 0.0
