"""The law of repairs: what a repair must keep to be offered, tried out on the text at hand.

After it what it mends is told no more, nothing is told that was not told before, nothing went that leads to something,
all that it does not touch says what it said, and every character of it can be written. So a repair is made once, and
repairing comes to an end: each time less is told. Of what an agent's write does to a text only what loses something
counts so: how it sorts and spells may come of a repair that keeps it from losing.
"""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document
from memdesk.layouts.shapes.fact_links import FactLinks, file_links, meant_name, wiki_links
from memdesk.layouts.shapes.files import is_gone
from memdesk.layouts.view import View
from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, canonical, encode, invalid_places
from memdesk.text.edits import Edit, Span, apply_all
from memdesk.text.outline import NodeKind

MOST_ALONE, MOST_ALONE_IN_LONG = 24, 4
"""So many repairs of one document are each tried by themselves; more of them together, since each is a check anew."""

_LONG, _CHARS_OF_ONE = 50_000, 100
"""A document is long from so many characters on, or with as many things to tell, each of which counts for some."""

_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


class Told(NamedTuple):
    """Something that is told of a text: what tells it from all else, and the edits that are said to mend it.

    What comes of a repair and was not there must weigh less than what it mends, by `lightness`.
    """

    what: Hashable
    repair: tuple[Edit, ...] = ()
    lightness: int = 0


def without_numbers(message: str) -> str:
    """What a sentence says, however many and wherever: counts and lines change while it stays the same."""
    return _NUMBERS.sub("#", message)


class Law:
    """The law for one document that says `text`. `look` gives what is told of a text in its place."""

    def __init__(
        self,
        layout: Layout,
        view: View,
        document: Document,
        text: str,
        look: Callable[[str], Sequence[Told]],
    ) -> None:
        self._layout = layout
        self._view = view
        self._document = document
        self._text = text
        self._look = look
        self._known = Counter(one.what for one in look(text))

    def allowed(self, told: Sequence[Told]) -> set[int]:
        """Which of these have a repair that may be offered, by their places."""
        places = [place for place, one in enumerate(told) if one.repair]
        is_long = max(len(self._text), _CHARS_OF_ONE * self._known.total()) > _LONG
        alone = places[: MOST_ALONE_IN_LONG if is_long else MOST_ALONE]
        found = {place for place in alone if not self.why_not([told[place]])}
        others = places[len(alone) :]
        together = fitting([told[place].repair for place in others])
        return found.union(
            self._longest(told, [place for place, fits in zip(others, together, strict=True) if fits])
        )

    def _longest(self, told: Sequence[Told], places: Sequence[int]) -> Sequence[int]:
        """The first of some repairs, as many as may be made together."""
        kept, tried = 0, len(places)
        while kept < tried:
            if not self.why_not([told[place] for place in places[:tried]]):
                kept = tried
                break
            tried = tried // 2
        return places[:kept]

    def why_not(self, wanted: Sequence[Told]) -> str:
        """Why the repairs of all of `wanted` may not be made at once; empty where they may."""
        edits = tuple(dict.fromkeys(edit for one in wanted for edit in one.repair))
        try:
            after = apply_all(self._text, edits)
            encode(after)
        except UnicodeEncodeError:
            return "it cannot be written"
        except ValueError:
            return "its edits do not fit the text"
        if after == self._text:
            return "it changes nothing"
        if canonical(after) != after or any(map(_is_approximate, edits)):
            return "it writes bytes that are no text, or something else in their place"
        if lost := next(self._lost_targets(after), ""):
            return f"it takes out a link to {lost}"
        if self._changes_more(after, edits):
            return "something beside it says something else"
        return self._why_not_better(self._look(after), wanted)

    def _why_not_better(self, told: Sequence[Told], wanted: Sequence[Told]) -> str:
        now, mended = Counter(one.what for one in told), Counter(one.what for one in wanted)
        if any(now[what] > self._known[what] - count for what, count in mended.items()):
            return "what it mends is still told"
        heaviest = min(one.lightness for one in wanted)
        new = now - self._known
        worse = (one.what for one in told if new[one.what] and one.lightness <= heaviest)
        return next((f"something new is told: {what}" for what in worse), "")

    def _lost_targets(self, after: str) -> Iterator[str]:
        """Files and facts to which a link led before, and none does in the text `after`."""
        folder, project = posixpath.dirname(self._document.path), self._document.scope.folder
        links: FactLinks | None = None
        for target in self._own_targets - _targets(after):
            links = links or _links_in(self._view, folder)
            if name := target.removeprefix("[["):
                is_there = links.named(name) if name != target else links.stem(target)
                paths = links.paths(target) if name == target else []
                paths += [f"{project}/{target}.md"] if paths and project else []
                if is_there or not all(is_gone(self._view, path) for path in paths):
                    yield target

    def _changes_more(self, after: str, edits: Sequence[Edit]) -> bool:
        """Whether a leaf that no edit touches says something else afterwards, or stands in another order."""
        left = iter([(kind, said) for kind, said, _ in self._leaves(after)])
        edits = sorted(edits)
        ends = [edit.end for edit in edits]
        for kind, said, span in self._own_leaves:
            near = bisect_left(ends, span.start)
            is_touched = near < len(edits) and edits[near].start <= span.end
            if not is_touched and (kind, said) not in left:
                return True
        return False

    @cached_property
    def _own_leaves(self) -> list[tuple[NodeKind, str, Span]]:
        return list(self._leaves(self._text))

    def _leaves(self, text: str) -> Iterator[tuple[NodeKind, str, Span]]:
        """What the leaves of a text say, and where; white space belongs to nobody."""
        for leaf in self._layout.outline(self._document, text).leaves():
            said = leaf.span.of(text).strip(GO_WHITE_SPACE + BYTE_ORDER_MARK)
            if said:
                yield leaf.kind, said, leaf.span

    @cached_property
    def _own_targets(self) -> set[str]:
        return _targets(self._text)


