"""Entry ids, dates, lists and names as EverOS reads and writes them (1.5.1, and 1.0.2 where it answers otherwise)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum

from memdesk.layouts.shapes.python_text import PYTHON_WHITE_SPACE

_SEQUENCE_DIGITS = 8
_LONGEST_NAME = 50
_UNSAFE = re.compile(r"[^\w\-.]")
_NO_NAMES = frozenset({"", ".", ".."})


class EverosError(ValueError):
    """EverOS refuses or fails; the message is ours."""


class Version(Enum):
    """Generations of EverOS that number entries, name folders and match paths differently."""

    V1_0 = "1.0"
    """Measured on 1.0.2."""
    V1_5 = "1.5"
    """Measured on 1.5.1."""


@dataclass(frozen=True, slots=True)
class EntryId:
    """A structured entry id: `<prefix>_<YYYYMMDD>_<sequence>`."""

    prefix: str
    day: date
    sequence: int

    def __str__(self) -> str:
        """As EverOS writes it: at least eight digits; nothing is checked, and a year below 1000 is not padded."""
        day = f"{self.day.year}{self.day.month:02}{self.day.day:02}"
        return f"{self.prefix}_{day}_{self.sequence:0{_SEQUENCE_DIGITS}d}"


def parse_entry_id(text: str) -> EntryId:
    """Read an id as laxly as EverOS: Python's own numbers, dates of six to eight digits, any prefix but none.

    Raises `EverosError` for everything else.
    """
    parts = text.rsplit("_", 2)
    if len(parts) != 3 or not parts[0]:
        raise EverosError(f"{text!r} is no entry id")
    try:
        # The offset of such a time is none of ours: only its day counts.
        day = datetime.strptime(parts[1], "%Y%m%d").replace(tzinfo=UTC).date()
        sequence = int(parts[2])
    except ValueError as error:
        raise EverosError(f"{text!r} is no entry id: {error}") from error
    if sequence < 0:
        raise EverosError(f"{text!r} has a negative sequence")
    return EntryId(parts[0], day, sequence)


def next_entry_id(prefix: str, day: date, current_count: int) -> EntryId:
    """The id after `current_count` entries. Raises `EverosError` for a negative count."""
    if current_count < 0:
        raise EverosError(f"{current_count} entries are too few")
    return EntryId(prefix, day, current_count + 1)


def highest_sequence(ids: list[str]) -> int:
    """The highest sequence of ids that parse, of whatever day and prefix; 0 where none does."""
    highest = 0
    for text in ids:
        try:
            highest = max(highest, parse_entry_id(text).sequence)
        except EverosError:
            continue
    return highest


def parse_list(text: str) -> list[str]:
    """The items of an inline list `[a, b]`; none where the brackets are missing. There is no escaping."""
    inner = text.strip(PYTHON_WHITE_SPACE)
    if not (inner.startswith("[") and inner.endswith("]")):
        return []
    items = (item.strip(PYTHON_WHITE_SPACE) for item in inner[1:-1].split(","))
    return [item for item in items if item]


def parse_timestamp(text: str | None) -> datetime:
    """A required ISO time; without an offset it is UTC, EverOS's default zone. Raises `EverosError`."""
    if not text:
        raise EverosError("the timestamp is missing")
    iso = text.strip(PYTHON_WHITE_SPACE)
    if iso.endswith("Z"):
        iso = iso[:-1] + "+00:00"
    try:
        found = datetime.fromisoformat(iso)
    except ValueError as error:
        raise EverosError(f"{text!r} is no time: {error}") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def optional_timestamp(text: str | None) -> datetime | None:
    """An ISO time, None where there is only white space. Raises `EverosError`."""
    return parse_timestamp(text) if text and text.strip(PYTHON_WHITE_SPACE) else None


def safe_name(raw: str, fallback: str) -> str:
    """A folder or file name made of free text, since 1.2.3: NFC, blanks to `_`, others dropped, 50 characters."""
    name = unicodedata.normalize("NFC", raw).replace(" ", "_")
    name = _UNSAFE.sub("", name)[:_LONGEST_NAME]
    return fallback if name in _NO_NAMES else name


def skill_folder_name(name: str, version: Version = Version.V1_5) -> str:
    """The folder of a skill; 1.0 takes the name as it is."""
    return f"skill_{name if version is Version.V1_0 else safe_name(name, 'unnamed')}"
