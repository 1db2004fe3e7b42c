"""`memdesk set`: replace the text of one section, through the same save as the window."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress
from dataclasses import dataclass

from memdesk.cli.exit_codes import ExitCode, code_of
from memdesk.cli.finding import Finder, Found
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.output import Output
from memdesk.errors import MemdeskError, Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Codec
from memdesk.services.changes import Changes
from memdesk.store.outcomes import (
    Conflicted,
    Declined,
    DurabilityUnknown,
    Merged,
    SaveResult,
    Unchanged,
    Vanished,
)
from memdesk.text.document import decode

_MOST_ATTEMPTS = 3

_SAVED = "Saved {path}."
_MERGED = "Saved {path}, together with what another program wrote there meanwhile."
_UNCHANGED = "{path} holds that text already."
_CONFLICT = (
    "{path} was not saved, because another program has changed the same text meanwhile. "
    "Look at it with show, then set it again."
)
_VANISHED = "{path} was not saved, because another program keeps removing it."
_UNKNOWN = "Saved {path}, but the system could not confirm that it is safe on the disk ({reason})."


@dataclass(frozen=True, slots=True)
class _Ending:
    status: str
    code: ExitCode
    path: str
    message: str
    merged: bool = False
    taken: tuple[str, ...] = ()


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Set the section and say how it ended."""
    body = decode(_body(arguments.body))
    path = arguments.document
    try:
        found = finder.document(arguments.document)
        path = found.document.path
        with interrupt_held():
            ending = _save(finder, found, arguments.section, body)
    except MemdeskError as error:
        if not arguments.json:
            raise
        ending = _Ending("refused", code_of(error), path, _with_advice(error.sentence, error.advice))
    if arguments.json:
        output.json(
            {
                "status": ending.status,
                "path": ending.path,
                "merged": ending.merged,
                "message": ending.message,
                "taken": ending.taken,
            }
        )
    else:
        output.say(ending.message)
    return ending.code


def _body(given: str | None) -> bytes:
    if given is not None and given != "-":
        return os.fsencode(given)
    return sys.stdin.buffer.read() if sys.stdin is not None else b""


def _save(finder: Finder, found: Found, heading: str, body: str) -> _Ending:
    path = found.document.path
    with suppress(MemdeskError):  # what an interrupted save has left is no reason not to save now
        finder.desk.store.sweep()
    for _ in range(_MOST_ATTEMPTS):
        session = finder.open(found)
        if session.why_read_only:
            raise Refused("{reason}", reason=session.why_read_only)
        if found.document.codec is Codec.JSON_RECORD:
            change = Change(ChangeKind.SET_BODY, found.document, heading, body=body)
            session.change(change, finder.desk.workspace.view)
        else:
            session.set_section(heading, body)
        if not session.is_dirty:
            return _Ending("unchanged", ExitCode.DONE, path, _UNCHANGED.format(path=path))
        result, changes = finder.desk.workspace.save(path, "set")
        if not isinstance(result, Vanished):
            return _ending(path, result, changes)
    return _Ending("conflict", ExitCode.CONFLICT, path, _VANISHED.format(path=path))


def _ending(path: str, result: SaveResult, changes: Changes) -> _Ending:
    taken = tuple(dict.fromkeys(key for arrived in changes.arrived for key, _ in arrived.taken.nodes))
    if isinstance(result, Declined):
        code = ExitCode.REFUSED if result.refused else ExitCode.SYSTEM_SAID_NO
        return _Ending("refused", code, path, _with_advice(result.sentence, result.advice))
    if isinstance(result, Conflicted):
        return _Ending("conflict", ExitCode.CONFLICT, path, _CONFLICT.format(path=path))
    if isinstance(result, DurabilityUnknown):
        message = _UNKNOWN.format(path=path, reason=result.reason)
        return _Ending("durability-unknown", ExitCode.DURABILITY_UNKNOWN, path, message, bool(taken), taken)
    if isinstance(result, Unchanged):
        return _Ending("unchanged", ExitCode.DONE, path, _UNCHANGED.format(path=path), bool(taken), taken)
    if isinstance(result, Merged):
        return _Ending("merged", ExitCode.DONE, path, _MERGED.format(path=path), merged=True, taken=taken)
    return _Ending("saved", ExitCode.DONE, path, _SAVED.format(path=path))


def _with_advice(sentence: str, advice: str) -> str:
    return f"{sentence} {advice}" if advice else sentence
