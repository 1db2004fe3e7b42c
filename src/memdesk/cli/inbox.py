"""`memdesk inbox`: what agents learned, changed and removed since the user looked; keep it, or take it out again."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from memdesk.cli.ending import ending_of_step
from memdesk.cli.exit_codes import ExitCode, code_of
from memdesk.cli.finding import Finder
from memdesk.cli.interrupts import interrupt_held
from memdesk.cli.output import Json, Output, counted, lines_of, unread_facts
from memdesk.errors import MemdeskError, NotFound, UsageError
from memdesk.services.inbox.checks import Check, Checking, CheckKind
from memdesk.services.inbox.items import InboxItem, InboxState, Unread, listing_of
from memdesk.services.machine.laid_over import RememberedView
from memdesk.services.remembered.units import Unit
from memdesk.services.steps.step import Status, StepJob
from memdesk.text.excerpt import mask_quotes

_ALL = "all"


def run(finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """List what is to be reviewed, or review what is named; "the system said no" where a document could not be read.

    Raises `HistoryError`, `MarksError`.
    """
    finder.look_for_projects()
    state = _look(finder)
    finder.has_unread = bool(state.unread)
    if arguments.deed is None:
        _list(state, _checks_of(finder, state.items), finder.missed, arguments, output)
        return ExitCode.DONE
    if not arguments.keys:
        raise UsageError("Name what to {deed}, as memdesk inbox prints it.", deed=arguments.deed)
    items = list(_named(state, arguments.keys, arguments.deed))
    with interrupt_held():
        if arguments.deed == "keep":
            finder.desk.inbox.keep(items)
            kept = [(item, Status.SAVED, ExitCode.DONE, "Kept.") for item in items]
            return _tell(kept, state.unread, arguments, output)
        deeds = finder.desk.inbox_deeds
        prepare = deeds.forget if arguments.deed == "forget" else deeds.put_back
        done = {item.id: _done(finder, item, prepare) for item in _in_order(state, items, arguments.deed)}
        return _tell([done[item.id] for item in items], state.unread, arguments, output)


def _look(finder: Finder) -> InboxState:
    """With what is on the disk now: asking for the inbox is asking for first copies, unless the user said no."""
    desk = finder.desk
    for root in (*finder.places(), *map(desk.claim, finder.given)):
        if root.found:
            desk.workspace.open_root(root)
            desk.workspace.documents(root.path)
    finder.recover()
    listing = listing_of(desk.workspace)
    paths = [one.path for listed in listing for one in listed.documents or () if one.exists]
    recorded = desk.recorder.take(desk.recorded.among(dict.fromkeys(paths)))
    desk.note_missing()
    off = [one.root for one in listing if one.root.path not in desk.recorded]
    state = desk.inbox.look(listing, off)
    desk.inbox.settle()
    unread = (Unread(path, os.path.basename(path), f"{why}.") for path, why in recorded.unread)
    return state._replace(unread=(*state.unread, *unread))


def _named(state: InboxState, keys: Sequence[str], deed: str) -> Iterator[InboxItem]:
    """The changes that the words mean: by their own key, else by that of the entry. Raises `NotFound`, `UsageError`."""
    if list(keys) == [_ALL] and deed == "keep":
        yield from state.items
        return
    for key in dict.fromkeys(keys):
        found = [item for item in state.items if item.id == key]
        found = found or [item for item in state.items if key in _names(item)]
        if not found:
            raise NotFound("Nothing in the inbox is called “{key}”; memdesk inbox lists what is.", key=key)
        if len(found) > 1:
            told = ", ".join(item.id for item in found)
            raise UsageError("“{key}” may be any of {keys}; name one of these.", key=key, keys=told)
        yield found[0]


def _in_order(state: InboxState, items: Sequence[InboxItem], deed: str) -> list[InboxItem]:
    """What goes from below, what comes back from above: of several that say the same, others keep their number."""
    order = {item.id: at for at, item in enumerate(state.items)}
    return sorted(items, key=lambda item: order[item.id], reverse=deed == "forget")


def _names(item: InboxItem) -> set[str]:
    return {unit.node[0] or unit.title for unit in (item.then, item.now) if unit is not None}


_Done = tuple[InboxItem, Status, ExitCode, str]


def _done(finder: Finder, item: InboxItem, prepare: Callable[[InboxItem], StepJob]) -> _Done:
    try:
        ending = ending_of_step(item.path, finder.desk.steps.now(prepare(item)))
    except MemdeskError as error:
        return item, Status.REFUSED, code_of(error), f"{error.sentence} {error.advice}".rstrip(" ")
    return item, ending.status, ending.code, ending.message


def _tell(
    done: Sequence[_Done], unread: Sequence[Unread], arguments: argparse.Namespace, output: Output
) -> ExitCode:
    if arguments.json:
        changes = [
            {"key": item.id, "path": item.path, "status": status.value, "message": message}
            for item, status, _, message in done
        ]
        with output.telling_what_was_done(*(message for _, _, _, message in done)):
            output.json({"changes": changes, "unread": unread_facts((one.path, one.why) for one in unread)})
    else:
        for item, _, _, message in done:
            output.say(f"{item.id} {_title(item.unit) or item.path}: {message}")
        if not done:
            output.say("There was nothing to review.")
        for one in unread:
            output.say(_not_reviewed(one))
    return next((code for _, _, code, _ in done if code is not ExitCode.DONE), ExitCode.DONE)


def _not_reviewed(one: Unread) -> str:
    return f"Not reviewed: {one.path}: {one.why}"


# Listing

_Checks = Mapping[str, Sequence[Check]]


def _checks_of(finder: Finder, items: Sequence[InboxItem]) -> _Checks:
    """What is worth a second look in the changes, by their keys."""
    if not items:
        return {}
    desk = finder.desk
    entries, view = desk.entries.read(desk.entries.snapshot()), RememberedView(desk.workspace.disk)
    checking = Checking(lambda text: desk.duplicates.alike(text, entries), view)
    return {item.id: [check for check in checking.run(item) if not check.is_passed] for item in items}


def _list(
    state: InboxState,
    checks: _Checks,
    missed: Sequence[str],
    arguments: argparse.Namespace,
    output: Output,
) -> None:
    if arguments.json:
        unread = unread_facts((one.path, one.why) for one in state.unread)
        changes = [_facts(item, checks[item.id]) for item in state.items]
        output.json({"changes": changes, "unrecorded": _paths(state), "unread": unread})
        return
    for past, items in state.documents:
        output.line(
            f"{past.agent or 'Plain Markdown'}  {past.document.path}  {counted(len(items), 'change')}"
        )
        for item in items:
            for line in (*_lines(item), *map(_told, checks[item.id])):
                output.line(line)
    for one in state.unread:
        output.say(_not_reviewed(one))
    if not (state.items or state.unread or missed):
        output.say(f"Nothing new to review in {counted(state.files, 'file')}.")
    for path in _paths(state):
        output.say(f"What other programs write in {path} is not kept, so nothing of it can stand here.")


def _paths(state: InboxState) -> list[str]:
    return [root.path for root in state.unrecorded]


def _lines(item: InboxItem) -> Iterator[str]:
    when = datetime.fromtimestamp(item.when).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    pinned = "  (pinned by you)" if item.is_pinned else ""
    place = f"{item.unit.section} / " if item.unit.section else ""
    who = item.past.writer or "a program"
    yield f"  {item.id}  {item.kind.value:<7}  {when}  {who}  {place}{_title(item.unit)}{pinned}"
    before, after = item.said
    if item.then is not None and before is not None and before != after:
        yield from (f"    - {line}" for line in lines_of(mask_quotes(before, item.then.around).strip()))
    if item.now is not None and after is not None:
        yield from (f"    + {line}" for line in lines_of(mask_quotes(after, item.now.around).strip()))


def _told(check: Check) -> str:
    where = f", in {check.path}" if check.path and check.kind is CheckKind.DUPLICATE else ""
    return f"    ! {check.kind.value}: {check.evidence}{where}"


def _shown(unit: Unit) -> str:
    return mask_quotes(unit.text, unit.around)


def _title(unit: Unit) -> str:
    """Its title, masked; an agent may have made it of the begin of the text, cut wherever that is."""
    start = unit.text.find(unit.title)
    if start < 0:
        return mask_quotes(unit.title, unit.around)
    return _shown(unit)[start : start + len(unit.title)]


def _facts(item: InboxItem, checks: Sequence[Check]) -> Mapping[str, Json]:
    key, occurrence = item.unit.node
    before, after = item.said
    return {
        "key": item.id,
        "agent": item.past.root.agent if item.past.root is not None else None,
        "path": item.path,
        "kind": item.kind.value,
        "before": before,
        "after": after,
        "when": datetime.fromtimestamp(item.when, UTC).isoformat(),
        "by": item.past.writer or None,
        "title": item.unit.title,
        "section": item.unit.section,
        "entry": key,
        "occurrence": occurrence,
        "pinned": item.is_pinned,
        "from": item.source.document.path if item.source is not None else None,
        "checks": [
            {"what": check.kind.value, "evidence": check.evidence, "path": check.path or None}
            for check in checks
        ],
    }
