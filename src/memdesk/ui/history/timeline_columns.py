"""How the room of a row of the timeline is divided: who wrote, which document, what changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from memdesk.services.remembered.tallies import Fate, Noun, Tally
from memdesk.ui.history.timeline_model import Change
from memdesk.ui.history.words import tallied, who_wrote
from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.theme import Theme

GAP_PX = 10
_LEAST_WHO_SHARE, _DOCUMENT_SHARE = 0.24, 0.55
_MOST_WHO_PX, _MOST_TITLE_PX = 260, 160
_USUAL_AGENT, _USUAL_TITLE = "n" * 12, "n" * 16
_USUAL_CHANGE = (Tally(Fate.CHANGED, Noun.SECTION, 1),)


class Columns(NamedTuple):
    """Widths in px: of a row, of what one wants to be shown whole, or of what is given."""

    who: int
    document: int
    change: int


def wanted_by(changes: Iterable[Change], theme: Theme) -> Columns:
    """How wide the columns are in which each of these is whole. What changed is not known yet: a usual one is taken."""
    body, titles, writers = theme.metrics("body"), set(), set()
    for version, past in changes:
        titles.add(past.document.title)
        writers.add(who_wrote(version, past.writer))
    return Columns(
        min(_MOST_WHO_PX, max((body.horizontalAdvance(who) for who in writers), default=0)),
        min(_MOST_TITLE_PX, max((body.horizontalAdvance(plain_name(title)) for title in titles), default=0)),
        _change_px(theme),
    )


def needs_two_lines(room: int, theme: Theme) -> bool:
    """Whether `room` px are too few for columns, whichever rows there are: nothing moves as more of them come."""
    body = theme.metrics("body")
    who = tr("{agent} or a program", agent=_USUAL_AGENT)
    usual = (body.horizontalAdvance(who), body.horizontalAdvance(_USUAL_TITLE), _change_px(theme))
    return room < sum(usual) + 2 * GAP_PX


def _change_px(theme: Theme) -> int:
    return theme.metrics("small").horizontalAdvance(tallied(_USUAL_CHANGE))


def columns_in(room: int, wanted: Columns) -> Columns:
    """`room` px divided. Who wrote gives way first; what no column wants goes to the documents and what changed."""
    room = max(0, room - 2 * GAP_PX)
    others = wanted.document + wanted.change
    who = min(wanted.who, max(round(room * _LEAST_WHO_SHARE), room - others))
    rest = room - who
    share = round(rest * _DOCUMENT_SHARE)
    most = min(max(share, wanted.document), rest - wanted.change)
    document = min(rest, max(most, min(share, wanted.document)))
    return Columns(who, document, rest - document)
