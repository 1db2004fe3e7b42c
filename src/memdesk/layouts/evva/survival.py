"""What evva's next write does to a text, by its own model: what it drops, joins, splits, moves, trims or adds.

There is an effect exactly where that write changes a byte, and every line that it drops, or puts under another
heading, lies in the span of one. A repair is offered where a small edit takes the effect away and nothing else.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby

from memdesk.errors import Refused
from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.evva.model import written_runs
from memdesk.layouts.evva.names import CAP_BYTES
from memdesk.layouts.evva.rewrite import Place, Rewrite, Role
from memdesk.layouts.evva.white_space import gap_changes, white_space_effects
from memdesk.text.document import BYTE_ORDER_MARK, GO_WHITE_SPACE, byte_length, trim
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.section_edits import section_edits
from memdesk.text.sections import Sections, parse_sections
from memdesk.text.sentence import in_quotes, joined, say, says

_WORST_FIRST = tuple(EffectKind)


def rewrite_like_evva(
    text: str, headings: Sequence[str], updates: Mapping[str, str], cap_bytes: int = CAP_BYTES
) -> tuple[tuple[str, ...], tuple[Effect, ...]]:
    """Every text that evva may write for `text`, and what that does to it, the worst first; it reads `cap_bytes`.

    What an update means to do, to give one section of ours another body, is no effect.
    """
    rewrite = Rewrite(text, headings, updates, cap_bytes)
    if rewrite.texts == (text,) and not updates:
        return rewrite.texts, ()
    known = [*_beyond_cap(rewrite), *_at_headings(rewrite), *_hidden_by_mark(rewrite), *_added(rewrite)]
    known += white_space_effects(rewrite)
    known += _elsewhere(rewrite, known)
    return rewrite.texts, tuple(
        sorted(known, key=lambda effect: (_WORST_FIRST.index(effect.kind), effect.span))
    )


def _beyond_cap(rewrite: Rewrite) -> Iterator[Effect]:
    text = rewrite.text
    if rewrite.cut_at is not None:
        number = text.count("\n", 0, rewrite.cut_at) + 1
        yield Effect(
            EffectKind.LOST,
            Span(rewrite.cut_at, len(text)),
            say(
                "evva would cut off everything from line {number} of the file on its next write",
                number=number,
            ),
            say(
                "It reads {cap_bytes:,} bytes of a file and writes back what it read.",
                cap_bytes=rewrite.cap_bytes,
            ),
        )
    elif max(map(byte_length, rewrite.texts)) > rewrite.cap_bytes:
        start = len(text.rstrip(GO_WHITE_SPACE))
        yield Effect(
            EffectKind.LOST,
            Span(text.rfind("\n", 0, start) + 1, len(text)),
            say("evva would cut off the end of this file on the write after its next"),
            say(
                "Its next write makes the file larger than the {cap_bytes:,} bytes that it reads.",
                cap_bytes=rewrite.cap_bytes,
            ),
        )


def _at_headings(rewrite: Rewrite) -> Iterator[Effect]:
    for place in rewrite.places:
        is_set = place.name in rewrite.updates
        if place.role is Role.BARE:
            yield _bare(rewrite, place)
        elif place.role is not Role.PLAIN and is_set:
            yield _replaced(rewrite, place)
        elif place.role is Role.SECOND:
            yield _second(rewrite, place)
        elif place.role is Role.SPLIT and _is_split_now(rewrite, place):
            yield _split(rewrite, place)


def _is_split_now(rewrite: Rewrite, place: Place) -> bool:
    """Whether the write changes bytes around this line, or sets the section of ours that it stands in."""
    around = rewrite.section_around(place.start)
    if around and around.heading in rewrite.updates:
        return True
    written = f"## {place.name}\n" if place.body else f"## {place.name}"
    stands = Span(place.start, place.body.start if place.body else place.block.line.end).of(rewrite.seen)
    return stands != written or gap_changes(rewrite, place)


def _split(rewrite: Rewrite, place: Place) -> Effect:
    return Effect(
        EffectKind.SPLIT,
        place.span,
        say(
            "evva would split this section at line {line_in_section} on its next write",
            line_in_section=rewrite.line_in_section(place.start),
        ),
        say(
            "Its program takes every line that starts with “## ” for a heading, also in code and when indented."
        ),
        hidden_from_evva(rewrite, place),
    )


def _second(rewrite: Rewrite, place: Place) -> Effect:
    if place.is_heading:
        message = say("evva would join this section to the “{name}” above on its next write", name=place.name)
        return Effect(EffectKind.JOINED, place.span, message, say("It knows each heading only once."))
    number = rewrite.line_in_section(place.start)
    return Effect(
        EffectKind.JOINED,
        place.span,
        say(
            "evva would join the text from line {number} to the “{name}” above on its next write",
            number=number,
            name=place.name,
        ),
        say(
            "Its program takes every line that starts with “## ” for a heading, and knows each heading only once."
        ),
        hidden_from_evva(rewrite, place),
    )


def _replaced(rewrite: Rewrite, place: Place) -> Effect:
    """A place that an update replaces although it is not the section the update means."""
    if place.is_heading:
        message = say("evva would drop this section when it next writes “{name}”", name=place.name)
        return Effect(EffectKind.LOST, place.span, message, say("It knows each heading only once."))
    number = rewrite.line_in_section(place.start)
    return Effect(
        EffectKind.LOST,
        place.span,
        say(
            "evva would drop the text from line {number} when it next writes “{name}”",
            number=number,
            name=place.name,
        ),
        say(
            "Its program takes every line that starts with “## ” for a heading, also in code and when indented."
        ),
        hidden_from_evva(rewrite, place),
    )


def _bare(rewrite: Rewrite, place: Place) -> Effect:
    marks = rewrite.seen.index("##", place.start) + 2
    repair = _unless_trimmed(rewrite, place, replace(rewrite.seen, Span(marks, place.line.end), ""))
    if not place.body:
        message = say("evva would drop this heading line on its next write")
        return Effect(EffectKind.LOST, place.span, message, say("The line has no name."), repair)
    return Effect(
        EffectKind.MOVED,
        place.span,
        say("evva would move this text to the top of the file on its next write"),
        say(
            "Its program drops a “## ” line without a name and takes what follows for text before the first heading."
        ),
        repair,
    )


def hidden_from_evva(rewrite: Rewrite, place: Place) -> tuple[Edit, ...]:
    """A tab for the blank behind the marks: still a heading to Markdown where it was one, text to evva and to us."""
    return _unless_trimmed(rewrite, place, Edit(rewrite.seen.index("## ", place.start) + 2, " ", "\t"))


def _unless_trimmed(rewrite: Rewrite, place: Place, edit: Edit) -> tuple[Edit, ...]:
    """No repair for an indented line that would then begin its section's text: evva trims what indents that."""
    text = rewrite.seen
    above = text[place.region.start : place.start]
    if above.lstrip(" \t").startswith("## "):
        above = above.partition("\n")[2]
    return () if not text.startswith("##", place.start) and not trim(above) else (edit,)


