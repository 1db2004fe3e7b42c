"""`memdesk recall`: what an agent's own recall would find."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, lines_of
from memdesk.layouts.optional import Recalled, Recalling
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.excerpt import mask_quotes


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List what is found, in every project. Findings where that is nothing; raises `NotFound` for no such agent."""
    finder.look_for_projects()
    roots = finder.roots(arguments.agent)
    found = _recalled(finder, roots, arguments.query, arguments.type or "")
    # The memory of a project is found from each of its folders.
    entries = {(one.path, one.span): one for one in found}.values()
    if arguments.json:
        output.json({"entries": [_facts(one) for one in entries]})
    else:
        for one in entries:
            for line in _lines(one):
                output.line(line)
    if not any(isinstance(root.layout, Recalling) for root in roots):
        output.say(_why_none(roots))
    elif not entries:
        output.say("Nothing was found.")
    return ExitCode.DONE if entries else ExitCode.FINDINGS


def _recalled(finder: Finder, roots: Sequence[MemoryRoot], query: str, category: str) -> Iterator[Recalled]:
    view = finder.desk.workspace.disk
    for root in roots:
        if isinstance(root.layout, Recalling):
            for context in root.contexts(view):
                yield from root.layout.recall(view, root.path, context, query, category)


def _lines(one: Recalled) -> Sequence[str]:
    """An entry with its path before it and its facts behind it; one of several lines keeps them."""
    told = ", ".join(value for value in one.facts.values() if value)
    first, *others = lines_of(f"{mask_quotes(one.text, one.around)}{f' ({told})' if told else ''}")
    return [f"{one.path}: {first}", *others]


def _facts(one: Recalled) -> dict[str, Json]:
    return {
        "path": one.path,
        "key": one.key,
        "text": one.text,
        "facts": dict(one.facts),
        "start": one.span.start,
        "end": one.span.end,
    }


def _why_none(roots: Sequence[MemoryRoot]) -> str:
    if not roots:
        return "No agent’s memory was found here; memdesk roots says where it was looked for."
    agents = ", ".join(dict.fromkeys(root.title for root in roots))
    return f"Of no recall of {agents} is it known what it would find."
