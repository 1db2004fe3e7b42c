"""What the first screen shows: every agent, where its memory lies, how much it is and how it fares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memdesk.layouts.contract import Severity
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.roots.roots import PLAIN, MemoryRoot
from memdesk.text.sentence import joined_by_semicolon
from memdesk.ui.first_run.agents import FoundAgent, Health
from memdesk.ui.i18n import told, tr, trn

_MOST_DOCUMENTS = 2000
_MOST_PROBLEMS = 200


def find_agents(desk: Desk) -> tuple[FoundAgent, ...]:
    """Look at this machine, reading only. May run in a worker."""
    roots: dict[str, list[MemoryRoot]] = {}
    for root in desk.find_roots():
        roots.setdefault(root.agent, []).append(root)
    return tuple(
        _found_agent(desk, found)
        for name, found in roots.items()
        if name != PLAIN or any(r.found for r in found)
    )


def _found_agent(desk: Desk, roots: Sequence[MemoryRoot]) -> FoundAgent:
    layout, there = roots[0].layout, [root for root in roots if root.found]
    documents = [document for root in there for document in _existing(desk, root)]
    health, sentence = _health(desk, there) if there else (Health.UNCHECKED, "")
    return FoundAgent(
        layout.name,
        layout.title,
        layout.monogram,
        tuple(root.path for root in there),
        tuple(root.path for root in roots),
        len(documents),
        sum(document.size_bytes for document in documents),
        health,
        sentence,
        told(joined_by_semicolon(dict.fromkeys(root.why for root in there or roots))),
    )


def _existing(desk: Desk, root: MemoryRoot) -> Iterable[Document]:
    listed = root.documents(desk.workspace.disk)
    for document, _ in zip(listed, range(_MOST_DOCUMENTS), strict=False):
        if document.exists:
            yield document


def _health(desk: Desk, roots: Iterable[MemoryRoot]) -> tuple[Health, str]:
    problems = []
    for root in roots:
        if not root.supported:
            return Health.READ_ONLY, tr("{generation}, shown as plain text", generation=root.generation)
        checks = root.checks(desk.workspace.disk)
        problems += [problem for problem, _ in zip(checks, range(_MOST_PROBLEMS), strict=False)]
    serious = [problem for problem in problems if problem.severity is not Severity.NOTE]
    if not serious:
        return Health.GOOD, tr("No problems")
    return Health.PROBLEM, trn("{n} problem", "{n} problems", len(serious))
