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


def test_the_same_of_another_agent_is_named_and_what_is_only_like_it_is_not(evva: Path, home: Path) -> None:
    words = "Always run the slow tests before a release"
    (home / ".claude").mkdir()
    (home / ".claude" / "CLAUDE.md").write_text(
        f"# Mine\n\n## Tests\n\n- {words}\n- Tabs are two blanks wide\n"
    )
    ran = memdesk("note", f"{words}.", "--agent", "evva", "--scope", "you", "--json")
    assert ran.json["alike"]["path"].endswith("/.claude/CLAUDE.md")
    assert ran.json["alike"]["same"]
    near = memdesk("note", "Tabs are really two blanks wide", "--agent", "evva", "--scope", "you", "--json")
    assert near.json["alike"] is None
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


def test_outside_of_every_project_it_goes_to_what_is_kept_of_the_user(home: Path) -> None:
    claude = home / ".claude"
    for memory in (claude / "agent-memory" / "reviewer", claude / "projects" / "-srv-api" / "memory"):
        memory.mkdir(parents=True)
        (memory / "MEMORY.md").write_text("- [Tabs](tabs.md) — Tabs\n")
    (claude / "CLAUDE.md").write_text("# Style\n\n- Plain words\n")
    (home / "elsewhere").mkdir()
    ran = memdesk("note", "Use zsh", "--json", cwd=home / "elsewhere")
    assert (ran.code, ran.json["path"]) == (0, str(claude / "CLAUDE.md"))


def test_the_rules_of_a_part_of_a_project_take_no_notes_of_the_whole(home: Path) -> None:
    project = home / "work"
    below = project / "web" / "CLAUDE.md"
    below.parent.mkdir(parents=True)
    below.write_text("# Web\n\n- Plain words\n")
    (project / ".git").mkdir()
    (home / ".claude").mkdir()
    (home / ".claude" / "CLAUDE.md").write_text("# Style\n\n- Tabs\n")
    for folder in (project, home):
        ran = memdesk("note", f"Use zsh in {folder.name}", "--json", cwd=folder)
        assert ran.json["status"] == "saved"
        assert ran.json["path"] != str(below)
    assert below.read_text() == "# Web\n\n- Plain words\n"


def test_in_a_project_it_goes_to_a_memory_rather_than_to_rules(home: Path) -> None:
    project = home / "work"
    (project / ".git").mkdir(parents=True)
    (project / "CLAUDE.md").write_text("# Style\n\n- Plain words\n")
    (home / ".claude").mkdir()
    store = home / ".config/ok/projects" / str(project).replace("/", "-") / "memory"
    store.mkdir(parents=True)
    (store / "MEMORY.md").write_text("- [tabs](tabs.md) — Tabs\n")
    ran = memdesk("note", "Use zsh", "--json", cwd=project)
    assert (ran.json["status"], ran.json["agent"]) == ("saved", "ok")
    assert (project / "CLAUDE.md").read_text() == "# Style\n\n- Plain words\n"


def test_of_several_scopes_that_a_word_may_mean_none_is_told(evva: Path) -> None:
    memory = evva / "projects" / "-srv-web" / "MEMORY.md"
    memory.parent.mkdir()
    memory.write_text("## Decisions\n")
    before = {path: path.read_bytes() for path in evva.rglob("*.md")}
    ran = memdesk("note", "Use zsh", "--agent", "evva", "--scope", "project")
    assert ran.code == 2
    assert ran.sentence.endswith("name one of them: -srv-api, -srv-web.")
    assert {path: path.read_bytes() for path in evva.rglob("*.md")} == before
    words = ("--agent", "evva", "--scope", "-srv-web", "--section", "Decisions", "--json")
    assert memdesk("note", "Use zsh", *words).json["path"] == str(memory)


def test_a_scope_that_is_called_so_comes_before_others_of_its_folder(home: Path) -> None:
    project = home / "work"
    (project / ".git").mkdir(parents=True)
    (project / "CLAUDE.md").write_text("# Style\n\n- Plain words\n")
    helper = project / ".claude" / "agent-memory" / "checker"
    helper.mkdir(parents=True)
    (helper / "MEMORY.md").write_text("- [Tabs](tabs.md) — Tabs\n")
    (home / ".claude").mkdir()
    ran = memdesk("note", "Use zsh", "--agent", "claude_code", "--scope", "work", "--json")
    assert (ran.code, ran.json["path"]) == (0, str(project / "CLAUDE.md"))


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
    there = ("--agent", "ub", "--scope", "0123456789abcdef")
    ran = memdesk("note", f"log in with {token}", *there)
    first, *others = ran.err.decode().splitlines()
    assert first == said
    assert others
    assert token not in ran.err.decode()
    assert said in memdesk("note", f"or log in by {token}", *there, "--json").json["warnings"]
    assert memdesk("note", "never log in by hand", *there).err.decode().count("refuses") == 0
