"""What is written into a log tells no secret, no name of the home, and stays on its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.redaction import MOST_CHARACTERS, redacted

HOME = "/home/ada"
TOKEN = "ghp_" + "a1B2" * 9


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (f"save of {HOME}/.evva/MEMORY.md: Saved", "save of ~/.evva/MEMORY.md: Saved"),
        (f"'{HOME}'", "'~'"),
        (f"in {HOME}.", "in ~."),
        (f"{HOME}2/notes", f"{HOME}2/notes"),
        (f"{HOME}.old/notes", f"{HOME}.old/notes"),
        (f"token {TOKEN} refused", "token •••••• refused"),
        ("one\ntwo\r\x1b[31m", "one\\ntwo\\r\\x1b[31m"),
        ("byte \udcff", "byte \\udcff"),
    ],
)
def test_it_says_what_may_be_said(words: str, shown: str) -> None:
    assert redacted(words, HOME) == shown


@given(st.text(st.characters(max_codepoint=0xDFFF)), st.sampled_from(["", "/", HOME]))
def test_it_is_one_line_and_can_be_written(words: str, home: str) -> None:
    said = redacted(words, home)
    assert "\n" not in said
    assert "\r" not in said
    said.encode()


def test_what_is_long_is_cut() -> None:
    assert len(redacted("word " * MOST_CHARACTERS, HOME)) == MOST_CHARACTERS + 1
