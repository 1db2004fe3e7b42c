"""`memdesk move`: what one agent remembers, said again in the grammar of another one, and gone, or copied."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace

from memdesk.cli.changing import run_change
from memdesk.cli.ending import Ending, ending_of_step
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.nodes import find_node, stem_of
from memdesk.cli.output import Json, Output, lines_of
from memdesk.errors import NotFound
from memdesk.services.moving.moving import Move
from memdesk.services.steps.step import Status, Step
from memdesk.services.steps.steps import Steps
from memdesk.text.excerpt import mask_quotes


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Move or copy the entry, or with `--dry-run` show what it would say there, and name what finds no place."""

    def change(found: Found) -> Ending:
        steps = finder.desk.steps
        move = _planned(finder, steps, found, arguments)
        if arguments.dry_run:
            if not arguments.json:
                for line in lines_of(mask_quotes(move.text, move.around).rstrip("\r\n")):
                    output.line(line)
            return _dry(move)
        return _made(move, steps.move(move))

    return run_change(finder, arguments, output, change)


def _planned(finder: Finder, steps: Steps, found: Found, arguments: argparse.Namespace) -> Move:
    target = finder.document(arguments.to)
    session = finder.open(found)
    if session.base is None:
        raise NotFound("{path} is not there yet.", path=session.path)
    key, occurrence = arguments.entry, 0
    if key != stem_of(found.document):
        node = find_node(session.outline(), found.document, key, arguments.occurrence)
        key, occurrence = node.key, node.occurrence
    finder.open(target)
    if target.root is not None:
        finder.desk.workspace.documents(
            target.root.path
        )  # the types that its agent knows stand in other documents
    section = arguments.section or ""
    return steps.plan_move(found.document, key, occurrence, target.document, section, is_copy=arguments.copy)


def _made(move: Move, step: Step) -> Ending:
    ending = ending_of_step(move.target.path, step)
    if not ending.is_done:
        return replace(ending, facts={**ending.facts, **_facts(move)})
    message = ending.message
    if step.status is Status.SAVED:
        verb = "Copied" if move.is_copy else "Moved"
        message = f"{verb} from {move.source.path} to {move.target.path}."
    facts: Mapping[str, Json] = {**ending.facts, **_facts(move), "key": step.key}
    return replace(ending, message=message, warnings=tuple(_warnings(move)), facts=facts)


def _dry(move: Move) -> Ending:
    verb = "copied" if move.is_copy else "moved"
    message = f"Nothing was {verb}: this is what {move.target.path} would get."
    facts: Mapping[str, Json] = {**_facts(move), "dry_run": True}
    return Ending(
        Status.UNCHANGED,
        ExitCode.DONE,
        move.target.path,
        message,
        warnings=tuple(_warnings(move)),
        facts=facts,
    )


def _facts(move: Move) -> Mapping[str, Json]:
    return {
        "source": move.source.path,
        "entry": move.key,
        "key": "",
        "section": move.section,
        "text": move.text,
        "copied": move.is_copy,
        "lost": move.lost,
        "duplicate": move.duplicate,
    }


def _warnings(move: Move) -> Iterator[str]:
    yield from move.lost
    if move.duplicate is not None:
        words = "the same" if move.is_same else "nearly the same"
        yield f"{move.target.path} says {words} there already, as “{mask_quotes(move.duplicate, move.around)}”"
    yield from move.cautions
