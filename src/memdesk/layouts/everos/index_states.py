"""What EverOS's state database says of each file, and what its next scan will make of it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from memdesk.layouts.everos.assumptions import soon
from memdesk.layouts.everos.home import INDEX_FOLDER, memory_files, version_of
from memdesk.layouts.everos.index import Decision, Seen, State, reconcile_like_everos
from memdesk.layouts.everos.kinds import SKILL, kind_of_path
from memdesk.layouts.optional import IndexState, IndexStates, IndexStatus
from memdesk.layouts.view import View
from memdesk.text.sentence import say

STATE_DATABASE = f"{INDEX_FOLDER}/sqlite/system.db"
_TABLE = "md_change_state"
_COLUMNS = ("md_path", "kind", "change_type", "mtime", "status", "retryable", "last_attempt_at", "error")

_QUEUED = say("EverOS has noticed the change and is about to read it")
_READ = say("EverOS has read it as it is")
_NEVER = say("EverOS never finds this file: its scans look for fixed names and depths")
_BESIDE_SKILL = say("EverOS does not notice this change before SKILL.md beside it is saved again")
_WITH_SKILL = say("EverOS read it together with SKILL.md")


def index_states_of(view: View, root: str) -> IndexStates:
    """The state of every Markdown file where memory lies; nothing is known where EverOS left no database."""
    try:
        found = view.rows(f"{root}/{STATE_DATABASE}", _TABLE, _COLUMNS)
    except FileNotFoundError:
        return IndexStates(why_not=say("EverOS keeps no index of this memory-root yet."))
    except OSError as error:
        return IndexStates(
            why_not=say("EverOS’s index cannot be looked at: {strerror}.", strerror=error.strerror or error)
        )
    if found.why_not:
        return IndexStates(why_not=found.why_not)
    rows = {str(row.get("md_path")): row for row in found.rows}
    return IndexStates(
        {state.path: state for state in _states(view, root, rows)}, found.taken, _odd_table(rows)
    )


def is_waiting(view: View, root: str, path: str) -> bool:
    """Whether EverOS has yet to read the file at `path`, below the root, as it is; not where that is not known."""
    try:
        found = view.rows(f"{root}/{STATE_DATABASE}", _TABLE, _COLUMNS)
    except OSError:
        return False
    row = next((row for row in found.rows if row.get("md_path") == path), None)
    kind = kind_of_path(path)
    if kind is None or found.why_not:
        return False
    seen = Seen(path, _modified(view, f"{root}/{path}"), kind.name)
    known = {path: _state(path, row)} if row else {}
    decision = next(iter(reconcile_like_everos([seen], known)), None)
    return _of_file(root, path, row, decision, soon(view)).status is IndexStatus.WAITING


def _odd_table(rows: Mapping[str, Mapping[str, object]]) -> str:
    known = all("status" in row for row in rows.values())
    return "" if known else say("EverOS’s index is of a version that Memdesk does not know.")


def _states(view: View, root: str, rows: Mapping[str, Mapping[str, object]]) -> Iterator[IndexState]:
    version = version_of(view, root)
    seen, beside = [], []
    for path in memory_files(view, root):
        below = posixpath.relpath(path, root)
        kind = kind_of_path(below, version)
        if kind is not None:
            seen.append(Seen(below, _modified(view, path), kind.name))
        elif path.endswith(".md"):
            beside.append(below)
    known = {path: _state(path, row) for path, row in rows.items()}
    decisions = {decision.path: decision for decision in reconcile_like_everos(seen, known)}
    for one in seen:
        yield _of_file(root, one.path, rows.get(one.path), decisions.get(one.path), soon(view))
    for path in beside:
        yield _of_other(view, root, path, rows)
    present = {one.path for one in seen}
    for path in decisions.keys() - present:
        message = say(
            "It is gone; EverOS takes its rows out when it scans again, {soon} while it runs", soon=soon(view)
        )
        yield IndexState(f"{root}/{path}", IndexStatus.WAITING, message)


def _of_file(
    root: str, path: str, row: Mapping[str, object] | None, decision: Decision | None, by_when: str
) -> IndexState:
    whole, status = f"{root}/{path}", row.get("status") if row else None
    error = str((row or {}).get("error") or "")
    if decision is not None and decision.change_type == "modified" and status != "failed":
        message = say(
            "It changed since EverOS read it; EverOS reads it again {by_when} while it runs", by_when=by_when
        )
        return IndexState(whole, IndexStatus.WAITING, message)
    if row is None:
        message = say("EverOS has not read it yet; it does so {by_when} while it runs", by_when=by_when)
        return IndexState(whole, IndexStatus.WAITING, message)
    if status == "failed":
        return IndexState(whole, IndexStatus.FAILED, _failure(decision is not None), error)
    if status in ("pending", "processing"):
        return IndexState(whole, IndexStatus.WAITING, _QUEUED)
    return IndexState(whole, IndexStatus.INDEXED, _READ)


def _failure(is_read_again: bool) -> str:
    if is_read_again:
        return say("EverOS failed on it, keeps the rows it had, and tries again")
    return say("EverOS failed on it and keeps the rows it had, until the file is corrected and saved")


def _of_other(view: View, root: str, path: str, rows: Mapping[str, Mapping[str, object]]) -> IndexState:
    """A reference is read with its skill alone; every other file never."""
    whole, folder = f"{root}/{path}", posixpath.dirname(path)
    skill = f"{posixpath.dirname(folder)}/SKILL.md"
    if posixpath.basename(folder) != "references" or kind_of_path(skill) is not SKILL:
        return IndexState(whole, IndexStatus.IGNORED, _NEVER)
    read = _time(rows.get(skill, {}).get("last_attempt_at"))
    if read is None or _modified(view, whole) > read.timestamp():
        return IndexState(whole, IndexStatus.STALE, _BESIDE_SKILL)
    return IndexState(whole, IndexStatus.INDEXED, _WITH_SKILL)


def _state(path: str, row: Mapping[str, object]) -> State:
    retryable, modified = row.get("retryable"), row.get("mtime")
    return State(
        path,
        str(row.get("kind")),
        float(modified) if isinstance(modified, int | float) else 0.0,
        str(row.get("status")),
        str(row.get("change_type")),
        None if retryable is None else bool(retryable),
    )


def _time(value: object) -> datetime | None:
    """A time of the database, which is in UTC and does not say so."""
    try:
        found = datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _modified(view: View, path: str) -> float:
    try:
        return view.info(path).modified
    except OSError:
        return 0.0
