"""What the leaves of an outline say, so that two outlines can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from memdesk.text.outline import Node, NodeKind

COUNTING = (NodeKind.FIELD, NodeKind.FRONT_MATTER)
"""Where an agent's own counters stand, which follow what is added."""

TEXT = (NodeKind.LOOSE, NodeKind.PREAMBLE)
"""What belongs to nothing."""

_HEADED = (NodeKind.SECTION, NodeKind.HEADING)
_FIELDS = tuple(kind.value for kind in COUNTING)


class Leaf(NamedTuple):
    """What a leaf of an outline says, without white space around and between its words."""

    kind: str
    key: str
    words: str

    @property
    def is_text(self) -> bool:
        """Whether it belongs to no section, entry or field."""
        return self.kind == "text"

    def unkeyed(self) -> Leaf:
        """Without the key where that is made of the words and of what stands around."""
        return self if self.kind in ("heading", "field") else self._replace(key="")


def words_of(text: str) -> str:
    """The words of `text`, one blank between."""
    return " ".join(text.split())


def said(nodes: Iterable[Node], text: str) -> list[Leaf]:
    """The leaves as people see them: of a section the heading and the text; texts in a row are one."""
    leaves: list[Leaf] = []
    for node in nodes:
        if node.kind is NodeKind.FIELD and not words_of(node.span.of(text)):
            continue  # blank lines that belong to a locked part
        for leaf in _leaves(node, words_of(node.body_text(text))):
            if leaf.is_text and leaves and leaves[-1].is_text:
                leaves[-1] = leaves[-1]._replace(words=f"{leaves[-1].words} {leaf.words}")
            else:
                leaves.append(leaf)
    return leaves


def _leaves(node: Node, words: str) -> Iterator[Leaf]:
    if node.kind is NodeKind.FIELD:  # an empty list has brackets, and one with items a node for each
        yield Leaf("field", node.key.rstrip("/"), "" if words == "[]" else words)
    elif (
        node.kind in _HEADED and node.title
    ):  # what groups fields without a name of its own comes and goes with them
        yield Leaf("heading", node.title, "")
    elif node.kind not in (*TEXT, *_HEADED) and words:
        yield Leaf(node.kind.value, node.key, words)
    if node.kind in (*TEXT, *_HEADED) and words:
        yield Leaf("text", "", words)


def difference(old: Sequence[Leaf], new: Sequence[Leaf]) -> str:
    """Where two lists of leaves part."""
    at = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    before, after = ([tuple(leaf) for leaf in leaves[at : at + 2]] for leaves in (old, new))
    return f"at leaf {at}: {before} -> {after}"


def bag_of_words(leaves: Iterable[Leaf]) -> Counter[str]:
    """All words but those of fields, whoever says them."""
    return Counter(word for leaf in leaves if leaf.kind != "field" for word in leaf.words.split())


def without(leaves: list[Leaf], gone: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    """`leaves` without one for each of `gone`; every such list, where equal ones stand in several places."""
    if not gone:
        yield leaves
        return
    places = [place for place, leaf in enumerate(leaves) if leaf == gone[0]]
    for place in places:
        yield from without(leaves[:place] + leaves[place + 1 :], gone[1:])
    if not places:
        yield from without(leaves, gone[1:])


def is_kept_in(old: Iterable[Leaf], new: Iterable[Leaf]) -> bool:
    """Whether `new` says all that `old` says, in its order, and perhaps more; fields may count anew."""
    rest = iter(new)
    return all(any(_is_one(leaf, other) for other in rest) for leaf in old)


def _is_one(leaf: Leaf, other: Leaf) -> bool:
    return leaf == other or (leaf.kind == other.kind and leaf.kind in _FIELDS and leaf.key == other.key)
