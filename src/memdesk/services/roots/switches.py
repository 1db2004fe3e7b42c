"""What of an agent's memory is switched off, and by what."""

from __future__ import annotations

from memdesk.layouts.contract import Layout
from memdesk.layouts.optional import SwitchedOff, Switching
from memdesk.layouts.view import View
from memdesk.services.faults.boundary import answered


def switched_off(layout: Layout, view: View, root: str) -> tuple[SwitchedOff, ...]:
    """What the agent of `root` was told not to keep or read there; nothing where that cannot be looked at."""
    if not isinstance(layout, Switching):
        return ()
    try:
        return answered(lambda: tuple(layout.switched_off(view, root)), root, lambda _: ())
    except OSError:
        return ()
