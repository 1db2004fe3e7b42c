"""The lines of one fact in an index of many."""

from __future__ import annotations

import re
import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.shapes.fact_folder import IndexGrammar, index_lines, lines_of, without_fact
from memdesk.layouts.shapes.hubs import linked_stem

GRAMMAR = IndexGrammar("# Memory", marker="--- freeze:")

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


class _Searched(str):
    """A text that counts the characters in which the start of a comment was looked for."""

    __slots__ = ("chars",)

    def rfind(self, words: str, start: int | None = None, end: int | None = None) -> int:  # type: ignore[override]
        if words == "<!--":
            self.chars: int = getattr(self, "chars", 0) + len(range(*slice(start, end).indices(len(self))))
        return super().rfind(words, start, end)


def test_comments_are_looked_for_once_in_an_index_where_every_target_is_escaped() -> None:
    text = _Searched("".join(f"- [Fact {number}](fact%20{number}.md)\n" for number in range(300)))
    [found] = lines_of(text, "fact 7", GRAMMAR)
    assert found.span.of(text) == "- [Fact 7](fact%207.md)\n"
    assert text.chars <= 2 * len(text)
