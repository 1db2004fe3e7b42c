"""The items of a text, and what they say."""

from __future__ import annotations

import pytest

from memdesk.text.list_items import items_of, said_by_list


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- one\n- two\n", ["one", "two"]),
        ("* one\r\n  more\r\n\r\n* two", ["one\nmore", "two"]),
        ("1. one\n2) two\n", ["one", "two"]),
        ("- one\n  - within\n- two\n", ["one\n- within", "two"]),
        ("- one\ngoes on\n", ["one\ngoes on"]),
        ("Before:\n- one\n", []),
        ("- one\n\nBehind.\n", []),
        ("- one\n```\n- code\n```\n", []),
        ("no list", []),
        ("", []),
    ],
)
def test_a_list_and_nothing_else_says_its_items(text: str, said: list[str]) -> None:
    assert said_by_list(text) == said


def test_an_item_ends_where_its_text_does() -> None:
    text = "Before\n- one\n\n  still one\n\n\n1. two\n\nBehind\n"
    assert [(item.span.of(text), item.marker, item.text) for item in items_of(text)] == [
        ("- one\n\n  still one\n", "- ", "one\n\n  still one"),
        ("1. two\n", "1. ", "two"),
    ]
