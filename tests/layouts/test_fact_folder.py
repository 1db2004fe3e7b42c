"""The lines of one fact in an index of many."""

from __future__ import annotations

import dataclasses
import re
import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.shapes.fact_folder import (
    TEXT_KEY,
    IndexGrammar,
    added_line,
    index_changes,
    index_lines,
    index_outline,
    lines_of,
    retargeted,
    without_fact,
)
from memdesk.layouts.shapes.fact_links import FactLinks, linked_stem
from memdesk.text.code_stretches import unread_stretches

GRAMMAR = IndexGrammar("# Memory", marker="--- freeze:")
MARKDOWN = IndexGrammar("", is_markdown=True)

TEXTS = st.lists(
    st.sampled_from(
        (
            "- [a](a.md) — one",
            "- [a](%61.md): the same, escaped",
            "* [b](sub/../a.md)",
            "- [a](a.md) and [b](b.md)",
            "See [a](a.md) too.",
            "aa [aa](aa.md)",
            "<!-- not yet",
            "- [a](a.md) -->",
            "- [a](a.md) <!-- and",
            "-->",
            "--- freeze: 0123 a",
            "  --- freeze: [a](a.md)",
            "of a --- freeze: 0123",
            "a 50% b\r",
            "",
        )
    ),
    max_size=12,
).map("\n".join)


@given(TEXTS, st.sampled_from(("a", "b", "aa", "sub/a", "gone")))
def test_they_are_those_that_a_parse_of_all_lines_finds(text: str, stem: str) -> None:
    found = index_lines(text, GRAMMAR)
    links = [re.findall(r"\]\(([^)]*)\.md\)", line.span.of(text)) for line in found]
    alone = [{linked_stem(link) for link in of_line} == {stem} for of_line in links]
    assert list(lines_of(text, stem, GRAMMAR)) == [
        line for line, is_its in zip(found, alone, strict=True) if is_its
    ]


@pytest.mark.parametrize("many", [100, 1000])
def test_they_are_found_without_looking_at_the_others_one_by_one(many: int) -> None:
    text = "".join(f"- [Fact {number:04}](fact-{number:04}.md) — 50 % of it\n" for number in range(many))
    calls = 0

    def count(_frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        [edit] = without_fact(text, "fact-0077", GRAMMAR)
    finally:
        sys.setprofile(before)
    assert edit.old == "- [Fact 0077](fact-0077.md) — 50 % of it\n"
    assert calls < 100


def test_comments_are_looked_for_once_in_an_index_where_every_target_is_escaped() -> None:
    text = "<!-- a -->\n" + "".join(f"- [Fact {number}](fact%20{number}.md)\n" for number in range(300))
    before = unread_stretches.cache_info().misses
    [found] = lines_of(text, "fact 7", GRAMMAR)
    assert found.span.of(text) == "- [Fact 7](fact%207.md)\n"
    assert unread_stretches.cache_info().misses == before + 1


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- - [x](x.md) — put away -->\n",
        "<!-- for example:\n- [x](x.md) — y\n```\n-->\n",
        "```markdown\n- [x](x.md) — y\n<!--\n```\n",
        "~~~\n- [x](x.md)\n~~~\n",
        "- the form:\n  ```\n  - [x](x.md) — y\n  ```\n",
        "Write lines as `- [x](x.md) — y`.\n",
        "- `[x](x.md)` is how\n",
    ],
)
def test_what_stands_in_a_comment_or_in_code_is_no_line(hidden: str) -> None:
    line = "- [a](a.md) — with a ` and <!-- in it\n- [b](b.md) — another `\n"
    text = hidden + line
    assert [found.stem for found in index_lines(text, MARKDOWN)] == ["a", "b"]
    assert not lines_of(text, "x", MARKDOWN)
    assert not retargeted(text, "x", "y", MARKDOWN)
    keys = [node.key for node in index_outline(text, MARKDOWN).nodes]
    assert keys == [TEXT_KEY, "a", "b"]
    own = dataclasses.replace(MARKDOWN, reads_all=True)
    assert "x" in {found.stem for found in index_lines(text, own)}


@pytest.mark.parametrize("opened", ["```\n", "<!-- here\n", "~~~\n"])
def test_what_is_opened_and_never_closed_hides_nothing(opened: str) -> None:
    assert [found.stem for found in index_lines(opened + "- [a](a.md) — one\n", MARKDOWN)] == ["a"]


