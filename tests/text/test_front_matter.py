"""One key of a header is set, and all else keeps its bytes."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memdesk.errors import MemdeskError, NotFound, Refused
from memdesk.text.edits import apply_all
from memdesk.text.front_matter import entries, find_front_matter, find_key, read_mapping, set_items, set_key
from memdesk.text.yaml_values import BadFrontMatter, scalar_text

BLOCKS = (
    "a: 1  # one\n",
    "b: 'quoted'\n",
    "c: folded\n  over lines\n",
    "d: |\n  block\n  text\n",
    "e: [1, 2]\n",
    "f:\n- x\n- y\n",
    "g:\n",
    "# a comment\n",
    "\n",
    "h: NO\n",
    "? i\n: j\n",
    "k: &x 2\n",
    "m: 2026-06-01\n",
)
KEYS = st.sampled_from(["a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "m", "new"])
VALUES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["NO", "2026-06-01", "issue #12", "fix: this", "- x", "'", '"', "null", " x", "a\nb", "日記"]
    ),
    st.integers(),
    st.booleans(),
    st.none(),
)


@given(st.lists(st.sampled_from(BLOCKS), max_size=6), KEYS, VALUES, st.booleans())
def test_setting_a_key_sets_that_key(blocks: list[str], key: str, value: object, is_crlf: bool) -> None:
    text = "---\n" + "".join(dict.fromkeys(blocks)) + "---\nbody\n"
    if is_crlf:
        text = text.replace("\n", "\r\n")
    found = find_front_matter(text)
    assert found is not None
    before = read_mapping(text, found)
    try:
        edits = set_key(text, key, value)
    except MemdeskError:
        return
    after = apply_all(text, edits)
    now = read_mapping(after, find_front_matter(after))
    assert repr(now) == repr({**before, key: value})
    assert after.endswith("body\r\n" if is_crlf else "body\n")
    for edit in edits:
        touched = find_key(text, found, key)
        assert touched is None or touched.lines.start <= edit.start <= edit.end <= touched.lines.end


@given(VALUES)
def test_a_scalar_reads_back(value: object) -> None:
    written = scalar_text(value)
    assert "\n" not in written
    text = f"---\nk: {written}\n---\n"
    assert read_mapping(text, find_front_matter(text)) == {"k": value}


def test_comments_and_quotes_beside_a_value_stay() -> None:
    text = "---\na: 'x'   # why\nb: 2\n---\n"
    assert apply_all(text, set_key(text, "a", "y")) == "---\na: 'y'   # why\nb: 2\n---\n"
    assert set_key(text, "a", "x") == ()


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ("'x'", "y", "'y'"),
        ("'x'", "it's", "'it''s'"),
        ('"x"', "y: z", '"y: z"'),
        ("|\n  a\n  b\n", "a\nc\n", "|\n  a\n  c\n"),
        ("|-\n    a", "a\n\nb", "|-\n    a\n\n    b"),
        ("|\n  a\n", "a", "a\n"),
        ("x", "y", "y"),
    ],
)
def test_a_value_keeps_its_style_where_it_can(old: str, value: str, new: str) -> None:
    text = f"---\nk: {old}\nz: 1\n---\n".replace("\n\nz", "\nz")
    expected = f"---\nk: {new}\nz: 1\n---\n".replace("\n\nz", "\nz")
    assert apply_all(text, set_key(text, "k", value)) == expected


@pytest.mark.parametrize(
    ("old", "items", "new"),
    [
        ("[a, b]", ["a", "b", "c"], "[a, b, c]"),
        ("[a, b]", ["b"], "[b]"),
        ("[a, 'b' ]", ["a"], "[a ]"),
        ("[a]", [], "[]"),
        ("[]", ["x, y"], "['x, y']"),
        ("[ a , b ]", ["a", "c"], "[ a , c ]"),
        ("[1, 2]", ["1", "2", "3"], "[1, 2, 3]"),
        ("[b]", ["a", "b"], "[a, b]"),
        ("\n- a  # why\n- 'b'", ["a", "c"], "\n- a  # why\n- 'c'"),
        ("\n  - a\n  - b", ["b", "c: d"], "\n  - b\n  - 'c: d'"),
        ("\n  - a\n  - b", ["a", "b", "c"], "\n  - a\n  - b\n  - c"),
        ("\n- a\n- b", [], " []"),
        ("\n- a\n- b", ["a"], "\n- a"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_items_of_a_list_are_set_alone(old: str, items: list[str], new: str, line_end: str) -> None:
    text = f"---\nk: {old}\n# of z\nz: 1\n---\n".replace("k: \n", "k:\n").replace("\n", line_end)
    expected = f"---\nk: {new}\n# of z\nz: 1\n---\n".replace("k: \n", "k:\n").replace("k:  ", "k: ")
    assert apply_all(text, set_items(text, "k", items)) == expected.replace("\n", line_end)


@given(
    st.sampled_from(["flow", "block"]),
    st.lists(st.text(max_size=6), min_size=1, max_size=4),
    st.lists(st.text(max_size=6), max_size=4),
)
def test_a_list_says_what_it_was_set_to(style: str, before: list[str], after: list[str]) -> None:
    written = yaml.safe_dump(
        {"k": before}, default_flow_style=style == "flow", allow_unicode=True, width=9999
    )
    inner = written.strip()[1:-1] + "\n" if style == "flow" else written
    text = f"---\na: 1\n{inner}z: 2\n---\nbody"
    try:
        edits = set_items(text, "k", after)
    except MemdeskError:
        return
    result = apply_all(text, edits)
    assert read_mapping(result, find_front_matter(result)) == {"a": 1, "k": after, "z": 2}
    assert result.startswith("---\na: 1\n")
    assert result.endswith("z: 2\n---\nbody")


def test_a_list_of_numbers_takes_numbers_alone() -> None:
    with pytest.raises(Refused, match="number"):
        set_items("---\nk: [1, 2]\n---\n", "k", ["1", "two"])


def test_the_lines_of_each_key() -> None:
    text = "---\na: 1\n# of b\nb:\n- x\n---\n"
    found = find_front_matter(text)
    assert found is not None
    assert [entry.lines.of(text) for entry in entries(text, found)] == ["a: 1\n# of b\n", "b:\n- x\n"]


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("---\na\n---\nb", "a\n"),
        ("---\r\na\r\n---\r\nb", "a\r\n"),
        ("---\n---\n", ""),
        ("---\na\n---", "a\n"),
        ("---\na\n --- \n---x\n---\n", "a\n --- \n---x\n"),
    ],
)
def test_a_block_is_found(text: str, block: str) -> None:
    found = find_front_matter(text)
    assert found is not None
    assert found.block.of(text) == block


@pytest.mark.parametrize("text", ["", "---", "---\na", " ---\na\n---\n", "---x\n---\n", "\ufeff---\n---\n"])
def test_no_block_is_found(text: str) -> None:
    assert find_front_matter(text) is None


def test_a_mark_in_front_is_passed_over_when_asked() -> None:
    assert find_front_matter("\ufeff---\n---\n", behind_mark=True) is not None


def test_what_is_no_yaml_is_said_to_be_none() -> None:
    for text in (
        "---\na:\n\tb\n---\n",
        "---\na: 2026-13-45\n---\n",
        "---\na: \udcff\n---\n",
        "---\n{[]: 1}\n---\n",
    ):
        with pytest.raises(BadFrontMatter):
            read_mapping(text, find_front_matter(text))
    with pytest.raises(NotFound):
        set_key("text", "a", 1)
