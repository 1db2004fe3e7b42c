"""JSON as programs write it and worse, for properties."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

STRINGS = (
    '""',
    '"plain"',
    '"two\\nlines\\n"',
    '"a \\u0026 b \\/ c"',
    '"\\"quoted\\" \\\\"',
    '"\\ud83c\\udf89 🎉 é漢"',
    '"\\ud800"',
    '"\\udc00x\\ud83d"',
    '"\\uD83D\\u0041\\ud83d\\ude00"',
    '"\udcff\udcc3"',
    '"\\u0000\\u001f\x7f\u2028\ufeff"',
    '"- likes tea\\r\\n- rye\\r\\n"',
)
VALUES = (*STRINGS, "null", "true", "-0", "12", "1.5e-3", "[]", "{}", '[1, {"a": []}]', '{"content": "no"}')
KEYS = ("a", "content", "Content", "id", "pinned", "deſcription", "\\u0069d", "", "é", "a b")
SPACINGS = (
    ("", "", "", ""),
    ("", "", " ", ""),
    ("\n  ", "", " ", ""),
    ("\r\n\t", " ", "", " "),
    (" ", "\n", "\r", "\t"),
)
"""Blanks before a key, behind it, before its value and behind that."""


def spaced(pairs: Sequence[tuple[str, str]], spacing: tuple[str, str, str, str], end: str = "") -> str:
    """An object with these keys and values as they are written, and `end` behind it."""
    before, behind, inside, after = spacing
    fields = (f'{before}"{key}"{behind}:{inside}{value}{after}' for key, value in pairs)
    return f"{before.replace('  ', '')}{{{','.join(fields)}{before.strip(' ')}}}{end}"


def records(most: int = 5) -> st.SearchStrategy[str]:
    """An object with any keys, some of them twice, written compactly, over several lines, or anyhow."""
    pairs = st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES)), max_size=most)
    plain = st.builds(spaced, pairs, st.sampled_from(SPACINGS), st.sampled_from(["", "\n", " "]))
    return st.builds(str.__add__, st.sampled_from(["", "", "\ufeff"]), plain)


def said_texts() -> st.SearchStrategy[str]:
    """What a string may be made to say."""
    pieces = [
        "a",
        "tea\n",
        "\r\n",
        "é漢🎉",
        '"',
        "\\",
        "<&>",
        "\u2028",
        "\x00\x1f\x7f",
        "\ufffd",
        "\udcff",
        " ",
        "/",
    ]
    return st.lists(st.sampled_from(pieces), max_size=6).map("".join)
