"""Headings of free documents are those of CommonMark, but for a few that are named here."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from memdesk.text.headings import scan_headings
from tests.text.strategies import any_text

BLOCKS = (
    *("# A", "##  B ##", "   ### C ###  ", "#", "## `c` <b>", "##\tD", "####### no", "#no", "    # code"),
    *("text", "Name\n---", "  Name\n  ===", "Name\n--", "two\n## E\nmore", "* * *", "---", "[a]: b"),
    *("> quoted\n> ## A", "- one\n  two\n\nend", "- one\n\n  ```py\n  ## A\n  ```\nend", "- # in\n\nend"),
    *("```\n## A\nName\n---\n```", "~~~ a`b\n# A\n~~~", "   ```\n# A\n  `````  ", "| a |\n| - |\n## A"),
    *(
        "<!-- a -->",
        "<!--\n# A\n\nName\n---\n-->",
        "<details>\n# no\n</details>",
        "<b>x</b>\n## F",
        "<rules>\n# no",
    ),
    *("<pre>\n# A\n\n# B\n</pre>", "<https://x.y>\n## G", "text\n<foo>\n## H", ""),
)


def ours(text: str) -> list[tuple[int, int]]:
    return [(text.count("\n", 0, one.span.start), one.level) for one in scan_headings(text).headings]


def commonmark(text: str) -> list[tuple[int, int]]:
    tokens = MarkdownIt("commonmark").parse(text)
    found = (token for token in tokens if token.type == "heading_open" and token.level == 0)
    return [(token.map[0], int(token.tag[1])) for token in found if token.map]


@given(st.lists(st.sampled_from(BLOCKS), max_size=10).map("\n\n".join).map("text\n\n".__add__))
def test_headings_of_ordinary_documents_are_those_of_commonmark(text: str) -> None:
    assert ours(text) == commonmark(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("## Closed ##\n# C# #\n### ## \n", ["Closed", "C#", ""]),
        ("# A\r\nb\r\n\r\nUnder\r\n=====\r\n", ["A", "Under"]),
        ("\ufeffName\n---\n", ["Name"]),
        ("---\npaths: src\n# no\n---\nName\n---\n", ["Name"]),
        ("\ufeff---\r\npaths: src\r\n---\r\n# A\r\n", ["A"]),
        ("---\nnot closed\n# A\n", ["A"]),
        ("caf\udcc3\n===\n", ["caf\udcc3"]),
        ("```\n# no\n", []),
        pytest.param("one\ntwo\n---\n", [], id="below several lines, a rule"),
        pytest.param("Name\n-\n", [], id="a list begins"),
        pytest.param("| a | b |\n---\n", [], id="below a row of a table"),
        pytest.param("- a\n\n  text\n---\n", [], id="below an item's text"),
        pytest.param("- a\n\n   ## A\n", ["A"], id="set in, behind a list and a blank line"),
        pytest.param("1. Run:\n   # comment\n   x\n", [], id="set in, in an item"),
        pytest.param("<!-- a\n# A\n<pre>\n# B\n", ["A", "B"], id="nothing closes it"),
    ],
)
def test_what_is_a_heading(text: str, names: list[str]) -> None:
    assert [heading.name for heading in scan_headings(text).headings] == names


@given(any_text)
def test_a_heading_knows_where_it_stands(text: str) -> None:
    end = 0
    for heading in scan_headings(text).headings:
        assert heading.words.of(text) == heading.name
        assert end <= heading.span.start <= heading.words.start <= heading.words.end <= heading.span.end
        assert heading.span.end == len(text) or text[heading.span.end - 1] == "\n"
        end = heading.span.end
