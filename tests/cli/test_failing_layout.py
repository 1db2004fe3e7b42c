"""A layout with a fault that nobody foresaw: its root is told of, the roots of the others stay usable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memdesk.layouts.claude_code import ClaudeCode, files
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.faults import boundary
from memdesk.services.problems import checking
from memdesk.services.prune.reasons import hollow
from memdesk.store.folders import StateFolders
from tests.cli.conftest import Ran

Here = Callable[..., Ran]
FailAt = Callable[[str], None]
COMMANDS = (
    ("tree",),
    ("roots",),
    ("check",),
    ("search", "sqlite"),
    ("inbox",),
    ("prune",),
    ("duplicates",),
    ("preview", "evva"),
    ("note", "a new line", "--agent", "evva"),
)


@pytest.fixture
def both(evva: Path, home: Path) -> Path:
    """A home with memory of evva and of Claude Code."""
    store = home / ".claude/projects/-x/memory"
    store.mkdir(parents=True)
    (home / ".claude/settings.json").write_text("{}")
    (home / ".claude/CLAUDE.md").write_text("Be brief.\n")
    (store / "MEMORY.md").write_text("- [A](a.md) — b\n")
    (store / "a.md").write_text("---\nname: a\n---\n\nTODO\n")
    return evva


def _fails(*_: object) -> None:
    raise ZeroDivisionError("with the words of a memory")


@pytest.fixture
def its_failure_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """At the end, what failed has to stand in the log."""
    yield
    assert caplog.get_records("call")


@pytest.fixture
def fail_at(monkeypatch: pytest.MonkeyPatch, its_failure_is_logged: None) -> FailAt:
    """Lets a question to the layout of Claude Code fail."""
    return lambda question: monkeypatch.setattr(ClaudeCode, question, _fails)


_documents = ClaudeCode.documents


def _breaks_off(layout: ClaudeCode, view: View, root: str) -> Iterator[Document]:
    """Its first document, and no more."""
    yield next(iter(_documents(layout, view, root)))
    raise ZeroDivisionError("with the words of a memory")


@pytest.mark.parametrize(
    "question",
    [
        "documents",
        "checks",
        "injected",
        "contexts",
        "outline",
        "places",
        "score",
        "switched_off",
        "next_write",
    ],
)
def test_the_other_roots_stay_usable(
    both: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    question: str,
) -> None:
    monkeypatch.setattr(ClaudeCode, question, _fails)
    for words in COMMANDS:
        ran = memdesk_here(*words)
        has_failed = b"This is not everything" in ran.err or b"Not reviewed: " in ran.err
        assert (ran.code == 5) if has_failed else (ran.code in (0, 1)), (words, ran.err)
    assert b"SQLite" in memdesk_here("search", "sqlite").out
    assert f"evva  {both}\n  USER_PROFILE.md".encode() in memdesk_here("tree").out
    messages = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    if question != "score":  # asked of folders opened by hand alone
        assert any("ZeroDivisionError in tests/cli/test_failing_layout.py" in one for one in messages), (
            messages
        )
    assert not any("words of a memory" in one for one in messages)


@pytest.mark.parametrize(
    ("owner", "name"), [(files, "session_of"), (ClaudeCode, "checks")], ids=["documents", "checks"]
)
@pytest.mark.usefixtures("its_failure_is_logged")
def test_what_could_not_be_looked_through_is_a_problem(
    both: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    owner: object,
    name: str,
) -> None:
    monkeypatch.setattr(owner, name, _fails)
    problems = memdesk_here("check", "--json").json["problems"]
    [told] = [one for one in problems if one["rule"] == "unread-root"]
    assert (told["severity"], told["path"]) == ("error", str(both.parent / ".claude"))
    assert told["why"].startswith("Memdesk itself has failed there (ZeroDivisionError in ")


@pytest.mark.usefixtures("both")
def test_the_prompt_of_a_root_that_fails_is_said_to_be_unknown(memdesk_here: Here, fail_at: FailAt) -> None:
    fail_at("injected")
    ran = memdesk_here("preview", "claude_code")
    assert (ran.code, ran.out) == (0, b"")
    assert b"What the agent gets could not be found out: Memdesk itself has failed there" in ran.err


def test_the_inbox_leaves_out_what_cannot_be_told_apart(
    both: Path,
    home: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    memdesk_here("inbox")
    for path in (both / "USER_PROFILE.md", home / ".claude/CLAUDE.md"):
        path.write_text(path.read_text() + "\n## More\n\nA line that came in.\n")
    with monkeypatch.context() as patch:
        patch.setattr(ClaudeCode, "outline", _fails)
        ran = memdesk_here("inbox")
        assert (ran.code, ran.out.count(b"A line that came in.")) == (5, 1), ran.err
        [unread] = memdesk_here("inbox", "--json").json["unread"]
    assert unread["path"] == str(home / ".claude/CLAUDE.md")
    assert "ZeroDivisionError in tests/cli/test_failing_layout.py" in unread["why"]
    found = memdesk_here("inbox")
    assert (found.code, found.out.count(b"A line that came in.")) == (0, 2), found.err
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_the_inbox_does_not_say_that_nothing_is_new_where_it_could_not_read(
    home: Path,
    memdesk_here: Here,
    fail_at: FailAt,
) -> None:
    memdesk_here("inbox")
    (home / ".claude/CLAUDE.md").write_text("Be brief.\n\n## More\n\nA line that came in.\n")
    fail_at("outline")
    ran = memdesk_here("inbox")
    assert (ran.code, ran.out, b"Nothing new" in ran.err) == (5, b"", False)
    assert f"Not reviewed: {home}/.claude/CLAUDE.md: ".encode() in ran.err


def test_a_reason_that_fails_leaves_the_others(
    both: Path, memdesk_here: Here, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hollow, "boilerplate", _fails)
    (both / "USER_PROFILE.md").write_text("## Preferences\n\n\n## Working style\n\nAlways test first.\n")
    ran = memdesk_here("prune")
    assert ran.code == 5
    assert b"Memdesk itself has failed there" in ran.err
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_a_purge_does_not_say_that_nothing_is_left_where_it_could_not_look(
    home: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (home / ".claude/projects/-x/memory/a.md").write_text("---\nname: a\n---\n\nhunter2secret\n")
    monkeypatch.setattr(ClaudeCode, "documents", _breaks_off)
    ran = memdesk_here("history", "--purge", "hunter2secret", "--dry-run")
    assert (ran.code, ran.out) == (5, b"")
    assert f"What is in {home}/.claude could not be listed to the end: ".encode() in ran.err
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_half_a_list_is_no_first_look_of_the_inbox(
    memdesk_here: Here, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ClaudeCode, "documents", _breaks_off)
        memdesk_here("inbox")
    assert memdesk_here("inbox", "--json").json["changes"] == []
    assert caplog.records


@pytest.mark.parametrize(
    "command", [("tree",), ("roots",), ("check",), ("search", "brief"), ("prune",), ("duplicates",)]
)
@pytest.mark.parametrize("more", [(), ("--json",)])
@pytest.mark.usefixtures("both")
def test_half_a_list_does_not_pass_for_a_whole_one(
    home: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    command: tuple[str, ...],
    more: tuple[str, ...],
) -> None:
    monkeypatch.setattr(ClaudeCode, "documents", _breaks_off)
    ran = memdesk_here(*command, *more)
    assert ran.code == 5, ran.err
    assert (
        f"This is not everything, since Memdesk itself has failed there: {home}/.claude.\n".encode()
        in ran.err
    )
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_a_check_that_fails_itself_does_not_pass(
    home: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(checking, "secret_problems", _fails)
    ran = memdesk_here("check")
    assert ran.code == 5, ran.err
    assert b"This is not everything" in ran.err
    again = memdesk_here("check", "--json")
    assert again.code == 5
    assert str(home / ".claude/CLAUDE.md") in [one["path"] for one in again.json["unchecked"]]
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_an_error_that_is_stopped_leaves_one_report_without_text(
    memdesk_here: Here, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(boundary, "_reported", set())
    monkeypatch.setattr(ClaudeCode, "outline", _fails)
    for _ in range(2):
        memdesk_here("search", "brief")
    [report] = Path(StateFolders.of_this_user().log).glob("crash-*.txt")
    told = report.read_text()
    assert "ZeroDivisionError" in told
    assert "cli/test_failing_layout.py:" in told
    assert "words of a memory" not in told
    assert caplog.records


def _unread(ran: Ran, command: str) -> list[dict[str, str]]:
    assert ran.code == 5, ran.err
    answer = ran.json
    return [one for root in answer for one in root["unread"]] if command == "tree" else answer["unread"]


@pytest.mark.parametrize("command", ["tree", "prune", "duplicates", "inbox", "search"])
@pytest.mark.usefixtures("both")
def test_json_says_what_was_not_read(
    home: Path,
    memdesk_here: Here,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    command: str,
) -> None:
    words = (command, *(("brief",) if command == "search" else ()), "--json")
    assert memdesk_here(*words).code in (0, 1)
    monkeypatch.setattr(ClaudeCode, "documents", _breaks_off)
    [one] = _unread(memdesk_here(*words), command)
    assert one["path"] == str(home / ".claude")
    assert one["why"].startswith("Memdesk itself has failed there (ZeroDivisionError in ")
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_the_json_of_the_tree_says_of_which_document_there_are_no_parts(
    home: Path, memdesk_here: Here, fail_at: FailAt
) -> None:
    fail_at("outline")
    paths = [one["path"] for one in _unread(memdesk_here("tree", "--json"), "tree")]
    assert str(home / ".claude/CLAUDE.md") in paths


@pytest.mark.usefixtures("both")
def test_the_inbox_says_what_it_did_not_list_before_that_nothing_is_new(
    home: Path, memdesk_here: Here, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    memdesk_here("inbox")
    monkeypatch.setattr(ClaudeCode, "documents", _breaks_off)
    ran = memdesk_here("inbox")
    assert (ran.code, ran.out, b"Nothing new" in ran.err) == (5, b"", False)
    assert f"Not reviewed: {home}/.claude: Memdesk itself has failed there".encode() in ran.err
    monkeypatch.setattr(ClaudeCode, "places", _fails)
    assert b"Nothing new" not in memdesk_here("inbox").err
    assert caplog.records


@pytest.mark.usefixtures("both")
def test_an_agent_whose_places_cannot_be_told_is_named(memdesk_here: Here, fail_at: FailAt) -> None:
    fail_at("places")
    told = memdesk_here("check", "--json").json["unchecked"]
    [why] = [one["why"] for one in told if one["path"] == "Claude Code"]
    assert why.startswith("Memdesk itself has failed there (ZeroDivisionError in ")
    ran = memdesk_here("check")
    assert (ran.code, b"Not checked: Claude Code: " in ran.err) == (5, True)
    for command in ("prune", "duplicates"):
        assert [one["path"] for one in _unread(memdesk_here(command, "--json"), command)] == ["Claude Code"]
    [told] = [one for one in memdesk_here("tree", "--json").json if one["agent"] == "claude_code"]
    assert (told["root"], told["documents"]) == (None, [])
    assert [(one["path"], one["why"]) for one in told["unread"]] == [("Claude Code", why.rstrip("."))]
    assert [one["agent"] for one in memdesk_here("tree", "evva", "--json").json] == ["evva"]
    named = memdesk_here("tree", "claude_code")
    assert (named.code, named.sentence) == (
        5,
        f"Where Claude Code keeps memory could not be found out: {why}",
    )
    purge = memdesk_here("history", "--purge", "hunter2secret", "--dry-run")
    assert (purge.code, purge.out) == (5, b"")
    assert b"Where Claude Code keeps memory could not be found out: " in purge.err
