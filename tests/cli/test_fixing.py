"""`check --fix` on stores of facts: all at once, once, and not what changed or does not help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.cli.finding import Finder
from memdesk.cli.fixing import fix, fix_files
from memdesk.layouts import claude_code
from memdesk.layouts.claude_code import ClaudeCode
from memdesk.layouts.contract import Layout, Problem, Severity
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.view import View
from memdesk.services.desk import Desk
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.machine.machine import Surroundings
from memdesk.services.preview.lawful import Law
from memdesk.services.problems.checking import problems_of
from memdesk.store.folders import StateFolders
from memdesk.text.edits import Edit, Span
from tests.cli.conftest import memdesk

LISTED = "# Memory\n- [A](a.md) — About a\n"


def store_of(home: Path, index: str | None = LISTED, facts: int = 1) -> Path:
    """A store of Claude Code with facts `a`, `b` and so on; its index."""
    folder = home / ".claude" / "projects" / "-srv-api" / "memory"
    folder.mkdir(parents=True)
    for number in range(facts):
        name = chr(ord("a") + number)
        (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: About {name}\n---\n\nText.\n")
    if index is not None:
        (folder / "MEMORY.md").write_text(index)
    return folder / "MEMORY.md"


def finder_for(home: Path, tmp_path: Path, layout: Layout) -> Finder:
    folders = StateFolders.below(str(tmp_path / "state"))
    return Finder(Desk(folders, Surroundings(str(home), {}), (layout,), keeps_drafts=False))


def test_all_lines_are_added_at_once_and_only_once(home: Path) -> None:
    index = store_of(home, facts=26)
    ran = memdesk("check", "--fix")
    lines = index.read_text().splitlines()
    assert lines[:2] == LISTED.splitlines()
    assert lines[2:] == [f"- [{name}]({name}.md) — About {name}" for name in map(chr, range(98, 123))]
    assert b"Repaired 25 problems" in ran.err
    text = index.read_bytes()
    assert b"Repaired" not in memdesk("check", "--fix").err
    assert index.read_bytes() == text


def test_lines_that_lead_somewhere_and_what_hides_stay(home: Path) -> None:
    (home / "notes").mkdir()
    (home / "notes" / "night.md").write_text("n\n")
    kept = f"- [Night](~/notes/night.md) — whom to call\n- [Same]({home}/notes/night.md) — again\n"
    hidden = "<!-- One line per fact:\n- [Title](topic.md) — hook\n-->\n```\n- [Name](name.md) — x\n```\n"
    index = store_of(home, LISTED + kept + hidden + "- [Gone](gone.md) — not there\n")
    memdesk("check", "--fix")
    assert index.read_text() == LISTED + kept + hidden


def test_what_cannot_be_written_is_not_offered(home: Path) -> None:
    index = store_of(home, facts=2)
    fact = b"---\nname: b\ndescription: caf\xe9\n---\n\nText.\n"
    index.with_name("b.md").write_bytes(fact)
    found = memdesk("check", "--json").json["problems"]
    assert [one["fixable"] for one in found if one["rule"] == "missing-line"] == [False]
    memdesk("check", "--fix")
    assert index.read_text() == LISTED
    assert index.with_name("b.md").read_bytes() == fact


def test_a_file_that_changes_between_check_and_fix_is_given_up(home: Path, tmp_path: Path) -> None:
    index = store_of(home, facts=2)
    finder = finder_for(home, tmp_path, claude_code.LAYOUT)
    [root] = finder.roots()
    view, trouble = RememberedView(finder.desk.workspace.disk), dict[str, str]()
    found = [one for one in problems_of(root, view) if one.problem.repair]
    assert found
    other = "<!-- mine -->\n" + LISTED
    index.write_text(other)
    assert not fix_files(finder, root, view, found, trouble)
    assert "was changed meanwhile" in trouble[str(index)]
    assert index.read_text() == other
    finder.close()


class Useless(ClaudeCode):
    """Claude Code, but that something is said of the index which its repair does not mend."""

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """That alone."""
        for document in self.documents(view, root):
            yield from self.document_checks(view, root, document)

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """That alone."""
        if document.kind is DocumentKind.LIST:
            end = len(view.read(document.path).decode())
            repair = (Edit(end, "", "more\n"),)
            yield Problem(Severity.NOTE, "too-short", document.path, Span(0, 1), "Too short", repair=repair)


def test_it_stops_at_a_repair_that_did_not_help_and_says_so(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = store_of(home)
    monkeypatch.setattr(Law, "allowed", lambda _, told: set(range(len(told))))
    finder = finder_for(home, tmp_path, Useless())
    fixed, trouble = fix(finder, finder.roots())
    assert not fixed
    assert trouble == [f"The repair of line 1 of {index} did not help, so no more is repaired there."]
    assert index.read_text() == LISTED + "more\n"
    finder.close()
