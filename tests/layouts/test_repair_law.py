"""The law of repairs over every layout that ships; `python -m tests.edit_law` runs it over a thousand documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.layouts.claude_code import ClaudeCode
from memdesk.layouts.contract import Layout, Operation, Outcome, Problem, Severity
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.layouts.evva import Evva
from memdesk.layouts.view import View
from memdesk.services.preview.lawful import Law, Told
from memdesk.text.document import decode
from memdesk.text.edits import Edit, Span
from tests.edit_law.repairs import RepairRun
from tests.layouts.samples import AGENTS, named

DOCUMENTS = 25


def broken_by(layout: Layout, folder: Path, documents: int = DOCUMENTS) -> tuple[list[str], int]:
    with closing(RepairRun(layout, folder)) as run:
        return list(run.run_repairs(range(documents))), run.offered.total()


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_what_is_offered_mends_and_harms_nothing(layout: Layout, tmp_path: Path) -> None:
    broken, offered = broken_by(layout, tmp_path)
    assert broken == []
    # What is wrong with a record of ForestHub hides what else is, so its repair may bring that up.
    assert offered or layout.name == "foresthub"


WRONG: Mapping[str, Callable[[str], Edit]] = {
    "takes out a line that leads somewhere": lambda text: _whole_line(text, ".md)"),
    "mends nothing": lambda text: Edit(len(text), "", "\n"),
    "writes what cannot be written": lambda text: Edit(len(text), "", "\ud800"),
    "writes half a character": lambda text: Edit(len(text), "", "\udce9"),
    "changes nothing": lambda text: Edit(0, text[:1], text[:1]),
    "brings something new": lambda text: Edit(len(text), "", "\n- [Nothing](nothing.md) — gone for good\n"),
    "turns what stands below into code": lambda text: Edit(0, "", "<!--\n"),
    "does not fit": lambda text: Edit(len(text) + 5, "x", ""),
}
"""Repairs that no layout may offer, as an edit of the text at hand."""


def _whole_line(text: str, words: str) -> Edit:
    start = text.rfind("\n", 0, text.find(words)) + 1
    return Edit(start, text[start : text.find("\n", start) + 1], "")


class Wrong(ClaudeCode):
    """Claude Code, but that something is said of each index, with a repair that breaks the law."""

    def __init__(self, wrong: str) -> None:
        self._wrong = wrong

    def document_checks(self, view: View, root: str, document: Document) -> Iterator[Problem]:
        """One more."""
        yield from super().document_checks(view, root, document)
        if document.kind is DocumentKind.LIST and document.exists:
            text = decode(view.read(document.path))
            if text.endswith("\n") or self._wrong == "mends nothing":
                repair = (WRONG[self._wrong](text),)
                yield Problem(Severity.NOTE, "wrong", document.path, Span(0, 0), "It is so", repair=repair)

    def checks(self, view: View, root: str) -> Iterator[Problem]:
        """Those of each document."""
        for document in self.documents(view, root):
            yield from self.document_checks(view, root, document)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_repair_is_not_offered(wrong: str, tmp_path: Path) -> None:
    with closing(RepairRun(Wrong(wrong), tmp_path)) as run:
        assert list(run.run_repairs(range(3))) == []
        assert "wrong" not in run.offered


@pytest.mark.parametrize("wrong", WRONG)
def test_without_the_law_a_wrong_repair_is_seen(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_them(_: Law, told: Sequence[Told]) -> set[int]:
        return set(range(len(told)))

    monkeypatch.setattr(Law, "allowed", all_of_them)
    with closing(RepairRun(Wrong(wrong), tmp_path)) as run:
        try:
            assert any("wrong" in broken for broken in run.run_repairs(range(3)))
        except ValueError:  # what cannot be written, or does not fit
            assert run.offered["wrong"]


class Losing(Evva):
    """evva, but that its repairs put what they mend where it is lost for good."""

    def next_write(self, view: View, document: Document, operation: Operation) -> Outcome:
        """With an edit more in each repair."""
        outcome = super().next_write(view, document, operation)
        stray = Edit(len(decode(view.read(document.path))), "", "\n ## Indented\n")
        effects = tuple(
            replace(one, repair=(*one.repair, stray)) if one.repair else one for one in outcome.effects
        )
        return replace(outcome, effects=effects)


def test_a_repair_of_survival_that_loses_more_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, _ = broken_by(Losing(), tmp_path / "with")
    assert broken == []
    monkeypatch.setattr(Law, "allowed", lambda _, told: set(range(len(told))))
    broken, _ = broken_by(Losing(), tmp_path / "without")
    assert any("more is lost" in one for one in broken)
