"""The result of a comparison while it is being settled: real text, of which each line knows where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from memdesk.services.comparing.comparing import Comparison, Piece, Take
from memdesk.services.comparing.result_layout import ResultLayout, alternating, merged_gaps
from memdesk.text.compare import edits_between
from memdesk.text.document import line_key, split_lines
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit, Span


class Source(Enum):
    """Where a line of the result comes from."""

    ALL = "all"
    """It is the same in every version, or merged by itself."""
    MINE = "mine"
    BEFORE = "before"
    THEIRS = "theirs"
    EDITED = "edited"
    OPEN = "open"
    """It stands in for a difference that is not settled."""


class LineSource(NamedTuple):
    """The source of one line, and whether both sides started without it."""

    source: Source
    is_new: bool = False


class Settling:
    """The differences of a comparison, what was taken of each, and the text that comes of it.

    `text` is free to be edited: an edit inside a difference settles it as well. Until something is taken, mine stands
    for a difference. The text is followed for as long as this lives; `close` lets go of it.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self._taken: list[Take | None] = []
        self._spans: list[Span] = []
        self._nodes: list[Span] = []
        self._gaps: list[str] = []
        self._is_ours = False
        self.on_changed: Callable[[], None] = _nothing
        layout = ResultLayout(comparison)
        self._taken = [piece.default for piece in comparison.differences]
        self._take_places(layout, [_said(piece, take) for piece, take in self._pairs()], layout.gaps)
        self.text = EditableText(self._assembled(layout.gaps))
        self.text.add_observer(self)

    def close(self) -> None:
        """Follow the text no more."""
        self.text.remove_observer(self)
        self.on_changed = _nothing

    # What is settled

    @property
    def differences(self) -> tuple[Piece, ...]:
        """All that is to be settled, in order."""
        return self.comparison.differences

    def taken(self, number: int) -> Take | None:
        """What was taken of a difference; None where that is open, or its text was edited."""
        return None if self._is_edited(number) else self._taken[number]

    def is_settled(self, number: int) -> bool:
        """Whether it was decided what becomes of a difference."""
        return self._taken[number] is not None or self._is_edited(number)

    @property
    def settled_count(self) -> int:
        """How many differences are settled."""
        return sum(self.is_settled(number) for number in range(len(self.differences)))

    @property
    def is_settled_whole(self) -> bool:
        """Whether the result can be used."""
        return self.settled_count == len(self.differences)

    def take(self, number: int, take: Take) -> None:
        """Take one of the versions of a difference, as one step of undo of the result."""
        span, new = self._spans[number], self.differences[number].said(take)
        self._taken[number] = take
        edit = Edit(span.start, span.of(self.text.text), new)
        if edit.old == edit.new:
            self.on_changed()
            return
        self._is_ours = True
        self.text.replace_all([edit])
        self._is_ours = False
        self._spans = [
            Span(span.start, span.start + len(new)) if i == number else _shifted(one, edit, behind=i > number)
            for i, one in enumerate(self._spans)
        ]
        self._nodes = [_carried(node, edit) for node in self._nodes]
        self.on_changed()

    def _is_edited(self, number: int) -> bool:
        piece, now = self.differences[number], self._spans[number].of(self.text.text)
        return all(piece.said(take) != now for take in Take)

    # Where what stands

    def span(self, number: int) -> Span:
        """Where a difference stands in the result."""
        return self._spans[number]

    def lines_of_node(self, node: int) -> range:
        """The lines of the result that a compared node takes."""
        span = self._nodes[node]
        first = self.text.line_of(span.start)
        end = self.text.line_of(span.end)
        ends_line = span.start < span.end == self.text.start(end) and span.end < len(self.text.text)
        return range(first, end if ends_line else end + 1)

    def node_of(self, number: int) -> int:
        """The compared node that a difference belongs to."""
        return self.comparison.nodes_of_differences[number]

    def sources(self, lines: range) -> list[LineSource]:
        """The source of each of these lines."""
        known = self.comparison.known_lines
        return [self._source(line, known) for line in lines]

    def _source(self, line: int, known: frozenset[str]) -> LineSource:
        at, key = self.text.start(line), line_key(self.text.line(line))
        number = next((i for i, span in enumerate(self._spans) if span.start <= at < span.end), None)
        if not key:
            return LineSource(Source.ALL)
        if number is None:
            return LineSource(Source.ALL if key in known else Source.EDITED, key not in known)
        piece, take = self.differences[number], self._taken[number]
        if not self.is_settled(number):
            return LineSource(Source.OPEN)
        told = {one: set(map(line_key, split_lines(piece.said(one)))) for one in Take}
        order = {
            Take.THEIRS: (Take.THEIRS, Take.MINE, Take.BEFORE),
            Take.BOTH: (Take.THEIRS, Take.MINE, Take.BEFORE),
            Take.BEFORE: (Take.BEFORE, Take.MINE, Take.THEIRS),
        }.get(take or Take.MINE, (Take.MINE, Take.THEIRS, Take.BEFORE))
        found = next((one for one in order if key in told[one]), None)
        source = Source.EDITED if found is None else Source(found.value)
        return LineSource(source, key not in told[Take.BEFORE])

    # Another program writes again

    def renew(self, comparison: Comparison) -> None:
        """The versions are others now: what was settled stays where its texts did not change.

        What was typed between differences stays too, merged with what came in there. The text changes in one step
        of undo. Nobody is told by `on_changed`: who shows the old differences has to be given the new ones.
        """
        old = self._carried_over()
        typed = self._typed_gaps()
        originals = self._gaps
        self.comparison, layout = comparison, ResultLayout(comparison)
        differences = comparison.differences
        found = [old.get(_identity(piece)) for piece in differences]
        self._taken = [
            one[0] if one else piece.default for one, piece in zip(found, differences, strict=True)
        ]
        texts = [
            one[1] if one else _said(piece, piece.default)
            for one, piece in zip(found, differences, strict=True)
        ]
        gaps = merged_gaps(originals, typed, layout.gaps)
        self._take_places(layout, texts, gaps)
        self._is_ours = True
        new = "".join(alternating(gaps, texts))
        self.text.replace_all(edits_between(self.text.text, new))
        self._is_ours = False

    def _carried_over(self) -> dict[tuple[str, str, str], tuple[Take | None, str]]:
        return {
            _identity(piece): (take, span.of(self.text.text))
            for (piece, take), span in zip(self._pairs(), self._spans, strict=True)
        }

    def _typed_gaps(self) -> list[str]:
        """What stands between the differences now."""
        ends = [0, *(span.end for span in self._spans)]
        starts = [*(span.start for span in self._spans), len(self.text.text)]
        return [self.text.text[end:start] for end, start in zip(ends, starts, strict=True)]

    def _pairs(self) -> Iterator[tuple[Piece, Take | None]]:
        return zip(self.differences, self._taken, strict=True)

    def _assembled(self, gaps: Sequence[str]) -> str:
        return "".join(alternating(gaps, [_said(piece, take) for piece, take in self._pairs()]))

    def _take_places(self, layout: ResultLayout, texts: Sequence[str], gaps: Sequence[str]) -> None:
        """Note where everything stands in a result made of `texts`, with `gaps` around."""
        self._gaps = list(layout.gaps)
        self._spans, at = [], 0
        for gap, text in zip(gaps, [*texts, ""], strict=True):
            at += len(gap)
            self._spans.append(Span(at, at + len(text)))
            at += len(text)
        end = self._spans.pop().end
        self._nodes = list(layout.nodes(self._spans, end))

    # The observer of the text

    def text_arriving(self, text: str) -> None:
        """Nothing to prepare."""

    def change_started(self, edit_count: int, origin: object | None) -> None:
        """Nothing to hold."""

    def lines_replaced(self, first: int, last_before: int, last_after: int, origin: object | None) -> None:
        """Lines are not counted here."""

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:  # noqa: ARG002 - whoever typed
        """Follow what was typed, undone or redone."""
        if self._is_ours:
            return
        for edit in edits:
            self._spans = [_carried(span, edit) for span in self._spans]
            self._nodes = [_carried(span, edit) for span in self._nodes]
        for number, piece in enumerate(self.differences):
            self._taken[number] = _taken_now(
                piece, self._taken[number], self._spans[number].of(self.text.text)
            )
        self.on_changed()


