"""What OK deletes, drops or no longer shows next, found by running its own saves forward."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from memdesk.layouts.contract import Forecast, ForecastKind, NextOut
from memdesk.layouts.ok.docs import Reach, takes_notes
from memdesk.layouts.ok.model import (
    Fact,
    index_line,
    is_note,
    line_key,
    notes_section,
    split_index,
    visible_index,
    write_index,
)
from memdesk.layouts.ok.prompt import Loaded, first_lines
from memdesk.layouts.ok.store import Store, counted_files, deleted_next, usual_name
from memdesk.layouts.shapes.go import trimmed
from memdesk.layouts.view import View
from memdesk.text.document import line_content
from memdesk.text.edits import Span
from memdesk.text.excerpt import excerpt
from memdesk.text.sentence import say

_MOST_LEFT = 5
"""From so little room on it is said what goes next."""
_SHOWN_NEXT = 3
_HOOK = say("what was done in the last turns")


def forecasts_of(view: View, loaded: Loaded) -> Iterator[Forecast]:
    """What goes next in the stores and documents that have little room left."""
    yield from _next_facts(view, loaded)
    yield from _next_index_lines(view, loaded)
    yield from _next_notes(view, loaded)


def usual_fact(view: View) -> Fact:
    """The fact that OK writes by itself every fifth turn, as it would name it now."""
    return Fact(usual_name(view), _HOOK)


def _next_facts(view: View, loaded: Loaded) -> Iterator[Forecast]:
    """The facts that OK deletes next."""
    for store, name in ((loaded.store, say("facts")), (loaded.shared, say("shared facts"))):
        if (left := store.most_facts - len(counted_files(view, store))) > _MOST_LEFT:
            continue
        at_once, later = deleted_next(view, store, max(0, 1 - left))
        room = (
            say("Room for {left} more {name}", left=left, name=name)
            if left > 0
            else say("With the next of the {name}", name=name)
        )
        rule = say(
            "{room}: past {most_facts} OK deletes those changed longest ago, without a copy.",
            room=room,
            most_facts=store.most_facts,
        )
        shown = at_once + later[: max(0, _SHOWN_NEXT - len(at_once))]
        next_out = tuple(NextOut(f"{store.folder}/{info.name}", info.name) for info in shown)
        yield Forecast(rule, next_out, ForecastKind.EVICTED, len(at_once))


def _next_index_lines(view: View, loaded: Loaded) -> Iterator[Forecast]:
    """The lines of an index that OK no longer shows once it has one more."""
    limits = loaded.limits
    for store, text, most in (
        (loaded.store, loaded.index, limits.index_lines),
        (loaded.shared, loaded.shared_index, limits.shown_lines),
    ):
        shown = visible_index(text).count("\n") + 1
        if not visible_index(text) or most - shown > _MOST_LEFT:
            continue
        lost = tuple(_no_longer_shown(store, text, usual_fact(view), (most, limits.shown_lines)))
        if lost:
            rule = say(
                "OK shows {shown_lines} lines of an index that has more than {most}, sorted by file name; "
                "with its next fact of a session these are no longer shown.",
                shown_lines=limits.shown_lines,
                most=most,
            )
            yield Forecast(rule, lost[::-1], ForecastKind.CUT, len(lost))


def _no_longer_shown(store: Store, text: str, fact: Fact, most: tuple[int, int]) -> Iterator[NextOut]:
    """The lines of facts that have none among those shown any more. Of two lines for one fact the last one counts."""
    index = split_index(text).with_line(fact.name, index_line(fact))
    after = {line_key(line) for _, line in _shown_lines(write_index(index), most)}
    before = {
        line_key(line): NextOut(store.index_path, line, span, around=excerpt(text, span).around)
        for span, line in _shown_lines(text, most)
    }
    for key, out in before.items():
        if key is not None and key not in after:
            yield out


def _shown_lines(text: str, most: tuple[int, int]) -> list[tuple[Span, str]]:
    """The lines of an index that OK shows, with their places: all up to `most[0]` lines, of a longer one `most[1]`."""
    whole_up_to, else_shown = most
    many = visible_index(text).count("\n") + 1 > whole_up_to
    whole = first_lines(text, else_shown if many else whole_up_to)
    found: list[tuple[Span, str]] = []
    at = whole.start
    for line in whole.of(text).split("\n"):
        span = trimmed(text, Span(at, at + len(line)))
        found.append((span, line_content(span.of(text))))
        at += len(line) + 1
    return found


def _next_notes(view: View, loaded: Loaded) -> Iterator[Forecast]:
    """The lines that OK drops with the next notes, in the documents that get those."""
    most = loaded.limits.notes
    for doc in loaded.docs:
        path, name = doc.candidate.absolute, posixpath.basename(doc.candidate.path)
        if doc.candidate.reach is Reach.ANCESTOR or not takes_notes(view, path):
            continue
        lines = list(_lines_of_notes(doc.text))
        notes = [line for line in lines if is_note(line.of(doc.text))]
        if not notes or most - len(notes) > _MOST_LEFT:
            continue
        rule = say(
            "Past {most} quick notes in {name} OK drops the first ones, and all other lines among them.",
            most=most,
            name=name,
        )
        left_over = len(notes) + 1 - most
        later = notes[max(1, left_over) :]
        stays = frozenset(later)
        at_once = [line for line in lines if line not in stays]
        shown = at_once + later[: max(0, _SHOWN_NEXT - len(at_once))]
        next_out = tuple(
            NextOut(path, span.of(doc.text), span, around=excerpt(doc.text, span).around) for span in shown
        )
        yield Forecast(rule, next_out, ForecastKind.EVICTED, len(at_once) if left_over > 0 else 0)


def _lines_of_notes(text: str) -> Iterator[Span]:
    """Where the lines of the section of quick notes stand that say something, without its heading."""
    lines = text.split("\n")
    section = notes_section(lines)
    at = 0
    for number, line in enumerate(lines):
        span = trimmed(text, Span(at, at + len(line)))
        if section and section[0] < number < section[1] and span.start < span.end:
            yield span
        at += len(line) + 1
