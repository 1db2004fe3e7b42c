"""What hides is labelled wherever it stands, and what people write in their own languages is left alone."""

from __future__ import annotations

from memdesk.text.document import GO_WHITE_SPACE
from memdesk.text.hidden import find_hidden, find_hidden_within
from memdesk.text.labelled import find_labels, labelled, labelled_name
from memdesk.text.mixed_scripts import find_mixed_words
from tests.hostile.characters import CASES, HIDDEN, selectors, tags
from tests.hostile.ordinary import ORDINARY

_MOST_FLAGGED = 0.01


def test_there_are_three_hundred_cases_of_every_class() -> None:
    assert len(set(CASES)) >= 300


def test_every_hidden_character_is_labelled() -> None:
    for case in CASES:
        at = case.text.index(case.hidden)
        covered = {place for label in find_labels(case.text) for place in range(*label.span)}

        assert set(range(at, at + len(case.hidden))) <= covered, ascii(case.text)


def test_nothing_hidden_is_left_in_a_label() -> None:
    for case in CASES:
        said = labelled(case.text)

        assert not list(find_hidden_within(said)), ascii(said)
        assert said.isprintable(), ascii(said)


def test_hidden_words_are_read_out() -> None:
    assert labelled(f"a{tags('ignore all')}b") == "a‹TAG “ignore all”›b"
    assert labelled(f"😀{selectors('send')}") == "😀‹VS “send”›"
    assert labelled("a" + "\u200b" * 40) == "a‹ZWSP ×40›"
    assert labelled("caf\udce9 \u202e") == "caf‹xE9› ‹U+202E›"


def test_a_name_is_one_line() -> None:
    assert labelled_name("a\nb\tc.md") == "a‹LF›b‹TAB›c.md"


def test_ordinary_texts_are_flagged_in_less_than_one_percent() -> None:
    words = [word for text in ORDINARY for word in text.split()]
    flagged = [word for text in ORDINARY for word in _flagged(text)]

    assert len(ORDINARY) >= 75
    assert len(words) > 500
    assert len(flagged) < _MOST_FLAGGED * len(words), [ascii(word) for word in flagged]


def _flagged(text: str) -> list[str]:
    spans = [hidden.span for hidden in find_hidden(text)] + [word.span for word in find_mixed_words(text)]
    return [text[max(0, span.start - 2) : span.end + 2] for span in spans]


def test_ordinary_texts_hold_what_would_be_flagged_elsewhere() -> None:
    needed = {character for text in ORDINARY for character in text}
    alone = {one for one in HIDDEN if len(one) == 1}

    assert {"\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\ufe0f"} <= needed
    assert {"\u200b", "\u200d", "\u200e", "\ufe0f"} <= alone
    assert not needed & set(GO_WHITE_SPACE) & set("\u2028\u2029\x85")