def find_again(old: Sequence[Piece], number: int, new: Sequence[Piece]) -> int:
    """Where a difference is once the versions are others: the same one, else what became of it, else its place."""
    if number < len(old):
        was = old[number]
        same = [_identity(piece) == _identity(was) for piece in new]
        anew = [(piece.mine, piece.before) == (was.mine, was.before) for piece in new]
        grown = [bool(was.mine) and was.mine in piece.mine for piece in new]
        for fits in (same, anew, grown):
            if any(fits):
                return min((at for at, fit in enumerate(fits) if fit), key=lambda at: abs(at - number))
    return max(0, min(number, len(new) - 1))


def _identity(piece: Piece) -> tuple[str, str, str]:
    return piece.mine, piece.before, piece.theirs


def _said(piece: Piece, take: Take | None) -> str:
    return piece.said(take or Take.MINE)


def _taken_now(piece: Piece, take: Take | None, now: str) -> Take | None:
    """What is taken of a difference that says `now`, after an edit, or after one was taken back."""
    if take is not None and piece.said(take) == now:
        return take
    if piece.default is None and now == piece.mine:
        return None  # as it was before anything was taken; to ask again loses nothing
    return next((one for one in Take if piece.said(one) == now), take)


def _carried(span: Span, edit: Edit) -> Span:
    """Where what stands at `span` stands after an edit; what is typed into it belongs to it."""
    if edit.start >= span.end and not edit.start == span.start == span.end:
        return span
    if edit.end <= span.start and span.start < span.end:
        return Span(span.start + edit.growth, span.end + edit.growth)
    if edit.end < span.start:
        return Span(span.start + edit.growth, span.end + edit.growth)
    start = min(span.start, edit.start)
    return Span(start, max(start, max(span.end, edit.end) + edit.growth))


def _shifted(span: Span, edit: Edit, *, behind: bool) -> Span:
    return Span(span.start + edit.growth, span.end + edit.growth) if behind else span


def _nothing() -> None:
    pass