def _targets(text: str) -> set[str]:
    """What the links of a text lead to: a target without `.md`, or a name behind two brackets."""
    if "](" not in text and "[[" not in text:
        return set()
    targets = {link.target.of(text) for link in file_links(text, Span(0, len(text)))}
    return targets | {f"[[{meant_name(link[1])}" for link in wiki_links(text)}


def _links_in(view: View, folder: str) -> FactLinks:
    try:
        names = [entry.name for entry in view.entries(folder)]
    except OSError:
        names = []
    return FactLinks(folder, (name.removesuffix(".md") for name in names if name.endswith(".md")), view.home)


def _is_approximate(edit: Edit) -> bool:
    """Whether an edit writes bytes that are no text and did not stand there, or other words in their place."""
    old, new = ([text[place] for place in invalid_places(text)] for text in (edit.old, edit.new))
    return old != new and bool(edit.new)


def fitting(repairs: Iterable[Sequence[Edit]]) -> list[bool]:
    """Which of these repairs of one text can be made together: of two that touch, the first.

    Two that only put something in the same place do not touch.
    """
    chosen: list[Edit] = []
    fits = []
    for repair in repairs:
        places = [bisect_left(chosen, edit) for edit in repair]
        near = [chosen[max(0, place - 1) : place + 1] for place in places]
        fits.append(
            not any(
                _touch(edit, other) for edit, others in zip(repair, near, strict=True) for other in others
            )
        )
        for edit, others in zip(repair, near, strict=True) if fits[-1] else ():
            if edit not in others:
                insort(chosen, edit)
    return fits


def _touch(one: Edit, other: Edit) -> bool:
    if one == other or (one.start == other.start and not one.old and not other.old):
        return False
    return one.start <= other.end and other.start <= one.end
