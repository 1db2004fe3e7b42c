"""`memdesk check`: everything that is wrong with roots, and with `--fix` the safe repairs of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder
from memdesk.cli.output import Json, Output, counted
from memdesk.layouts.contract import Severity
from memdesk.services.problems.checking import Found
from memdesk.services.problems.listed import Report
from memdesk.services.problems.problems import snapshot_of
from memdesk.services.roots.roots import MemoryRoot

_REPAIRED = "Repaired {problems}."


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List the problems, after a repair those that are left. Findings where one is more than a note."""
    finder.look_for_projects()
    roots = finder.roots_of(arguments.root)
    fixed: list[Found] = []
    trouble: list[str] = []
    if arguments.fix:
        from memdesk.cli.fixing import fix

        fixed, trouble = fix(finder, roots)
    report = finder.desk.problems.look(snapshot_of(roots))
    found = [one.found for one in report.problems]
    done = _REPAIRED.format(problems=counted(len(fixed), "problem"))
    # The summary says so as well, where there is one.
    with output.telling_what_was_done(*([done] if arguments.json else ())) if fixed else nullcontext():
        _tell(found, fixed, report, arguments, output)
    for sentence in (*trouble, *(_summary(roots, report, fixed) if not arguments.json else ())):
        output.say(sentence)
    is_wrong = any(one.problem.severity is not Severity.NOTE for one in found)
    return ExitCode.FINDINGS if is_wrong else ExitCode.DONE


def _tell(
    found: Sequence[Found],
    fixed: Sequence[Found],
    report: Report,
    arguments: argparse.Namespace,
    output: Output,
) -> None:
    if arguments.sarif:
        from memdesk.cli.sarif import sarif

        output.json(sarif(found, report.unchecked))
    elif arguments.json:
        output.json(
            {
                "problems": [_facts(one) for one in found],
                "fixed": [_facts(one) for one in fixed],
                "ignored": len(report.ignored),
                "unchecked": [{"path": path, "why": why} for path, why in report.unchecked],
            }
        )
    else:
        for one in found:
            output.line(_line(one))


def _facts(found: Found) -> Mapping[str, Json]:
    problem = found.problem
    return {
        "severity": problem.severity.value,
        "rule": problem.rule,
        "path": problem.path,
        "line": found.line,
        "message": problem.message,
        "fixable": bool(problem.repair),
        "why": problem.why,
        "start": problem.span.start,
        "end": problem.span.end,
    }


def _line(found: Found) -> str:
    problem = found.problem
    place = f"{problem.path}:{found.line}" if found.has_lines else problem.path
    return f"{place}: {problem.severity.value}: {problem.message} [{problem.rule}]"


def _summary(roots: Sequence[MemoryRoot], report: Report, fixed: Sequence[Found]) -> Iterator[str]:
    if fixed:
        yield _REPAIRED.format(problems=counted(len(fixed), "problem"))
    yield from (f"Not checked: {path}: {why}" for path, why in report.unchecked)
    fixable = sum(1 for one in report.problems if one.found.problem.repair)
    places = counted(len(roots), "folder")
    more = f", {fixable} of which --fix repairs" if fixable else ""
    ignored = f" {len(report.ignored)} more are ignored." if report.ignored else ""
    yield f"Looked through {places} and found {counted(len(report.problems), 'problem')}{more}.{ignored}"
