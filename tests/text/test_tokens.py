"""Token estimates grow with the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.tokens import estimate_tokens


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("漢字漢字", 3)])
def test_a_token_is_about_four_bytes(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(), st.text())
def test_more_text_is_not_fewer_tokens(text: str, more: str) -> None:
    assert (
        estimate_tokens(text) <= estimate_tokens(text + more) <= estimate_tokens(text) + estimate_tokens(more)
    )
