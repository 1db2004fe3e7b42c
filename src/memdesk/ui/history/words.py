"""Versions in words: who wrote one, why it is there, and the sentence a screen reader says."""

from __future__ import annotations

from memdesk.store.versions import (
    DISPLACED,
    FIRST_SEEN,
    FOUND_ON_DISK,
    GONE_FROM_DISK,
    LEFT_BEHIND,
    Author,
    Version,
)
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr


def who_wrote(version: Version, agent: str) -> str:
    """Who wrote a version, as far as that is known; `agent` rewrites the document, empty where none does."""
    if version.author is Author.YOU:
        return tr("You")
    if version.why == FIRST_SEEN:
        return tr("First seen")
    if version.author is Author.AGENT and agent:
        return agent
    return tr("{agent} or a program", agent=agent) if agent else tr("A program")


def why_kept(version: Version) -> str:
    """Why there is a version; empty where who wrote it says all."""
    known = {
        "edit": tr("edit"),
        "create": tr("made the file"),
        "restore": tr("restore"),
        "undo": tr("undo"),
        "redo": tr("redo"),
        "move": tr("move"),
        "copy": tr("copy"),
        "rename": tr("rename"),
        "retype": tr("change of kind"),
        "set body": tr("edit of an entry"),
        "add": tr("addition"),
        "remove": tr("removal"),
        "follow": tr("followed another file"),
        FIRST_SEEN: "",
        FOUND_ON_DISK: tr("found on disk"),
        GONE_FROM_DISK: tr("gone from disk"),
        DISPLACED: tr("written during a save"),
        LEFT_BEHIND: tr("left by an interrupted save"),
    }
    why = known.get(version.why, version.why)
    if version.landed:
        return why
    return tr("{why}, never saved", why=why) if why else tr("never saved")


def facts_of(version: Version, *, is_present: bool) -> str:
    """What stands at the end of its row: size, or what is special, and age."""
    size = shown.size(version.size_bytes)
    if version.removed:
        size = tr("removed")
    elif is_present:
        size = tr("present text")
    return f"{size} · {shown.age(version.when)}"


def spoken_version(version: Version, agent: str, *, is_present: bool) -> str:
    """One version in a sentence."""
    size = tr("removed") if version.removed else shown.spoken_size(version.size_bytes)
    present = tr("the present text") if is_present else ""
    parts = (
        who_wrote(version, agent),
        why_kept(version),
        shown.spoken_age(version.when),
        size,
        present,
    )
    return ", ".join(part for part in parts if part)


def tip_of(version: Version, agent: str) -> str:
    """The whole of a row that may be elided, with the full local time and the exact size."""
    size = tr("removed") if version.removed else shown.exact_size(version.size_bytes)
    first = ", ".join(part for part in (who_wrote(version, agent), why_kept(version)) if part)
    return f"{first}\n{shown.moment(version.when)}\n{size}"