def _hidden_by_mark(rewrite: Rewrite) -> Iterator[Effect]:
    """A heading right behind a byte order mark: evva takes it for text and adds another one of that name."""
    sections = rewrite.ours.sections
    if not sections or not rewrite.text.startswith(BYTE_ORDER_MARK) or sections[0].span.start != 1:
        return
    hidden = sections[0]
    if hidden.heading in rewrite.missing:
        yield Effect(
            EffectKind.MOVED,
            Span(hidden.span.start, max(hidden.body.end, hidden.raw.start)),
            say(
                "evva would add a second “{heading}” on its next write and leave this one unread",
                heading=hidden.heading,
            ),
            say("A byte order mark before the heading hides it from its program."),
            (Edit(0, BYTE_ORDER_MARK, ""),),
        )


def _added(rewrite: Rewrite) -> Iterator[Effect]:
    known = {section.heading for section in rewrite.ours.sections}
    missing = [heading for heading in rewrite.missing if heading not in known]
    if missing:
        named = joined(in_quotes(heading) for heading in missing)
        yield Effect(
            EffectKind.ADDED,
            Span(len(rewrite.text), len(rewrite.text)),
            says(
                "evva would add the missing heading {named} on its next write",
                "evva would add the missing headings {named} on its next write",
                len(missing),
                named=named,
            ),
            say("Its program writes all headings that it knows."),
            _with_headings(rewrite, missing),
        )