def test_a_change_that_would_hide_a_line_is_refused() -> None:
    text = "- [a](a.md) — one\n- [b](b.md) — two\n\n| [c](c.md) | -->\n"
    document = Document("/s/MEMORY.md", "/s", "MEMORY.md", Scope(ScopeKind.LOCAL, "", ""), DocumentKind.LIST)
    for change in (
        Change(ChangeKind.SET_BODY, document, "a", body="<!-- one"),
        Change(ChangeKind.SET_BODY, document, TEXT_KEY, body="<!--"),
    ):
        with pytest.raises(Refused, match="comment or code"):
            index_changes(text, change, MARKDOWN)


SPELLINGS = [
    ("one", "./one"),
    ("two words", "two%20words"),
    ("two words", "two words"),
    ("über", "%C3%BCber"),
    ("über", "u\u0308ber"),
    ("u\u0308ber", "über"),
    ("a (b)", "a (b)"),
    ("a (b)", "a%20%28b%29"),
    ("a(b", "a\\(b"),
    ("100%", "100%"),
    ("100%", "100%25"),
    ("c#", "c#"),
    ("in/side", "in/./side"),
    ("in/side", "/home/ada/store/in/side"),
    ("in/side", "~/store/in/side"),
    ("in/side", "file:///home/ada/store/in/side"),
    ("deploy_steps", "deploy-steps"),
    ("deploy-steps", "Deploy_Steps"),
    ('say "hi"', 'say "hi"'),
    ("note: this", "note: this"),
    ("todo:x", "todo:x"),
]


@pytest.mark.parametrize(("stem", "target"), SPELLINGS)
@pytest.mark.parametrize("form", ["{}.md", "<{}.md>", "{}.md#part", '{}.md "Words (of it)"', " {}.md "])
def test_a_target_may_be_spelt_in_many_ways(stem: str, target: str, form: str) -> None:
    text = f"- [Title]({form.format(target)}) — a hook\n"
    [line] = index_lines(text, MARKDOWN)
    links = FactLinks("/home/ada/store", [stem, "other"], "/home/ada")
    assert links.stem(line.stem) == stem
    assert line.hook.of(text) == "a hook"
    assert line.is_entry
    assert lines_of(text, stem, MARKDOWN, links.stem) == (line,)
    assert [*links.linked(text)] == [stem]


@pytest.mark.parametrize("stem", [stem for stem, _ in SPELLINGS] + ["a\nb", "x]y", "<b>", "it's", "a.md"])
def test_a_line_that_is_written_is_read_as_what_it_is(stem: str) -> None:
    edit = added_line("", stem, stem, "a hook", MARKDOWN)
    [line] = index_lines(edit.new, MARKDOWN)
    assert FactLinks("/s", [stem]).stem(line.stem) == stem
    assert line.is_entry


@pytest.mark.parametrize("target", ["https://example.org/a", "mailto:a", "vscode:a", "$HOME/a", "C:/a"])
def test_an_address_leads_to_no_fact(target: str) -> None:
    links = FactLinks("/s", ["a", "other"])
    assert not links.stem(target)
    assert not links.paths(target)


def test_of_two_spellings_the_exact_one_is_meant() -> None:
    links = FactLinks("/s", ["a-b", "a_b", "A-B"])
    assert [links.stem(target) for target in ("a-b", "a_b", "A-B", "a b")] == ["a-b", "a_b", "A-B", "A-B"]


@pytest.mark.parametrize(
    "words",
    ["deploy-steps", "deploy_steps.md", "Deploy Steps", "deploy_steps#order", "short-answers", "Be Brief"],
)
def test_a_name_in_double_brackets_may_be_spelt_in_many_ways(words: str) -> None:
    stems = ["deploy_steps", "feedback_short_answers", "sub/a"]
    links = FactLinks("/s", stems, names={"sub/a": "be-brief"}, kinds=("feedback", "user"))
    assert links.named(words) in stems
    assert not links.named("none")


def test_a_kind_is_left_out_only_where_one_file_fits() -> None:
    assert not FactLinks("/s", ["user_a", "feedback_a"], kinds=("feedback", "user")).named("a")


def test_long_lines_of_hostile_links_take_no_time_that_grows_with_their_square() -> None:
    for line in (
        "[](" * 50_000,
        "](a.md" * 50_000,
        '](" ' * 50_000,
        "](((" * 50_000,
        "`" * 99_999,
        "<!--" * 50_000,
    ):
        assert len(index_lines(line + "\n", MARKDOWN)) <= 1
