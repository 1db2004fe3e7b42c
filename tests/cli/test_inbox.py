"""`memdesk inbox`: what another process writes while nobody looks stands in it, until it is reviewed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memdesk.store.folders import StateFolders
from memdesk.store.marks import Marks
from tests.cli.conftest import Ran, memdesk

Command = Callable[..., Ran]
_WRITER = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.argv[2].encode())"


def write_elsewhere(path: Path, text: str) -> None:
    """As another program does, in a process of its own."""
    subprocess.run([sys.executable, "-c", _WRITER, str(path), text], check=True)


def changes(command: Command) -> list[dict[str, Any]]:
    found = command("inbox", "--json")
    assert found.code == 0, found.err
    return list(found.json["changes"])


@pytest.fixture
def memory(evva: Path) -> Path:
    return evva / "projects" / "-srv-api" / "MEMORY.md"


def test_what_is_there_at_first_is_no_news(memory: Path, memdesk_here: Command) -> None:
    assert changes(memdesk_here) == []
    assert changes(memdesk_here) == []


def test_the_rules_of_a_project_that_was_never_named_are_looked_at_and_can_be_forgotten(
    evva: Path, home: Path
) -> None:
    rules = home / "code" / "api" / "EVVA.md"
    rules.parent.mkdir(parents=True)
    rules.write_text("## Build\nUse make.\n")
    memdesk("inbox")
    write_elsewhere(rules, "## Build\nUse make.\n\n## Tests\nNone yet.\n")
    (found,) = changes(memdesk)
    assert (found["kind"], found["path"]) == ("learned", str(rules))
    assert memdesk("inbox", "forget", found["key"]).code == 0
    assert rules.read_text() == "## Build\nUse make.\n"


def test_what_another_process_wrote_stands_until_it_is_kept(memory: Path, memdesk_here: Command) -> None:
    memdesk_here("inbox")
    text = memory.read_text()
    write_elsewhere(
        memory,
        text.replace("Use SQLite.", "Use Postgres.").replace("## Open issues\n", "## Open issues\nSlow.\n"),
    )
    found = {one["title"]: one for one in changes(memdesk_here)}
    assert {title: one["kind"] for title, one in found.items()} == {
        "Decisions": "changed",
        "Open issues": "learned",
    }
    assert found["Decisions"]["before"].strip() == "Use SQLite."
    assert found["Decisions"]["after"].strip() == "Use Postgres."
    assert found["Decisions"]["agent"] == "evva"
    kept = memdesk_here("inbox", "keep", found["Decisions"]["key"])
    assert kept.code == 0
    assert [one["title"] for one in changes(memdesk_here)] == ["Open issues"]
    assert memdesk_here("inbox", "keep", "all").code == 0
    assert changes(memdesk_here) == []
    assert memory.read_text().count("Postgres") == 1
    again = memdesk_here("inbox", "keep", "all")
    assert (again.code, again.sentence) == (0, "There was nothing to review.")


def test_lines_that_end_in_crlf_are_shown_as_lines(memory: Path, memdesk_here: Command) -> None:
    memory.write_bytes(memory.read_bytes().replace(b"\n", b"\r\n"))
    memdesk_here("inbox")
    learned = "Runs on port 9090.\r\nHas a page."
    write_elsewhere(memory, memory.read_bytes().decode().replace("Runs on port 8080.", learned))
    told = memdesk_here("inbox").out.decode().split("\n")
    assert "    + Runs on port 9090." in told
    assert "    + Has a page." in told


def test_forgetting_takes_out_what_was_added(memory: Path, memdesk_here: Command) -> None:
    memdesk_here("inbox")
    before = memory.read_text()
    write_elsewhere(memory, before.replace("Use SQLite.\n", "Use SQLite.\n- Deploy on Fridays.\n"))
    (one,) = changes(memdesk_here)
    assert one["kind"] == "learned"
    assert memdesk_here("inbox", "forget", one["key"]).code == 0
    assert memory.read_text() == before
    assert changes(memdesk_here) == []


def forget_all(command: Command) -> None:
    for one in changes(command):
        told = command("inbox", "forget", one["key"])
        assert told.code == 0, told.err
    assert changes(command) == []


def test_forgetting_a_change_leaves_what_it_did_not_touch(memory: Path, memdesk_here: Command) -> None:
    before = (
        "Written by hand.\nSecond line.\n\n"
        + memory.read_text()
        + "\n## My rules\n- never on Fridays\n- be kind\n"
    )
    memory.write_text(before)
    memdesk_here("inbox")
    after = before.replace("Second", "Other").replace("be kind", "be quick").replace("SQLite", "Postgres")
    write_elsewhere(memory, after)
    assert {one["kind"] for one in changes(memdesk_here)} == {"changed"}
    forget_all(memdesk_here)
    assert memory.read_text() == before


def test_forgetting_what_filled_a_section_leaves_its_heading(memory: Path, memdesk_here: Command) -> None:
    before = memory.read_text() + "\n## My rules\n\n## Last\n\n- kept\n"
    memory.write_text(before)
    memdesk_here("inbox")
    filled = before.replace("## My rules\n", "## My rules\n\n- deploy on Fridays\n")
    write_elsewhere(memory, filled)
    changes(memdesk_here)
    write_elsewhere(memory, filled.replace("Fridays\n", "Fridays\n- and Sundays\n") + "\n## New\n\n- more\n")
    forget_all(memdesk_here)
    assert memory.read_text().split() == before.split()


def test_forgetting_a_new_heading_brings_the_old_one_back(memory: Path, memdesk_here: Command) -> None:
    before = memory.read_text() + "\n## My rules\n\n- never on Fridays\n"
    memory.write_text(before)
    memdesk_here("inbox")
    write_elsewhere(memory, before.replace("My rules", "Rules of evva"))
    assert [one["kind"] for one in changes(memdesk_here)] == ["moved"]
    forget_all(memdesk_here)
    assert memory.read_text() == before


def test_several_that_say_the_same_go_and_come_back_at_once(home: Path, memdesk_here: Command) -> None:
    memory = home / ".local" / "state" / "ub" / "memory" / "0123456789abcdef" / "memory.md"
    memory.parent.mkdir(parents=True)
    base = "- stays here *(2026-11-20T10:00:00Z)*\n"
    both = f"- same words *(2026-11-20T10:00:00Z)*\n{base}- same words *(2026-11-20T08:00:00Z)*\n"
    before, after = (f"## project\n\n{entries}\n" for entries in (base, both))
    memory.write_text(before)
    memdesk_here("inbox")
    write_elsewhere(memory, after)
    keys = [one["key"] for one in changes(memdesk_here)]
    assert len(keys) == 2
    told = memdesk_here("inbox", "forget", *keys, "--json")
    assert (told.code, [one["key"] for one in told.json["changes"]]) == (0, keys)
    assert memory.read_text() == before
    write_elsewhere(memory, after)
    memdesk_here("inbox", "keep", "all")
    write_elsewhere(memory, before)
    assert memdesk_here("inbox", "put-back", *(one["key"] for one in changes(memdesk_here))).code == 0
    assert memory.read_text() == after


def test_changes_of_ours_are_no_news(memory: Path, memdesk_here: Command) -> None:
    memdesk_here("inbox")
    assert memdesk_here("set", memory, "--section", "Decisions", "--body", "Use DuckDB.").code == 0
    assert changes(memdesk_here) == []


def test_a_removed_file_and_a_new_one(evva: Path, memory: Path, memdesk_here: Command) -> None:
    memdesk_here("inbox")
    new = evva / "projects" / "-srv-shop"
    new.mkdir()
    write_elsewhere(new / "MEMORY.md", "## Project facts\nSells tea.\n\n## Decisions\n")
    profile = evva / "USER_PROFILE.md"
    before = profile.read_bytes()
    profile.unlink()
    found = changes(memdesk_here)
    assert {one["kind"] for one in found if one["path"] == str(profile)} == {"removed"}
    assert [one["after"].strip() for one in found if one["path"] == str(new / "MEMORY.md")] == ["Sells tea."]
    gone = [one["key"] for one in found if one["path"] == str(profile)]
    assert memdesk_here("inbox", "put-back", gone[0]).code == 0
    assert profile.read_bytes() == before


def test_a_root_that_is_not_recorded_is_named(evva: Path, memory: Path, memdesk_here: Command) -> None:
    settings = Path(StateFolders.of_this_user().settings_file)
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"recorded": {str(evva): False}}))
    write_elsewhere(memory, memory.read_text().replace("SQLite", "Postgres"))
    told = memdesk_here("inbox", "--json").json
    assert told == {"changes": [], "unrecorded": [str(evva)], "unread": []}


def test_words_that_mean_nothing(memory: Path, memdesk_here: Command) -> None:
    assert memdesk_here("inbox", "keep", "nothing").code == 1
    assert memdesk_here("inbox", "keep").code == 2
    assert memdesk("inbox", "forget", "x").code == 1


def test_a_pinned_entry_that_is_altered_says_so(memory: Path, memdesk_here: Command) -> None:
    memdesk_here("inbox")
    marks = Marks(StateFolders.of_this_user().marks)
    marks.put("pinned", str(memory), "Decisions", "", 1.0)
    marks.close()
    write_elsewhere(memory, memory.read_text().replace("Use SQLite.\n", ""))
    (one,) = changes(memdesk_here)
    assert (one["kind"], one["pinned"]) == ("removed", True)
    assert memdesk_here("inbox", "put-back", one["key"]).code == 0
    assert "Use SQLite." in memory.read_text()


def test_what_is_worth_a_second_look_is_said_of_each_change(
    evva: Path, memory: Path, home: Path, memdesk_here: Command
) -> None:
    memdesk_here("inbox")
    (evva / "USER_PROFILE.md").write_text("## Preferences\nDeploys wait for CI.\n- Reviews come first\n")
    memdesk_here("inbox", "keep", "all")
    text = memory.read_text()
    write_elsewhere(memory, f"{text}\nReviews come first.\n{'x' * 70_000}\n\n## More\nIt hid\u200bes.\n")
    found = {one["title"]: one["checks"] for one in changes(memdesk_here)}
    of_more = {check["what"] for check in found["More"]}
    assert of_more == {"hidden characters", "over budget"}
    others = {check["what"]: check for title, each in found.items() if title != "More" for check in each}
    assert others["near-duplicate"]["path"] == str(evva / "USER_PROFILE.md")
    told = memdesk_here("inbox").out.decode()
    assert "    ! hidden characters: ZWSP" in told
    assert f"in {evva / 'USER_PROFILE.md'}" in told
    assert home.exists()
