"""Where the headings of section files agree with CommonMark's, and each way in which they do not, by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memdesk.text.fences import scan_landmarks

BLOCKS = (
    "## A",
    "## ",
    "##  B ##",
    "## `c` <b>",
    "# A",
    "### A",
    "##x",
    "text",
    "text\n## C\nmore\n---",
    "> quoted\n> ## A",
    "> ```\n> ## A",
    "- one\n  two",
    "- one\n\n  ```py\n  ## A\n  ```",
    "1. one\n   ~~~\n   code",
    "- ```\n  code\n  ```",
    "- - ```\n    code",
    "* * *",
    "    ```\n    ## A",
    "```\n## A\n```",
    "````py\n```\n## A\n````",
    "~~~ a`b\n## A\n~~~",
    "   ```\n## A\n  `````  ",
    "``` a`b\n",
    "```\n\n- one",
    "~~~",
    "| a |\n| - |\n## A",
    "[a]: b\n## A",
    "",
)


def lines_of_ours(text: str) -> list[int]:
    return [text.count("\n", 0, start) for start in scan_landmarks(text).headings]


def lines_of_commonmark(text: str) -> list[int]:
    tokens = MarkdownIt("commonmark").parse(text)
    return [
        token.map[0]
        for token in tokens
        if token.type == "heading_open" and token.level == 0 and token.markup == "##" and token.map
    ]


@given(st.lists(st.sampled_from(BLOCKS), max_size=10).map("\n\n".join))
def test_headings_of_ordinary_documents_are_those_of_commonmark(text: str) -> None:
    assert lines_of_ours(text) == lines_of_commonmark(text)


@given(
    st.lists(st.sampled_from(["## A", "text", "```", "~~~", "````", "``` a`b", "   ```", "> ```", "    x"]))
)
def test_headings_among_fences_are_those_of_commonmark(lines: list[str]) -> None:
    text = "\n".join(lines)

    assert lines_of_ours(text) == lines_of_commonmark(text)


@pytest.mark.parametrize(
    ("text", "ours", "commonmark"),
    [
        pytest.param("  ## A", [], [0], id="headings stand at column 0 only"),
        pytest.param("##\tA", [], [0], id="a tab behind the hashes makes no heading"),
        pytest.param("##", [], [0], id="two hashes alone are no heading"),
        pytest.param("<div>\n## A\n</div>", [1], [], id="a heading in an HTML block counts"),
        pytest.param("<!--\n## A\n-->", [1], [], id="a heading in a comment counts"),
        pytest.param("<pre>\n```\n</pre>\n## A", [], [3], id="a fence in an HTML block hides what follows"),
        pytest.param("\ufeff## A", [0], [], id="a heading right behind a byte order mark counts"),
        pytest.param("a\r## A", [], [1], id="a lone CR ends no line"),
        pytest.param("- a\nlazy\n  ```\n## A", [], [3], id="a lazy line ends the list item"),
        pytest.param("a\n- \n  ```\n## A", [3], [], id="a lone marker below a paragraph begins an item"),
        pytest.param("a\n2. b\n   ```\n## A", [3], [], id="so does a number other than 1"),
    ],
)
def test_headings_differ_from_commonmark_where_the_page_does(
    text: str, ours: list[int], commonmark: list[int]
) -> None:
    assert lines_of_ours(text) == ours
    assert lines_of_commonmark(text) == commonmark
