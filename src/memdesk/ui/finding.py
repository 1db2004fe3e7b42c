"""What the first screen shows: every agent, where its memory lies, how much it is and how it fares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Severity
from memdesk.services.desk import Desk
from memdesk.services.problems.checking import problems_of
from memdesk.services.roots.roots import PLAIN, MemoryRoot
from memdesk.text.sentence import joined_by_semicolon
from memdesk.ui.first_run.agents import FoundAgent, Health
from memdesk.ui.i18n import told, tr
from memdesk.ui.problems.words import problems as count_of_problems


class Here(NamedTuple):
    """An agent, and those of its roots that are to be checked."""

    agent: FoundAgent
    to_check: tuple[MemoryRoot, ...]


def find_agents(desk: Desk) -> tuple[Here, ...]:
    """Look at this machine, reading only; nothing is checked yet. May run in a worker."""
    roots: dict[str, list[MemoryRoot]] = {}
    for root in desk.find_roots():
        roots.setdefault(root.agent, []).append(root)
    return tuple(
        _found_agent(desk, found)
        for name, found in roots.items()
        if name != PLAIN or any(r.found for r in found)
    )


def check_agents(desk: Desk, here: Iterable[Here]) -> tuple[tuple[FoundAgent, int], ...]:
    """Those that can be checked, with as many problems as their list will have once they are open. For a worker."""
    return tuple(
        (agent, sum(_count_problems(desk, root) for root in roots)) for agent, roots in here if roots
    )


def with_problems(agent: FoundAgent, problems: int) -> FoundAgent:
    """`agent` with what a check of it came to, in words; for the UI thread, since Qt writes the number."""
    if not problems:
        return replace(agent, health=Health.GOOD, health_text=tr("No problems"))
    return replace(agent, health=Health.PROBLEM, health_text=count_of_problems(problems))


def _found_agent(desk: Desk, roots: Sequence[MemoryRoot]) -> Here:
    layout, there = roots[0].layout, [root for root in roots if root.found]
    listed = [document for root in there for document in root.documents(desk.workspace.disk)]
    documents = [document for document in listed if document.exists]
    plain = next((root for root in there if not root.supported), None)
    health, sentence = Health.UNCHECKED, tr("Checking…") if there else ""
    if plain is not None:
        health, sentence = (
            Health.READ_ONLY,
            tr("{generation}, shown as plain text", generation=plain.generation),
        )
    agent = FoundAgent(
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
    return Here(agent, tuple(there) if plain is None else ())


def _count_problems(desk: Desk, root: MemoryRoot) -> int:
    """Count as the badge of the problems does: a note asks for nothing."""
    found = problems_of(root, desk.workspace.disk)
    # Where nobody can tell which are ignored, all are listed.
    with suppress(MemdeskError):
        found = desk.problems.heeded(root, found)
    return sum(one.problem.severity is not Severity.NOTE for one in found)
