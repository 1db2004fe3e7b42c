"""`memdesk history` and `memdesk restore`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import MEMORY, Ran, memdesk


@pytest.fixture
def memory(evva: Path) -> Path:
    return evva / "projects" / "-srv-api" / "MEMORY.md"


def ids(path: Path) -> list[int]:
    return [version["id"] for version in memdesk("history", path, "--json").json["versions"]]


def test_a_document_that_was_never_saved_has_no_history(memory: Path) -> None:
    ran = memdesk("history", memory)
    assert ran.code == 1
    assert "No version of" in ran.sentence
    assert memdesk("history", memory, "--json").json == {"versions": []}


def test_a_save_can_be_taken_back(memory: Path) -> None:
    assert memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n").code == 0
    versions = memdesk("history", memory, "--json").json["versions"]
    assert [version["by"] for version in versions] == ["you", "program"]
    assert [version["bytes"] for version in versions] == [memory.stat().st_size, len(MEMORY)]
    ran = memdesk("restore", memory, "--version", str(versions[-1]["id"]), "--json")
    assert ran.code == 0
    assert ran.json["status"] == "saved"
    assert memory.read_bytes() == MEMORY
    assert b"restore" in memdesk("history", memory).out


def test_one_section_is_taken_back(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    memdesk("set", memory, "--section", "Open issues", "--body", "Slow.\n")
    first = ids(memory)[-1]
    assert memdesk("restore", memory, "--version", str(first), "--section", "Decisions").code == 0
    assert memory.read_bytes() == MEMORY.replace(b"## Open issues\n", b"## Open issues\nSlow.\n")


def test_a_file_that_is_gone_comes_back(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    data = memory.read_bytes()
    memory.unlink()
    newest = ids(memory)[0]
    assert memdesk("restore", memory, "--version", str(newest)).code == 0
    assert memory.read_bytes() == data


def test_what_is_not_there_is_said(memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    ran = memdesk("restore", memory, "--version", "4711")
    assert (ran.code, "has no version 4711" in ran.sentence) == (1, True)
    ran = memdesk("restore", memory, "--version", str(ids(memory)[0]), "--section", "Nothing")
    assert (ran.code, "has no section “Nothing”" in ran.sentence) == (1, True)
    assert memdesk("history", memory.parent / "other.md").code == 1


def test_everything_newest_first(evva: Path, memory: Path, memdesk_here: Callable[..., Ran]) -> None:
    run = memdesk_here
    assert run("history").code == 1
    run("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    run("set", evva / "USER_PROFILE.md", "--section", "Preferences", "--body", "Long answers.\n")
    ran = run("history", "--json")
    told = [(one["title"], one["by"], one["did"], one["changes"]) for one in ran.json["versions"]]
    changed = [{"fate": "changed", "what": "section", "count": 1}]
    assert told == [
        ("USER_PROFILE.md", "you", "changed", changed),
        ("USER_PROFILE.md", "program", "first seen", []),
        ("MEMORY.md", "you", "changed", changed),
        ("MEMORY.md", "program", "first seen", []),
    ]
    assert {one["agent"] for one in ran.json["versions"]} == {"evva"}
    assert {one["path"] for one in run("history", memory.parent, "--json").json["versions"]} == {str(memory)}
    (line,) = run("history", "--limit", "1").out.decode().splitlines()
    assert line.endswith("USER_PROFILE.md  1 section changed")


def test_two_versions_are_told_apart(memory: Path, memdesk_here: Callable[..., Ran]) -> None:
    run = memdesk_here
    run("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    newest, first = [one["id"] for one in run("history", memory, "--json").json["versions"]]
    ran = run("history", memory, "--diff", str(first), str(newest))
    assert ran.code == 0
    lines = ran.out.decode().splitlines()
    assert lines[:2] == [f"--- {first}", f"+++ {newest}"]
    assert {"-Use SQLite.", "+Use Postgres."} <= set(lines)
    assert run("history", memory, "--diff", str(first), "--json").json["to"] == "disk"
    same = run("history", memory, "--diff", str(newest))
    assert (same.code, "say the same" in same.sentence) == (1, True)
    assert run("history", memory, "--diff", "soon").code == 2
    assert run("history", "--diff", "1").code == 2
    assert run("history", memory, "--diff", "999").code == 1


def test_what_was_removed_is_listed_and_comes_back(
    evva: Path, memory: Path, memdesk_here: Callable[..., Ran]
) -> None:
    run = memdesk_here
    with_one_more = MEMORY + b"\n## Mine\nKept for years.\n"
    memory.write_bytes(with_one_more)
    run("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    assert run("history", "--removed").code == 1
    assert run("remove", memory, "--entry", "Mine").code == 0
    (removed,) = run("history", "--removed", "--json").json["removed"]
    assert (removed["kind"], removed["title"], removed["by"]) == ("section", "Mine", "you")
    assert removed["text"] == "## Mine\nKept for years.\n"
    assert b"section" in run("history", "--removed", memory).out
    ran = run("restore", memory, "--version", str(removed["version"]), "--section", "Mine", "--json")
    assert ran.json["place"] == "where it was"
    assert memory.read_bytes() == with_one_more.replace(b"Use SQLite", b"Use Postgres")
    assert run("history", "--removed").code == 1


def test_history_takes_a_document_by_its_agent_and_an_agent_by_its_name(
    evva: Path, memory: Path, memdesk_here: Callable[..., Ran]
) -> None:
    run = memdesk_here
    memory.write_bytes(MEMORY + b"\n## Mine\nKept for years.\n")
    run("remove", memory, "--entry", "Mine")
    for word in (memory, f"evva:{memory.relative_to(evva)}", "evva:projects", "evva"):
        (removed,) = run("history", "--removed", word, "--json").json["removed"]
        assert removed["title"] == "Mine", word
    assert run("history", "--removed", "evva:USER_PROFILE.md").code == 1
    of_the_agent = run("history", "evva", "--json").json["versions"]
    assert [one["path"] for one in of_the_agent] == [str(memory)] * 2
    assert of_the_agent == run("history", evva, "--json").json["versions"]
    ran = run("history", evva / "projects" / "..")
    assert (ran.code, ran.err) == (0, b"")


def test_a_folder_without_history_is_said_so(evva: Path, memory: Path, home: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    (home / "empty").mkdir()
    ran = memdesk("history", home / "empty")
    assert (ran.code, ran.sentence) == (1, f"Of nothing below {home / 'empty'} is a version known.")


def test_what_is_gone_from_outside_the_agents_folder_has_its_history(
    evva: Path, home: Path, memdesk_here: Callable[..., Ran]
) -> None:
    run = memdesk_here
    rules = home / "work" / "EVVA.md"
    (rules.parent / ".git").mkdir(parents=True)
    rules.write_bytes(b"## Style\nPlain.\n")
    assert run("set", rules, "--section", "Style", "--body", "Plainer.\n").code == 0
    (newest, first) = run("history", rules, "--json").json["versions"]
    rules.unlink()
    of_the_file = run("history", rules, "--json").json["versions"]
    assert [one["id"] for one in of_the_file][-2:] == [newest["id"], first["id"]]
    assert b"+Plainer." in run("history", rules, "--diff", str(first["id"]), str(newest["id"])).out
    shutil.rmtree(rules.parent)
    of_the_folder = run("history", rules.parent, "--json").json["versions"]
    assert {one["path"] for one in of_the_folder} == {str(rules)}


def test_a_file_and_a_folder_that_are_gone_come_back(
    evva: Path, memory: Path, memdesk_here: Callable[..., Ran]
) -> None:
    run = memdesk_here
    other = evva / "projects" / "-srv-web" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(MEMORY)
    for path in (memory, other):
        run("set", path, "--section", "Decisions", "--body", "Use Postgres.\n")
    was = memory.read_bytes()
    assert run("restore", memory).code == 2
    memory.unlink()
    assert run("restore", memory).code == 0
    assert memory.read_bytes() == was
    shutil.rmtree(evva / "projects")
    (folder,) = run("history", "--removed", "--json").json["removed"]
    assert (folder["kind"], folder["path"]) == ("folder", str(evva / "projects"))
    assert sorted(folder["documents"]) == [str(memory), str(other)]
    ran = run("restore", evva / "projects")
    assert ran.sentence == f"Restored 2 files in {evva / 'projects'}."
    assert memory.read_bytes() == other.read_bytes() == was
    again = run("restore", evva / "projects")
    assert (again.code, "is gone that the history knows" in again.sentence) == (1, True)


def test_a_part_of_what_is_meant_brings_back_no_more(evva: Path, memory: Path) -> None:
    memdesk("set", memory, "--section", "Decisions", "--body", "Use Postgres.\n")
    data, version = memory.read_bytes(), str(ids(memory)[-1])
    ran = memdesk("restore", memory, "--version", version, "--occurrence", "1")
    assert (ran.code, memory.read_bytes()) == (2, data)
    memory.unlink()
    for words in ((evva, "--entry", "Decisions"), (memory.parent, "--section", "Decisions")):
        ran = memdesk("restore", *words)
        assert (ran.code, "comes back as a whole" in ran.sentence, memory.exists()) == (2, True, False)


def test_instructions_outside_the_agents_folder_come_back(
    evva: Path, home: Path, memdesk_here: Callable[..., Ran]
) -> None:
    run = memdesk_here
    rules = home / "work" / "EVVA.md"
    rules.parent.mkdir()
    rules.write_bytes(b"## Style\nPlain.\n")
    (rules.parent / ".git").mkdir()
    assert run("set", rules, "--section", "Style", "--body", "Plainer.\n").code == 0
    was = rules.read_bytes()
    rules.unlink()
    ran = run("restore", rules)
    assert (ran.code, rules.exists()) == (0, True), ran.err
    assert rules.read_bytes() == was


def test_a_file_that_is_missing_and_has_no_history_is_said_so(evva: Path) -> None:
    profile = evva / "USER_PROFILE.md"
    profile.unlink(missing_ok=True)
    ran = memdesk("restore", profile)
    assert (ran.code, ran.sentence) == (1, f"No version of {profile} is known.")
