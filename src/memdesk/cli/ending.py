"""How a change ended: status, exit code and a sentence, for people or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field

from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.output import Json, Output
from memdesk.services.documents.changes import Changes
from memdesk.services.steps.step import Status, Step, files_named
from memdesk.store.outcomes import (
    Conflicted,
    Declined,
    DurabilityUnknown,
    Merged,
    SaveResult,
    Unchanged,
    Vanished,
)

_SAVED = "Saved {path}."
_MERGED = "Saved {path}, together with what another program wrote there meanwhile."
_RETURNED = "Another program had edited {keys} meanwhile, so that stays."
_REMOVED = "Removed {paths}, which the history keeps"
_AND_CHANGED = ", and changed {paths}."
_UNCHANGED = "{path} holds that text already."
_CONFLICT = (
    "{path} was not saved, because another program has changed the same text meanwhile. "
    "Look at it with show, then try again."
)
_DOUBTFUL = (
    "{path} was not saved, because most of what it held is gone on disk, or is no text any more, and nothing is merged "
    "with that. Look at it with show, and at what it held with history, then try again."
)
_VANISHED = "{path} was not saved, because another program keeps removing it."
_UNKNOWN = "Saved {path}, but the system could not confirm that it is safe on the disk ({reason})."

_CODES = {
    Status.SAVED: ExitCode.DONE,
    Status.MERGED: ExitCode.DONE,
    Status.UNCHANGED: ExitCode.DONE,
    Status.CONFLICT: ExitCode.CONFLICT,
    Status.REFUSED: ExitCode.REFUSED,
    Status.DURABILITY_UNKNOWN: ExitCode.DURABILITY_UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a change ended. `taken` are the keys of what came in; `facts` what the command has to say beyond that."""

    status: Status
    code: ExitCode
    path: str
    message: str
    merged: bool = False
    taken: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        """Whether the text is on the disk now."""
        return self.code in (ExitCode.DONE, ExitCode.DURABILITY_UNKNOWN)


def tell(ending: Ending, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Say how a change ended, for people or as JSON."""
    if not arguments.json:
        output.say(ending.message)
        for warning in ending.warnings:
            output.say(f"{warning.rstrip('.')}.")
        return ending.code
    answer = {
        "status": ending.status.value,
        "path": ending.path,
        "merged": ending.merged,
        "message": ending.message,
        "taken": ending.taken,
        "warnings": ending.warnings,
        **ending.facts,
    }
    with output.telling_what_was_done(ending.message):
        output.json(answer)
    return ending.code


def unchanged(path: str) -> Ending:
    """There was nothing to write."""
    return Ending(Status.UNCHANGED, ExitCode.DONE, path, _UNCHANGED.format(path=path))


def ending_of_save(path: str, result: SaveResult, changes: Changes) -> Ending:
    """The ending of a save, which made these changes of the open document."""
    status, message = _told(path, result)
    taken = tuple(dict.fromkeys(key for arrived in changes.arrived for key, _ in arrived.taken.nodes))
    is_merged = status is Status.MERGED or (bool(taken) and status is not Status.REFUSED)
    if status is Status.CONFLICT:
        return Ending(status, ExitCode.CONFLICT, path, message)
    returned = dict.fromkeys(key for arrived in changes.arrived for key in arrived.taken.returned)
    if returned:
        message = f"{message} {_RETURNED.format(keys=', '.join(f'“{key}”' for key in returned))}"
    return Ending(status, _code(status, result), path, message, is_merged, taken)


def _told(path: str, result: SaveResult) -> tuple[Status, str]:
    if isinstance(result, Declined):
        return Status.REFUSED, f"{result.sentence} {result.advice}".rstrip(" ")
    if isinstance(result, DurabilityUnknown):
        return Status.DURABILITY_UNKNOWN, _UNKNOWN.format(path=path, reason=result.reason)
    if isinstance(result, Conflicted) and result.doubt is not None:
        return Status.CONFLICT, _DOUBTFUL.format(path=path)
    words = {
        Conflicted: (Status.CONFLICT, _CONFLICT),
        Vanished: (Status.CONFLICT, _VANISHED),
        Unchanged: (Status.UNCHANGED, _UNCHANGED),
        Merged: (Status.MERGED, _MERGED),
    }
    status, sentence = words.get(type(result), (Status.SAVED, _SAVED))
    return status, sentence.format(path=path)


def ending_of_step(path: str, step: Step) -> Ending:
    """The ending of a change of several files."""
    code = _code(step.status, step.why_not)
    gone = [each for each, was in step.was.items() if was.after is None]
    changed = [each for each in step.was if each not in gone]
    message = step.message
    if gone and step.status is Status.SAVED:
        message = _REMOVED.format(paths=files_named(gone))
        message += _AND_CHANGED.format(paths=files_named(changed)) if changed else "."
    return Ending(step.status, code, path, message, step.merged, facts={"paths": step.paths})


def _code(status: Status, result: object) -> ExitCode:
    if isinstance(result, Declined) and not result.refused:
        return ExitCode.SYSTEM_SAID_NO
    return _CODES[status]
