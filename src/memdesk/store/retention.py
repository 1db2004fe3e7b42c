"""Which versions a history may let go of: pure rules over versions, with the time given.

Everything is kept for a while, then the last version of each hour, then of each day, then none but those which nobody
could make again: what a document was when it was seen first, texts that lost against another writer or were displaced
by a save, and what was there before a file was removed. The newest version of a document always stays. What the user
wrote, and what others wrote unseen, is told by who wrote a version after whom: where they take turns, the last version
of each turn stays, as long as there are not too many in an hour or a day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from memdesk.store.versions import DISPLACED, FIRST_SEEN, LEFT_BEHIND, LOST_OR_MERGED, Version

HOUR_S = 3600
DAY_S = 24 * HOUR_S
MB = 1024 * 1024
_MOST_TURNS = 16
_NEVER_THINNED = frozenset({FIRST_SEEN, DISPLACED, LEFT_BEHIND, LOST_OR_MERGED})


class Limits(NamedTuple):
    """How long versions are kept: all of them, the last of each hour, the last of each day; and their whole size.

    Ages are seconds from now; sizes are of the texts as they are stored, each once.
    """

    all_s: float = 2 * DAY_S
    hourly_s: float = 30 * DAY_S
    daily_s: float = 365 * DAY_S
    most_bytes: int = 500 * MB


def superfluous(
    versions: Iterable[Version], stored_bytes: Mapping[str, int], now: float, limits: Limits
) -> frozenset[int]:
    """The ids of the versions to let go of. `stored_bytes` is what each text takes, by its SHA-256.

    Where what is left is still larger than it may be, the oldest go first; what is exempt stays even then.
    """
    everything = sorted(versions, key=lambda version: version.id)
    by_path: defaultdict[str, list[Version]] = defaultdict(list)
    for version in everything:
        by_path[version.path].append(version)
    exempt = {version.id for each in by_path.values() for version in _exempt(each)}
    thinned = {
        version.id
        for each in by_path.values()
        for version in _thinned([one for one in each if one.id not in exempt], now, limits)
    }
    left = [version for version in everything if version.id not in thinned]
    return frozenset(thinned | set(_over_size(left, exempt, stored_bytes, limits.most_bytes)))


def parents_without(versions: Iterable[Version], gone: frozenset[int]) -> Iterator[tuple[int | None, int]]:
    """What those versions follow, when the `gone` ones are let go of, that followed one of them: parent and id."""
    by_id = {version.id: version for version in versions}
    for version in by_id.values():
        parent = version.parent
        if version.id in gone or parent not in gone:
            continue
        while parent is not None and parent in gone:
            parent = by_id[parent].parent
        yield parent, version.id


def _exempt(versions: Sequence[Version]) -> Iterator[Version]:
    """Those of one document, oldest first, that stay whatever their age."""
    by_id = {version.id: version for version in versions}
    landed = [version for version in versions if version.landed]
    yield from landed[:1]
    yield from landed[-1:]
    for version in versions:
        if not version.landed or version.removed or version.why in _NEVER_THINNED:
            yield version
        if version.removed and version.parent in by_id:
            yield by_id[version.parent]


def _thinned(versions: Sequence[Version], now: float, limits: Limits) -> Iterator[Version]:
    """Those of one document, oldest first, that are too old, or were followed by one alike in the same hour or day."""
    slots: defaultdict[tuple[int, int], list[Version]] = defaultdict(list)
    for version in versions:
        age_s = now - version.when
        if age_s > limits.daily_s:
            yield version
        elif age_s > limits.all_s:
            step_s = HOUR_S if age_s <= limits.hourly_s else DAY_S
            slots[step_s, int(version.when // step_s)].append(version)
    for slot in slots.values():
        kept = {one.id for one in _last_of_each_turn(slot)}
        yield from (version for version in slot if version.id not in kept)


def _last_of_each_turn(slot: Sequence[Version]) -> Iterator[Version]:
    """Of an hour or a day the last of what was written by hand in a row, and the last of what was not.

    Without what stands between two by hand, what an agent wrote would pass for seen by the user; without the first of
    them, what the user wrote would pass for what the agent has written, who found it there.
    """
    turns = [tuple(row)[-1] for _, row in groupby(slot, key=lambda version: version.is_by_hand)]
    last = turns[-_MOST_TURNS:]
    yield from last[1:] if len(last) < len(turns) and not last[0].is_by_hand else last


def _over_size(
    versions: Sequence[Version], exempt: set[int], stored_bytes: Mapping[str, int], most_bytes: int
) -> Iterator[int]:
    """What goes, oldest first, until the rest is small enough. A text goes with the last version that has it."""
    users: defaultdict[str, int] = defaultdict(int)
    for version in versions:
        users[version.sha256] += 1
    size = sum(stored_bytes.get(digest, 0) for digest in users)
    for version in versions:
        if size <= most_bytes:
            return
        if version.id in exempt:
            continue
        yield version.id
        users[version.sha256] -= 1
        if not users[version.sha256]:
            size -= stored_bytes.get(version.sha256, 0)
