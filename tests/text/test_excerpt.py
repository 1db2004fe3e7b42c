"""A part of a text is shown without the secrets that only the whole tells."""

from __future__ import annotations

import pytest

from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.secrets import MASK, mask_in_place

TOKEN = "ghp_" + "a1B2c3D4" * 5
BODY = [f"MIIE{number:02}" + "bXyZ09+/ab" * 5 + "Aq7abcde" for number in range(190)]
KEY = "\n".join(("-----BEGIN RSA PRIVATE KEY-----", *BODY, "-----END RSA PRIVATE KEY-----"))
TEXT = f"# Notes\n- one\n{KEY}\nthe token {TOKEN} is old\n- two\n"


@pytest.mark.parametrize("far", ["", "some words\n" * 100_000])
def test_every_line_is_shown_as_in_the_whole(far: str) -> None:
    text, at = far + TEXT + far, len(far)
    for line, masked in zip(TEXT.split("\n"), mask_in_place(TEXT).split("\n"), strict=True):
        part = excerpt(text, Span(at, at + len(line)))
        assert part.text == line
        assert part.shown(mask_in_place) == masked
        at += len(line) + 1
        assert len(part.around) <= len(KEY), "no more is looked through than there is need for"


def test_of_a_secret_that_the_part_cuts_both_halves_are_masked() -> None:
    middle = TEXT.index(TOKEN) + 20
    line = Span(TEXT.index("the token"), TEXT.index(" is old"))
    before = excerpt(TEXT, Span(line.start, middle)).shown(mask_in_place)
    behind = excerpt(TEXT, Span(middle, line.end)).shown(mask_in_place)
    assert before == "the token ghp_" + MASK * 16
    assert behind == MASK * (len(TOKEN) - 20)


def test_two_keys_are_not_one() -> None:
    text = f"{KEY}\nin between\n{KEY}\n"
    at = text.index("in between")
    assert excerpt(text, Span(at, at + 10)).shown(mask_in_place) == "in between"
