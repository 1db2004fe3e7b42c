"""How an edited text and a newer one on disk go together: merged, or as a whole only, and which nodes differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from memdesk.services.documents.taken import NodeId
from memdesk.text.alignment import likeness, words_of
from memdesk.text.document import decode, sniff_encoding
from memdesk.text.doubt import Doubt, doubt_of, is_text
from memdesk.text.edits import Span
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.outline import Outline
from memdesk.text.sentence import say

_MOSTLY_GONE = "Most of {title} is gone on disk."
NOT_TEXT = "{title} is {encoding} on disk now, which cannot be merged with text."


def why_as_a_whole(base: str, data: bytes, title: str) -> str:
    """Why `data` is not merged node by node: it is no text, or most of `base` is gone. Empty where it can be."""
    doubt = doubt_of(base, data)
    if doubt is Doubt.NOT_TEXT:
        return say(NOT_TEXT, title=title, encoding=sniff_encoding(data).value)
    return say(_MOSTLY_GONE, title=title) if doubt is Doubt.MOSTLY_GONE else ""


def merge_with_data(base: str, mine: str, data: bytes, merge: Callable[[str, str, str], Merge]) -> Merge:
    """`mine` and the disk text `data` merged by `merge`; what is no text clashes as a whole."""
    if is_text(data):
        return merge(base, mine, decode(data))
    return Merge(mine, (Clash("", 0, base, mine, decode(data), Span(0, len(mine))),))


def texts_of(outline: Outline, text: str) -> dict[NodeId, str]:
    """What each node of `text` says."""
    return {(node.key, node.occurrence): node.span.of(text) for node in outline.leaves()}


def texts_by_key(outline: Outline, text: str, key: str) -> dict[int, str]:
    """The texts of all nodes with this key, by their occurrence."""
    return {node.occurrence: node.span.of(text) for node in outline.walk() if node.key == key}


def counterpart(here: Mapping[int, str], there: Mapping[int, str], occurrence: int) -> int | None:
    """The occurrence in `there` that one of `here` came from, all of one key; None where it is new.

    What says the same is the same one, wherever it stands by now; of all others the most alike belong together.
    """
    words = {text: words_of(text) for text in (*here.values(), *there.values())}

    def rank(pair: tuple[int, int]) -> tuple[bool, float, bool]:
        mine, theirs = here[pair[0]], there[pair[1]]
        return mine != theirs, -likeness(words[mine], words[theirs]), pair[0] != pair[1]

    left_here, left_there = set(here), set(there)
    for mine, theirs in sorted(product(here, there), key=rank):
        if mine in left_here and theirs in left_there:
            if mine == occurrence:
                return theirs
            left_here.discard(mine)
            left_there.discard(theirs)
    return None


def differing_nodes(before: Mapping[NodeId, str], after: Mapping[NodeId, str]) -> frozenset[NodeId]:
    """The nodes that say something else, came or went."""
    return frozenset(
        node_id for node_id in before.keys() | after.keys() if before.get(node_id) != after.get(node_id)
    )
