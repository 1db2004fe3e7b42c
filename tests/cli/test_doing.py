"""`memdesk do`: what an agent does when it is told to, done from the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from memdesk.cli.exit_codes import ExitCode
from tests.cli.conftest import Ran

Sample = Callable[[str], Path]
Run = Callable[..., Ran]


def test_without_a_name_it_lists_what_can_be_done(memdesk_here: Run, sample: Sample) -> None:
    root = sample("foresthub")
    listed = memdesk_here("--root", root, "do", root / "9d22c6f4.json")
    assert [line.split()[0] for line in listed.out.decode().splitlines()] == ["append", "edit"]
    [deed, _] = memdesk_here("--root", root, "do", root / "9d22c6f4.json", "--json").json["deeds"]
    assert (deed["name"], deed["asks"]) == ("append", ["Text"])


def test_a_quick_note_goes_where_ok_puts_it(memdesk_here: Run, sample: Sample) -> None:
    root = sample("ok")
    path = root / "AGENTS.md"
    before = path.read_text()
    done = memdesk_here("--root", root, "do", path, "note", "- lunch  is\nat noon")
    assert done.code == ExitCode.DONE
    assert path.read_text() == f"{before}- - lunch is at noon\n"


def test_an_index_is_unfrozen_line_by_line(memdesk_here: Run, sample: Sample) -> None:
    root = sample("ok")
    [path] = root.glob("projects/*greenhouse/memory/MEMORY.md")
    before = path.read_text()
    assert memdesk_here("--root", root, "do", path, "unfreeze").code == ExitCode.DONE
    assert sorted(path.read_text().splitlines()) == sorted(before.splitlines())
    assert path.read_text().splitlines()[-1].startswith("--- freeze:")
    again = memdesk_here("--root", root, "do", path, "unfreeze")
    assert again.code == ExitCode.FINDINGS
    assert memdesk_here("--root", root, "do", path).code == ExitCode.FINDINGS


def test_the_first_match_of_a_record_is_edited_in_place(memdesk_here: Run, sample: Sample) -> None:
    root = sample("foresthub")
    path = root / "9d22c6f4.json"
    before = path.read_bytes()
    assert memdesk_here("--root", root, "do", path, "edit", "S7 drops", "S7 falls").code == ExitCode.DONE
    assert path.read_bytes() == before.replace(b"S7 drops", b"S7 falls")


def test_what_the_engine_refuses_is_refused_in_its_words(memdesk_here: Run, sample: Sample) -> None:
    root = sample("foresthub")
    path = root / "5e0f9a31.json"
    before = path.read_bytes()
    full = memdesk_here("--root", root, "do", path, "append", "- one more\n")
    assert full.code == ExitCode.REFUSED
    assert full.sentence == "ForestHub answers “memory write would exceed max size”."
    missing = memdesk_here("--root", root, "do", path, "edit", "nowhere", "x", "--json")
    assert missing.json["status"] == "refused"
    assert path.read_bytes() == before


def test_words_that_are_too_few_or_unknown_are_named(memdesk_here: Run, sample: Sample) -> None:
    root = sample("foresthub")
    path = root / "9d22c6f4.json"
    few = memdesk_here("--root", root, "do", path, "edit", "S7")
    assert few.code == ExitCode.USAGE
    assert "Find and Put in its place" in few.sentence
    assert "append, edit" in memdesk_here("--root", root, "do", path, "note", "x").sentence
    workflow = root.parent / "workflow" / "greenhouse.json"
    closed = memdesk_here("--root", root, "do", root / "b41d7c0e.json", "--beside", workflow, "--json")
    assert json.dumps(closed.json).count("No agent of the workflow may write this record.") == 2
