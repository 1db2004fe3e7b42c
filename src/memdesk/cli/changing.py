"""What all commands that change a document share: the one save, and telling how it ended."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from memdesk.cli.ending import Ending, ending_of_save, ending_of_step, tell, unchanged
from memdesk.cli.exit_codes import ExitCode
from memdesk.cli.finding import Finder, Found
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.output import Json, Output
from memdesk.errors import Refused, UsageError
from memdesk.layouts.contract import Change, Plan
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.session import DocumentSession
from memdesk.services.moving.cautions import cautions_after, cautions_before
from memdesk.services.steps.step import Status
from memdesk.services.steps.steps import Steps
from memdesk.store.outcomes import Conflicted, Vanished
from memdesk.text.document import decode, encode, first_invalid_byte
from memdesk.text.edits import Edit

_MOST_ATTEMPTS = 3
_MOST_CLASHES = 30
"""So many programs may be quicker, one after the other, than a change that is made anew each time."""

ChangesOf = Callable[[DocumentSession], Sequence[Change]]
"""Says which changes to make of a document as it is now. Raises `MemdeskError`."""


def run_change(
    finder: Finder,
    arguments: argparse.Namespace,
    output: Output,
    change: Callable[[Found], Ending],
    find: Callable[[str], Found] | None = None,
) -> ExitCode:
    """Make a change of the document that the words name, and say how it ended. An interrupt waits for the save.

    `find` finds what the words mean, where that is not a document that is there or may be made. Raises `MemdeskError`.
    """
    found = (find or finder.document)(arguments.document)
    with interrupt_held():
        finder.open_roots(found.root)
        finder.recover()
        ending = change(found)
    return tell(ending, arguments, output)


def text_given(text: str | None) -> bytes:
    """A text of the command line, or all of stdin where it is `-` or missing. Raises `UsageError` for a closed one."""
    if text is not None and text != "-":
        return os.fsencode(text)
    if sys.stdin is None:
        raise UsageError("No text was given: standard input is closed.")
    return sys.stdin.buffer.read()


def words_given(text: str | None) -> str:
    """As `text_given`, as text to be remembered. Raises `Refused` for what is not UTF-8 too."""
    words = decode(text_given(text))
    demand_utf8(words)
    return words


def demand_utf8(*texts: str | None) -> None:
    """Raise `Refused` where one of these holds a byte that is not UTF-8: no agent could read it."""
    for text in filter(None, texts):
        at = first_invalid_byte(text)
        if at is not None:
            hint = "Give it as UTF-8."
            raise Refused(
                "Byte {at} of this text is not UTF-8: {byte}.", hint=hint, at=at + 1, byte=_hex(text, at)
            )


def _hex(text: str, at: int) -> str:
    return f"0x{encode(text)[at]:02X}"


def save_changes(
    finder: Finder,
    found: Found,
    changes_of: ChangesOf,
    why: str,
    *,
    is_relative: bool = False,
    is_dry: bool = False,
) -> Ending:
    """Make changes of one document and save them, with the other files that they touch.

    What `is_relative`, as something more, is right whatever the text is: where another program was quicker, it is made
    of what that one wrote. With `is_dry` nothing is written, and all is said that would be. Raises `MemdeskError` where
    it is refused.
    """
    view, warnings = finder.desk.workspace.view, list[str]()
    session = _open(finder, found)
    changes = changes_of(session)
    plans = [session.layout.compose(view, change) for change in changes]
    before = [caution for change in changes for caution in cautions_before(session.layout, view, change)]
    if not all(Steps.is_of_one_file(plan, session.path) for plan in plans):
        ending = _dry(finder, session.path, plans) if is_dry else _carry_out(finder, found, changes)
        return replace(ending, warnings=tuple(before))

    def edit(session: DocumentSession) -> None:
        warnings[:] = before
        for change in changes_of(session):
            old = session.text.text
            session.change(change, view)
            warnings.extend(cautions_after(session.layout, change, old, session.text.text))

    if is_dry:
        edit(session)
        return replace(_dry(finder, session.path, plans), warnings=tuple(dict.fromkeys(warnings)))
    ending = save_edits(finder, found, edit, why, clashes=_MOST_CLASHES if is_relative else 0)
    return replace(ending, warnings=tuple(dict.fromkeys(warnings))) if ending.is_done else ending


def _dry(finder: Finder, path: str, plans: Sequence[Plan]) -> Ending:
    """What is said of changes that are not made: the files that they would write and remove.

    Raises `Refused` where one of them cannot be.
    """
    written = dict.fromkeys(each for plan in plans for each in (*plan.creates, *plan.edits))
    gone = dict.fromkeys(each for plan in plans for each in plan.deletes)
    for each in (*written, *gone):
        found = finder.desk.workspace.look_up(each)
        _require_writable(each, found[1].why_read_only if found is not None else "")
    said = (
        *((f"{' and '.join(gone)} would go",) if gone else ()),
        *((f"{' and '.join(written)} would change",) if written else ()),
    )
    message = f"Nothing was written: {', and '.join(said)}."
    facts: Mapping[str, Json] = {"dry_run": True, "paths": [*gone, *written]}
    return Ending(Status.UNCHANGED, ExitCode.DONE, path, message, facts=facts)


def save_repair(finder: Finder, found: Found, text: str, edits: Sequence[Edit]) -> Ending:
    """Make a repair of a document that says `text`, and save it. Raises `MemdeskError`, `Refused` for another text."""

    def edit(session: DocumentSession) -> None:
        if session.text.text != text:
            raise Refused(
                "{path} was changed meanwhile, so it is not repaired; check it again.", path=session.path
            )
        session.repair(edits)

    return save_edits(finder, found, edit, "repair")


def _carry_out(finder: Finder, found: Found, changes: Sequence[Change]) -> Ending:
    """One step after the other, each of them whole; the first that does not come off is the last."""
    steps = finder.desk.steps
    endings = [unchanged(found.document.path)]
    for change in changes:
        endings.append(ending_of_step(found.document.path, steps.carry_out(change.document, change)))
        if not endings[-1].is_done:
            break
    return replace(endings[-1], message=" ".join(ending.message for ending in endings[1:]))


def save_edits(
    finder: Finder, found: Found, edit: Callable[[DocumentSession], None], why: str, *, clashes: int = 0
) -> Ending:
    """Let `edit` change one document, anew where the disk moved on, and save it. Raises `MemdeskError`.

    After so many `clashes` as well, each time of what the other program wrote.
    """
    path = found.document.path
    for attempt in range(_MOST_ATTEMPTS + clashes):
        session = _open(finder, found)
        edit(session)
        if not session.is_dirty:
            return unchanged(path)
        result, changes = finder.desk.workspace.save(path, why)
        if isinstance(result, Conflicted) and result.doubt is None and attempt < clashes:
            session.discard()
        elif not isinstance(result, Vanished):
            return ending_of_save(path, result, changes)
    return ending_of_save(path, Vanished(), Changes())


def _open(finder: Finder, found: Found) -> DocumentSession:
    session = finder.open(found)
    _require_writable(session.path, session.why_read_only)
    return session


def _require_writable(path: str, why_not: str) -> None:
    if why_not:
        words = why_not if path in why_not else f"{path} cannot be changed ({why_not.rstrip('.')})."
        raise Refused("{why}", why=words)
