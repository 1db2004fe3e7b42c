"""The white space that evva's next write changes: blanks around text, blank lines, line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memdesk.layouts.contract import Effect, EffectKind
from memdesk.layouts.evva.rewrite import Place, Rewrite, Role
from memdesk.layouts.shapes.go import trimmed
from memdesk.text.document import line_end_near
from memdesk.text.edits import Edit, Span, replace
from memdesk.text.sentence import say

_BEFORE_LINE_FEED = re.compile("\r+(?=\n)")


@dataclass
class _Gaps:
    """Places whose blank lines or line ends change, gathered so that a whole file makes one effect of each."""

    blank_lines: list[Edit] = field(default_factory=list)
    carriage_returns: list[Span] = field(default_factory=list)


def white_space_effects(rewrite: Rewrite) -> Iterator[Effect]:
    """The effects on white space at headings that stay headings, at the text before them and at the end."""
    gaps = _Gaps()
    yield from _around_preamble(rewrite, gaps)
    for place, following in zip(rewrite.places, [*rewrite.places[1:], None], strict=False):
        is_set = place.role is Role.PLAIN and place.name in rewrite.updates
        if place.role is Role.PLAIN:
            yield from _heading_line(rewrite, place, gaps)
        if place.role is Role.PLAIN and place.body and not is_set:
            yield from _before_text(rewrite, place.block.line.end + 1, place.body, gaps)
        if not is_set and _is_gap(rewrite, following):
            rest = Span(place.span.end, place.region.end)
            yield from _behind_text(rewrite, rest, _wanted(rewrite, following), gaps)
    yield from _gathered(rewrite.text, gaps)


def gap_changes(rewrite: Rewrite, place: Place) -> bool:
    """Whether evva puts other white space than stands there before the heading at `place`, which is a first one."""
    before = trimmed(rewrite.seen, Span(place.region.start, place.start))
    if before.end == before.start:
        return place.start > 0
    return Span(before.end, place.start).of(rewrite.seen) != "\n\n"


def _is_gap(rewrite: Rewrite, following: Place | None) -> bool:
    """Whether the white space before `following`, or at the end of the text, is a gap; at a cut it is not."""
    return rewrite.cut_at is None if following is None else following.role is Role.PLAIN


def _wanted(rewrite: Rewrite, following: Place | None) -> tuple[str, ...]:
    """The gaps that are as evva makes them, or become so by the headings that it adds at the end; the best first."""
    if following:
        return ("\n\n",)
    return ("\n\n", "\n", "") if rewrite.missing else ("\n",)


def _around_preamble(rewrite: Rewrite, gaps: _Gaps) -> Iterator[Effect]:
    text, first = rewrite.seen, rewrite.places[0] if rewrite.places else None
    region = Span(0, first.start if first else len(text))
    preamble = trimmed(text, region)
    if preamble.end == preamble.start:
        if region.end:
            gaps.blank_lines.append(replace(text, region, ""))
        return
    yield from _before_text(rewrite, 0, preamble, gaps)
    if _is_gap(rewrite, first):
        yield from _behind_text(rewrite, Span(preamble.end, region.end), _wanted(rewrite, first), gaps)


def _heading_line(rewrite: Rewrite, place: Place, gaps: _Gaps) -> Iterator[Effect]:
    text, content = rewrite.seen, place.line
    if content != place.block.line:
        gaps.carriage_returns.append(place.block.line)
    if content.of(text) != f"## {place.name}":
        yield Effect(
            EffectKind.TRIMMED,
            content,
            say("evva would rewrite the heading line “{name}” on its next write", name=place.name),
            say("Its program writes the marks, one blank and the name, whatever else stands on the line."),
            (replace(text, content, f"## {place.name}"),),
        )


def _before_text(rewrite: Rewrite, start: int, body: Span, gaps: _Gaps) -> Iterator[Effect]:
    """What stands between `start` and the first character of a text: blank lines, then an indentation."""
    text = rewrite.seen
    line_start = text.rfind("\n", start, body.start) + 1 or start
    if line_start > start:
        gaps.blank_lines.append(replace(text, Span(start, line_start), ""))
    if line_start < body.start:
        end = text.find("\n", body.start, body.end)
        number = rewrite.line_in_section(body.start)
        yield Effect(
            EffectKind.TRIMMED,
            Span(line_start, end if end >= 0 else body.end),
            say("evva would remove the indentation of line {number} on its next write", number=number),
            say(
                "Its program trims each section’s text at both ends, and with it what indents the first line."
            ),
        )


def _behind_text(rewrite: Rewrite, rest: Span, wanted: tuple[str, ...], gaps: _Gaps) -> Iterator[Effect]:
    """What stands behind the last character of a text: blanks on its line, a line end, blank lines."""
    text = rewrite.seen
    line, line_end, _ = rest.of(text).partition("\n")
    blanks = line.removesuffix("\r") if line_end else line
    gap = Span(rest.start + len(blanks), rest.end)
    if blanks:
        number = rewrite.line_in_section(rest.start)
        yield Effect(
            EffectKind.TRIMMED,
            Span(text.rfind("\n", 0, rest.start) + 1, gap.start),
            say("evva would remove the blanks at the end of line {number} on its next write", number=number),
            say("Its program trims each section’s text at both ends."),
            (replace(text, Span(rest.start, gap.start), ""),),
        )
    if gap.of(text).replace("\r\n", "\n") not in wanted:
        gaps.blank_lines.append(replace(text, gap, wanted[0].replace("\n", line_end_near(text, rest.start))))
    if "\r\n" in gap.of(text):
        gaps.carriage_returns.append(gap)


def _gathered(text: str, gaps: _Gaps) -> Iterator[Effect]:
    if gaps.blank_lines:
        first, count = gaps.blank_lines[0], len(gaps.blank_lines)
        places = say("in one place") if count == 1 else f"in {count} places"
        yield Effect(
            EffectKind.TRIMMED,
            Span(first.start, first.end),
            say("evva would change the blank lines {places} on its next write", places=places),
            say(
                "Its program writes one blank line before each heading, none below it, and one line end at the end."
            ),
            tuple(gaps.blank_lines),
        )
    if gaps.carriage_returns:
        yield Effect(
            EffectKind.TRIMMED,
            gaps.carriage_returns[0],
            say("evva would mix the line ends of this file on its next write"),
            say(
                "Its program ends the lines that it writes with LF and leaves the CR inside a text where it is."
            ),
            tuple(Edit(found.start(), found.group(), "") for found in _BEFORE_LINE_FEED.finditer(text)),
        )
