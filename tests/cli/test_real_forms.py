"""What `duplicates` and `prune` say of a home as people and agents fill it: hardly anything, and nothing wrong."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import memdesk

HABIT = "Always rebase the branch onto the main one before a review is asked for."
FACT = "---\nname: {name}\ndescription: On {name}.\nmetadata:\n  type: project\n---\n\n{body}\n"


@pytest.fixture
def app(home: Path) -> Path:
    """A project folder that is a repository, of somebody who runs Claude Code."""
    (home / ".claude").mkdir()
    folder = home / "src" / "app"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _memory_of(home: Path, app: Path) -> Path:
    return home / ".claude" / "projects" / re.sub("[^A-Za-z0-9]", "-", str(app)) / "memory"


def _learn(home: Path, app: Path, facts: dict[str, str]) -> None:
    """Facts of the auto memory of a project, with their index."""
    files = {f"{name}.md": FACT.format(name=name, body=body) for name, body in facts.items()}
    index = "".join(f"- [{name}]({name}.md) — on {name}\n" for name in facts)
    _write(_memory_of(home, app), {"MEMORY.md": index, **files})


def _groups() -> list[tuple[str, list[str]]]:
    groups = memdesk("duplicates", "--json").json["groups"]
    return [(group["kind"], [os.path.basename(one["path"]) for one in group["members"]]) for group in groups]


LISTS = {
    "CLAUDE.md": (
        "# App\n\n## Parts\n\n- Use the `agent-keeper` skill to guide the process.\n"
        "- Use the `skill-keeper` skill to guide the process.\n\n"
        "## Waves\n\n- Work that touches different files can run in parallel\n"
        "- Work that touches different parts can usually run in parallel\n\n"
        "## Order\n\n- The cache is warmed before the queue is opened on port 8080\n"
        "- The index is warmed before the queue is opened on port 8080\n\n"
        "## Routes\n\n- `api`:\n  - the guard checks the diff first\n- `ui`:\n  - the guard checks the diff first\n\n"
        "## Ports\n\n- The gateway of the shop listens on port 8080\n- The gateway of the shop listens on port 9090\n"
    ),
    ".claude/rules/code.md": "<!-- of reviews -->\n\n# Code\n\nFor code, by the writer.\n\nKept in Git.\n",
    ".claude/rules/tests.md": "<!-- of reviews -->\n\n# Tests\n\nFor tests, by the writer.\n\nKept in Git.\n",
    ".claude/rules/ports.md": "# Ports\n\n- The gateway of the shop listens on port 7070\n",
    "web/CLAUDE.md": "# CLAUDE.md\n\n## Flow\n\n- The confirmation is asked for as apt does (`-y` skips it)\n",
    "api/CLAUDE.md": "# CLAUDE.md\n\n## Flow\n\n- The confirmation is asked for as apt does (`-y` skips it)\n",
}


def test_what_people_write_side_by_side_is_neither_twice_nor_contrary(app: Path) -> None:
    _write(app, LISTS)
    _write(app, {"AGENTS.md": LISTS["CLAUDE.md"]})
    assert _groups() == []
    _write(
        app,
        {"CLAUDE.local.md": f"# Mine\n\n## Habits\n\n{HABIT}\n", "web/CLAUDE.md": f"## Flow\n\n{HABIT}\n"},
    )
    assert [kind for kind, _ in _groups()] == ["exact"]


def test_what_two_subagents_remember_is_of_each(app: Path) -> None:
    stores = {
        f".claude/agent-memory/{name}/rebase.md": FACT.format(name="rebase", body=HABIT)
        for name in ("ui", "api")
    }
    _write(app, stores)
    assert _groups() == []
    _write(app, {".claude/agent-memory/ui/again.md": FACT.format(name="again", body=HABIT)})
    assert _groups() == [("exact", ["again.md", "rebase.md"])]


def test_what_two_sessions_of_one_agent_remember_is_twice(home: Path, app: Path) -> None:
    _learn(home, app, {"rebase": HABIT, "reviews": f"{HABIT[:-1]}!"})
    assert _groups() == [("exact", ["rebase.md", "reviews.md"])]


def test_a_fact_contradicts_another_and_a_rule_of_its_project_alone(home: Path, app: Path) -> None:
    _learn(home, app, {"manager": "Install packages with pnpm in this project."})
    _write(app, {"CLAUDE.md": "# App\n\n## Tools\n\nInstall packages with npm in this project.\n"})
    other = home / "src" / "other"
    _write(
        other,
        {
            ".git/HEAD": "",
            "CLAUDE.md": "# Other\n\n## Tools\n\nInstall packages with yarn in this project.\n",
        },
    )
    assert [(kind, sorted(names)) for kind, names in _groups()] == [
        ("contradiction", ["CLAUDE.md", "manager.md"])
    ]


def test_prune_lists_no_instructions_for_their_age_but_a_line_on_what_is_gone(home: Path, app: Path) -> None:
    _write(
        app,
        {
            "src/main.py": "",
            "CLAUDE.md": (
                "# App\n\n## Style\n\nShort lines.\n\n## Layout\n\n- `src/main.py` starts it\n- `src/old.py` stops it\n"
                "- `src/main.py` ends it\n- nothing else\n\n## Old\n\nSee `src/old.py`.\n"
            ),
        },
    )
    os.utime(app / "CLAUDE.md", (1, 1))

    def listed(*more: str) -> list[str]:
        return [one["key"] for one in memdesk("prune", "--json", *more).json["candidates"]]

    assert listed() == ["Old"]
    assert {"Style", "Layout", "Old"} <= set(listed("--instructions"))
    (app / "src" / "old.py").touch()
    assert listed() == []
    assert memdesk("prune").code == 0


def test_an_index_that_is_too_long_is_told_once_whatever_stands_between_its_lines(
    home: Path, app: Path
) -> None:
    _learn(home, app, {f"fact-{number}": HABIT.replace("main", str(number)) for number in range(75)})
    index = _memory_of(home, app) / "MEMORY.md"
    index.write_text("".join(f"## Part\n\n{line}" for line in index.read_text().splitlines(keepends=True)))
    found = [one["rule"] for one in memdesk("check", "--json").json["problems"]]
    assert sorted(found) == ["index-cut", "lost-on-write"]


@pytest.mark.parametrize("by_version", [False, True])
def test_a_fact_comes_back_with_its_line_of_the_index(home: Path, app: Path, by_version: bool) -> None:
    _learn(home, app, {"one": HABIT, "two": "Deploys wait for the queue.", "three": "Ada owns billing."})
    memory = _memory_of(home, app)
    before = (memory / "MEMORY.md").read_bytes()
    assert memdesk("remove", memory / "two.md", "--entry", "two").code == 0
    assert b"two.md" not in (memory / "MEMORY.md").read_bytes()
    versions = memdesk("history", memory / "two.md", "--json").json["versions"]
    last = next(one["id"] for one in versions if not one["removed"])
    assert memdesk("restore", memory / "two.md", *(("--version", str(last)) if by_version else ())).code == 0
    assert (memory / "MEMORY.md").read_bytes() == before
    assert (memory / "two.md").exists()
