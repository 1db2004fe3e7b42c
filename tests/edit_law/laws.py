"""What has to hold of a change that was made, whatever the layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memdesk.layouts.contract import ChangeKind, Layout, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.text.document import encode
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Node, NodeKind, Outline
from tests.edit_law.leaves import (
    COUNTING,
    TEXT,
    Leaf,
    bag_of_words,
    difference,
    is_kept_in,
    said,
    without,
    words_of,
)
from tests.edit_law.requests import Request

_JOINS = " \t\r\n\u00a0\x0b\x0c\u0085\u2028\x1c,"
"""White space, and what parts the fields of a record."""

_FIRST, _LAST = 0, 99


@dataclass(frozen=True)
class Made:
    """A change that was made: the document before and after it, and what the layout planned."""

    layout: Layout
    document: Document
    request: Request
    plan: Plan
    before: str
    outline_before: Outline
    after: str
    view_before: View
    view_after: View

    @property
    def kind(self) -> ChangeKind:
        """What was asked for."""
        return self.request.change.kind

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What was changed in the document itself."""
        return self.plan.edits.get(self.document.path, ())

    @cached_property
    def outline_after(self) -> Outline:
        """The nodes afterwards."""
        return self.layout.outline(self.document, self.after)

    @cached_property
    def leaves(self) -> list[Node]:
        """The leaves before the change."""
        return list(self.outline_before.leaves())

    @cached_property
    def own(self) -> list[Node]:
        """The leaves of the node that the change is about."""
        return [leaf for leaf in self.request.node.walk() if not leaf.children] if self.request.node else []

    @cached_property
    def changed(self) -> Span:
        """The stretch that the change may touch."""
        node, everything = self.request.node, Span(0, len(self.before))
        if node is None:
            return everything
        if self.kind is ChangeKind.MOVE:
            above = parent_of(self.outline_before, node)
            return above.span if above else everything
        return node.span


def parent_of(outline: Outline, node: Node) -> Node | None:
    """The node that holds `node`, or None."""
    return next((one for one in outline.walk() if any(child is node for child in one.children)), None)


# Bytes


def bytes_moved(made: Made) -> Iterator[str]:
    """No byte outside the change moves."""
    beyond = [edit for edit in made.edits if not _is_within(made, edit)]
    for edit in beyond:
        if not _adds_own_headings(made, edit):
            yield f"an edit at {edit.start} reaches beyond the change: {edit.old!r} -> {edit.new!r}"
    is_set = made.kind in (ChangeKind.SET_BODY, ChangeKind.RENAME) and not _takes_field_away(made)
    if is_set and made.request.node and not beyond:
        start, end = made.changed
        above, below = encode(made.before[:start]), encode(made.before[end:])
        if not encode(made.after).startswith(above) or not encode(made.after).endswith(below):
            yield "bytes beside the node are not what they were"


def _is_within(made: Made, edit: Edit) -> bool:
    start, end = made.changed
    if made.kind in (ChangeKind.ADD, ChangeKind.RETYPE) and (not edit.old or _is_in_field(made, edit)):
        return True
    if made.kind in (ChangeKind.REMOVE, ChangeKind.RETYPE) or _takes_field_away(made):
        is_gap = edit.new.strip(_JOINS) in ("", "[]")
        if is_gap or made.kind is ChangeKind.RETYPE:
            start, end = _with_joins(made.before, made.changed)
        elif made.kind is ChangeKind.REMOVE:
            return False
    return made.kind is not ChangeKind.ADD and start <= edit.start and edit.end <= end


def _with_joins(text: str, span: Span) -> Span:
    """`span` with what parts it from its neighbours."""
    start, end = span
    while start > 0 and text[start - 1] in _JOINS:
        start -= 1
    while end < len(text) and text[end] in _JOINS:
        end += 1
    return Span(start, end)


def _takes_field_away(made: Made) -> bool:
    """Whether a field is set to nothing, which some fields can only say by not being there."""
    node, is_blank = made.request.node, not made.request.change.body.strip()
    return made.kind is ChangeKind.SET_BODY and is_blank and node is not None and node.kind is NodeKind.FIELD


def _is_in_field(made: Made, edit: Edit) -> bool:
    fields = (node.span for node in made.outline_before.walk() if node.kind in COUNTING)
    return any(span.start <= edit.start and edit.end <= span.end for span in fields)


def _adds_own_headings(made: Made, edit: Edit) -> bool:
    """Whether an edit adds headings that the agent would add itself: by evva's page its merge does so."""
    lines = [line.strip() for line in edit.new.split("\n") if line.strip()]
    return not edit.old and all(line.removeprefix("## ") in made.document.headings for line in lines)


# Outline


