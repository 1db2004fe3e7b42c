"""What the user's own changes took out of files and put in, from the history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from typing import NamedTuple

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.versions import Author, Version


class OwnChange(NamedTuple):
    """One change of one file: the lines that went, and those that came; whether the file itself went."""

    path: str
    why: str
    removed: tuple[str, ...]
    added: tuple[str, ...]
    file_went: bool


def own_changes(paths: Iterable[str]) -> list[OwnChange]:
    """Every landed change of ours of these files, compared with the text that it was made on."""
    found: list[OwnChange] = []
    with closing(History(StateFolders.of_this_user().history)) as history:
        for path in paths:
            versions = [version for version in history.versions(path) if version.landed]
            own = (version for version in versions if version.author is Author.YOU)
            found += [_change(history, version, _before(versions, version)) for version in own]
    return found


def _before(versions: Iterable[Version], version: Version) -> Version | None:
    older = [one for one in versions if one.id < version.id]
    return max(older, key=lambda one: one.id, default=None)


def _change(history: History, version: Version, before: Version | None) -> OwnChange:
    then, now = _lines(history, before), _lines(history, version)
    return OwnChange(version.path, version.why, _more(then, now), _more(now, then), version.removed)


def _lines(history: History, version: Version | None) -> Counter[str]:
    if version is None or version.removed:
        return Counter()
    return Counter(history.data(version.id).decode("utf-8", "surrogateescape").split("\n"))


def _more(first: Counter[str], second: Counter[str]) -> tuple[str, ...]:
    return tuple(line for line in (first - second).elements() if line.strip())
