"""Sections are read as evva's page has it, and no character is left out."""

from __future__ import annotations

import pytest
from hypothesis import given

from memdesk.text.document import trim
from memdesk.text.fences import scan_landmarks
from memdesk.text.outline import PREAMBLE_KEY, NodeKind
from memdesk.text.sections import parse_sections, section_outline
from tests.agents.evva import index_summary
from tests.text.strategies import any_text


def read(text: str) -> list[tuple[str, str]]:
    return [(section.heading, section.text(text)) for section in parse_sections(text).sections]


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("", []),
        ("prose\n", []),
        ("## A", [("A", "")]),
        ("## A\na\n\n## B\n\n\nb  \n\n", [("A", "a"), ("B", "b")]),
        ("##  A\t\r\n\r\n  a\r\nb\r\n", [("A", "a\r\nb")]),
        ("## A ##\n## \nx\n", [("A ##", ""), ("", "x")]),
        ("##A\n##\tA\n##\n  ## A\n> ## A\n- ## A\n### A\n", []),
        ("## A\n```\n## B\n```\n## C\n", [("A", "```\n## B\n```"), ("C", "")]),
        ("\ufeff## A\na\n", [("A", "a")]),
        ("\ufeffintro\n## A\n\ufeff## B\n", [("A", "\ufeff## B")]),
        ("## A\ra\r## B\rb\r", [("A\ra\r## B\rb", "")]),
        ("## A\n<!--\n## B\n-->\n", [("A", "<!--"), ("B", "-->")]),
        ("## A\n    code\n\x1c\n\x85", [("A", "code\n\x1c")]),
        ("## A\u2028## B\n", [("A\u2028## B", "")]),
    ],
)
def test_sections_are_read_by_the_page(text: str, sections: list[tuple[str, str]]) -> None:
    assert read(text) == sections


def test_equal_headings_are_counted() -> None:
    parsed = parse_sections("## A\n1\n## B\n## A\n2\n")
    second = parsed.find("A", 1)

    assert second is not None
    assert second.text("## A\n1\n## B\n## A\n2\n") == "2"
    assert parsed.find("A", 2) is None


@given(any_text)
def test_preamble_and_sections_cover_the_text(text: str) -> None:
    parsed = parse_sections(text)

    spans = [parsed.preamble, *(section.span for section in parsed.sections)]
    assert "".join(span.of(text) for span in spans) == text
    assert [section.span.start for section in parsed.sections] == scan_landmarks(text).headings


@given(any_text)
def test_a_body_is_the_whole_lines_with_text(text: str) -> None:
    for section in parse_sections(text).sections:
        body = section.body.of(text)
        around = text[section.raw.start : section.body.start] + text[section.body.end : section.raw.end]
        assert trim(body) == trim(section.raw.of(text)) == section.text(text)
        assert trim(around) == ""
        assert section.body.start == section.raw.start or text[section.body.start - 1] == "\n"
        assert not body.endswith("\n")


@given(any_text)
def test_the_leaves_of_the_outline_cover_the_text(text: str) -> None:
    outline = section_outline(text, ["A", "B"])

    assert "".join(leaf.span.of(text) for leaf in outline.leaves()) == text
    for node in outline.walk():
        assert node.span.start <= node.body.start <= node.body.end <= node.span.end
        assert outline.find(node.key, node.occurrence) == node


def test_the_outline_says_what_each_node_is() -> None:
    text = "\ufeffintro\n\n## A\na\n## Mine\n## A\n```\n"
    preamble, first, mine, second = section_outline(text, ["A"]).nodes

    assert (preamble.kind, preamble.key, preamble.body.of(text)) == (NodeKind.PREAMBLE, PREAMBLE_KEY, "intro")
    assert (first.title, first.occurrence, first.facts) == ("A", 0, {"known": "yes"})
    assert (mine.title, mine.facts) == ("Mine", {"known": "no"})
    assert (second.occurrence, second.facts) == (1, {"known": "yes", "open_fence": "yes"})


def test_an_open_format_knows_no_headings() -> None:
    assert section_outline("## A\n").nodes[0].facts == {}


@pytest.mark.parametrize(
    ("content", "limit", "index"),
    [
        ("", 80, ""),
        ("intro\n", 80, ""),
        ("intro\n## A\n\n\t - one \nmore\n\n## B\n", 80, "## A — - one\n## B — (empty)"),
        ("## A\r\none\r\n", 80, "## A — one"),
        ("## A\n" + "x" * 81, 80, "## A — " + "x" * 80 + "…"),
        ("## A\n" + "é" * 80, 80, "## A — " + "é" * 80),
        ("## A\n" + "y" * 90, 0, "## A — " + "y" * 80 + "…"),
        ("## A\nabc\n## B\n", 2, "## A — ab…\n## B — (empty)"),
        ("## A\n1\n## A\n2\n## \n3\n", 80, "## A — 1\n## A — 2\n##  — 3"),
    ],
)
def test_the_index_has_a_line_for_each_section(content: str, limit: int, index: str) -> None:
    assert index_summary(content, limit) == index
