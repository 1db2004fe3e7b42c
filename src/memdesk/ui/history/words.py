"""Versions in words: who wrote one, why it is there, and the sentence a screen reader says."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime

from memdesk.services.history.timeline import Deed, Summary
from memdesk.services.history.trash import Removed, RemovedKind
from memdesk.services.inbox.review_changes import EDITED_IN_INBOX
from memdesk.services.remembered.past_documents import Past
from memdesk.services.remembered.tallies import Fate, Noun, Tally
from memdesk.store.versions import (
    DISPLACED,
    FIRST_SEEN,
    FOUND_ON_DISK,
    GONE_FROM_DISK,
    LEFT_BEHIND,
    LOST_OR_MERGED,
    REHOMED,
    Author,
    Version,
)
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn


def who_wrote(version: Version, agent: str) -> str:
    """Who wrote a version, as far as that is known; `agent` rewrites the document, empty where none does."""
    if version.author is Author.YOU:
        return tr("You")
    if version.why == FIRST_SEEN:
        return tr("First seen")
    if version.author is Author.AGENT and agent:
        return told(agent)
    return tr("{agent} or a program", agent=agent) if agent else tr("A program")


def why_kept(version: Version) -> str:
    """Why there is a version; empty where who wrote it says all."""
    known = {
        "edit": tr("edit"),
        "create": tr("file created"),
        "restore": tr("restore"),
        "undo": tr("undo"),
        "redo": tr("redo"),
        "move": tr("move"),
        REHOMED: tr("move"),
        "copy": tr("copy"),
        "rename": tr("rename"),
        "replace": tr("replaced by a search"),
        "retype": tr("change of kind"),
        "set body": tr("edit of an entry"),
        EDITED_IN_INBOX: tr("edit of an entry"),
        "add": tr("addition"),
        "remove": tr("removal"),
        "follow": tr("followed another file"),
        FIRST_SEEN: "",
        FOUND_ON_DISK: tr("found on disk"),
        GONE_FROM_DISK: tr("gone from disk"),
        DISPLACED: tr("written during a save"),
        LOST_OR_MERGED: tr("met a change by another program"),
        LEFT_BEHIND: tr("left by an interrupted save"),
    }
    parts = (
        known.get(version.why, version.why),
        "" if version.landed else tr("never saved"),
        tr("purged") if version.purged else "",
    )
    return listed(parts)


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
    return listed(parts)


def tip_of(version: Version, agent: str) -> str:
    """The whole of a row that may be elided, with the full local time and the exact size."""
    size = tr("removed") if version.removed else shown.exact_size(version.size_bytes)
    first = listed((who_wrote(version, agent), why_kept(version)))
    return f"{first}\n{shown.moment(version.when)}\n{size}"


def icon_of(version: Version) -> str:
    """The Lucide icon of who wrote it, or of what is special."""
    if version.removed:
        return "file-x"
    if version.author is Author.YOU:
        return "user"
    return "eye" if version.why == FIRST_SEEN else "bot"


# Over everything


def day_of(when: float, today: QDate | None = None) -> str:
    """The day of a time, in Unix seconds: `Today`, `Yesterday`, `Tuesday, 26 May 2026`."""
    day = QDateTime.fromSecsSinceEpoch(int(when)).date()
    ago = day.daysTo(today or QDate.currentDate())
    if ago in (0, 1):
        return tr("Today") if ago == 0 else tr("Yesterday")
    return shown.day(when)


def place_of(past: Past) -> str:
    """Where a document belongs, for a row: its scope, and the folder or agent where that does not say it."""
    scope = told(past.document.scope.title)
    return " · ".join(part for part in (told(past.whose), scope) if part and part != past.document.title)


def what_changed(version: Version, summary: Summary | None) -> str:
    """What a version did, in words: `2 entries added, 1 changed`; empty while that is not known yet."""
    if summary is None:
        return ""
    words = _deed_words(summary)
    is_special = version.why in _OWN_WAYS or not version.landed or version.purged
    own = why_kept(version) if is_special else ""
    return tr("{words} ({own})", words=words, own=own) if own and words else words or own


_OWN_WAYS = frozenset({"restore", "undo", "redo", "move", "copy", "rename", REHOMED, DISPLACED, LEFT_BEHIND})


def _deed_words(summary: Summary) -> str:
    if summary.tallies:
        return tallied(summary.tallies)
    return {
        Deed.FIRST_SEEN: "",
        Deed.MADE: tr("file created"),
        Deed.REMOVED: tr("file removed"),
        Deed.SAME: tr("blank lines or line ends changed"),
    }.get(summary.deed, tr("changed"))


def tallied(tallies: tuple[Tally, ...]) -> str:
    """Counts in words; what they count is named once where it is always the same: `2 entries added, 1 changed`."""
    parts = []
    noun: Noun | None = None
    for one in tallies:
        counted = shown.number(one.how_many) if one.noun is noun else _counted(one.noun, one.how_many)
        parts.append(_fated(one.fate, counted))
        noun = one.noun
    return listed(parts)


def _fated(fate: Fate, counted: str) -> str:
    words = {
        Fate.ADDED: tr("{what} added", what=counted),
        Fate.CHANGED: tr("{what} changed", what=counted),
        Fate.REMOVED: tr("{what} removed", what=counted),
    }
    return words[fate]


def _counted(noun: Noun, how_many: int) -> str:
    number = shown.number(how_many)
    if noun is Noun.ENTRY:
        return trn("{n} entry", "{n} entries", how_many, n=number)
    if noun is Noun.SECTION:
        return trn("{n} section", "{n} sections", how_many, n=number)
    if noun is Noun.FIELD:
        return trn("{n} field", "{n} fields", how_many, n=number)
    return trn("{n} place", "{n} places", how_many, n=number)


def spoken_change(version: Version, past: Past, summary: Summary | None) -> str:
    """One row of the timeline in a sentence."""
    parts = (
        shown.moment(version.when),
        who_wrote(version, past.writer),
        past.document.title,
        place_of(past),
        what_changed(version, summary),
    )
    return listed(parts)


# The trash


def removal_of(title: str, version: Version, agent: str) -> str:
    """Who removed a file, and when, in a sentence: `memory.md was removed 2 min ago by ub or a program`."""
    is_now = shown.ago(version.when) == tr("now")
    facts = {"title": title, "age": tr("just now") if is_now else shown.ago(version.when)}
    if version.author is Author.YOU:
        return tr("{title} was removed {age} by you.", **facts)
    if not agent:
        return tr("{title} was removed {age} by a program.", **facts)
    return tr("{title} was removed {age} by {agent} or a program.", **facts, agent=agent)


def kind_of(removed: Removed) -> str:
    """What was removed: `entry`, `section`, `file`, `folder with 3 files`."""
    if removed.kind is RemovedKind.FOLDER:
        count = len(removed.kept)
        return trn("folder with {n} file", "folder with {n} files", count, n=shown.number(count))
    words = {
        RemovedKind.FILE: tr("file"),
        RemovedKind.SECTION: tr("section"),
        RemovedKind.ENTRY: tr("entry"),
    }
    return words[removed.kind]


def who_removed(removed: Removed) -> str:
    """Who removed it, as far as that is known."""
    if not removed.was_seen:
        return tr("Somebody")
    version, writer = removed.version, removed.past.writer
    return who_wrote(version, writer)


def where_from(removed: Removed) -> str:
    """What it was part of."""
    past = removed.past
    if removed.kind in (RemovedKind.ENTRY, RemovedKind.SECTION):
        return " · ".join(part for part in (past.document.title, place_of(past)) if part)
    return told(past.whose) if removed.kind is RemovedKind.FOLDER else place_of(past)


def when_removed(removed: Removed) -> str:
    """How long ago, for the end of a row."""
    if removed.was_seen:
        return shown.age(removed.version.when)
    return tr("seen {age}", age=shown.ago(removed.version.when))


def spoken_removed(removed: Removed, name: str) -> str:
    """One row of the trash in a sentence; `name` is what it is called there."""
    if removed.was_seen:
        who = tr(
            "removed by {who}, {age}", who=who_removed(removed), age=shown.spoken_age(removed.version.when)
        )
    else:
        who = tr("last seen {age}", age=shown.spoken_age(removed.version.when))
    parts = (kind_of(removed), name, where_from(removed), who)
    return listed(parts)
