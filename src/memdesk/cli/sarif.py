"""Problems as one SARIF 2.1.0 document, for the tools that read what linters say."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote_from_bytes

from memdesk import __version__
from memdesk.cli.output import Json
from memdesk.layouts.contract import Problem
from memdesk.services.problems.checking import ENCODING_RULE, Found
from memdesk.text.masking import mask_in_place

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Sequence[Found], unchecked: Iterable[tuple[str, str]]) -> Mapping[str, Json]:
    """One run with a result for each problem; its severities are SARIF's levels. Positions count code points.

    What was not checked, by path and reason, is what the tool says of its own work.
    """
    rules = list(dict.fromkeys(one.problem.rule for one in found))
    told: list[Json] = [{"id": rule} for rule in rules]
    driver: Mapping[str, Json] = {"name": "Memdesk", "version": __version__, "rules": told}
    results = [_result(one, rules.index(one.problem.rule)) for one in found]
    run: Mapping[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [_not_checked(path, why) for path, why in unchecked],
            }
        ],
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(found: Found, rule_index: int) -> Mapping[str, Json]:
    problem = found.problem
    place: dict[str, Json] = {"artifactLocation": _location(problem.path)}
    if found.has_lines:
        place["region"] = _region(problem.span.start, problem.span.end, found.line)
    result: dict[str, Json] = {
        "ruleId": problem.rule,
        "ruleIndex": rule_index,
        "level": problem.severity.value,
        "message": {"text": f"{problem.message}. {problem.why}".rstrip() if problem.why else problem.message},
        "locations": [{"physicalLocation": place}],
    }
    # A fix holds secrets unmasked, that for an encoding all of the file, and logs of scanners are uploaded.
    is_open = all(mask_in_place(edit.new) == edit.new for edit in problem.repair)
    has_fix = problem.repair and problem.rule != ENCODING_RULE and is_open
    return result | ({"fixes": [_fix(problem)]} if has_fix else {})


def _not_checked(path: str, why: str) -> Mapping[str, Json]:
    place: Mapping[str, Json] = {"physicalLocation": {"artifactLocation": _location(path)}}
    return {"level": "warning", "message": {"text": f"Not checked: {why}"}, "locations": [place]}


def _region(start: int, end: int, line: int | None = None) -> Mapping[str, Json]:
    region = {"charOffset": start, "charLength": end - start}
    return region if line is None else {"startLine": line, **region}


def _fix(problem: Problem) -> Mapping[str, Json]:
    change: Mapping[str, Json] = {
        "artifactLocation": _location(problem.path),
        "replacements": [
            {"deletedRegion": _region(edit.start, edit.end), "insertedContent": {"text": edit.new}}
            for edit in problem.repair
        ],
    }
    return {"artifactChanges": [change]}


def _location(path: str) -> Mapping[str, Json]:
    return {"uri": "file://" + quote_from_bytes(os.fsencode(path))}
