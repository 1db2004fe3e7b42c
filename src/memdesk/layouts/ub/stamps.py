"""Times behind entries that ub cannot read: why not, and what was most likely meant."""

from __future__ import annotations

import re

from memdesk.layouts.shapes.go_time import GoTime, read_time
from memdesk.text.sentence import say

_NEARLY = re.compile(
    r"\s*(?P<day>\d{4}-\d\d-\d\d)"
    r"(?:(?P<parts>[Tt]|\s+)(?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,]\d+)?)?"
    r"(?P<blank>\s*)(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?\s*",
    re.ASCII,
)


def meant_time(text: str) -> GoTime | None:
    """The time that `text` most likely means, None where it means none; what it does not say is midnight in UTC."""
    found = _NEARLY.fullmatch(text)
    if found is None:
        return None
    hour, minute, second = (found[name] or "00" for name in ("hour", "minute", "second"))
    zone = (found["zone"] or "Z").upper()
    if len(zone) == len("+0000"):
        zone = f"{zone[:3]}:{zone[3:]}"
    return read_time(f"{found['day']}T{hour}:{minute}:{second}{zone}")


def why_no_time(text: str) -> str:
    """Why ub does not take `text` for a time, as the end of a sentence."""
    found = _NEARLY.fullmatch(text)
    if found is None:
        return say("it is no date and time such as 2026-06-01T09:30:00Z")
    reasons = {
        "there is no such day or time of day": meant_time(text) is None,
        "the time of day is missing": found["hour"] is None,
        "the seconds are missing": found["second"] is None,
        "the Z or the offset at the end is missing": found["zone"] is None,
        "T and Z have to be capital letters": found["parts"] != "T" or found["zone"] == "z",
        "the offset has no colon": ":" not in (found["zone"] or ""),
    }
    return next((reason for reason, is_so in reasons.items() if is_so), say("there are blanks in it"))
