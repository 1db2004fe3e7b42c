"""What EverOS's index makes of files: which it finds, when it looks again, the rows it keeps of entries."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memdesk.layouts.everos.entries import AuditForm
from memdesk.layouts.everos.ids import EverosError, optional_timestamp, parse_list, parse_timestamp
from memdesk.layouts.everos.kinds import CASE, EPISODE, FACT, FORESIGHT, Kind
from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE
from memdesk.text.document import encode

MTIME_TOLERANCE_SECONDS = 0.01


def digest_like_everos(kind: Kind, form: AuditForm) -> str:
    """The digest by which EverOS tells whether an entry changed: its content alone, not who said it when."""
    parts = {}
    for key in kind.digest_keys:
        place, _, name = key.partition(":")
        parts[key] = (form.sections if place == "section" else form.inline).get(name, "")
    canonical = "\n".join(f"{key}={parts[key]}" for key in sorted(parts))
    return hashlib.sha256(encode(canonical)).hexdigest()


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose file it is, and in which app and project."""

    owner_id: str
    owner_type: str
    app: str = "default"
    project: str = "default"


def row_like_everos(kind: Kind, entry_id: str, form: AuditForm, owner: Owner) -> dict[str, object]:
    """The row of one entry, without tokens and vectors.

    Raises `EverosError`: then the whole file keeps the rows it had.
    """
    inline = form.inline
    row: dict[str, object] = {
        "id": f"{owner.owner_id}_{entry_id}",
        "entry_id": entry_id,
        "owner_id": owner.owner_id,
        "owner_type": owner.owner_type,
        "app_id": owner.app,
        "project_id": owner.project,
        "session_id": inline.get("session_id", "" if kind is CASE else None),
        "timestamp": parse_timestamp(inline.get("timestamp")),
        "parent_type": inline.get("parent_type") or "memcell",
        "parent_id": inline.get("parent_id", ""),
    }
    if kind is not CASE:
        row["sender_ids"] = parse_list(inline.get("sender_ids", ""))
    return row | _content(kind, form)


def _content(kind: Kind, form: AuditForm) -> dict[str, object]:
    if kind is EPISODE:
        return {
            "subject": form.sections.get("Subject") or None,
            "summary": form.sections.get("Summary") or None,
            "episode": _text(form, "Content"),
            "deprecated_by": None,
        }
    if kind is FACT:
        return {"fact": _text(form, "Fact"), "deprecated_by": None}
    if kind is FORESIGHT:
        return {
            "start_time": optional_timestamp(form.inline.get("start_time")),
            "end_time": optional_timestamp(form.inline.get("end_time")),
            "duration_days": _whole_number(form.inline.get("duration_days")),
            "foresight": _text(form, "Foresight"),
            "evidence": _text(form, "Evidence") or None,
        }
    return {
        "quality_score": _number(form.inline.get("quality_score")),
        "task_intent": _text(form, "TaskIntent"),
        "approach": _text(form, "Approach"),
        "key_insight": _text(form, "KeyInsight") or None,
    }


def _text(form: AuditForm, title: str) -> str:
    return form.sections.get(title, "").strip(PYTHON_WHITE_SPACE)


def _whole_number(raw: str | None) -> int | None:
    if not raw:
        return None
    try:
        return int(raw)
    except ValueError as error:
        raise EverosError(f"duration_days is no number: {raw}") from error


def _number(raw: str | None) -> float:
    if not raw:
        raise EverosError("quality_score is missing")
    try:
        return float(raw)
    except ValueError as error:
        raise EverosError(f"quality_score is no number: {raw}") from error


@dataclass(frozen=True, slots=True)
class Seen:
    """A file that a scan found; `modified` in Unix seconds."""

    path: str
    modified: float
    kind: str


@dataclass(frozen=True, slots=True)
class State:
    """What the state database keeps of a file."""

    path: str
    kind: str
    modified: float
    status: str
    change_type: str
    retryable: bool | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A file that will be read again, or whose rows will go."""

    path: str
    kind: str
    change_type: str
    modified: float


def reconcile_like_everos(scan: Sequence[Seen], states: Mapping[str, State]) -> list[Decision]:
    """What one sweep of the scanner sets in motion: only the time of a file counts, never its content."""
    found = []
    for seen in scan:
        state = states.get(seen.path)
        if state is None:
            found.append(Decision(seen.path, seen.kind, "added", seen.modified))
        elif not _rests(seen, state):
            found.append(Decision(seen.path, seen.kind, "modified", seen.modified))
    present = {seen.path for seen in scan}
    for path, state in states.items():
        is_gone_for_good = state.status == "done" and state.change_type == "deleted"
        if path not in present and not is_gone_for_good:
            found.append(Decision(path, state.kind, "deleted", state.modified))
    return found


def _rests(seen: Seen, state: State) -> bool:
    if abs(state.modified - seen.modified) >= MTIME_TOLERANCE_SECONDS:
        return False
    return state.status in ("done", "pending", "processing") or (
        state.status == "failed" and state.retryable is False
    )
