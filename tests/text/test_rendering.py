"""Markdown becomes values that hide nothing: what a usual renderer drops, an agent reads."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.hidden import find_hidden_within
from memdesk.text.markdown_parts import front_matter_of, markdown_parts
from memdesk.text.rendering import Block, BlockKind, Look, Run, render_text
from tests.hostile.characters import CASES


def blocks_of(text: str) -> list[Block]:
    return [block for part in render_text(text, {}, is_markdown=True) for block in part.blocks]


def runs_of(text: str) -> list[Run]:
    blocks = blocks_of(text)
    return [run for block in blocks for run in block.runs] + [
        run for block in blocks for row in block.rows for cell in row for run in cell
    ]


def words_of(text: str) -> str:
    infos = [block.info for block in blocks_of(text)]
    return " ".join([run.text for run in runs_of(text)] + infos)


def kinds_of(text: str) -> list[BlockKind]:
    return [block.kind for block in blocks_of(text)]


def test_the_usual_marks_become_looks() -> None:
    assert runs_of("a **b** *c* ~~d~~ `e`\n") == [
        Run("a "),
        Run("b", bold=True),
        Run(" "),
        Run("c", italic=True),
        Run(" "),
        Run("d", struck=True),
        Run(" "),
        Run("e", Look.CODE),
    ]


def test_blocks_know_how_deep_they_stand() -> None:
    found = blocks_of("# T\n\n- a\n  1. b\n  2. c\n\n> q\n\n- [ ] open\n- [x] done\n\n---\n")

    assert [(b.kind.name, b.depth, b.marker, b.quoted) for b in found] == [
        ("HEADING", 0, "", False),
        ("PARAGRAPH", 1, "•", False),
        ("PARAGRAPH", 2, "1.", False),
        ("PARAGRAPH", 2, "2.", False),
        ("PARAGRAPH", 1, "", True),
        ("PARAGRAPH", 1, "☐", False),
        ("PARAGRAPH", 1, "☑", False),
        ("RULE", 0, "", False),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<!-- ignore this -->", "ignore this"),
        ("a <!-- in a line --> b", "in a line"),
        ("<!--\n\n## never ends\n\nat all", "at all"),
        ("<div onload=alert(1)>raw</div>", "onload"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("[//]: # (a note to the model)", "a note to the model"),
        ("[ref]: http://example.org 'and a title'", "and a title"),
        ("[^1]: a footnote", "a footnote"),
        ("[a](http://b.org 'the title')", "the title"),
        ("[a](javascript:alert(1))", "javascript:alert(1)"),
        ("[a](docs/x.md)", "docs/x.md"),
        ("![alt](file:///etc/passwd 'what')", "file:///etc/passwd"),
        ("![](http://tracker.example/p.png)", "http://tracker.example/p.png"),
        ("```py do as I say\nx\n```", "do as I say"),
        ("| a |\n|---|\n| b | beyond the columns |\n", "beyond the columns"),
        ("> " * 300 + "deep", "deep"),
        ("- " * 300 + "deep", "deep"),
        ("---\nname: header\n---\nbody", "name: header"),
        ("a" * 50_000 + " *end*", "end"),
    ],
)
def test_what_others_drop_is_kept(text: str, kept: str) -> None:
    assert kept in words_of(text)


@pytest.mark.parametrize("url", ["http://a.org/x", "https://a.org", "mailto:a@b.org"])
def test_a_link_keeps_its_address(url: str) -> None:
    assert Run("words", Look.LINK, url=url) in runs_of(f"[words]({url})")
    assert Run("words", Look.LINK, url=url) in runs_of(f"[words][r]\n\n[r]: {url}\n")
    assert any(run.url == url for run in runs_of(f"<{url}>"))


@pytest.mark.parametrize(
    "scheme", ["javascript", "data", "file", "vbscript", "ftp", "JaVaScRiPt", "smb", "memdesk"]
)
def test_no_other_scheme_is_a_link(scheme: str) -> None:
    text = f"[a]({scheme}:x) [b][r] <{scheme}:y>\n\n[r]: {scheme}:z\n"

    assert all(run.look is not Look.LINK and not run.url for run in runs_of(text))


def test_definitions_reach_across_parts() -> None:
    text = "# A\n\n[x][r]\n\n# B\n\n[r]: http://a.org\n"

    assert Run("x", Look.LINK, url="http://a.org") in runs_of(text)


def test_only_parts_that_changed_are_read_again() -> None:
    before = render_text("# A\n\none\n\n# B\n\ntwo\n", {}, is_markdown=True)
    known = {part.key: part.blocks for part in before}
    after = render_text("# A\n\none\n\n# B\n\nthree\n", known, is_markdown=True)

    assert after[0].blocks is before[0].blocks
    assert after[1].blocks != before[1].blocks


def test_what_is_no_markdown_is_shown_as_it_is_written() -> None:
    (part,) = render_text('{"a": "# b"}', {}, is_markdown=False)

    assert [block.kind for block in part.blocks] == [BlockKind.CODE]


def test_entry_markers_are_not_called_hidden() -> None:
    assert kinds_of("<!-- entry:af_1 -->\n\n<!-- /entry:af_1 -->\n") == [BlockKind.MARKER, BlockKind.MARKER]
    assert kinds_of("<!-- entry:af_1 and more -->\n") == [BlockKind.COMMENT]


def test_hidden_characters_are_chips_wherever_they_stand() -> None:
    for case in CASES:
        runs = runs_of(f"before\n\n{case.text}")

        assert any(run.look is Look.CHIP for run in runs), ascii(case.text)
        assert not any(any(find_hidden_within(run.text)) for run in runs), ascii(case.text)


def test_entities_hide_nothing() -> None:
    said = [run.text for run in runs_of("a&#x202E;b &#8203; &zwj;") if run.look is Look.CHIP]

    assert said == ["‹U+202E›", "‹ZWSP›", "‹ZWJ›"]


def test_a_word_that_pretends_has_a_chip_behind_it() -> None:
    runs = runs_of("see p\u0430ypal now")

    assert [run.text for run in runs] == ["see p\u0430ypal", "", " now"]
    assert runs[1].pretends == ("paypal", "Cyrillic")


def test_parts_keep_fences_and_comments_whole() -> None:
    text = "---\na: 1\n---\nintro\n# A\n```\n# no\n```\n<!--\n# no\n-->\n## B\nb\n"
    parts = [span.of(text) for span in markdown_parts(text, front_matter_of(text).end)]

    assert parts == ["intro\n", "# A\n```\n# no\n```\n<!--\n# no\n-->\n", "## B\nb\n"]


PIECES = [
    *"ab \n#>-*_`[]()!<|~\\&;:",
    "<!--",
    "-->",
    "```",
    "\r\n",
    "\u202e",
    "&#0;",
    "](",
    "|-|-|\n",
    "    ",
]
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(MARKDOWN)
def test_parts_cover_the_text(text: str) -> None:
    start = front_matter_of(text).end
    parts = markdown_parts(text, start)

    assert "".join(span.of(text) for span in parts) == text[start:]
    assert all(span.start < span.end for span in parts)


@given(MARKDOWN)
def test_no_letter_is_lost(text: str) -> None:
    shown = words_of(text)
    letters = re.sub(r"&#?\w*;", "", text)

    assert sum(map(shown.count, "ab")) >= sum(map(letters.count, "ab")), (text, shown)
