"""Which folders hold memory on this machine, of which agent, and why we think so."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from memdesk.layouts.shapes.files import real_path_of
from memdesk.text.sentence import Sentence, say

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout, Place, View

PLAIN = "plain"
"""Name of the layout that takes a folder which no agent's layout claims."""

_BY_HAND = say("opened by hand")


class MemoryRoot(NamedTuple):
    """A folder where an agent keeps memory, or would: `found` tells which. `why` is a sentence for the user.

    `name` is what the user calls it, empty for nothing special.
    """

    path: str
    layout: Layout
    why: str
    found: bool = True
    generation: str = ""
    supported: bool = True
    name: str = ""

    @property
    def label(self) -> str:
        """What the user calls it, else the agent's name for people."""
        return self.name or self.title

    @property
    def agent(self) -> str:
        """The agent's short name."""
        return self.layout.name

    @property
    def title(self) -> str:
        """The agent's name for people, with its generation where there are several."""
        if not self.generation:
            return self.layout.title
        # The settings keep the words of a layout, which are to be translated all the same.
        generation = Sentence(self.generation.replace("{", "{{").replace("}", "}}"), {})
        return say("{agent} ({generation})", agent=self.layout.title, generation=generation)


def find_roots(layouts: Sequence[Layout], view: View, by_hand: Iterable[str] = ()) -> tuple[MemoryRoot, ...]:
    """Every place of every layout, found or not, and the folders opened by hand; each folder and agent once."""
    known: dict[tuple[str, str], MemoryRoot] = {}
    for root in (*_places(layouts, view), *(claim(layouts, view, path) for path in by_hand)):
        known.setdefault((real_path_of(view, root.path), root.agent), root)
    return tuple(known.values())


def claim(layouts: Sequence[Layout], view: View, path: str) -> MemoryRoot:
    """A folder opened by hand, as the root of the agent that most surely lives there; else as plain Markdown."""
    for root in _places(layouts, view):
        if root.found and real_path_of(view, root.path) == real_path_of(view, path):
            return root
    found = os.path.isdir(path)
    scores = {layout.name: layout.score(view, path) if found else 0.0 for layout in layouts}
    surest = max(layouts, key=lambda layout: (scores[layout.name], layout.name == PLAIN))
    return MemoryRoot(path, surest, _BY_HAND, found)


def _places(layouts: Sequence[Layout], view: View) -> Iterator[MemoryRoot]:
    for layout in layouts:
        for place in layout.places(view):
            yield _at(layout, place)


def _at(layout: Layout, place: Place) -> MemoryRoot:
    return MemoryRoot(place.path, layout, place.why, place.found, place.generation, place.supported)
