"""`move`: from one agent to another, in its grammar, with what is lost named, and in one place at least."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import memdesk

UB = (
    b"## decision\n\n- Use SQLite *(2026-05-02T10:00:00Z)*\n\n## general\n\n"
    b"- Logs rotate daily *(2026-05-01T10:00:00Z)*\n\n"
)
FACT = b"---\nname: ports\ndescription: Which ports\nmetadata:\n  type: project\n---\n\nThe API is on 8080.\n"
UB_DOC = "ub:0123456789abcdef/memory.md"
INDEX = "ok:projects/-srv-api/memory/MEMORY.md"
PORTS = "ok:projects/-srv-api/memory/ports.md"


@pytest.fixture
def ub(home: Path) -> Path:
    path = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(UB)
    return path


@pytest.fixture
def store(home: Path) -> Path:
    store = home / ".config/ok/projects/-srv-api/memory"
    store.mkdir(parents=True)
    (store / "ports.md").write_bytes(FACT)
    (store / "MEMORY.md").write_bytes(b"# Memory\n- [ports](ports.md) \xe2\x80\x94 Which ports\n")
    return store


def test_a_dry_run_shows_what_would_come_of_it(ub: Path, store: Path) -> None:
    words = ("move", PORTS, "--entry", "ports", "--to", UB_DOC, "--section", "project", "--dry-run")
    told = memdesk(*words, "--json").json
    assert told["status"] == "unchanged"
    assert told["section"] == "project"
    assert "The API is on 8080." in told["text"]
    assert set(told["lost"]) <= set(told["warnings"])
    human = memdesk(*words)
    assert human.code == 0
    assert b"The API is on 8080." in human.out
    assert b"Nothing was moved" in human.err
    assert ub.read_bytes() == UB
    assert (store / "ports.md").read_bytes() == FACT


def test_a_dry_run_shows_text_with_crlf_line_ends_as_lines(ub: Path, store: Path) -> None:
    (store / "ports.md").write_bytes((FACT + b"The page is on 80.\n").replace(b"\n", b"\r\n"))
    profile = ub.parents[5] / ".evva" / "USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_bytes(b"## Preferences\r\nShort answers.\r\n")
    words = ("--entry", "ports", "--to", "evva:USER_PROFILE.md", "--section", "Preferences")
    shown = memdesk("move", PORTS, *words, "--dry-run")
    assert b"The API is on 8080.\n" in shown.out, shown.err
    assert "‹CR›".encode() not in shown.out


def test_what_names_a_fact_that_moves_is_told_before_and_after(ub: Path, store: Path) -> None:
    with (store / "MEMORY.md").open("a") as index:
        index.write("Look at the [ports](ports.md) before a deploy.\n")
    words = ("move", PORTS, "--entry", "ports", "--to", UB_DOC, "--section", "project", "--json")
    copied = memdesk(*words, "--copy", "--dry-run").json["warnings"]
    dry = memdesk(*words, "--dry-run").json["warnings"]
    assert [one for one in dry if one not in copied and "links to it" in one]
    assert memdesk(*words).json["warnings"] == dry


@pytest.mark.parametrize("source", [PORTS, INDEX])
def test_a_fact_becomes_an_entry(ub: Path, store: Path, source: str) -> None:
    told = memdesk("move", source, "--entry", "ports", "--to", UB_DOC, "--section", "project", "--json").json
    assert (told["status"], told["path"]) == ("saved", str(ub))
    assert memdesk("show", UB_DOC, "--entry", told["key"]).out.endswith(b"The API is on 8080.")
    assert not (store / "ports.md").exists()
    assert b"ports" not in (store / "MEMORY.md").read_bytes()
    assert memdesk("survive", UB_DOC).code == 0


def test_an_entry_becomes_a_fact(ub: Path, store: Path) -> None:
    told = memdesk("move", UB_DOC, "--entry", "[general] Logs rotate daily", "--to", INDEX, "--json").json
    assert (told["status"], told["key"]) == ("saved", "logs-rotate-daily")
    assert (store / "logs-rotate-daily.md").read_bytes().endswith(b"---\n\nLogs rotate daily\n")
    assert b"- [logs-rotate-daily](logs-rotate-daily.md)" in (store / "MEMORY.md").read_bytes()
    assert b"Logs rotate" not in ub.read_bytes()
    assert told["lost"], "OK keeps no time"


def test_a_copy_stays_where_it_was_too(ub: Path, store: Path) -> None:
    index = (store / "MEMORY.md").read_bytes()
    dry = memdesk("move", PORTS, "--entry", "ports", "--to", UB_DOC, "--copy", "--dry-run")
    assert b"Nothing was copied" in dry.err
    told = memdesk("move", PORTS, "--entry", "ports", "--to", UB_DOC, "--copy", "--json").json
    assert (told["status"], told["copied"]) == ("saved", True)
    assert b"The API is on 8080." in ub.read_bytes()
    assert (store / "ports.md").read_bytes() == FACT
    assert (store / "MEMORY.md").read_bytes() == index


def test_what_is_there_already_is_named(ub: Path, store: Path) -> None:
    (store / "ports.md").write_bytes(FACT.replace(b"The API is on 8080.", b"Use SQLite"))
    told = memdesk("move", UB_DOC, "--entry", "Use SQLite", "--to", INDEX, "--dry-run", "--json").json
    assert told["duplicate"] == "ports"
    assert any("already" in warning for warning in told["warnings"])


def test_what_cannot_be_moved(ub: Path, store: Path, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_bytes(b"## A\nx\n")
    for words, code in (
        ((UB_DOC, "--entry", "Nothing", "--to", INDEX), 1),
        ((UB_DOC, "--entry", "Use SQLite", "--to", "ok:nowhere.md"), 1),
        ((UB_DOC, "--entry", "Use SQLite", "--to", UB_DOC), 3),
        ((UB_DOC, "--entry", "Use SQLite", "--to", notes), 3),
        ((UB_DOC, "--to", INDEX), 2),
    ):
        ran = memdesk("move", *words)
        assert (ran.code, ran.out) == (code, b"")
        assert ran.sentence
    assert ub.read_bytes() == UB
    assert (store / "ports.md").read_bytes() == FACT
    assert notes.read_bytes() == b"## A\nx\n"
