"""`note`: where it goes, what was written, and what is there already."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import memdesk


def test_it_goes_to_the_agent_named_and_tells_its_line(evva: Path) -> None:
    ran = memdesk("note", "Prefer short names.", "--agent", "evva", "--scope", "you", "--json")
    assert ran.code == 0
    path = Path(ran.json["path"])
    assert path.name == "USER_PROFILE.md"
    assert ran.json["lines"] == ["Prefer short names."] or ran.json["lines"] == ["- Prefer short names."]
    assert ran.json["key"]
    assert "Prefer short names." in path.read_text()
    assert evva in path.parents


def test_the_last_use_is_where_the_next_one_goes(evva: Path) -> None:
    first = memdesk(
        "note", "One.", "--agent", "evva", "--scope", "you", "--section", "Recurring topics", "--json"
    )
    assert first.code == 0
    second = memdesk("note", "Two.", "--json")
    assert second.json["path"] == first.json["path"]
    text = Path(second.json["path"]).read_text()
    assert "Two." in text.partition("## Recurring topics")[2]
    assert evva.exists()


def test_what_says_nearly_the_same_is_named(evva: Path) -> None:
    words = "Always run the slow tests before a release"
    assert memdesk("note", words, "--agent", "evva", "--scope", "you").code == 0
    again = memdesk("note", f"{words} goes out", "--agent", "evva", "--scope", "you", "--json")
    assert again.code == 0
    assert any("there already" in warning for warning in again.json["warnings"])
    assert evva.exists()


def test_what_a_line_among_others_says_is_named(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(
        b"## Preferences\r\n\r\nUse ruff daily\r\nTabs\r\n- Deploys wait for CI.\r\n"
    )
    for words in ("Use ruff daily.", "Deploys wait for CI"):
        ran = memdesk("note", words, "--agent", "evva", "--section", "Preferences", "--json")
        assert ran.json["alike"]["same"], words
        assert ran.json["alike"]["key"] == "Preferences"


def test_the_key_is_that_of_its_section_where_missing_headings_come_along(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_text("## Preferences\nTabs\n")
    ran = memdesk("note", "Use zsh", "--agent", "evva", "--scope", "you", "--json")
    assert ran.json["key"] == "Preferences"
    assert "## Recurring topics" in (evva / "USER_PROFILE.md").read_text()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("x", "--agent", "quokka"), 1, "No memory of an agent quokka"),
        (("x", "--scope", "quokka"), 1, "There is no scope quokka"),
        (("  ", "--agent", "evva"), 3, "There is no text"),
    ],
)
def test_what_cannot_be_noted_is_said(evva: Path, words: tuple[str, ...], code: int, sentence: str) -> None:
    ran = memdesk("note", *words)
    assert ran.sentence.startswith(sentence)
    assert ran.code == code
    assert evva.exists()


def test_each_record_takes_notes(sample: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    root = sample("foresthub")
    monkeypatch.setenv("ENGINE_MEMORY_DIR", str(root))
    for scope in ("watering_log", "This device"):
        ran = memdesk("note", f"Bay C: {scope}.", "--agent", "foresthub", "--scope", scope, "--json")
        assert ran.code == 0
        assert f"Bay C: {scope}." in Path(ran.json["path"]).read_text()
        assert (Path(ran.json["path"]).name == "5e0f9a31.json") == (scope == "watering_log")


def test_that_ub_refuses_what_looks_like_a_secret_is_said_before_it_is_written(home: Path) -> None:
    memory = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("## general\n\n- short answers *(2026-05-01T00:00:00Z)*\n\n")
    token = "ghp_" + "a1B2" * 9
    said = "ub v0.5.1 and later refuses what looks like a secret, and this holds a GitHub token."
    ran = memdesk("note", f"log in with {token}", "--agent", "ub")
    first, *others = ran.err.decode().splitlines()
    assert first == said
    assert others
    assert token not in ran.err.decode()
    assert said in memdesk("note", f"or log in by {token}", "--agent", "ub", "--json").json["warnings"]
    assert memdesk("note", "never log in by hand", "--agent", "ub").err.decode().count("refuses") == 0
