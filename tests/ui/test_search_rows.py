"""What a row of the hits shows of a long line."""

from __future__ import annotations

from memdesk.text.edits import Span
from memdesk.ui.search.rows import pieces_of


def shown_of(text: str, mark: str) -> str:
    start = text.index(mark)
    return "".join(piece.text for piece in pieces_of(text, [Span(start, start + len(mark))]))


def test_a_long_line_is_cut_between_words() -> None:
    text = "Everything was understood " * 3 + "MARK " + "whatever comes afterwards " * 40
    shown = shown_of(text, "MARK")
    words = shown.strip("…").split()
    assert (shown[0], shown[-1]) == ("…", "…")
    assert "MARK" in words
    assert set(words) <= set(text.split())


def test_a_long_line_without_blanks_is_cut_anywhere() -> None:
    text = "a" * 500 + "MARK" + "b" * 500
    assert shown_of(text, "MARK") == f"…{'a' * 32}MARK{'b' * 364}…"


def test_a_short_line_is_whole() -> None:
    assert shown_of("  one MARK two ", "MARK") == "one MARK two "
