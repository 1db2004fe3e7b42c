"""What "Why" answers."""

from __future__ import annotations

from memdesk.layouts.contract import NO_OP, EffectKind
from memdesk.services.preview.survival import Loss
from memdesk.text.edits import Edit, Span
from memdesk.ui.memory.explanation import explain


def loss(text: str, *repair: Edit, why: str = "It sorts them.") -> Loss:
    return Loss(EffectKind.MOVED, 3, Span(0, len(text)), text, "ub would move this", why, NO_OP, repair)


def test_why_what_and_the_fix_are_said() -> None:
    assert explain(loss("- one\n\n- two\n- three\n", Edit(0, "- one\n", "")), "ub").split("\n\n") == [
        "It sorts them.",
        "It is about “- one” and 2 lines below it.",
        "Fix removes “- one↵”.",
    ]


def test_each_kind_of_fix_has_its_words() -> None:
    assert explain(loss("x", Edit(0, "", "\\")), "ub").endswith("Fix adds “\\”.")
    assert explain(loss("x", Edit(0, "a\r", "b")), "ub").endswith("Fix replaces “a␍” with “b”.")
    assert explain(loss("x", Edit(0, "a", ""), Edit(3, "b", "")), "ub").endswith("Fix makes 2 small changes.")


def test_white_space_is_named_in_words() -> None:
    assert explain(loss("x", Edit(0, " ", "\t")), "ub").endswith("Fix replaces 1 space with 1 tab.")
    assert explain(loss("x", Edit(0, "", "  \t")), "ub").endswith("Fix adds 2 spaces, 1 tab.")
    assert explain(loss("x", Edit(0, "   ", "")), "ub").endswith("Fix removes 3 spaces.")


def test_without_a_fix_that_is_said() -> None:
    assert explain(loss("x"), "OK").endswith("write it otherwise, or let OK do it.")


def test_a_place_without_text_is_not_quoted() -> None:
    assert explain(loss("", why=""), "ub").count("\n\n") == 0


def test_long_and_broken_text_is_shown_short_and_whole() -> None:
    said = explain(loss("x" * 300 + "\udcff"), "ub")
    assert "x" * 80 + "…" in said
    assert "\udcff" not in said
