"""Which card goes on with which section after the text changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, TypeVar

from memdesk.ui.editor.section_lines import SectionLines, Sections


class Holder(Protocol):
    """A card, as far as matching needs it."""

    section: SectionLines

    @property
    def live_lines(self) -> tuple[int, int] | None:
        """First line and count that its text shows now; None where no text was ever shown, or it is broken."""


H = TypeVar("H", bound=Holder)


def match_cards(cards: Iterable[H], sections: Sections) -> dict[int, H]:
    """The cards that go on, each by the number of the section that it shows from now on.

    A card whose text is alive belongs to the section its lines stand in now, whatever that is called; the others
    belong to the section of their old name.
    """
    taken: dict[int, H] = {}
    left_over: list[H] = []
    for card in cards:
        at = _section_of(card, sections)
        if at is not None and at not in taken:
            taken[at] = card
        else:
            left_over.append(card)
    for card in left_over:
        at = sections.numbers.get((card.section.node_id, card.section.has_heading))
        if at is not None and at not in taken:
            taken[at] = card
    return taken


def _section_of(card: Holder, sections: Sections) -> int | None:
    lines = card.live_lines
    if lines is None:
        return None
    # The line above tells more: an empty text stands where the next heading is.
    at = bisect_right(sections.starts, max(0, lines[0] - 1)) - 1
    return at if at >= 0 and sections.lines[at].has_heading == card.section.has_heading else None


def with_lines_in_use(section: SectionLines, lines: tuple[int, int]) -> SectionLines:
    """`section` with the blank lines around its text that a card shows now: the caret may be in them."""
    first, end = max(section.top, lines[0]), min(section.end, sum(lines))
    if section.count:
        first, end = min(first, section.first), max(end, section.first + section.count)
    return replace(section, first=first, count=end - first) if first < end else section