def outline_broken(made: Made) -> Iterator[str]:
    """The outline differs by exactly the change."""
    leaves = made.outline_after.leaves()
    if "".join(leaf.span.of(made.after) for leaf in leaves) != made.after:
        yield "the outline does not cover the new text"
    node = made.request.node
    if made.kind is ChangeKind.ADD:
        yield from _not_added(made)
    elif made.kind in (ChangeKind.SET_BODY, ChangeKind.RENAME) and node:
        yield from _not_beside(made, node)
    elif node:
        yield from _not_without(made, node)


def _not_added(made: Made) -> Iterator[str]:
    old, new = said(made.leaves, made.before), said(made.outline_after.leaves(), made.after)
    kept = [leaf for leaf in old if not leaf.is_text]
    if not is_kept_in(kept, new) or bag_of_words(old) - bag_of_words(new):
        yield f"what was there changed {difference(old, new)}"
    written = (made.after, *made.plan.creates.values())
    if made.request.is_harmless and made.edits and not any(made.request.word in text for text in written):
        yield "what was added is not there"


def _not_without(made: Made, node: Node) -> Iterator[str]:
    """Of a node that went, or stands elsewhere now."""
    others = [leaf for leaf in made.leaves if not any(leaf is one for one in made.own)]
    old, new = said(others, made.before), said(made.outline_after.leaves(), made.after)
    whole, is_gone = said(made.leaves, made.before), made.kind is ChangeKind.REMOVE
    if not is_gone and bag_of_words(whole) - bag_of_words(new):
        yield f"words are gone: {bag_of_words(whole) - bag_of_words(new)}"
    if is_gone and (came := bag_of_words(new)) != (stayed := bag_of_words(old)):
        yield f"other words came or went: {came - stayed}, {stayed - came}"
    moved = [] if is_gone else _unkeyed(said(made.own, made.before))
    kept, rest = _unkeyed(old), list(without(_unkeyed(new), moved))
    is_growing = made.kind is ChangeKind.RETYPE
    if not any(is_kept_in(kept, one) if is_growing else kept == one for one in rest):
        yield f"other nodes changed {difference(kept, rest[0])}"
    if made.kind is ChangeKind.MOVE and made.edits and node.kind not in TEXT:
        yield from _misplaced(made, node)


def _unkeyed(leaves: Sequence[Leaf]) -> list[Leaf]:
    return [leaf.unkeyed() for leaf in leaves if not leaf.is_text]


def _misplaced(made: Made, node: Node) -> Iterator[str]:
    """Of a node that was to be the first or the last of its siblings, and is not."""
    above = parent_of(made.outline_before, node)
    key = (above.kind, above.key, above.occurrence) if above else None
    parents = (one for one in made.outline_after.walk() if (one.kind, one.key, one.occurrence) == key)
    parent = next(parents, None)
    siblings = parent.children if parent else made.outline_after.nodes
    like = [one.key for one in siblings if one.kind is node.kind]
    for index, place in ((_FIRST, 0), (_LAST, -1)):
        if made.request.change.index == index and like and node.key != like[place]:
            yield f"{node.key!r} is not at place {index}: {like}"


def _not_beside(made: Made, node: Node) -> Iterator[str]:
    """Of a node that was set or renamed, and of those above and below."""
    old, new = made.leaves, list(made.outline_after.leaves())
    above = next(number for number, leaf in enumerate(old) if leaf is made.own[0])
    below = len(old) - above - len(made.own)
    added = max(0, _count_own_headings(made, new) - _count_own_headings(made, old))
    for old_leaves, new_leaves in (
        (old[:above], new[:above]),
        (old[len(old) - below :], new[len(new) - below - added :]),
    ):
        before = _without_own_headings(made, said(old_leaves, made.before))
        after = _without_own_headings(made, said(new_leaves, made.after))
        if before != after:
            yield f"other nodes changed {difference(before, after)}"
    if made.kind is ChangeKind.SET_BODY and made.request.is_harmless and made.edits:
        start, end = node.span.start, len(made.after) - (len(made.before) - node.span.end)
        within = (one for one in made.outline_after.walk() if start <= one.span.start and one.span.end <= end)
        if not any(one.kind is node.kind and _says_it(made, one) for one in within):
            yield "the node does not say what it was set to"


def _count_own_headings(made: Made, leaves: Sequence[Node]) -> int:
    """How many sections have a closed heading; a merge adds those that are missing."""
    return sum(leaf.kind is NodeKind.SECTION and leaf.title in made.document.headings for leaf in leaves)


def _without_own_headings(made: Made, leaves: list[Leaf]) -> list[Leaf]:
    return [leaf for leaf in leaves if leaf.kind != "heading" or leaf.key not in made.document.headings]


def _says_it(made: Made, node: Node) -> bool:
    """Whether a node says the words it was set to, in order; an agent's grammar may put more between them."""
    rest = iter(words_of(node.body_text(made.after)).split())
    wanted = (word for word in made.request.change.body.split() if word != "-")
    return all(any(word == other for other in rest) for word in wanted)
