"""What EverOS's writers make of files: append to a daily log, patch a header, overwrite a profile or a skill.

None of this is how Memdesk edits: these writers dump headers anew, turn line ends into LF and overwrite whole files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from memdesk.layouts.everos.entries import render_audit_form
from memdesk.layouts.everos.header import dump_like_everos, parse_like_everos, read_like_everos
from memdesk.layouts.everos.ids import (
    EntryId,
    EverosError,
    Version,
    highest_sequence,
    next_entry_id,
)
from memdesk.layouts.everos.kinds import Kind
from memdesk.layouts.shapes.daily_log import close_marker, open_marker, scan_entries

_TEMPORARY = re.compile(r"\..+\.tmp\.[0-9a-f]{32}")


def is_temporary(name: str) -> bool:
    """Whether EverOS fills a file of this name before it renames it over another."""
    return _TEMPORARY.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to append: inline fields and sections, in order."""

    inline: Mapping[str, object] = field(default_factory=dict)
    sections: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Appended:
    """A daily log after an append, and the ids of what was appended."""

    text: str
    ids: tuple[EntryId, ...]


def log_header(kind: Kind, owner: str, day: date, count: int, now: datetime) -> dict[object, object]:
    """The nine keys that every append sets, in their order."""
    return {
        "id": f"{kind.name}_log_{owner}_{day.isoformat()}",
        "type": f"{kind.name}_daily",
        "file_type": f"{kind.name}_daily",
        "schema_version": 1,
        kind.owner_key: owner,
        "track": "agent" if kind.owner_key == "agent_id" else "user",
        "date": day.isoformat(),
        "entry_count": count,
        "last_appended_at": now.isoformat(),
    }


def current_count(
    header: Mapping[object, object], ids: Sequence[str], version: Version = Version.V1_5
) -> int:
    """The number that the next entry's follows: the header's count, since 1.5 at least the highest of the file.

    Raises `EverosError` where 1.0 fails on a count that is no number.
    """
    raw = header.get("entry_count", 0)
    if version is Version.V1_0:
        if not isinstance(raw, int):
            raise EverosError(f"entry_count is {raw!r}")
        return int(raw)
    count = raw if isinstance(raw, int) and not isinstance(raw, bool) else 0
    return max(count, highest_sequence(list(ids)))


def append_like_everos(
    text: str | None,
    kind: Kind,
    owner: str,
    day: date,
    items: Sequence[NewEntry],
    now: datetime,
    version: Version = Version.V1_5,
) -> Appended:
    """A daily log with entries appended; `text` is None where there is no file. Raises `EverosError`.

    The file is then as it was. A header that EverOS does not see becomes body below a new one. Where there is nothing
    to append, the file is neither read nor written.
    """
    if not items:
        return Appended(text or "", ())
    parsed = parse_like_everos(read_like_everos(text or ""))
    ids = [entry.entry_id for entry in scan_entries(parsed.body)]
    count = current_count(parsed.header, ids, version)
    new = tuple(next_entry_id(kind.prefix, day, count + number) for number in range(len(items)))
    blocks = [_block(entry_id, item) for entry_id, item in zip(new, items, strict=True)]
    header = dict(parsed.header) | log_header(kind, owner, day, count + len(items), now)
    end = "\n" if parsed.body and not parsed.body.endswith("\n") else ""
    return Appended(dump_like_everos(header) + parsed.body + end + "".join(blocks), new)


def _block(entry_id: EntryId, item: NewEntry) -> str:
    name = str(entry_id)
    body = render_audit_form(name, item.inline, item.sections)
    return f"{open_marker(name)}\n{body}\n{close_marker(name)}\n"


def patch_like_everos(text: str, updates: Mapping[object, object]) -> str:
    """A file after its header was patched: mappings are merged one level deep, other values replaced.

    Raises `EverosError`; the file is then as it was.
    """
    parsed = parse_like_everos(read_like_everos(text))
    header = dict(parsed.header)
    for key, value in updates.items():
        present = header.get(key)
        merges = isinstance(value, dict) and isinstance(present, dict)
        header[key] = {**present, **value} if merges else value  # type: ignore[dict-item]  # both are mappings here
    return dump_like_everos(header) + parsed.body
