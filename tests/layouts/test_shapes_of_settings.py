"""What layouts share to read settings: globs, layers of files, and the checkout a folder lies in."""

from __future__ import annotations

import pytest

from memdesk.layouts.shapes.git_checkout import checkout_root, main_checkout
from memdesk.layouts.shapes.globs import expanded, glob_matches, matches_nothing
from memdesk.layouts.shapes.layered_settings import decided, every, read_layers
from tests.layouts.dict_view import DictView


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/CLAUDE.md", "/srv/api/CLAUDE.md", True),
        ("**/CLAUDE.md", "CLAUDE.md", True),
        ("*.md", "a.md", True),
        ("*.md", "docs/a.md", False),
        ("src/**/*", "src/a/b.ts", True),
        ("src/*.{ts,tsx}", "src/a.tsx", True),
        ("src/[ab].ts", "src/b.ts", True),
        ("src/[!ab].ts", "src/b.ts", False),
        ("photos [2024/**", "photos [2024/a", False),
        (r"photos \[2024/**", "photos [2024/a", True),
        ("a?c", "a/c", False),
        ("a.c", "abc", False),
        ("[[]a", "[a", True),
        ("[a&&b]", "&", True),
        ("[a||b~~c]", "~", True),
        ("[+--]", ",", True),
        ("[a--]", "a", False),
        (r"[a\]b", "\\b", True),
        ("[]-a]", "^", True),
    ],
)
def test_globs(pattern: str, path: str, matches: bool) -> None:
    assert glob_matches(pattern, path) == matches


@pytest.mark.parametrize("pattern", ["**/[z-a]", "**/[]", "**/[!]", "[9-0]x", "[a--]", "[^]"])
@pytest.mark.filterwarnings("error")
def test_brackets_that_hold_nothing_match_nothing(pattern: str) -> None:
    assert not glob_matches(pattern, "/srv/z")
    assert matches_nothing(pattern)


def test_braces_multiply_up_to_a_limit() -> None:
    assert sorted(expanded("{a,b}/{c,d}")) == ["a/c", "a/d", "b/c", "b/d"]
    many = "{0,1,2,3,4,5,6,7,8,9}" * 4
    assert expanded(many) == [many]
    assert expanded("{alone}") == ["{alone}"]
    assert matches_nothing("a[b")
    assert not matches_nothing("a[b]")


def test_a_worktree_belongs_to_its_main_checkout() -> None:
    view = DictView(
        {
            "/srv/api/.git/HEAD": "",
            "/srv/api/.git/worktrees/w/commondir": "../..\n",
            "/srv/w/.git": "gitdir: /srv/api/.git/worktrees/w\n",
            "/srv/api/lib/.git": "gitdir: ../.git/modules/lib\n",
        },
        folders=["/srv/api/src", "/srv/w/src", "/elsewhere"],
    )
    assert checkout_root(view, "/srv/w/src") == "/srv/w"
    assert main_checkout(view, "/srv/w/src") == "/srv/api"
    assert main_checkout(view, "/srv/api/src") == "/srv/api"
    assert main_checkout(view, "/srv/api/lib") == "/srv/api/lib"
    assert main_checkout(view, "/elsewhere") is None


DEEP = 200_000


@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP, '{"a":' + "[" * 600 + "]" * 600 + "}"])
def test_settings_that_nest_too_deep_are_broken(text: str) -> None:
    [layer] = read_layers(DictView({"/a.json": text}), ["/a.json"])
    assert layer.is_broken


def test_settings_say_characters_alone() -> None:
    [layer] = read_layers(
        DictView({"/a.json": '{"a": ["\\ud800x"], "b\\udc80": 1, "c": "\\ud83d\\ude00"}'}), ["/a.json"]
    )
    assert layer.values == {"a": ["\ufffdx"], "b\ufffd": 1, "c": "\U0001f600"}


def test_the_first_layer_that_says_something_decides() -> None:
    view = DictView({"/a.json": '{"x": {"y": 1}}', "/b.json": '{"x": {"y": 2}, "z": false}', "/c.json": "["})
    layers = read_layers(view, ["/none.json", "/c.json", "/a.json", "/b.json"])
    assert [layer.is_broken for layer in layers] == [True, False, False]
    assert decided(layers, "x", "y") == (1, "/a.json")
    assert decided(layers, "z") == (False, "/b.json")
    assert decided(layers, "nothing") is None
    assert [found.value for found in every(layers, "x", "y")] == [1, 2]


def test_many_folders_in_a_pattern_are_matched_in_no_time_to_speak_of() -> None:
    """By a regular expression it would not end in a lifetime."""
    assert not glob_matches("**/a" * 40 + "b", "a/" * 200 + "c")
    assert glob_matches("**/a" * 40 + "b", "a/" * 40 + "ab")
    assert not glob_matches("*a" * 40 + "b", "a" * 300)
