"""An outline finds its nodes by key and by place."""

from __future__ import annotations

import pytest

from memdesk.text.edits import Span
from memdesk.text.outline import Node, NodeKind, Outline


def node(title: str, start: int, end: int, *children: Node, occurrence: int = 0) -> Node:
    span = Span(start, end)
    return Node(NodeKind.SECTION, title, span, span, title, occurrence, children=children)


OUTLINE = Outline(
    (
        node("a", 0, 6, node("b", 0, 2), node("c", 2, 6)),
        node("b", 6, 8),
        node("c", 8, 9, occurrence=1),
    )
)


def test_nodes_are_walked_in_document_order() -> None:
    assert [found.title for found in OUTLINE.walk()] == ["a", "b", "c", "b", "c"]
    assert [found.span for found in OUTLINE.leaves()] == [(0, 2), (2, 6), (6, 8), (8, 9)]


def test_a_node_is_found_by_key_and_occurrence() -> None:
    assert OUTLINE.find("c", 1) == OUTLINE.nodes[2]
    assert OUTLINE.find("a", 1) is None


@pytest.mark.parametrize(("position", "span"), [(0, (0, 2)), (5, (2, 6)), (6, (6, 8)), (9, (8, 9))])
def test_the_deepest_node_at_a_place_is_found(position: int, span: tuple[int, int]) -> None:
    found = OUTLINE.at(position)

    assert found is not None
    assert found.span == span


def test_an_empty_outline_has_nothing_anywhere() -> None:
    assert Outline(()).at(0) is None
    assert (Outline(()).end, OUTLINE.end) == (0, 9)
    assert OUTLINE.at(10) is None
