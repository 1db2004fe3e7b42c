"""What an agent gets, gathered part by part on the way to an `Injected`."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from memdesk.layouts.contract import Cut, Forecast, Generated, Injected, Meter, Part, Piece, Source
from memdesk.layouts.shapes.fact_folder import IndexGrammar, index_lines, index_outline
from memdesk.layouts.shapes.fact_links import FactLinks
from memdesk.layouts.shapes.fact_store import StoreRules, fact_names, stems_of
from memdesk.layouts.shapes.files import text_at
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.shapes.index_cut import IndexCaps, ShownIndex, shown_index
from memdesk.layouts.shapes.instruction_chain import Run
from memdesk.layouts.view import View
from memdesk.text.document import byte_length
from memdesk.text.edits import Span
from memdesk.text.outline import Outline
from memdesk.text.sections import document_outline
from memdesk.text.sentence import joined, say, says

_MOST_NAMED = 3
_NEARLY_FULL = 0.9


@dataclass(slots=True)
class Gathered:
    """Parts, pieces and what belongs to them, in the order in which the agent gets them."""

    parts: list[Part] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    meters: list[Meter] = field(default_factory=list)
    cut: list[Cut] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    forecasts: list[Forecast] = field(default_factory=list)

    def add_runs(self, title: str, path: str, about: str, runs: Iterable[Run]) -> None:
        """A part made of runs that stand in files."""
        name = f"part-{len(self.parts)}"
        self.parts.append(Part(name, title, path, about))
        self.pieces += (Piece(run.text, run.origin, name) for run in runs)

    def add_made(self, text: str, reason: str) -> None:
        """Text that the agent makes itself, behind what the last part holds."""
        self.pieces.append(Piece(text, Generated(reason), self.parts[-1].name))

    def add_index(self, view: View, title: str, path: str, rules: StoreRules) -> ShownIndex | None:
        """The part of the index at `path` that the agent gets, its meters, and what it does not get, now and next."""
        names = fact_names(view, posixpath.dirname(path), rules)
        if not rules.finds_unlisted:
            links = FactLinks(posixpath.dirname(path), stems_of(names), view.home)
            self.warnings += unlisted(rules.agent, links, text_at(view, path) or "", rules.index)
        shown = self.add_first(view, title, path, rules.caps, lambda text: index_outline(text, rules.index))
        self.forecasts += _end_foretold(rules.agent, shown, rules.caps) if shown else ()
        return shown

    def add_first(
        self,
        view: View,
        title: str,
        path: str,
        caps: IndexCaps,
        outline: Callable[[str], Outline] = document_outline,
    ) -> ShownIndex | None:
        """The begin of the file at `path`, its meters, and what the agent does not get, by the nodes of `outline`."""
        text = text_at(view, path)
        if text is None:
            return None
        shown = shown_index(text, caps)
        about = say(
            "the first {most_lines:,} lines, {most:,} {unit} of them at most",
            most_lines=caps.most_lines,
            most=caps.most_size,
            unit=caps.unit,
        )
        read = caps.as_read(text)
        runs = (Run(span.of(read), Source(path, span)) for span in shown.shown if span.end > span.start)
        self.add_runs(title, path, about, runs)
        self.meters.append(
            Meter(say("{file}, lines", file=title), shown.lines, caps.most_lines, "lines", path, caps.why)
        )
        self.meters.append(Meter(title, shown.size, caps.most_size, caps.unit, path, caps.why))
        self.cut += _cut_nodes(path, text, shown, outline(text))
        return shown

    def injected(self, unknown: str) -> Injected:
        """All of it, with a meter for the whole."""
        total = Meter("total", sum(byte_length(piece.text) for piece in self.pieces), None, "bytes")
        return Injected(
            tuple(self.parts),
            tuple(self.pieces),
            (total, *self.meters),
            tuple(self.cut),
            tuple(self.warnings),
            unknown,
            tuple(self.forecasts),
        )


def unlisted(agent: str, links: FactLinks, index: str, grammar: IndexGrammar) -> Iterator[str]:
    """A sentence on the facts of a store that no line of its index names; none where all have one."""
    known = {*links.linked(index), *(links.stem(line.stem) for line in index_lines(index, grammar))}
    missing = [f"{stem}.md" for stem in links.stems if stem not in known]
    if missing:
        more, named = len(missing) - _MOST_NAMED, joined(missing[:_MOST_NAMED])
        if more > 0:
            named = say("{named} and {n} more", named=named, n=more)
        yield say("Not in the index, so {agent} is not told of it: {named}.", agent=agent, named=named)


def _end_foretold(agent: str, shown: ShownIndex, caps: IndexCaps) -> Iterator[Forecast]:
    """Nothing that is there falls out of the prompt: new lines go to the end, and the end is cut."""
    if max(shown.lines / caps.most_lines, shown.size / caps.most_size) <= _NEARLY_FULL:
        return
    lines, size = caps.most_lines - shown.lines, caps.most_size - shown.size
    left = (
        says(
            "{n} more line, of {size:,} {unit} at most",
            "{n} more lines, of {size:,} {unit} at most",
            lines,
            size=size,
            unit=caps.unit,
        )
        if lines > 0 and size > 0 and shown.cut_at is None
        else say("no more lines")
    )
    rule = say(
        "Past {most_lines} lines or {most:,} {unit} the end of the index is cut, where new "
        "lines go. There is room for {left}; what {agent} keeps after that, it does not get.",
        most_lines=caps.most_lines,
        most=caps.most_size,
        unit=caps.unit,
        left=left,
        agent=agent,
    )
    yield Forecast(rule, ())


def _cut_nodes(path: str, text: str, shown: ShownIndex, outline: Outline) -> Iterator[Cut]:
    """What stands past the cut, node by node."""
    for node in outline.nodes if shown.cut_at is not None else ():
        inside = trimmed(text, Span(max(shown.cut_at or 0, node.span.start), node.span.end))
        if inside.start < inside.end:
            yield Cut(path, inside, node.key, inside.of(text), shown.why, is_over_cap=True)
