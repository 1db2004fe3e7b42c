"""What the agents give up next, entry by entry, and what they do not get: from each layout's own model."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from memdesk.layouts.contract import Cut, ForecastKind, Injected, NextOut, Scope, ScopeKind, View
from memdesk.services.entries import WHOLE, Entry, ReadDocument
from memdesk.services.roots import MemoryRoot
from memdesk.services.taken import NodeId
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind

Address = tuple[str, NodeId]
"""A document's path and the node in it."""


class Foretold(NamedTuple):
    """One thing that goes: how, by which rule, as which in order (from 1), and whether one more fact suffices."""

    agent: str
    kind: ForecastKind
    rule: str
    out: NextOut
    place: int
    is_next: bool


class Fates:
    """What is foretold of entries and what is cut, by address. Make one in a worker, `look` at each root."""

    def __init__(self) -> None:
        self._foretold: dict[str, list[Foretold]] = defaultdict(list)
        self._cuts: dict[str, list[Cut]] = defaultdict(list)
        self.rules: dict[tuple[str, str], tuple[Foretold, ...]] = {}
        """What goes next by agent and rule, in order."""

    def look(
        self,
        root: MemoryRoot,
        view: View,
        documents: Iterable[ReadDocument],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Ask the agent's model what goes next in each context that has one of `documents`."""
        for context in contexts_of(root, view, documents):
            if not is_wanted():
                return
            try:
                self.take(root.title, root.layout.injected(view, root.path, context))
            except OSError:
                # A file that vanished meanwhile has no fate any more.
                continue

    def take(self, agent: str, injected: Injected) -> None:
        """Take up what one context says."""
        for forecast in injected.forecasts:
            found = tuple(
                Foretold(agent, forecast.kind, forecast.rule, out, place, place <= forecast.with_one_more)
                for place, out in enumerate(forecast.next_out, start=1)
            )
            self.rules.setdefault((agent, forecast.rule), found)
            for one in found:
                if one not in self._foretold[one.out.path]:
                    self._foretold[one.out.path].append(one)
        for cut in injected.cut:
            if cut.is_over_cap:
                self._cuts[cut.path].append(cut)

    def foretold(self, entry: Entry, lines: Iterable[Entry] = ()) -> tuple[Foretold, ...]:
        """What is said of an entry; `lines` are those of indexes that lead to it."""
        found = [one for each in (entry, *lines) for one in self._of(each)]
        return tuple(dict.fromkeys(found))

    def cuts(self, entry: Entry, lines: Iterable[Entry] = ()) -> tuple[Cut, ...]:
        """What of an entry its agent does not get for want of room."""
        return tuple(
            cut
            for each in (entry, *lines)
            for cut in self._cuts.get(each.document.path, ())
            if is_most_of(cut.span, each.span)
        )

    def _of(self, entry: Entry) -> Iterator[Foretold]:
        for one in self._foretold.get(entry.document.path, ()):
            span = one.out.span
            if entry.node_id == WHOLE if span is None else is_most_of(span, entry.span):
                yield one


def contexts_of(root: MemoryRoot, view: View, documents: Iterable[ReadDocument]) -> tuple[Scope, ...]:
    """The contexts that get one of `documents` of their own, those of the user included; at least one."""
    keys = {(one.document.scope.kind, one.document.scope.key) for one in documents}
    contexts = root.layout.contexts(view, root.path)
    wanted = [one for one in contexts if one.kind is ScopeKind.YOU or (one.kind, one.key) in keys]
    return tuple(wanted or contexts[:1])


def index_lines(documents: Iterable[ReadDocument]) -> dict[str, tuple[Entry, ...]]:
    """The index lines that lead to a file, by its path."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for document in documents:
        folder = posixpath.dirname(document.document.path)
        for entry in document.everything:
            file = entry.facts.get("file")
            if entry.kind is NodeKind.INDEX_LINE and file:
                found[posixpath.join(folder, file)].append(entry)
    return {path: tuple(lines) for path, lines in found.items()}


def is_most_of(part: Span, whole: Span) -> bool:
    """Whether most of `whole` lies in `part`; an entry is not let go for a line of it."""
    inside = min(part.end, whole.end) - max(part.start, whole.start)
    return inside > 0 and 2 * inside >= whole.end - whole.start
