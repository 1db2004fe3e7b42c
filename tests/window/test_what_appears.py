"""Stores, projects and agents that come while the window is open are seen without being asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.window.conftest import Start
from tests.window.inside import InsideProgram

FACT = "---\nname: one\ndescription: the first one\ntype: project\n---\n\nOne.\n"


@pytest.fixture
def claude(home: Path) -> Path:
    project, root = home / "src" / "api", home / ".claude"
    (project / ".git").mkdir(parents=True)
    store = root / "projects" / key_of(project) / "memory"
    store.mkdir(parents=True)
    make_store(store)
    (store.parent / "1.jsonl").write_text(json.dumps({"cwd": str(project)}) + "\n")
    return root


def key_of(project: Path) -> str:
    return str(project).replace("/", "-").replace("_", "-").replace(".", "-")


def make_store(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "one.md").write_text(FACT)
    (folder / "MEMORY.md").write_text("- [one](one.md) — the first one\n")
    return folder / "one.md"


def is_shown(program: InsideProgram, path: Path) -> bool:
    """Whether the tree has the document."""
    return any(
        str(path) == document.path
        for root in program.desk.workspace.roots
        for document in program.desk.workspace.last_documents(root.path)
    )


def wait_for(program: InsideProgram, path: Path) -> None:
    program.wait_until(lambda: is_shown(program, path), what=f"{path} in the tree")


@pytest.fixture
def program(start: Start, claude: Path) -> InsideProgram:
    program = start(claude)
    program.settle()
    return program


@pytest.mark.parametrize(
    "where", [".claude/agent-memory", "src/api/.claude/agent-memory", "src/api/.claude/agent-memory-local"]
)
@pytest.mark.parametrize("has_sibling", [False, True])
def test_the_store_of_a_new_subagent(
    start: Start, claude: Path, home: Path, where: str, has_sibling: bool
) -> None:
    if has_sibling:
        make_store(home / where / "reviewer")
    program = start(claude)
    program.settle()
    fact = make_store(home / where / "tester")
    wait_for(program, fact)
    second = fact.with_name("two.md")
    second.write_text(FACT.replace("one", "two"))
    wait_for(program, second)


def test_the_memory_of_a_new_project(program: InsideProgram, claude: Path, home: Path) -> None:
    project = home / "src" / "shop"
    (project / ".git").mkdir(parents=True)
    fact = make_store(claude / "projects" / key_of(project) / "memory")
    (fact.parents[1] / "1.jsonl").write_text(json.dumps({"cwd": str(project)}) + "\n")
    wait_for(program, fact)
    wait_for(program, make_store(project / ".claude" / "agent-memory" / "tester"))


@pytest.mark.parametrize("opens", [True, False])
def test_the_root_of_an_agent_that_was_not_here(program: InsideProgram, home: Path, opens: bool) -> None:
    program.program.appearing.opens = opens
    program.forget_messages()
    profile = home / ".evva" / "USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_text("## Preferences\n\n- tea\n")
    told = "Close it" if opens else "Open"
    program.wait_until(
        lambda: [message.offer for message in program.messages] == [told], what="what is said of it"
    )
    assert (str(profile.parent) in {root.path for root in program.desk.workspace.roots}) is opens
    assert is_shown(program, profile) is opens