def _with_headings(rewrite: Rewrite, missing: Sequence[str]) -> tuple[Edit, ...]:
    if rewrite.cut_at is not None or rewrite.text == BYTE_ORDER_MARK or "\r" in rewrite.text:
        return ()  # a heading would stand past the cap, be hidden by the mark, or mix line ends
    try:
        return section_edits(rewrite.text, {}, [name for name in rewrite.headings if name in missing])
    except Refused:
        return ()


def _elsewhere(rewrite: Rewrite, known: Sequence[Effect]) -> Iterator[Effect]:
    """Lines that the write puts under another heading without touching them, as when a trim opens a code fence."""
    spans = sorted(
        effect.span for effect in known if effect.kind not in (EffectKind.TRIMMED, EffectKind.ADDED)
    )
    starts, ends = [span.start for span in spans], list(accumulate((span.end for span in spans), max))
    strays = [
        (number, line)
        for number, line in _lines_moved(rewrite)
        if not (found := bisect_right(starts, line.start)) or ends[found - 1] < line.end
    ]
    for _, run in groupby(enumerate(strays), key=lambda stray: stray[1][0] - stray[0]):
        lines = [line for _, (_, line) in run]
        yield Effect(
            EffectKind.MOVED,
            Span(lines[0].start, lines[-1].end),
            say("evva would put this text under another heading {when}", when=_when(rewrite)),
            say("What it changes above decides where code begins and ends."),
        )


def _when(rewrite: Rewrite) -> str:
    if not rewrite.updates:
        return say("on its next write")
    return say("when it next writes {headings}", headings=joined(in_quotes(name) for name in rewrite.updates))


def _lines_moved(rewrite: Rewrite) -> Iterator[tuple[int, Span]]:
    """Lines with text that stand under another heading afterwards, by the document's reading of both texts."""
    after, text = parse_sections(rewrite.texts[0]), rewrite.seen
    for run, moved_to in _kept(rewrite):
        shift = moved_to - run.start
        if _is_whole(rewrite.ours, run) == _is_whole(after, Span(moved_to, run.end + shift)) is not None:
            continue
        number, start = text.count("\n", 0, run.start), run.start
        for count, line in enumerate(run.of(text).split("\n")):
            first = start + len(line) - len(line.lstrip(GO_WHITE_SPACE))
            content = trim(line)
            if content and _heading_at(rewrite.ours, first) != _heading_at(after, first + shift):
                yield number + count, Span(first, first + len(content))
            start += len(line) + 1


def _is_whole(sections: Sections, span: Span) -> str | None:
    """The heading that all of `span` stands under, empty before the first; None where it holds more than one."""
    at, end = (_section_at(sections, position) for position in (span.start, span.end - 1))
    return None if at != end else sections.sections[at].heading if at >= 0 else ""


def _kept(rewrite: Rewrite) -> Iterator[tuple[Span, int]]:
    """The runs of text below headings that evva writes back, and where they stand then."""
    names = {section.head.name for section in rewrite.reading.sections}
    position = 0
    for run in written_runs(rewrite.reading, rewrite.updates, rewrite.missing):
        if isinstance(run, Span) and run not in names:
            yield run, position
        position += run.end - run.start if isinstance(run, Span) else len(run)


def _heading_at(sections: Sections, position: int) -> str:
    found = _section_at(sections, position)
    return sections.sections[found].heading if found >= 0 else ""


def _section_at(sections: Sections, position: int) -> int:
    """The number of the section that holds a character; -1 before the first."""
    return bisect_right(sections.sections, position, key=lambda section: section.span.start) - 1
