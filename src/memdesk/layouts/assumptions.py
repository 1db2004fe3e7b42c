"""Numbers that a layout takes for granted of its agent, and whose user may know better: caps and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memdesk.text.sentence import say

if TYPE_CHECKING:
    from memdesk.layouts.view import View

SET_BY_USER = say("your setting in Memdesk, under Agents")
"""Who says a number that is not the one assumed."""


class Assumption(NamedTuple):
    """A number that a layout assumes of its agent, where the agent's own configuration does not say it.

    `agent` is the layout's short name, `name` that of the number in the settings file, `label` and `unit` are for
    people. It lies from `least` to `most`. `source` is a sentence: which document of the agent, or which measurement
    of its program, the number comes from.
    """

    agent: str
    name: str
    label: str
    value: int
    unit: str
    least: int
    most: int
    source: str

    def of(self, view: View) -> int:
        """The number in force: the user's, as near to it as it may be, else the one assumed."""
        said = view.override(self.agent, self.name)
        return self.value if said is None else min(max(said, self.least), self.most)

    def why(self, view: View) -> str:
        """Who says the number in force, where that is not the layout; else empty."""
        return SET_BY_USER if self.of(view) != self.value else ""
