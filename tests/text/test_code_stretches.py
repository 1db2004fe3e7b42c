"""Code and comments in Markdown, for agents that pass over them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.code_stretches import code_stretches, unread_stretches


def code(text: str) -> list[str]:
    return [span.of(text) for span in code_stretches(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see `a` and ``b ` c`` end", ["`a`", "``b ` c``"]),
        ("one ` alone", []),
        ("one ` there\n\nother ` here", []),
        ("a\n```\n@x\n```\nb `c`\n", ["```\n@x\n```\n", "`c`"]),
        ("a ```\n@x\n~~~\n~~~\nb ```\n", ["~~~\n~~~\n"]),
        ("- item\n  ```\n  @x\n\n  @y\n  ```\n", ["```\n  @x\n\n  @y\n  ```"]),
    ],
)
def test_code(text: str, expected: list[str]) -> None:
    assert code(text) == expected


# Single characters hardly ever make two stretches.
WHOLE = ("```\n@x\n```\n", "`b` ", "<!-- a -->\n")
PIECES = (*WHOLE, *WHOLE, "```\n", "~~~\n", "`", "<!--", "-->", "a ", "\n", "    ", "- ")


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_stretches_are_in_order_and_apart(text: str) -> None:
    for spans in (code_stretches(text), unread_stretches(text)):
        assert all(one.end <= other.start for one, other in pairwise(spans))
        assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize(
    "part", ["<!-- `\n", "<!-- ``` -->\n", "```\n<!-- x -->\n", "~~~~\n~~~\n<!--", "   <!--\n```x`\n"]
)
def test_many_marks_take_one_look(part: str) -> None:
    text = part * 20_000 + "-->\n"
    assert unread_stretches(text) is not None
