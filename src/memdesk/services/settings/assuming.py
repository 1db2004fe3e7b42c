"""The numbers that layouts assume of their agents, and the range of those that the user may set instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from memdesk.layouts.assumptions import Assumption
from memdesk.layouts.contract import Layout
from memdesk.layouts.optional import Assuming
from memdesk.services.settings.limits import Range, checked_whole


class Assumed(NamedTuple):
    """What is assumed of one agent; `title` is its name for people."""

    title: str
    assumptions: tuple[Assumption, ...]


def assumed_of(layouts: Iterable[Layout]) -> Iterator[Assumed]:
    """What each layout assumes; nothing for those that take every number from their agent's own files."""
    for layout in layouts:
        # Looked at by itself: a layout need not be both.
        asked: object = layout
        yield Assumed(layout.title, tuple(asked.assumptions()) if isinstance(asked, Assuming) else ())


def checked_number(assumption: Assumption, text: str) -> int:
    """The number that was typed. Raises `UsageError` with what it has to be."""
    return checked_whole(text.replace(",", ""), Range(assumption.least, assumption.most))
