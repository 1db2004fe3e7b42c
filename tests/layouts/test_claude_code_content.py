"""What Claude Code takes of a file, character by character."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.claude_code.content import content_of
from memdesk.layouts.claude_code.imports import imports_in


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\n<!-- note -->\nb\n", "a\nb"),
        ("a\n\n<!-- note -->\n\n\nb\n", "a\n\nb"),
        ("<!-- two\nlines -->\nb\n", "b"),
        ("a <!-- inside a line --> b\n", "a <!-- inside a line --> b"),
        ("a\n\n<!-- a --> rest\nb\n", "a\n\n rest\nb"),
        ("a\n\n<!-- a --><!-- b -->\nb\n", "a\n\nb"),
        ("```\n<!-- code -->\n```\n", "```\n<!-- code -->\n```"),
        ("<!-- never closed\nb\n", "<!-- never closed\nb"),
        ("a\n\n    <!-- indented code -->\n", "a\n\n    <!-- indented code -->"),
        ("- a\n  <!-- in an item -->\n", "- a\n  <!-- in an item -->"),
        ("> <!-- in a quote -->\n", "> <!-- in a quote -->"),
        ("<div>\n<!-- in a tag -->\n</div>\n", "<div>\n<!-- in a tag -->\n</div>"),
        ("a\n<!-- at the end -->", "a"),
        ("<!-- open\n```\nclose -->\na\n<!-- note -->\nb\n", "a\nb"),
        ("a\r\n\r\n<!-- note -->\r\n\r\nb\rc\r\n", "a\n\nb\nc"),
        ("a\r\nb\r", "a\r\nb"),
        ("\ufeff\u3000a\u00a0\n", "a"),
        ("\ufeff---\nx: y\n---\na", "a"),
        ("--- \r\nnot: [yaml\r\n---\t\r\na", "a"),
        ("---\n\nrule line\n\n---\n\nmore", "more"),
        ("---\nnot closed\n", "---\nnot closed"),
        ("\n---\nx: y\n---\na", "---\nx: y\n---\na"),
        ("---\nx: y\n---\n<!-- c -->\n", ""),
        ("a\0b \x0e", "a\0b \x0e"),
    ],
)
def test_what_is_taken(text: str, left: str) -> None:
    assert content_of(text).taken == left


# Single characters hardly ever make a header or two blocks.
WHOLE = ("```\n@x\n```\n", "`b` ", "<!-- a -->\n", "---\n")
PIECES = (
    *WHOLE,
    *WHOLE,
    "~~~\n",
    "`",
    "<!--",
    "-->",
    "a @b ",
    "\n",
    "\r\n",
    "\r",
    "    ",
    "- ",
    "\ufeff",
    "**",
)


@given(st.lists(st.sampled_from(PIECES), max_size=24).map("".join))
def test_what_is_taken_is_in_order_and_imports_stand_in_it(text: str) -> None:
    content = content_of(text)
    assert len(content.text) == len(text)
    assert all(one.end <= other.start for one, other in pairwise(content.spans))
    assert all(0 <= span.start < span.end <= len(text) for span in content.spans)
    for found in imports_in(text):
        assert found.span.of(text).startswith("@")
        assert content.keeps(found.span.start)


@pytest.mark.parametrize(
    "part", ["<!-- `\n", "<!-- ``` -->\n", "```\n<!-- x -->\n", "~~~~\n~~~\n<!--", "   <!--\n```x`\n", "*@a "]
)
def test_many_marks_take_one_look(part: str) -> None:
    text = part * 20_000 + "-->\n"
    assert content_of(text) is not None
    assert imports_in(text) is not None
