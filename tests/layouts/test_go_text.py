"""Characters as Go's own functions take them."""

from __future__ import annotations

import pytest

from memdesk.layouts.shapes.go_text import equal_fold, is_letter_or_digit, lower


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("ÀB", "àb"),
        ("ΣΑΣ", "σασ"),
        ("İstanbul", "istanbul"),
        ("ẞ", "ß"),
        ("\u212a", "k"),
        ("a\udcff", "a\ufffd"),
    ],
)
def test_case_is_lowered_character_by_character(text: str, lowered: str) -> None:
    assert lower(text) == lowered


@pytest.mark.parametrize(
    ("one", "other", "are_equal"),
    [
        ("🎉", "🎉", True),
        ("ⓐⅣ", "Ⓐⅳ", True),
        ("K", "\u212a", True),
        ("σ", "ς", True),
        ("ß", "ẞ", True),
        ("ß", "ss", False),
        ("İ", "i", False),
        ("\udcff", "\udcfe", True),
        ("!!!", "???", False),
    ],
)
def test_texts_that_differ_in_case_alone(one: str, other: str, are_equal: bool) -> None:
    assert equal_fold(one, other) == are_equal


@pytest.mark.parametrize(
    ("character", "is_one"),
    [("a", True), ("漢", True), ("٣", True), ("²", False), ("Ⅳ", False), ("\u0301", False), ("_", False)],
)
def test_letters_and_digits(character: str, is_one: bool) -> None:
    assert is_letter_or_digit(character) == is_one
