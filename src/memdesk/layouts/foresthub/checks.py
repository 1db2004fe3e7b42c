"""Problems of a folder: what stops the engine's start, what that start loses, and what agents cannot do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.foresthub.engine import is_label
from memdesk.layouts.foresthub.folder import RecordFile, is_plain, record_path
from memdesk.layouts.foresthub.record import (
    CONTENT,
    DESCRIPTION,
    ID,
    LABEL,
    MemoryFile,
    RecordError,
    fields_of,
    read_like_engine,
)
from memdesk.layouts.foresthub.rewrite import (
    DOUBLED_FIELD,
    DUPLICATE_ID,
    NO_CHARACTERS,
    OVERWRITTEN,
    RESET,
    UNKNOWN_FIELD,
    Rewrite,
    with_id,
)
from memdesk.layouts.foresthub.run import Run, next_run
from memdesk.layouts.foresthub.workflow import Workflow, find_workflow
from memdesk.layouts.shapes.go import quoted
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, byte_length
from memdesk.text.edits import Edit, Span
from memdesk.text.json_field import NotRecord, Record, read_record
from memdesk.text.json_text import NotJson
from memdesk.text.sentence import say

_START = Span(0, 0)
_SEVERITIES = {
    OVERWRITTEN: Severity.ERROR,
    DUPLICATE_ID: Severity.ERROR,
    RESET: Severity.WARNING,
    NO_CHARACTERS: Severity.WARNING,
    DOUBLED_FIELD: Severity.WARNING,
    UNKNOWN_FIELD: Severity.NOTE,
}
_STOPS = say("Its start reads every .json file of the folder first, and stops at one that it cannot read.")
_BY_ID = say(
    "It finds a record by the id inside, whatever the file is called, and writes it to the file named by the id."
)
_ALMOST_FULL = 0.9


def find_problems(view: View, root: str) -> Iterator[Problem]:
    """Every problem: first of the folder and the workflow, then of each file in the engine's order."""
    run, workflow = next_run(view, root), find_workflow(view, root)
    if run.folder.error:
        message = say("ForestHub would not start: {error}", error=run.folder.error)
        yield Problem(Severity.ERROR, "unreadable-folder", root, _START, message)
    if workflow is not None:
        yield from _of_workflow(workflow, root)
    for file in run.folder.files:
        if file.error:
            yield _broken(file)
        elif file.file is not None and file.text is not None:
            yield from _of_record(run, file, file.file, file.text)


def _of_workflow(workflow: Workflow, root: str) -> Iterator[Problem]:
    if workflow.fault:
        yield Problem(Severity.WARNING, "broken-workflow", root, _START, workflow.fault)
    labels = Counter(file.label for file in workflow.files)
    for file in workflow.files:
        path = record_path(root, file.id)
        if not is_label(file.label):
            message = say(
                "ForestHub would not start: the workflow gives this record the label {label}",
                label=quoted(file.label),
            )
            yield Problem(Severity.ERROR, "bad-label", path, _START, message)
        if not is_plain(file.id):
            message = say(
                "The workflow’s id {id} leads out of the folder, so its record is never read again",
                id=quoted(file.id),
            )
            yield Problem(Severity.ERROR, "unsafe-id", root, _START, message)
        if labels[file.label] > 1:
            message = say(
                "The workflow has the label “{label}” {labels} times; an agent’s tools know one",
                label=file.label,
                labels=labels[file.label],
            )
            yield Problem(Severity.WARNING, "doubled-label", path, _START, message)
    for agent in workflow.agents:
        for ref in agent.refs:
            if workflow.declared(ref.uid) is None:
                message = say(
                    "ForestHub would not start: {name} refers to {uid}, which is not declared",
                    name=agent.name,
                    uid=quoted(ref.uid),
                )
                yield Problem(Severity.ERROR, "unknown-reference", root, _START, message)


def _broken(file: RecordFile) -> Problem:
    if file.text is None:
        message = say(
            "{name} cannot be read here; where ForestHub cannot read it either, it does not start",
            name=file.name,
        )
        return Problem(
            Severity.ERROR,
            "unreadable",
            file.path,
            _START,
            message,
            say("{why} ({error})", why=_STOPS, error=file.error),
        )
    message = say(
        "ForestHub would not start: {name} is no record it can read ({where}: {error})",
        name=file.name,
        where=file.where,
        error=file.error,
    )
    span = Span(file.position, min(file.position + 1, len(file.text)))
    return Problem(
        Severity.ERROR, "broken-record", file.path, span, message, _STOPS, _without_mark(file.text)
    )


