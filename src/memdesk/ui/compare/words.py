"""How the compare view speaks of versions and differences."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.services.comparing.comparing import CameIn, Take
from memdesk.services.comparing.settling import LineSource, Source
from memdesk.ui.i18n import sentences, tr, trn


class Sides(NamedTuple):
    """What the columns are called: the owner of the third one ("evva"), and what is known of each version.

    `document` is the name of the document, for where several of its places differ; `monogram` are the letters of the
    owner, where that is an agent.
    """

    other: str
    mine_note: str
    before_note: str
    their_note: str
    document: str = ""
    monogram: str = ""


def take_words(take: Take, other: str) -> str:
    """The label of a take button."""
    return {
        Take.MINE: tr("Take mine"),
        Take.BEFORE: tr("Keep before"),
        Take.THEIRS: tr("Take {other}’s", other=other),
        Take.BOTH: tr("Take both"),
    }[take]


def short_words(take: Take, other: str) -> str:
    """The label of a take button where there is little room."""
    words = {Take.MINE: tr("Mine"), Take.BEFORE: tr("Before"), Take.BOTH: tr("Both")}
    return words.get(take, _theirs(other))


def column_words(take: Take, other: str) -> str:
    """The title of a column."""
    return {Take.MINE: tr("Yours"), Take.BEFORE: tr("Before")}.get(take, _theirs(other))


def the_disk() -> str:
    """The owner of the third column where no agent is known to have written it."""
    return tr("the disk")


def _theirs(other: str) -> str:
    """The label of the third version: it begins with a capital, unless it is a name."""
    return tr("The disk’s") if other == the_disk() else tr("{other}’s", other=other)


def source_words(source: LineSource, other: str) -> str:
    """What stands beside a line of the result; empty where all versions have it."""
    return {
        Source.ALL: "",
        Source.MINE: tr("yours") if source.is_new else "",
        Source.BEFORE: tr("before"),
        Source.THEIRS: tr("{other}’s", other=other) if source.is_new else "",
        Source.EDITED: tr("edited here"),
        Source.OPEN: tr("not settled"),
    }[source.source]


def merged_words(came: tuple[CameIn, ...], other: str) -> str:
    """What merged by itself, per section."""
    return sentences(*(_came_words(one, other) for one in came))


def _came_words(one: CameIn, other: str) -> str:
    name = one.title or tr("The text before the first heading")
    if not one.removed:
        return trn(
            "{name}: {n} line from {other}.",
            "{name}: {n} lines from {other}.",
            one.added,
            name=name,
            other=other,
        )
    if not one.added:
        return trn(
            "{name}: {n} line removed by {other}.",
            "{name}: {n} lines removed by {other}.",
            one.removed,
            name=name,
            other=other,
        )
    return trn(
        "{name}: {n} line changed by {other}.",
        "{name}: {n} lines changed by {other}.",
        max(one.added, one.removed),
        name=name,
        other=other,
    )
