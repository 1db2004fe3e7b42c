"""Rows of EverOS's tables beside the entries that they were made of: missing, stale, or of nothing any more.

The tables are Lance's; where they cannot be read, nothing is said of entries.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memdesk.layouts.documents import Document
from memdesk.layouts.everos.entries import AuditForm, parse_audit_form
from memdesk.layouts.everos.header import Parsed, parse_like_everos, read_like_everos
from memdesk.layouts.everos.home import INDEX_FOLDER
from memdesk.layouts.everos.ids import EverosError, parse_list, parse_timestamp
from memdesk.layouts.everos.index import digest_like_everos
from memdesk.layouts.everos.index_states import is_waiting
from memdesk.layouts.everos.kinds import CASE, Kind, kind_of_path, owner_of, parse_path
from memdesk.layouts.optional import IndexState, IndexStatus
from memdesk.layouts.shapes.daily_log import scan_entries
from memdesk.layouts.view import Rows, View
from memdesk.text.document import decode
from memdesk.text.sentence import joined, marked, say

TABLES = f"{INDEX_FOLDER}/lancedb"
_COLUMNS = (
    "id",
    "entry_id",
    "owner_id",
    "md_path",
    "content_sha256",
    "session_id",
    "timestamp",
    "parent_type",
    "parent_id",
    "sender_ids",
    "deprecated_by",
)

_MISSING = say("EverOS’s index has no row of it, so no search finds it")
_STALE = say("EverOS’s index holds an older text of it")
_INDEXED = say("EverOS’s index holds it as it is")
_SOON = say("EverOS has yet to read it as it is now")
_OTHER_OWNER = marked("EverOS’s index holds it under the owner “{owner}” as well, where nothing removes it")

Row = Mapping[str, object]


def table_rows(view: View, root: str, kind: Kind) -> Rows | None:
    """The rows of one kind of memory; None where there is no such table."""
    try:
        return view.rows(f"{root}/{TABLES}", kind.name, _COLUMNS)
    except OSError:
        return None


def entry_states_of(view: View, document: Document) -> Mapping[str, IndexState]:
    """What the rows say of each entry of a daily log that EverOS sees, by entry id."""
    path = posixpath.relpath(document.path, document.root)
    kind = kind_of_path(path)
    if kind is None or not kind.is_daily_log:
        return {}
    found = table_rows(view, document.root, kind)
    if found is None or found.why_not:
        return {}
    rows = [row for row in found.rows if row.get("md_path") == path]
    try:
        text = read_like_everos(decode(view.read(document.path)))
        log = Log.of(kind, path, text)
    except (OSError, EverosError):
        return {}
    states = dict(_states(document.path, log, rows))
    if is_waiting(view, document.root, path):
        late = (IndexStatus.MISSING, IndexStatus.STALE)
        states = {
            key: IndexState(state.path, IndexStatus.WAITING, _SOON) if state.status in late else state
            for key, state in states.items()
        }
    return states


@dataclass(frozen=True, slots=True)
class Log:
    """A daily log as EverOS's index sees it: the last entry of each id."""

    kind: Kind
    owner: str
    parsed: Parsed
    forms: Mapping[str, AuditForm]

    @classmethod
    def of(cls, kind: Kind, path: str, text: str) -> Log:
        """Read a log. Raises `EverosError` where EverOS cannot."""
        parsed = parse_like_everos(text)
        forms = {
            entry.entry_id: parse_audit_form(text, entry.body)
            for entry in scan_entries(text, parsed.body_start)
        }
        return cls(kind, owner_of(parsed.header, parse_path(path).owner_type), parsed, forms)

    def replacement(self, entry_id: str) -> str | None:
        """The entry that took the place of this one, by the header."""
        deprecated = self.parsed.header.get("deprecated_entries")
        found = deprecated.get(entry_id) if isinstance(deprecated, dict) else None
        return None if found is None else str(found)


def _states(path: str, log: Log, rows: Sequence[Row]) -> Iterator[tuple[str, IndexState]]:
    by_entry: dict[object, list[Row]] = {}
    for row in rows:
        by_entry.setdefault(row.get("entry_id"), []).append(row)
    for entry_id, form in log.forms.items():
        own = by_entry.get(entry_id, [])
        mine = next((row for row in own if row.get("owner_id") == log.owner), None)
        if mine is None:
            yield entry_id, IndexState(path, IndexStatus.MISSING, _MISSING)
        elif mine.get("content_sha256") != digest_like_everos(log.kind, form):
            yield entry_id, IndexState(path, IndexStatus.STALE, _STALE)
        elif sentence := _stale_fields(log, entry_id, form, mine) or _other_owner(log, own):
            yield entry_id, IndexState(path, IndexStatus.STALE, sentence)
        else:
            yield entry_id, IndexState(path, IndexStatus.INDEXED, _INDEXED)


def _stale_fields(log: Log, entry_id: str, form: AuditForm, row: Row) -> str:
    """What of an entry's fields the row says otherwise; EverOS compares content alone, so it stays so."""
    names = [name for name, differs in _differences(log.kind, form, row) if differs]
    if names:
        return say(
            "EverOS’s index keeps the former {names}: it never looks at changes of them alone",
            names=joined(names),
        )
    present, wanted = row.get("deprecated_by"), log.replacement(entry_id)
    if present is not None and wanted is None and "deprecated_by" in row:
        return say(
            "EverOS’s index still holds it for replaced by {present}, though the header does not say so",
            present=present,
        )
    return ""


def _differences(kind: Kind, form: AuditForm, row: Row) -> Iterator[tuple[str, bool]]:
    inline = form.inline
    if "session_id" in row:
        yield "session_id", (row["session_id"] or "") != inline.get("session_id", "")
    if "parent_id" in row:
        yield "parent_id", (row["parent_id"] or "") != inline.get("parent_id", "")
    if kind is not CASE and isinstance(row.get("sender_ids"), list):
        yield "sender_ids", row["sender_ids"] != parse_list(inline.get("sender_ids", ""))
    if isinstance(row.get("timestamp"), datetime):
        yield "timestamp", _is_other_time(row["timestamp"], inline.get("timestamp"))


def _is_other_time(indexed: object, written: str | None) -> bool:
    try:
        found = parse_timestamp(written)
    except EverosError:
        return False
    return isinstance(indexed, datetime) and _with_zone(indexed) != found


def _with_zone(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _other_owner(log: Log, own: Sequence[Row]) -> str:
    others = [str(row.get("owner_id")) for row in own if row.get("owner_id") != log.owner]
    return say(_OTHER_OWNER, owner=others[0]) if others else ""
