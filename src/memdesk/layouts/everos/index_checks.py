"""Problems of EverOS's index: files it failed on or does not notice, entries without a row, rows of nothing."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from datetime import datetime

from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document
from memdesk.layouts.everos.assumptions import soon
from memdesk.layouts.everos.files import documents_of
from memdesk.layouts.everos.header import read_like_everos
from memdesk.layouts.everos.home import exists, zone_of
from memdesk.layouts.everos.ids import EverosError
from memdesk.layouts.everos.index_rows import TABLES, Log, Row, entry_states_of, table_rows
from memdesk.layouts.everos.index_states import STATE_DATABASE, index_states_of
from memdesk.layouts.everos.kinds import KINDS, KNOWLEDGE_DOCUMENT, Kind, kind_of_path
from memdesk.layouts.everos.reading import outline_of
from memdesk.layouts.optional import IndexState, IndexStates, IndexStatus
from memdesk.layouts.view import Rows, View
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sentence import say

_START = Span(0, 0)
_ROWS_WHY = say("A search finds rows of the index, not files.")
_SEVERITY = {
    IndexStatus.MISSING: (Severity.WARNING, "row-missing"),
    IndexStatus.STALE: (Severity.WARNING, "row-stale"),
}
_WITH_TABLE = tuple(kind for kind in KINDS if kind is not KNOWLEDGE_DOCUMENT)


def problems_of_index(view: View, root: str) -> Iterator[Problem]:
    """What the index says of files, then of entries where its tables can be read; nothing without an index."""
    states = index_states_of(view, root)
    if states.taken is None:
        if exists(view, f"{root}/{STATE_DATABASE}"):
            yield Problem(Severity.NOTE, "index-unread", root, _START, states.why_not)
        return
    as_of = say("as of {clock}", clock=_clock(view, root, states.taken))
    for state in states.states.values():
        yield from _of_file(state, as_of)
    yield from _of_waiting(view, root, states, as_of)
    yield from _of_tables(view, root, states, as_of)


def _clock(view: View, root: str, taken: datetime) -> str:
    return taken.astimezone(zone_of(view, root)).strftime("%H:%M %Z")


def _of_file(state: IndexState, as_of: str) -> Iterator[Problem]:
    if state.status is IndexStatus.FAILED:
        why = f"EverOS says: {state.error}" if state.error else ""
        yield Problem(Severity.ERROR, "index-failed", state.path, _START, f"{state.message} ({as_of})", why)
    elif state.status is IndexStatus.STALE:
        yield Problem(Severity.WARNING, "unnoticed", state.path, _START, f"{state.message} ({as_of})")


def _of_waiting(view: View, root: str, states: IndexStates, as_of: str) -> Iterator[Problem]:
    waiting = sum(state.status is IndexStatus.WAITING for state in states.states.values())
    if waiting:
        files = (
            say("1 file as it is") if waiting == 1 else say("{waiting} files as they are", waiting=waiting)
        )
        message = say("EverOS has not read {files} now ({as_of})", files=files, as_of=as_of)
        why = say("It reads changed files {soon} while it runs.", soon=soon(view))
        yield Problem(Severity.NOTE, "index-behind", root, _START, message, why)


# Rows


def _of_tables(view: View, root: str, states: IndexStates, as_of: str) -> Iterator[Problem]:
    found = {kind.name: table_rows(view, root, kind) for kind in _WITH_TABLE}
    unread = next((rows.why_not for rows in found.values() if rows is not None and rows.why_not), "")
    if unread:
        yield Problem(Severity.NOTE, "rows-unread", f"{root}/{TABLES}", _START, unread)
        return
    rows = {name: table for name, table in found.items() if table is not None}
    if not rows:
        return
    for document in documents_of(view, root):
        state = states.states.get(document.path)
        if state is not None and state.status is IndexStatus.INDEXED:
            yield from _of_document(view, document, rows, as_of)
    yield from _of_orphans(view, root, rows, states, as_of)


def _of_document(view: View, document: Document, tables: Mapping[str, Rows], as_of: str) -> Iterator[Problem]:
    path = posixpath.relpath(document.path, document.root)
    kind = kind_of_path(path)
    if kind is None or kind.name not in tables:
        return
    if not kind.is_daily_log:
        if not any(row.get("md_path") == path for row in tables[kind.name].rows):
            message = say(
                "EverOS’s index has no row of {title}, so no search finds it ({as_of})",
                title=document.title,
                as_of=as_of,
            )
            yield Problem(Severity.WARNING, "row-missing", document.path, _START, message, _ROWS_WHY)
        return
    states = entry_states_of(view, document)
    if any(state.status in _SEVERITY for state in states.values()):
        outline = outline_of(document, decode(view.read(document.path)))
        spans = {node.key: node.span for node in outline.nodes}
        for entry_id, state in states.items():
            if state.status in _SEVERITY:
                severity, rule = _SEVERITY[state.status]
                message = say("{id}: {state} ({as_of})", id=entry_id, state=state.message, as_of=as_of)
                span = spans.get(entry_id, _START)
                yield Problem(severity, rule, document.path, span, message, _ROWS_WHY)


def _of_orphans(
    view: View, root: str, tables: Mapping[str, Rows], states: IndexStates, as_of: str
) -> Iterator[Problem]:
    """Rows of entries and files that are gone; those of files that EverOS has yet to look at are none."""
    logs: dict[str, Log | None] = {}
    for name, table in tables.items():
        kind = next(kind for kind in _WITH_TABLE if kind.name == name)
        for row in table.rows:
            path = str(row.get("md_path"))
            state = states.states.get(f"{root}/{path}")
            if state is not None and state.status is not IndexStatus.INDEXED:
                continue
            if kind.is_daily_log and path not in logs:
                logs[path] = _log(view, root, path, kind)
            if state is None or (kind.is_daily_log and not _is_in(logs[path], row)):
                where = f"{root}/{path}" if state is not None else f"{root}/{TABLES}"
                message = say(
                    "EverOS’s index holds {name} of {path}, which is not there ({as_of})",
                    name=_name(row),
                    path=path,
                    as_of=as_of,
                )
                yield Problem(Severity.WARNING, "row-orphan", where, _START, message, _ROWS_WHY)


def _is_in(log: Log | None, row: Row) -> bool:
    return log is None or str(row.get("entry_id")) in log.forms


def _log(view: View, root: str, path: str, kind: Kind) -> Log | None:
    try:
        return Log.of(kind, path, read_like_everos(decode(view.read(f"{root}/{path}"))))
    except (OSError, EverosError):
        return None


def _name(row: Row) -> str:
    return str(row.get("entry_id") or row.get("id"))
