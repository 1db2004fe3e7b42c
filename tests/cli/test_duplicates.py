"""`duplicates`, for people and for scripts."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import memdesk


def test_groups_are_told_with_their_evidence(evva: Path) -> None:
    profile = evva / "USER_PROFILE.md"
    profile.write_text(profile.read_text().replace("SQLite.", "The server runs on port 9090."))
    memory = next(evva.rglob("MEMORY.md"))
    memory.write_text(memory.read_text().replace("Runs on", "The server runs on"))
    ran = memdesk("duplicates", "--json")
    assert ran.code == 1
    (group,) = ran.json["groups"]
    assert group["kind"] == "contradiction"
    assert {member["path"] for member in group["members"]} == {str(profile), str(memory)}
    assert sorted(member["differing"] for member in group["members"]) == [["8080"], ["9090"]]
    assert set(group["shared"]) >= {"server", "port"}
    shown = memdesk("duplicates", "evva", "--kind", "contradiction").out.decode()
    assert "contradiction (" in shown
    assert f"  {profile}: The server runs on port 9090. [9090]\n" in shown


def test_equal_texts_under_other_headings(evva: Path) -> None:
    profile = evva / "USER_PROFILE.md"
    profile.write_text(profile.read_text().replace("SQLite.", "**use** SQLite"))
    (group,) = memdesk("duplicates", "--json", "--kind", "exact").json["groups"]
    assert (group["kind"], group["score"]) == ("exact", 1)
    assert {member["key"] for member in group["members"]} == {"Recurring topics", "Decisions"}


def test_nothing_twice_is_exit_code_zero(evva: Path) -> None:
    ran = memdesk("duplicates", "--json")
    assert (ran.code, ran.json["groups"]) == (0, [])
    assert memdesk("duplicates").sentence == "Nothing is there twice in 2 documents."
    assert evva.exists()
