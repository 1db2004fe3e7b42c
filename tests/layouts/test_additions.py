"""An item more at the end of a body: what is there keeps its characters, and so does what comes in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.layouts.contract import ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.optional import Addition
from memdesk.layouts.shapes.additions import check_words, new_fact, section_addition, with_item

BODIES = st.text("ab -*+#\t\n\r\x85\xa0\udcff", max_size=30)


@pytest.mark.parametrize(
    ("body", "text", "after"),
    [
        ("", "new", "new"),
        ("\n\n", "new\n", "new"),
        ("Prose.", "new", "Prose.\n- new"),
        ("- a\n- b", "new", "- a\n- b\n- new"),
        ("- a\n  * b\n", "new", "- a\n  * b\n  * new"),
        ("- a\r\n- b", "new", "- a\r\n- b\r\n- new"),
        ("- a", "one\n\ntwo", "- a\n- one\n\n  two"),
        ("Prose.", "one\ntwo", "Prose.\n\none\ntwo"),
        ("Prose.", "* mine", "Prose.\n* mine"),
    ],
)
def test_an_item_more(body: str, text: str, after: str) -> None:
    assert with_item(body, text) == after


@given(BODIES, BODIES.filter(lambda text: bool(text.strip("\r\n"))))
def test_nothing_is_lost_on_either_side(body: str, text: str) -> None:
    after = with_item(body, text)
    kept = body.rstrip(" \t\r\n")
    assert after.startswith(kept)
    words = [line.strip(" \t\r") for line in text.strip("\r\n").split("\n")]
    assert all(word in after[len(kept) :] for word in words)


def document(*headings: str) -> Document:
    return Document(
        "/n.md", "/", "n.md", Scope(ScopeKind.LOCAL, "", ""), DocumentKind.MEMORY, headings=headings
    )


def test_a_section_that_is_there_gets_an_item_and_another_one_is_added() -> None:
    there = section_addition("## A\nx\n", document(), Addition("y", section="A"), "Agent")
    assert (there.kind, there.key, there.body) == (ChangeKind.SET_BODY, "A", "x\n- y")
    new = section_addition("## A\nx\n", document(), Addition("y", section="B"), "Agent")
    assert (new.kind, new.key, new.body) == (ChangeKind.ADD, "B", "y")


def test_without_a_section_there_must_be_only_one() -> None:
    assert section_addition("## A\nx\n", document(), Addition("y"), "Agent").key == "A"
    assert section_addition("prose\n", document(), Addition("y"), "Agent").body == "prose\n- y"
    with pytest.raises(Refused, match="A, B"):
        section_addition("", document("A", "B"), Addition("y"), "Agent")


def test_a_word_that_finds_no_place_is_refused() -> None:
    check_words(Addition("x", type="t"), "Agent", "type")
    with pytest.raises(Refused, match="Agent keeps no description"):
        check_words(Addition("x", type="t", description="d"), "Agent", "type")


def test_a_fact_gets_its_description_and_name_from_what_it_says() -> None:
    change = new_fact(document(), Addition("## `Logs` rotate\n\nDaily."), "Agent")
    assert (change.title, change.key, change.body) == (
        "`Logs` rotate",
        "`Logs` rotate",
        "## `Logs` rotate\n\nDaily.",
    )
    for text, description in (
        ("- > it says", "it says"),
        ("-5 degrees", "-5 degrees"),
        ('"quoted"', "quoted"),
    ):
        assert new_fact(document(), Addition(text), "Agent").title == description
    long = new_fact(document(), Addition("word " * 100), "Agent")
    assert len(long.title) <= 101
    assert long.title.endswith("word…")
    assert new_fact(document(), Addition("x" * 500), "Agent").title == "x" * 100 + "…"


@pytest.mark.parametrize(
    ("text", "section", "key", "body"),
    [
        ("# Title\n\n## Notes\n- a\n", "", "Notes", "- a\n- new"),
        ("# Title\n\n- a\n", "", "Title", "- a\n- new"),
        ("# One\nx\n\n# Two\n\n### In\n- b\n", "In", "In", "- b\n- new"),
    ],
)
def test_an_item_goes_to_the_only_section_of_a_chapter_or_to_the_heading_named(
    text: str, section: str, key: str, body: str
) -> None:
    change = section_addition(text, document(), Addition("new", section=section), "x")
    assert (change.kind, change.key, change.body) == (ChangeKind.SET_BODY, key, body)
