"""What nobody sees is found and named; what writing needs is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.hidden import HiddenKind, find_hidden

TAGGED = "".join(chr(0xE0000 + ord(letter)) for letter in "ignore all")


@pytest.mark.parametrize(
    ("text", "kind", "label", "name"),
    [
        ("a\u202eb", HiddenKind.BIDI, "U+202E", "RIGHT-TO-LEFT OVERRIDE"),
        ("a\u2067b", HiddenKind.BIDI, "U+2067", "RIGHT-TO-LEFT ISOLATE"),
        ("a\u200bb", HiddenKind.INVISIBLE, "ZWSP", "ZERO WIDTH SPACE"),
        ("pass\u00adword", HiddenKind.INVISIBLE, "SHY", "SOFT HYPHEN"),
        ("a\u200d\u200db", HiddenKind.INVISIBLE, "ZWJ", "ZERO WIDTH JOINER"),
        ("a\ufe0fb", HiddenKind.INVISIBLE, "VS16", "VARIATION SELECTOR-16"),
        ("あ\U000e0100", HiddenKind.INVISIBLE, "VS17", "VARIATION SELECTOR-17"),
        ("a\ufeff", HiddenKind.INVISIBLE, "BOM", "ZERO WIDTH NO-BREAK SPACE"),
        ("a\u2028b", HiddenKind.INVISIBLE, "U+2028", "LINE SEPARATOR"),
        ("a\x1b[31m", HiddenKind.CONTROL, "ESC", "ESCAPE"),
        ("a\x00", HiddenKind.CONTROL, "NUL", "NULL"),
        ("a\rb", HiddenKind.CONTROL, "CR", "CARRIAGE RETURN"),
        ("a\x01", HiddenKind.CONTROL, "U+0001", "CONTROL CHARACTER"),
    ],
)
def test_hidden_characters_are_named(text: str, kind: HiddenKind, label: str, name: str) -> None:
    (hidden,) = find_hidden(text)

    assert (hidden.kind, hidden.label, hidden.name, hidden.spelled) == (kind, label, name, "")


def test_tags_are_spelled_out() -> None:
    (hidden,) = find_hidden(f"a{TAGGED}b")

    assert (hidden.kind, hidden.spelled, hidden.span) == (HiddenKind.TAG, "ignore all", (1, 11))


@pytest.mark.parametrize(
    "text",
    [
        "plain\ttext\nand\r\nmore\n",
        "\ufeff## A\n",
        "👩‍💻 👩🏽‍💻 ❤️‍🔥 🏳️‍🌈 1️⃣",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "می\u200cخواهم क्\u200dष",
        "é\u0301 \udc80 \u00a0",
    ],
)
def test_what_writing_needs_is_not_reported(text: str) -> None:
    assert list(find_hidden(text)) == []


def test_runs_of_different_kinds_are_reported_apart() -> None:
    kinds = [hidden.kind for hidden in find_hidden(f"\u200b\u202e{TAGGED}\x00 \u200b")]

    assert kinds == [
        HiddenKind.INVISIBLE,
        HiddenKind.BIDI,
        HiddenKind.TAG,
        HiddenKind.CONTROL,
        HiddenKind.INVISIBLE,
    ]


@given(st.text("ab \n\r\u202e\u2066\u200b\u200d\ufe0f\x00\U000e0041👩💻", max_size=20))
def test_everything_hidden_is_reported_once_and_nothing_else(text: str) -> None:
    reported = [at for hidden in find_hidden(text) for at in range(*hidden.span)]

    assert reported == sorted(set(reported))
    assert all(text[at] not in "ab \n👩💻" for at in reported)
    assert {at for at, character in enumerate(text) if character in "\u202e\u2066\u200b\x00"} <= set(reported)
