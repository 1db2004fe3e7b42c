"""JSON as programs write it and worse, for properties."""

from __future__ import annotations

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
BLANKS = ("", "", "", " ", "\n  ", "\r\n\t")


@st.composite
def records(draw: st.DrawFn, most: int = 5) -> str:
    """An object with any keys, some of them twice, written compactly, over several lines, or anyhow."""
    blank = st.sampled_from(draw(st.sampled_from([("",), ("\n  ",), BLANKS])))
    pairs = draw(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES)), max_size=most))
    fields = ",".join(
        f'{draw(blank)}"{key}"{draw(blank)}:{draw(blank)}{value}{draw(blank)}' for key, value in pairs
    )
    mark = draw(st.sampled_from(["", "", "\ufeff"]))
    return f"{mark}{draw(blank)}{{{fields}{draw(blank)}}}{draw(st.sampled_from(['', chr(10), ' ']))}"


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
