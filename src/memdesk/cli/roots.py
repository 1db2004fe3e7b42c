"""`memdesk roots`: what was found, where it was looked for, and why."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.roots.switches import switched_off


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List every place where an agent keeps memory, or would. Findings where no memory was found at all."""
    finder.look_for_projects()
    places = finder.places()
    facts = [_facts(finder, root) for root in places]
    if arguments.json:
        output.json(facts)
    else:
        for root, fact in zip(places, facts, strict=True):
            output.line(_line(root, fact))
            for message in _switched_off(finder, root):
                output.line(f"  {message}")
    return ExitCode.DONE if any(root.found for root in places) else ExitCode.FINDINGS


def _facts(finder: Finder, root: MemoryRoot) -> Mapping[str, Json]:
    view = RememberedView(finder.desk.workspace.disk)
    documents = root.documents(view) if root.found else ()
    return {
        "agent": root.agent,
        "title": root.title,
        "path": root.path,
        "why": root.why,
        "found": root.found,
        "documents": sum(document.exists for document in documents),
        "generation": root.generation,
        "supported": root.supported,
        "switched_off": _switched_off(finder, root),
    }


def _switched_off(finder: Finder, root: MemoryRoot) -> list[str]:
    """What of the agent's memory is switched off there, with the file or the variable that decided it."""
    return [said.message for said in switched_off(root.layout, finder.desk.workspace.disk, root.path)]


def _line(root: MemoryRoot, fact: Mapping[str, Json]) -> str:
    if not root.found:
        return f"{root.title}: nothing at {root.path} ({root.why})"
    return f"{root.title}: {root.path} ({root.why}), {counted(fact['documents'], 'document')}"
