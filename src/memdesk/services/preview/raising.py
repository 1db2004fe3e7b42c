"""Move what an agent does not get above its cut: found by trying, since each agent orders by a rule of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import (
    NO_OP,
    Change,
    ChangeKind,
    Cut,
    Effect,
    EffectKind,
    Injected,
    Layout,
    Source,
)
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.services.machine.laid_over import LaidOverView
from memdesk.text.document import decode, encode, line_content, line_end_near, split_lines, trim
from memdesk.text.edits import Span, apply_all
from memdesk.text.excerpt import excerpt
from memdesk.text.masking import mask_in_place
from memdesk.text.outline import Node, NodeKind, Outline
from memdesk.text.sentence import as_sentences, say
from memdesk.text.shortening import in_short

_MOST_TRIES = 12
_LONGEST_NAME = 48
_PROBE_CHARS = 60
"""Characters by which a line is known again in what the agent gets, which may cut its end."""
_LINE_KINDS = (NodeKind.SECTION, NodeKind.PREAMBLE)


@dataclass(frozen=True, slots=True)
class Raise:
    """How a lost line gets above the cut: by `change`, or not at all, for the reason `why_not`.

    `line` is the lost one. `how` is a sentence on what the change does, `falls_out` are the lines that the agent no
    longer gets then, and `until` is a sentence on what would undo it, empty where nothing is known to.
    """

    line: str
    change: Change | None = None
    how: str = ""
    falls_out: tuple[str, ...] = ()
    until: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class _Try:
    change: Change
    how: str


class Raising:
    """Looks for the smallest change of `document` by which the agent gets the line at `position`.

    Each change is composed in the agent's grammar and laid over `view`, and what the agent gets then is looked at
    again: so the answer is true whatever rule the agent orders by.
    """

    def __init__(
        self,
        layout: Layout,
        view: View,
        document: Document,
        inject: Callable[[View], Injected],
        position: int,
    ) -> None:
        self._layout = layout
        self._view = view
        self._document = document
        self._inject = inject
        self._position = position

    def find(self) -> Raise:
        """The first change that helps, of those that touch this document alone. Raises `OSError` as the disk does."""
        text, before = decode(self._view.read(self._document.path)), self._inject(self._view)
        cut = next((cut for cut in before.cut if self._is_at(cut)), None)
        if cut is None:
            line = trim(_line_at(text, self._position).of(text))
            return Raise(line, why_not=say("{title} gets this line already.", title=self._layout.title))
        line = trim(_inside(cut, self._position, text))
        if self._document.why_read_only:
            return Raise(line, why_not=f"{self._document.why_read_only.rstrip('.')}.")
        if cut.remedy:
            return Raise(
                line, why_not=_joined(say("Moving it does not help: {why}", why=cut.why), cut.remedy)
            )
        return self._first_that_helps(text, before, cut, line)

    def _first_that_helps(self, text: str, before: Injected, cut: Cut, line: str) -> Raise:
        probe = line[:_PROBE_CHARS]
        sent, reason = before.text.count(probe), ""
        for attempt in islice(self._tries(text, before), _MOST_TRIES):
            try:
                after_text = self._composed(attempt.change, text)
            except MemdeskError as error:
                reason = reason or error.sentence
                continue
            after = self._inject(self._with(after_text)) if after_text != text else before
            if after.text.count(probe) > sent:
                falls_out = self._no_longer_sent((text, before), (after_text, after), probe)
                how = _joined(
                    attempt.how, _written_as(_line_at(text, self._position).of(text), after_text, probe)
                )
                return Raise(line, attempt.change, how, falls_out, self._until(after_text, probe, sent))
        about = next((part.about for part in before.parts if part.path == cut.path), "")
        gets = (
            say("What {title} gets of this file: {about}", title=self._layout.title, about=about)
            if about
            else ""
        )
        return Raise(line, why_not=_joined(say("Moving it does not help: {why}", why=cut.why), reason, gets))

    def _is_at(self, cut: Cut) -> bool:
        return cut.path == self._document.path and cut.span.contains(self._position)

    # What is tried

    def _tries(self, text: str, before: Injected) -> Iterator[_Try]:
        outline = self._layout.outline(self._document, text)
        node = outline.at(self._position)
        if node is None:
            return
        siblings = _siblings(outline, node)
        if node.kind in _LINE_KINDS:
            yield from self._as_first_line(text, node)
        else:
            yield from self._among(text, node, siblings, before)
        if node in siblings and siblings.index(node) > 0:
            change = self._change(ChangeKind.MOVE, node)
            yield _Try(change, say("It goes to the top, above “{named}”.", named=_named(siblings[0], text)))
        yield from self._as_other_type(node)

    def _among(self, text: str, node: Node, siblings: Sequence[Node], before: Injected) -> Iterator[_Try]:
        """To where the last of its siblings stands that the agent gets: this pushes out the least."""
        lost = [cut.span for cut in before.cut if cut.path == self._document.path]
        place = siblings.index(node) if node in siblings else 0
        for index in range(place - 1, 0, -1):
            if not any(_meet(span, siblings[index].body) for span in lost):
                how = say("It goes above “{named}”.", named=_named(siblings[index], text))
                yield _Try(self._change(ChangeKind.MOVE, node, index=index), how)
                return

    def _as_other_type(self, node: Node) -> Iterator[_Try]:
        """Into the types that the agent puts first, the nearest of them before the first."""
        own = node.facts.get("category") or node.facts.get("type") or ""
        types = self._document.types
        for name in reversed(types[: types.index(own)] if own in types else ()):
            change = self._change(ChangeKind.RETYPE, node, title=name)
            yield _Try(change, say("Its category becomes “{name}”, not “{own}”.", name=name, own=own))

    def _as_first_line(self, text: str, node: Node) -> Iterator[_Try]:
        """To the top of its section."""
        line = _line_at(text, self._position)
        # The line end of the last line belongs to no body.
        line = Span(line.start, min(line.end, node.body.end))
        if node.value is not None or not node.body.start < line.start < line.end:
            return
        content = line_content(line.of(text))
        rest = text[node.body.start : line.start] + text[line.end : node.body.end]
        body = f"{content}{line_end_near(text, line.start)}{rest.lstrip(chr(10))}"
        change = self._change(ChangeKind.SET_BODY, node, body=body.rstrip("\r\n"))
        place = (
            say("of “{title}”", title=node.title)
            if node.title
            else say("of the text above the first heading")
        )
        yield _Try(change, say("It becomes the first line {place}.", place=place))

    def _change(
        self, kind: ChangeKind, node: Node, *, body: str = "", title: str = "", index: int = 0
    ) -> Change:
        return Change(kind, self._document, node.key, node.occurrence, body=body, title=title, index=index)

    # What comes of it

    def _composed(self, change: Change, text: str) -> str:
        """The text that a change makes of the document; the same where it touches other files too."""
        plan = self._layout.compose(self._view, change)
        path = self._document.path
        if plan.creates or plan.deletes or set(plan.edits) - {path}:
            return text
        return apply_all(text, plan.edits.get(path, ()))

    def _with(self, text: str) -> View:
        return LaidOverView(self._view, {self._document.path: encode(text)})

    def _no_longer_sent(
        self, before: tuple[str, Injected], after: tuple[str, Injected], probe: str
    ) -> tuple[str, ...]:
        """The lines of which the agent got something before, and gets nothing after."""
        spans, spans_after = _sent_spans(before[1]), _sent_spans(after[1])
        lost = []
        for path, sent in spans.items():
            is_own = path == self._document.path
            if not is_own and sent == spans_after.get(path):
                continue
            text = before[0] if is_own else decode(self._view.read(path))
            kept = Counter(_lines_of(spans_after.get(path, ()), after[0] if is_own else text))
            for line in _lines_of(sent, text):
                if kept[line] > 0:
                    kept[line] -= 1
                elif probe not in line:
                    lost.append(_as_cut(line, after[1].cut))
        return tuple(lost)

    def _until(self, text: str, probe: str, sent: int) -> str:
        """What the agent's own next write does to it, where that puts the line below the cut again."""
        view = self._with(text)
        outcome = self._layout.next_write(view, self._document, NO_OP)
        for written in outcome.texts:
            if written != text and self._inject(self._with(written)).text.count(probe) <= sent:
                words = _first_message(outcome.effects)
                title = self._layout.title
                return (
                    say("Only until {title} writes this file: {words}", title=title, words=words)
                    if words
                    else say("Only until {title} writes it.", title=title)
                )
        return ""


