"""From one problem to the next, through all documents. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memdesk.services.preview.survival import Loss
from memdesk.services.problems.listed import Listed
from memdesk.ui.i18n import told


class Stop(NamedTuple):
    """A place where something is wrong. `listed` is the problem in the list, None for one that is too new for it."""

    path: str
    position: int
    sentence: str
    why: str
    listed: Listed | None = None


def stops_of(listed: Iterable[Listed], path: str, losses: Iterable[Loss]) -> list[Stop]:
    """The places of these problems, and of what the agent would do to the text of `path` as it is just now."""
    found = {
        (one.path, one.found.problem.span.start): Stop(
            one.path,
            one.found.problem.span.start,
            told(one.found.problem.message),
            told(one.found.problem.why),
            one,
        )
        for one in listed
    }
    for loss in losses:
        found.setdefault(
            (path, loss.span.start),
            Stop(path, loss.span.start, f"{told(loss.message).rstrip('.')}.", told(loss.why)),
        )
    return [found[place] for place in sorted(found)]


def next_stop(stops: Sequence[Stop], path: str, position: int, by: int) -> Stop | None:
    """The one after a place (1) or before it (-1): in this document, then in the next one by path, and around."""
    if not stops:
        return None
    here = (path, position)
    if by > 0:
        return next((one for one in stops if (one.path, one.position) > here), stops[0])
    return next((one for one in reversed(stops) if (one.path, one.position) < here), stops[-1])
