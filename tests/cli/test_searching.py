"""`search`, for people and for scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, memdesk


def test_hits_are_told_with_place_and_line(evva: Path) -> None:
    ran = memdesk("search", "sqlite", "--json")
    assert ran.code == 0
    hits = ran.json["hits"]
    assert {hit["key"] for hit in hits} == {"Recurring topics", "Decisions"}
    hit = next(hit for hit in hits if hit["key"] == "Decisions")
    assert hit["text"] == "Use SQLite."
    lines = Path(hit["path"]).read_text().split("\n")
    assert "SQLite" in lines[hit["line"] - 1]
    assert [hit["text"][start:end] for start, end in hit["marks"]] == ["SQLite"]
    shown = memdesk("search", "Tests first").out.decode()
    assert shown == f"{evva / 'USER_PROFILE.md'}:5: Tests first.\n"


def test_a_home_without_memory_holds_nothing(memdesk_here: Callable[..., Ran]) -> None:
    for words in (("a",), ("--regex", "a"), ("a", "--word"), ("in:x",)):
        assert memdesk_here("search", *words).sentence == "Nothing was found in no documents."


def test_nothing_found_is_exit_code_one(evva: Path) -> None:
    ran = memdesk("search", "quokka", "--json")
    assert (ran.code, ran.json["hits"]) == (1, [])
    assert memdesk("search", "quokka").sentence == "Nothing was found in 2 documents."
    assert memdesk("search", "sqlite", "--case").code == 1
    assert memdesk("search", "sqlit", "--word").code == 1
    assert memdesk("search", "sqlite agent:ok").code == 1
    assert evva.exists()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("(x", "--regex"), 2, "“(x” is no regular expression: "),
        (("older:x",), 2, "“older:” takes an age"),
    ],
)
def test_what_cannot_be_searched_is_said(
    evva: Path, words: tuple[str, ...], code: int, sentence: str
) -> None:
    ran = memdesk("search", *words)
    assert ran.code == code
    assert ran.sentence.startswith(sentence)
    assert evva.exists()


def test_expressions_and_limits(evva: Path) -> None:
    ran = memdesk("search", "^Use .*", "--regex", "--json", "--limit", "1")
    assert [hit["text"] for hit in ran.json["hits"]] == ["Use SQLite."]
    assert not ran.json["more"]
    assert memdesk("search", "s", "--json", "--limit", "1").json["more"]
    assert evva.exists()


def test_secrets_are_masked_for_people(evva: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 4
    (evva / "USER_PROFILE.md").write_text(f"## Preferences\ntoken {secret}\n")
    ran = memdesk("search", "token")
    assert ran.code == 0
    assert secret.encode() not in ran.out
