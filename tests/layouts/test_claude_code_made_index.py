"""The index that Claude Code makes where MEMORY.md is missing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from memdesk.layouts.claude_code.made_index import made_index
from tests.layouts.dict_view import HOME, DictView

STORE = f"{HOME}/.claude/projects/-srv-api/memory"


def fact(description: str) -> str:
    return f"---\nname: x\ndescription: {description}\nmetadata:\n  type: user\n---\n\nText.\n"


def made(files: Mapping[str, str | bytes], times: Mapping[str, float] | None = None) -> str | None:
    by_path = {f"{STORE}/{name}": when for name, when in (times or {}).items()}
    return made_index(
        DictView({f"{STORE}/{name}": text for name, text in files.items()}, times=by_path), STORE
    )


def test_the_newest_fact_comes_first_those_of_sub_folders_among_them() -> None:
    files = {"a.md": fact("one"), "b.md": fact("two"), "deep/c.md": fact("three")}
    times = {"a.md": 1.0, "b.md": 3.0, "deep/c.md": 2.0}
    assert made(files, times) == "- [b](b.md) — two\n- [c](deep/c.md) — three\n- [a](a.md) — one\n"


@pytest.mark.parametrize("there", ["", "\n \n", "<!-- nothing -->\n", "- [a](a.md)\n"])
def test_an_index_that_is_there_stays(there: str) -> None:
    assert made({"a.md": fact("one"), "MEMORY.md": there}) is None


def test_none_is_made_without_facts() -> None:
    assert made({}) is None
    assert (
        made({"notes.txt": "x", "upper.MD": "x", ".hidden.md": "x", "o(1).md": "x", "p[2].md": "x"}) is None
    )


def test_a_readme_and_a_lower_case_memory_are_facts() -> None:
    assert made({"README.md": "x", "memory.md": "x"}) == "- [README](README.md)\n- [memory](memory.md)\n"


@pytest.mark.parametrize(
    ("text", "hook"),
    [
        ("# No header\n", ""),
        ("---\nname: x\n---\n", ""),
        ("---\nname: [x\ndescription: a: b\n---\n", " — a: b"),
        ("---\n\tname: x\ndescription: lost\n---\n", ""),
        ("---\ndescription: not closed\n", ""),
        ("---  \r\ndescription: d\r\n--- \r\n", " — d"),
        ("---\ndescription: |\n  one\n  two\n---\n", " — one two"),
        ("---\ndescription: [a, b]\n---\n", ""),
        (fact("ä" * 130), " — " + "ä" * 130),
        (fact("ä" * 131), " — " + "ä" * 129 + "…"),
        (fact("😀" * 66), " — " + "😀" * 64 + "…"),
    ],
    ids=range(11),
)
def test_a_description_is_read_as_the_program_reads_it_and_cut(text: str, hook: str) -> None:
    assert made({"a.md": text}) == f"- [a](a.md){hook}\n"


def test_bytes_that_are_not_utf_8_are_read_as_the_sign_for_such() -> None:
    assert made({"a.md": b"---\ndescription: caf\xe9\n---\n"}) == "- [a](a.md) — caf\ufffd\n"


def test_it_is_full_at_a_number_of_lines_and_of_characters() -> None:
    lines = made({f"f{at:03}.md": fact("d") for at in range(150)})
    assert str(lines).count("\n") == 140
    characters = made({f"f{at:03}.md": fact("x" * 130) for at in range(150)})
    assert 17_340 < len(str(characters)) <= 17_500
