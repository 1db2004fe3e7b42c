"""The paths that a text names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.named_paths import paths_in


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("See src/app/main.py, then src/app/main.py.", ["src/app/main.py"]),
        ("the entry point is lib/foo+bar/x.py", ["lib/foo+bar/x.py"]),
        ("mind @docs/rules.md and node_modules/@types/node/", ["docs/rules.md", "node_modules/@types/node"]),
        ("`~/x`, (./run) and ../up/a.md", ["~/x", "./run", "../up/a.md"]),
        ("Kept in /etc/hosts, not by /help", ["/etc/hosts"]),
        ("größe/maß.md and 日本/語.md", ["größe/maß.md", "日本/語.md"]),
        ("and/or", ["and/or"]),
        ("docs/ and . and .. and /", []),
        ("https://example.org/a/b.html, git@host.org:team/repo.git, me@host/x.md, C:/x/y.txt", []),
        ("src/*.ts, src/<name>/x.ts, src/{a,b}.ts, $HOME/x/y", []),
    ],
)
def test_what_looks_like_a_path(text: str, paths: list[str]) -> None:
    assert list(paths_in(text)) == paths


@given(st.text(alphabet="a/.~@+-: ñ\n"))
def test_a_path_stands_in_the_text_and_is_found_once(text: str) -> None:
    found = list(paths_in(text))
    assert len(set(found)) == len(found)
    assert all(path in text and "/" in path and not path.endswith("/") for path in found)
