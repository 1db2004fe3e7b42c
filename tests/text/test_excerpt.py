"""A part of a text is shown without the secrets that only the whole tells."""

from __future__ import annotations

import pytest

from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt, mask_quotes, mask_sentence
from memdesk.text.masking import MASK, mask_in_place
from memdesk.text.secrets import find_secrets
from memdesk.text.sentence import Sentence, say

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


LISTED = (
    "## project\n\n- one MIIEpAIB\n- "
    + "\n- ".join(KEY.split("\n")[:4])
    + "\n- AbC=\n-----END RSA PRIVATE KEY-----\n- two\n"
)


def _around(line: str) -> str:
    at = LISTED.index(line)
    return excerpt(LISTED, Span(at, at + len(line))).around


@pytest.mark.parametrize("line", [*BODY[:3], "AbC="])
def test_a_line_of_a_key_by_itself_is_masked_by_the_lines_around_it(line: str) -> None:
    assert mask_quotes(line, _around(line)) == MASK * len(line)
    assert mask_quotes(f"  {line}", _around(line)) == "  " + MASK * len(line)


def test_the_begin_of_a_line_of_a_key_is_masked_in_a_sentence() -> None:
    said = say("ub would overwrite “{words}…”.", words=BODY[0][:20])
    masked = mask_sentence(said, _around(BODY[0]))
    assert masked == f"ub would overwrite “{MASK * 20}…”."
    assert isinstance(masked, Sentence)
    assert masked.template == said.template


def test_a_value_is_masked_where_its_name_stands_elsewhere_in_its_line() -> None:
    assert mask_quotes("Xk39fjQ02mZp", "password: Xk39fjQ02mZp") == "Xk3" + MASK * 9


def test_what_is_no_part_of_a_secret_stays() -> None:
    assert mask_quotes("one MIIEpAIB", _around("one MIIEpAIB")) == "one MIIEpAIB"
    assert mask_quotes("two", _around("- two")) == "two"
    assert mask_quotes(BODY[0], "", ()) == BODY[0]


def test_what_is_revealed_is_shown_everywhere() -> None:
    (key,) = (secret.span.of(LISTED) for secret in find_secrets(LISTED))
    assert mask_quotes(BODY[0], _around(BODY[0]), {key}) == BODY[0]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n```\n", "\n\n  ~~~text\n"])
def test_a_value_by_itself_is_masked_by_the_name_above_it(between: str) -> None:
    text = f"- one\npassword:{between}  hunter2A9xq\n- two\n"
    at = text.index("hunter")
    part = excerpt(text, Span(at, at + 11))
    assert part.text == "hunter2A9xq"
    assert part.shown(mask_in_place) == "hu" + MASK * 9
    assert mask_quotes("hunter2A9xq", part.around) == "hu" + MASK * 9
    other = text.index("- two")
    assert excerpt(text, Span(other, other + 5)).around == "- two"
