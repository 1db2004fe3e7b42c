"""Three-way merge by node, then by line inside a node.

Nodes are told apart by key, then by likeness (see `alignment`), lines by what they say (see `merge_lines`). What both
sides added is kept, theirs first. A node that one side deleted and the other edited stays. Only the same lines changed
in different ways are a clash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from memdesk.text.document import BYTE_ORDER_MARK, LineEnds, line_end_near, line_ends, trim, with_line_ends
from memdesk.text.edits import Span
from memdesk.text.fences import open_fence
from memdesk.text.merge_joining import joined
from memdesk.text.merge_lines import lines_of, merge_lines, pick
from memdesk.text.merge_nodes import merge_nodes
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.moves import Carried, Unclear, carry_moves
from memdesk.text.outline import Outline
from memdesk.text.parts import Part, one_part, parts_of

_FEWEST_LINES = 4
_KEPT = 1 / 3


def merge_texts(base: str, mine: str, theirs: str, outline: Callable[[str], Outline]) -> Merge:
    """`base` with the changes of both sides; `outline` is the reading of the document's layout.

    Blank lines, white space at line ends and line ends are never worth a clash: the side that changed them counts, and
    mine where both did. A text in which a fence was opened or closed by one side alone is merged as one node, because
    its sections cannot be compared.
    """
    if theirs in (mine, base):
        return Merge(mine)
    marks = [BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else "" for text in (base, mine, theirs)]
    bare_base, bare_mine, bare_theirs = (text.removeprefix(BYTE_ORDER_MARK) for text in (base, mine, theirs))
    texts = _with_one_line_end((bare_base, bare_mine, bare_theirs))
    is_one_node = len({open_fence(text) is None for text in texts}) > 1
    whole = [one_part(text) for text in texts] if is_one_node else []
    merge = _joined(texts, whole) if whole else _merged_with_moves(texts, outline)
    merge = _behind(pick(*marks) or "", merge)
    return replace(merge, text=theirs) if mine == base else merge


def _joined(texts: Sequence[str], sides: Sequence[list[Part]]) -> Merge:
    line_end = line_end_near(texts[2] or texts[1], 0)
    return joined(merge_nodes(*sides), sides, line_end * 2)


def _merged_with_moves(texts: tuple[str, str, str], outline: Callable[[str], Outline]) -> Merge:
    """The merge of three texts, with what one side moved and the other changed at its new place."""
    sides = [parts_of(text, outline(text)) for text in texts]
    carried = carry_moves(texts, sides, _merged_entry)
    merge = _with_moves_carried(texts, sides, carried, outline)
    return replace(
        merge,
        kept_against_delete=tuple(dict.fromkeys((*merge.kept_against_delete, *carried.kept_against_delete))),
        returned=tuple(dict.fromkeys((*merge.returned, *carried.returned))),
    )


def _with_moves_carried(
    texts: tuple[str, str, str],
    sides: Sequence[list[Part]],
    carried: Carried,
    outline: Callable[[str], Outline],
) -> Merge:
    if carried.texts == texts:
        return _joined(texts, sides)
    merge = _joined(carried.texts, [parts_of(text, outline(text)) for text in carried.texts])
    for unclear in carried.unclear:
        clash = _clash_of(unclear, merge, outline(merge.text))
        if clash is None:
            # It does not stand by itself: each side's copy is decided on where it is.
            return _joined(texts, sides)
        merge = replace(merge, clashes=tuple(sorted((*merge.clashes, clash), key=lambda clash: clash.span)))
    return merge


def _merged_entry(base: str, mine: str, theirs: str) -> str | None:
    """What an entry says in the end, None where both sides changed the same line."""
    if theirs in (mine, base):
        return mine
    if mine == base:
        return theirs
    lines = merge_lines(base, mine, theirs)
    return None if lines is None else lines.text


def _clash_of(unclear: Unclear, merge: Merge, outline: Outline) -> Clash | None:
    """The clash about an entry that was moved, None where it is not to be found by itself in the merged text."""
    start = merge.text.find(unclear.mine)
    span = Span(start, start + len(unclear.mine))
    node = outline.at(start) if start >= 0 else None
    is_apart = all(other.span.end <= span.start or span.end <= other.span.start for other in merge.clashes)
    if node is None or merge.text.count(unclear.mine) > 1 or not is_apart:
        return None
    return Clash(node.key, node.occurrence, unclear.base, unclear.mine, unclear.theirs, span)


def _behind(mark: str, merge: Merge) -> Merge:
    """`merge` behind a byte order mark, if there is one."""
    clashes = tuple(clash.moved(len(mark)) for clash in merge.clashes)
    return replace(merge, text=mark + merge.text, clashes=clashes) if mark else merge


def _with_one_line_end(texts: tuple[str, str, str]) -> tuple[str, str, str]:
    """The texts with the line end of the side that changed it as a whole; as they are where one is mixed."""
    kinds = [line_ends(text) for text in texts]
    if LineEnds.MIXED in kinds:
        return texts
    names = [None if kind is LineEnds.NONE else kind.value for kind in kinds]
    line_end = "\r\n" if pick(*names) == LineEnds.CRLF.value else "\n"
    base, mine, theirs = (with_line_ends(text, line_end) for text in texts)
    return base, mine, theirs


def lost_most(base: str, theirs: str) -> bool:
    """Whether `theirs` lost most of the lines of `base`: a half-written or emptied file, rather than an edit.

    Such a text is read again before anything is merged with it. Texts of fewer than four lines are only judged when
    nothing is left.
    """
    # A text that grew, as most do, is told without a look at its lines.
    if len(theirs) >= len(base) and trim(theirs):
        return False
    old = {line.key for line in lines_of(base)}
    new = {line.key for line in lines_of(theirs)}
    if not new:
        return bool(old)
    return len(old) >= _FEWEST_LINES and len(old & new) < len(old) * _KEPT


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
