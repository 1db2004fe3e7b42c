"""What the box offers: commands, places in memory and pages of the settings, and which of them answer a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from PySide6.QtGui import QKeySequence

from memdesk.services.remembered.fuzzy import Name, find_names, folded
from memdesk.services.remembered.places import Place, PlaceKind

MOST_FOUND = 200

PREFIXES = {">": "command", "@": "section", "#": "entry"}


class Group(Enum):
    """The parts of the list, in their order: where no prefix asks for commands, one looks for memory."""

    RECENT = "recent"
    MEMORY = "memory"
    COMMANDS = "commands"
    SETTINGS = "settings"
    LATER = "not now"


class Choice(NamedTuple):
    """One thing that can be chosen. `key` says what it is for the list of recent ones.

    `more` is sub text, `also` are words by which it is found, though they are not shown, `keys` the shortcut. A command
    with `why_not` cannot run now. `is_body` tells that the title is memory text itself,
    which stands in `around`.
    """

    group: Group
    key: str
    title: str
    choose: Callable[[], object]
    more: str = ""
    icon: str = ""
    keys: QKeySequence | None = None
    why_not: str = ""
    is_body: bool = False
    around: str = ""
    kind: str = "command"
    also: str = ""

    @property
    def name(self) -> Name:
        """By what it is found."""
        return Name(folded(self.title), folded(f"{self.more} {self.also}"))


class Offer(NamedTuple):
    """All there is to choose from: the names, what each one is (as `PREFIXES` has it), and how a choice is made."""

    names: Sequence[Name]
    kinds: Sequence[str]
    choice: Callable[[int], Choice]


class Answer(NamedTuple):
    """What answers a query, in groups, and how many these are; `query` is it without its prefix."""

    query: str
    choices: tuple[Choice, ...]
    total: int


def offer_of(choices: Sequence[Choice]) -> Offer:
    """The offer of these."""
    names = [choice.name for choice in choices]
    return Offer(names, [choice.kind for choice in choices], choices.__getitem__)


def icon_of(place: Place, document_icon: Callable[..., str]) -> str:
    """The icon of a place: that of its document, or of a part of one."""
    if place.kind is PlaceKind.DOCUMENT:
        return document_icon(place.document_kind)
    return "heading" if place.kind is PlaceKind.SECTION else "list"


def answer(
    text: str, offers: Sequence[Offer], recent: Sequence[str], is_wanted: Callable[[], bool] = lambda: True
) -> Answer:
    """What answers `text`, which may begin with a prefix; without any words, the `recent` ones come first.

    Any thread.
    """
    text = text.lstrip(" ")
    kind = PREFIXES.get(text[:1], "")
    query = text[1:] if kind else text
    found: list[Choice] = []
    for offer in offers:
        kept = [number for number, its in enumerate(offer.kinds) if its == kind] if kind else None
        names = offer.names if kept is None else [offer.names[number] for number in kept]
        hits = find_names(query, names, MOST_FOUND, is_wanted)
        found += [offer.choice(hit.number if kept is None else kept[hit.number]) for hit in hits]
    found = _grouped(found, [] if query.split() else recent)
    return Answer(query, tuple(found), len(found))


def _grouped(found: Sequence[Choice], recent: Sequence[str]) -> list[Choice]:
    """By group; what was chosen of late before all, what cannot run now behind all."""
    by_key = {choice.key: choice for choice in found if not choice.why_not}
    first = [by_key[key]._replace(group=Group.RECENT) for key in recent if key in by_key]
    known = {choice.key for choice in first}
    rest = [
        choice._replace(group=Group.LATER) if choice.why_not else choice
        for choice in found
        if choice.key not in known
    ]
    order = list(Group)
    return [*first, *sorted(rest, key=lambda choice: order.index(choice.group))]
