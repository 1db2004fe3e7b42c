"""From one problem to the next, through all documents. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.services.problems import Listed


def next_problem(listed: Sequence[Listed], path: str, caret: int, by: int) -> Listed | None:
    """The one after the caret (1) or before it (-1): in this document, then in the next one by path, and around."""
    if not listed:
        return None
    ordered = sorted(listed, key=_place)
    here = (path, caret)
    if by > 0:
        return next((one for one in ordered if _place(one) > here), ordered[0])
    return next((one for one in reversed(ordered) if _place(one) < here), ordered[-1])


def _place(one: Listed) -> tuple[str, int]:
    return one.path, one.found.problem.span.start
