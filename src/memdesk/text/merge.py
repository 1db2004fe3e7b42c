"""Three-way merge by node, then by line inside a node.

Nodes are told apart by key, then by likeness (see `alignment`), lines by what they say (see `merge_lines`). What both
sides added is kept, theirs first. A node that one side deleted and the other edited stays. Only the same lines changed
in different ways are a clash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from memdesk.text.alignment import Part, one_part, parts_of
from memdesk.text.document import BYTE_ORDER_MARK, LineEnds, line_end_near, line_ends, with_line_ends
from memdesk.text.edits import Span
from memdesk.text.fences import open_fence
from memdesk.text.merge_lines import lines_of, pick
from memdesk.text.merge_nodes import MergedNode, merge_nodes
from memdesk.text.outline import Outline

_FEWEST_LINES = 4
_KEPT = 1 / 3


@dataclass(frozen=True, slots=True)
class Clash:
    """A node that both sides changed differently.

    Texts are whole nodes; None where the side has no such node. `span` is where mine stands in `Merge.text`; another
    text of the clash can take its place. `occurrence` counts in `Merge.text` too. `both` is what keeps both where that
    takes more than their lines, None where it does not.
    """

    key: str
    occurrence: int
    base: str | None
    mine: str | None
    theirs: str | None
    span: Span
    both: str | None = None


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, or the clashes that prevent it.

    With clashes, `text` holds mine where they stand, so nothing typed is lost. `taken` names the nodes where theirs
    came in, `kept_against_delete` the nodes that theirs deleted and mine had edited (the edit stays and is flagged).
    """

    text: str
    clashes: tuple[Clash, ...] = ()
    taken: tuple[str, ...] = ()
    kept_against_delete: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether every change of both sides is in `text`."""
        return not self.clashes


def merge_texts(base: str, mine: str, theirs: str, outline: Callable[[str], Outline]) -> Merge:
    """`base` with the changes of both sides; `outline` is the reading of the document's layout.

    Blank lines, white space at line ends and line ends are never worth a clash: the side that changed them counts, and
    mine where both did. A text in which a fence was opened or closed by one side alone is merged as one node, because
    its sections cannot be compared.
    """
    if theirs in (mine, base):
        return Merge(mine)
    marks = [BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else "" for text in (base, mine, theirs)]
    texts = _with_one_line_end(*(text.removeprefix(BYTE_ORDER_MARK) for text in (base, mine, theirs)))
    is_one_node = len({open_fence(text) is None for text in texts}) > 1
    sides = [one_part(text) if is_one_node else parts_of(text, outline(text)) for text in texts]
    line_end = line_end_near(texts[2] or texts[1], 0)
    merge = _assembled(pick(*marks) or "", merge_nodes(*sides), sides, line_end)
    return replace(merge, text=theirs) if mine == base else merge


def _with_one_line_end(*texts: str) -> tuple[str, ...]:
    """The texts with the line end of the side that changed it as a whole; as they are where one is mixed."""
    kinds = [line_ends(text) for text in texts]
    if LineEnds.MIXED in kinds:
        return texts
    names = [None if kind is LineEnds.NONE else kind.value for kind in kinds]
    line_end = "\r\n" if pick(*names) == LineEnds.CRLF.value else "\n"
    return tuple(with_line_ends(text, line_end) for text in texts)


def _assembled(
    mark: str, nodes: Sequence[MergedNode], sides: Sequence[Sequence[Part]], line_end: str
) -> Merge:
    """The text of the nodes that are not deleted behind a byte order `mark`, and what there is to say about each."""
    kept = [node for node in nodes if node.content is not None]
    gaps = _gaps(kept, sides, line_end)
    seen: Counter[str] = Counter()
    clashes, pieces, at = [], [mark], len(mark)
    for node, gap in zip(kept, gaps, strict=True):
        text = (node.content or "") + gap
        key = node.sides.any.key
        if node.clashes:
            base, mine, theirs = (None if part is None else part.content + gap for part in node.sides)
            clashes.append(Clash(key, seen[key], base, mine, theirs, Span(at, at + len(text))))
        seen[key] += 1
        pieces.append(text)
        at += len(text)
    return Merge(
        "".join(pieces),
        tuple(clashes),
        taken=tuple(node.sides.any.key for node in nodes if node.was_taken),
        kept_against_delete=tuple(node.sides.any.key for node in kept if node.was_kept_against_delete),
    )


def _gaps(nodes: Sequence[MergedNode], sides: Sequence[Sequence[Part]], line_end: str) -> Iterator[str]:
    """What stands behind each node: the choice of the side that changed it, or what is usual in the document.

    The end of a text tells nothing about a gap between nodes, nor the other way round.
    """
    lasts = [parts[-1] if parts else None for parts in sides]
    usual = next(
        (part.gap for parts in reversed(sides) for part in parts[:-1] if "\n" in part.gap), line_end * 2
    )
    for node in nodes[:-1]:
        inner = (
            part.gap if part and part is not last else None
            for part, last in zip(node.sides, lasts, strict=True)
        )
        gap = pick(*inner)
        yield usual if gap is None or (node.content and "\n" not in gap) else gap
    if nodes:
        yield pick(*(last.gap if last else None for last in lasts)) or ""


def lost_most(base: str, theirs: str) -> bool:
    """Whether `theirs` lost most of the lines of `base`: a half-written or emptied file, rather than an edit.

    Such a text is read again before anything is merged with it. Texts of fewer than four lines are only judged when
    nothing is left.
    """
    old = {line.key for line in lines_of(base)}
    new = {line.key for line in lines_of(theirs)}
    if not new:
        return bool(old)
    return len(old) >= _FEWEST_LINES and len(old & new) < len(old) * _KEPT and len(theirs) < len(base)


def keep_both(mine: str, theirs: str) -> str:
    """Theirs, then the lines of mine that theirs does not have."""
    known = {line.removesuffix("\r") for line in theirs.split("\n")}
    own = [line.removesuffix("\r") for line in mine.split("\n") if line.removesuffix("\r") not in known]
    if not own:
        return theirs
    body = theirs.rstrip("\r\n")
    tail = theirs[len(body) :]
    line_end = "\r\n" if "\r\n" in theirs else "\n"
    return body + line_end + line_end.join(own) + (tail or line_end)
