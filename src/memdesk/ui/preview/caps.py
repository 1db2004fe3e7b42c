"""The caps of an agent in words: the one on the total, and those on files, facts, lines and notes. Pure."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.layouts.contract import Injected, Meter
from memdesk.layouts.documents import Document
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn

_NEARLY_FULL = 0.8
"""From this share on a cap is shown though nobody looks at what it is of."""


class Budget(NamedTuple):
    """The numbers above and below the meter: all that there is, the cap on it, and the share of one file.

    `amount` is what the meter shows against `cap`, in the unit of the cap.
    """

    amount: int
    cap: int | None
    heading: str
    total: str
    share: str

    @property
    def is_over(self) -> bool:
        """Whether there is more than the cap."""
        return self.cap is not None and self.amount > self.cap


class CapFact(NamedTuple):
    """One cap: what it is of, how much of it is used, and both in words."""

    name: str
    used: int
    cap: int
    words: str

    @property
    def is_over(self) -> bool:
        """Whether there is more than the cap."""
        return self.used > self.cap


def said_share(budget: Budget, document: Document | None) -> str:
    """The file whose only cap `budget` says; empty for none."""
    return document.path if document is not None and budget.cap is None and budget.share else ""


def budget_of(injected: Injected, saved: Injected | None, agent: str, document: Document | None) -> Budget:
    """What the caps say. Where there is none on the total, that is said, and none is invented."""
    total = _total(injected)
    if total is None or total.cap is None:
        chars = len(injected.text)
        words = tr("{agent} sets no cap on the total", agent=agent)
        return Budget(chars, None, shown.chars(chars), words, _share(injected, document))
    heading = tr("{used} of {cap}", used=shown.number(total.used), cap=_amount(total.cap, total.unit))
    before = _total(saved) if saved is not None else None
    grown = total.used - before.used if before is not None else 0
    share = tr("{growth} with your edit", growth=shown.signed(grown)) if grown else ""
    return Budget(total.used, total.cap, heading, _room(total.cap - total.used, total.unit), share)


def budget_in_force(injected: Injected) -> Meter | None:
    """The cap that another budget would stand for: that on the total, else one that is set somewhere."""
    total = _total(injected)
    if total is not None and total.cap is not None:
        return total
    return next((meter for meter in injected.meters if meter.why and meter.unit == "bytes"), None)


def _total(injected: Injected) -> Meter | None:
    """The meter of all that the agent gets: it belongs to no file."""
    of_all = [meter for meter in injected.meters if not meter.path]
    return next((meter for meter in of_all if meter.cap is not None), of_all[0] if of_all else None)


def _room(left: int, unit: str) -> str:
    if left < 0:
        return tr("{amount} over", amount=_amount(-left, unit))
    return tr("Room for {amount} more", amount=_amount(left, unit))


def _amount(value: int, unit: str) -> str:
    if unit == "bytes":
        return trn("{n} byte", "{n} bytes", value, n=shown.number(value))
    return tr("{number} {unit}", number=shown.number(value), unit=_unit(unit))


def _own(injected: Injected, document: Document | None) -> list[Meter]:
    path = document.path if document is not None else ""
    return [meter for meter in injected.meters if path and meter.path == path and meter.cap is not None]


def _share(injected: Injected, document: Document | None) -> str:
    """The one cap of the open file; where it has several, they are listed instead."""
    own = _own(injected, document)
    if len(own) != 1 or document is None or own[0].cap is None:
        return ""
    (meter,) = own
    cap = shown.exact_size(own[0].cap) if meter.unit == "bytes" else _amount(own[0].cap, meter.unit)
    share = shown.percent(meter.used, own[0].cap)
    return tr("{file} at {share} of its {cap}", file=document.title, share=share, cap=cap)


def caps_of(injected: Injected, paths: frozenset[str], said: str = "") -> tuple[list[CapFact], list[CapFact]]:
    """The caps that matter now, of these files and those that are nearly full; and the others.

    `said` is the file whose only cap is said elsewhere, empty for none.
    """
    near: list[CapFact] = []
    far: list[CapFact] = []
    for meter in injected.meters:
        if meter.cap is None or meter is _total(injected) or (said and meter.path == said):
            continue
        fact = CapFact(told(meter.name), meter.used, meter.cap, _words(meter.used, meter.cap, meter.unit))
        matters = meter.path in paths or meter.used >= _NEARLY_FULL * meter.cap
        (near if matters else far).append(fact)
    return near, far


def _words(used: int, cap: int, unit: str) -> str:
    if unit == "bytes":
        return tr("{used} of {cap}", used=shown.exact_size(used), cap=shown.exact_size(cap))
    return tr("{used} of {cap} {unit}", used=shown.number(used), cap=shown.number(cap), unit=_unit(unit))


def _unit(name: str) -> str:
    return tr(_UNITS.get(name, name))


_UNITS = {
    "bytes": "bytes",
    "characters": "characters",
    "days": "days",
    "entries": "entries",
    "facts": "facts",
    "levels": "levels",
    "lines": "lines",
    "minutes": "minutes",
    "notes": "notes",
    "rows": "rows",
    "seconds": "seconds",
}
"""What layouts count in meters and in what they assume, by the names they have for it."""