def _without_mark(text: str) -> tuple[Edit, ...]:
    """Taking a byte order mark away, where that is all that is wrong."""
    try:
        read_like_engine(text.removeprefix(BYTE_ORDER_MARK))
    except (NotJson, RecordError):
        return ()
    return (Edit(0, BYTE_ORDER_MARK, ""),)


def _of_record(run: Run, file: RecordFile, said: MemoryFile, text: str) -> Iterator[Problem]:
    written = run.engine.files.get(file.uid) if file.path in run.engine.written else None
    findings = list(Rewrite(text, written, run).findings()) if written is not None else []
    for rule, effect in findings:
        if rule in _SEVERITIES:
            yield Problem(
                _SEVERITIES[rule], rule, file.path, effect.span, effect.message, effect.why, effect.repair
            )
    if not any(rule == OVERWRITTEN for rule, _ in findings):
        yield from _of_id(run, file, said, text)
        yield from _of_content(file, said, text, (written or said).cap_bytes)


def _of_id(run: Run, file: RecordFile, said: MemoryFile, text: str) -> Iterator[Problem]:
    span = _span_of(text, ID)
    if not said.id:
        message = say(
            "{name} has no id, so ForestHub does not find it, and overwrites it if “{uid}” is declared",
            name=file.name,
            uid=file.uid,
        )
        yield Problem(
            Severity.WARNING,
            "missing-id",
            file.path,
            span,
            message,
            _BY_ID,
            with_id(run.folder, file.uid, text),
        )
    elif said.id != file.uid:
        message = say(
            "{name} has the id “{id}”, so ForestHub takes its content for {id}.json",
            name=file.name,
            id=said.id,
        )
        if run.folder.winner(said.id) != file:
            message = say(
                "{name} has the id “{id}”, and ForestHub passes it over for a later file with that id",
                name=file.name,
                id=said.id,
            )
        yield Problem(Severity.WARNING, "other-id", file.path, span, message, _BY_ID)
    if run.workflow is not None and said.id and run.workflow.declared(said.id) is None:
        message = say(
            "The workflow does not declare “{id}”, so no agent sees it; ForestHub leaves it as it is",
            id=said.id,
        )
        yield Problem(Severity.NOTE, "undeclared", file.path, span, message)


def _of_content(file: RecordFile, said: MemoryFile, text: str, cap: int | None) -> Iterator[Problem]:
    used = byte_length(said.content)
    name = said.label or file.name
    if cap is not None and used > cap:
        message = say(
            "{name} has {used:,} of {cap:,} bytes: ForestHub refuses each write that leaves it over its cap",
            name=name,
            used=used,
            cap=cap,
        )
        yield Problem(Severity.WARNING, "over-cap", file.path, _span_of(text, CONTENT), message)
    elif cap is not None and used > cap * _ALMOST_FULL:
        message = say("{name} has {used:,} of {cap:,} bytes", name=name, used=used, cap=cap)
        yield Problem(Severity.NOTE, "near-cap", file.path, _span_of(text, CONTENT), message)
    if said.label and not is_label(said.label):
        message = say("“{label}” is no label that ForestHub takes from a workflow", label=said.label)
        yield Problem(Severity.WARNING, "bad-label", file.path, _span_of(text, LABEL), message)
    if "\n" in said.description:
        message = say(
            "The description of {name} has several lines, so it takes several in the index card", name=name
        )
        yield Problem(Severity.NOTE, "long-description", file.path, _span_of(text, DESCRIPTION), message)


def _record(text: str) -> Record | None:
    try:
        return read_record(text)
    except NotRecord:
        return None


def _span_of(text: str, name: str) -> Span:
    """Where the field stands that the engine reads under this name; the start of a record without one."""
    record = _record(text)
    found = (
        (said.member.span for said in fields_of(record) if said.name == name and said.is_read)
        if record
        else ()
    )
    return next(iter(found), _START)
