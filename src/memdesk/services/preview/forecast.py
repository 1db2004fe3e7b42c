"""What the agents give up next, entry by entry, and what they do not get: from each layout's own model."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from memdesk.layouts.contract import Cut, ForecastKind, Injected, NextOut
from memdesk.layouts.documents import Scope, ScopeKind
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.view import View
from memdesk.services.remembered.entries import WHOLE, Entry, ReadDocument
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind
from memdesk.text.stretches import Stretches

Said = TypeVar("Said")


class Foretold(NamedTuple):
    """One thing that goes: how, by which rule, as which in order (from 1), and whether one more fact suffices."""

    agent: str
    kind: ForecastKind
    rule: str
    out: NextOut
    place: int
    is_next: bool


class _Placed(Generic[Said]):
    """What is said of stretches of documents, each of it once."""

    def __init__(self) -> None:
        self._spans: dict[str, dict[Said, Span]] = defaultdict(dict)
        self._stretches: dict[str, Stretches[Said]] = {}

    def add(self, path: str, span: Span, said: Said) -> None:
        self._spans[path][said] = span
        self._stretches.pop(path, None)

    def of(self, entry: Entry) -> Iterator[Said]:
        """What is said of most of an entry, as it came: of its words, beside which a time may be longer."""
        path = entry.document.path
        if path not in self._spans:
            return
        if path not in self._stretches:
            self._stretches[path] = Stretches((span, said) for said, span in self._spans[path].items())
        for said in self._stretches[path].touching(entry.span):
            if is_most_of(self._spans[path][said], entry.body or entry.span):
                yield said


class Fates:
    """What is foretold of entries and what is cut, by address. Make one in a worker, `look` at each root."""

    def __init__(self) -> None:
        self._foretold = _Placed[Foretold]()
        self._foretold_whole: dict[str, dict[Foretold, None]] = defaultdict(dict)
        self._cuts = _Placed[Cut]()

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
                self.take(root.title, root.injected(view, context))
            except OSError:
                # A file that vanished meanwhile has no fate any more.
                continue

    def take(self, agent: str, injected: Injected) -> None:
        """Take up what one context says."""
        for forecast in injected.forecasts:
            for place, out in enumerate(forecast.next_out, start=1):
                is_next = place <= forecast.with_one_more
                one = Foretold(agent, forecast.kind, forecast.rule, out, place, is_next)
                if out.span is None:
                    self._foretold_whole[out.path][one] = None
                else:
                    self._foretold.add(out.path, out.span, one)
        for cut in injected.cut:
            if cut.is_over_cap:
                self._cuts.add(cut.path, cut.span, cut)

    def foretold(self, entry: Entry, lines: Iterable[Entry] = ()) -> tuple[Foretold, ...]:
        """What is said of an entry; `lines` are those of indexes that lead to it."""
        found = [one for each in (entry, *lines) for one in self._of(each)]
        return tuple(dict.fromkeys(found))

    def cuts(self, entry: Entry, lines: Iterable[Entry] = ()) -> tuple[Cut, ...]:
        """What of an entry its agent does not get for want of room."""
        return tuple(cut for each in (entry, *lines) for cut in self._cuts.of(each))

    def _of(self, entry: Entry) -> Iterator[Foretold]:
        if entry.node_id == WHOLE:
            yield from self._foretold_whole.get(entry.document.path, ())
        yield from self._foretold.of(entry)


def contexts_of(root: MemoryRoot, view: View, documents: Iterable[ReadDocument]) -> tuple[Scope, ...]:
    """The contexts that get one of `documents` of their own, those of the user included; at least one."""
    keys = {(one.document.scope.kind, one.document.scope.key) for one in documents}
    contexts = root.contexts(view)
    wanted = [one for one in contexts if one.kind is ScopeKind.YOU or (one.kind, one.key) in keys]
    return tuple(wanted or contexts[:1])


def index_lines(documents: Iterable[ReadDocument], home: str) -> dict[str, tuple[Entry, ...]]:
    """The index lines that lead to a file, by its path."""
    documents = tuple(documents)
    paths = sorted(document.document.path for document in documents)
    found: dict[str, list[Entry]] = defaultdict(list)
    for document in documents:
        lines = [entry for entry in document.everything if entry.kind is NodeKind.INDEX_LINE]
        if not lines:
            continue
        folder = posixpath.dirname(document.document.path)
        near = paths[bisect_left(paths, f"{folder}/") : bisect_left(paths, f"{folder}0")]
        stems = (path.removeprefix(f"{folder}/").removesuffix(".md") for path in near)
        links = FactLinks(folder, stems, home)
        for entry in lines:
            stem = links.stem(entry.facts.get("file", "").removesuffix(".md"))
            if stem:
                found[f"{folder}/{stem}.md"].append(entry)
    return {path: tuple(lines) for path, lines in found.items()}


def is_most_of(part: Span, whole: Span) -> bool:
    """Whether most of `whole` lies in `part`; an entry is not let go for a line of it."""
    inside = min(part.end, whole.end) - max(part.start, whole.start)
    return inside > 0 and 2 * inside >= whole.end - whole.start