def _first_message(effects: Sequence[Effect]) -> str:
    moved = [effect for effect in effects if effect.kind is EffectKind.MOVED]
    return f"{(moved or list(effects))[0].message.rstrip('.')}." if effects else ""


def _siblings(outline: Outline, node: Node) -> list[Node]:
    """The nodes of the same kind beside `node`, itself among them."""
    beside = next((parent.children for parent in outline.walk() if node in parent.children), outline.nodes)
    return [other for other in beside if other.kind is node.kind]


def _named(node: Node, text: str) -> str:
    name = trim(node.title or node.body_text(text)).partition("\n")[0]
    return in_short(name, _LONGEST_NAME, excerpt(text, node.span).around)


def _line_at(text: str, position: int) -> Span:
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    return Span(start, len(text) if end < 0 else end + 1)


def _inside(cut: Cut, position: int, text: str) -> str:
    """What of the line at `position` is cut."""
    line = _line_at(text, position)
    return text[max(line.start, cut.span.start) : min(line.end, cut.span.end)]


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _joined(*sentences: str) -> str:
    return as_sentences(sentences)


def _written_as(line: str, after_text: str, probe: str) -> str:
    """What becomes of the line itself, where that is more than another place."""
    if line_content(line) in map(line_content, split_lines(after_text)):
        return ""
    new = next((trim(other) for other in split_lines(after_text) if probe in other), "")
    old = trim(line)
    same = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    start = old.rfind(" ", 0, same) + 1
    # What stands before a value tells that it is a secret.
    old, new = mask_in_place(old), mask_in_place(new)
    return say("“{old}” in it becomes “{new}”", old=old[start:], new=new[start:]) if new else ""


def _as_cut(line: str, cuts: Sequence[Cut]) -> str:
    """What of `line` the agent is said not to get: without its bullet and its time."""
    return next((cut.text for cut in cuts if "\n" not in cut.text and cut.text and cut.text in line), line)


def _sent_spans(injected: Injected) -> dict[str, list[Span]]:
    spans: dict[str, list[Span]] = {}
    for piece in injected.pieces:
        if isinstance(piece.origin, Source):
            spans.setdefault(piece.origin.path, []).append(piece.origin.span)
    return spans


def _lines_of(spans: Sequence[Span], text: str) -> list[str]:
    """The lines that `spans` touch, each once, in their order."""
    starts: dict[int, str] = {}
    for span in spans:
        at = span.start
        while at < span.end:
            line = _line_at(text, at)
            starts.setdefault(line.start, trim(line.of(text)))
            at = line.end
    return [line for line in starts.values() if line]
