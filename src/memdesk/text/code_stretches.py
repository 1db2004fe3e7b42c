"""Where code and comments stand in a Markdown text, for agents that pass over one or the other.

Code is what stands in fences, and between runs of backticks of one length, as CommonMark has code spans.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memdesk.text.edits import Span
from memdesk.text.fences import scan_landmarks

_BACKTICKS = re.compile("`+")
_PARAGRAPH_END = "\n\n"
_COMMENT_START = "<!--"
_COMMENT_END = "-->"
_FENCE_OR_COMMENT = re.compile(
    r"^ {0,3}(?:(?P<mark>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*\n"
    r".*?(?:^ {0,3}(?P=mark)(?:(?<=`)`*|(?<=~)~*)[ \t\r]*$|\Z)|<!--.*?-->)",
    re.MULTILINE | re.DOTALL,
)
_NOT_LINE_END = re.compile(r"[^\n]")


def code_stretches(text: str) -> list[Span]:
    """Fenced code and code spans, in order. A span of fewer than three backticks ends with its paragraph."""
    fences = [fence.span for fence in scan_landmarks(text).fences]
    return sorted((*fences, *_code_spans(text, fences)))


def _code_spans(text: str, fences: Sequence[Span], paragraph_end: str = _PARAGRAPH_END) -> Iterator[Span]:
    runs = [run.span() for run in _BACKTICKS.finditer(text) if not is_within(run.start(), fences)]
    waiting: dict[int, list[int]] = {}
    for place, (start, end) in enumerate(runs):
        waiting.setdefault(end - start, []).append(place)
    place = 0
    while place < len(runs):
        start, end = runs[place]
        later = waiting[end - start]
        closing = bisect_right(later, place)
        inside = Span(end, runs[later[closing]][0]) if closing < len(later) else Span(end, end)
        if closing < len(later) and _may_be_code(text, inside, end - start, fences, paragraph_end):
            place = later[closing]
            yield Span(start, runs[place][1])
        place += 1


def _may_be_code(text: str, inside: Span, backticks: int, fences: Sequence[Span], paragraph_end: str) -> bool:
    """Whether what stands between two runs of backticks may be a code span: none goes on behind a fence."""
    following = bisect_right(fences, inside.start, key=lambda fence: fence.start)
    if following < len(fences) and fences[following].start < inside.end:
        return False
    # Three and more open a fence in a list item as well, which may hold blank lines.
    return backticks > 2 or text.find(paragraph_end, inside.start, inside.end) < 0


@lru_cache(maxsize=16)
def unread_stretches(text: str, *, by_line: bool = False) -> tuple[Span, ...]:
    """Where a link is none: in comments, in code spans, and in fences that are closed. In order, none in another.

    With `by_line` each line is a paragraph, as the items of a list are, and no code span goes on in the next one.
    """
    if _COMMENT_START not in text and "`" not in text and "~~~" not in text:
        return ()
    plain = _without_marks_in_comments(text)
    fences = scan_landmarks(plain).fences
    spans = _code_spans(plain, [each.span for each in fences], "\n" if by_line else _PARAGRAPH_END)
    code = sorted((*(each.span for each in fences if each.closed), *spans))
    found = list[Span]()
    for span in sorted((*code, *_comments(text, code))):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return tuple(found)


def _comments(text: str, code: Sequence[Span]) -> Iterator[Span]:
    """Comments that are closed and begin in no code, wherever they stand."""
    start = text.find(_COMMENT_START)
    while start >= 0:
        end = start + len(_COMMENT_START)
        if not is_within(start, code):
            closing = text.find(_COMMENT_END, end)
            if closing < 0:
                return
            end = closing + len(_COMMENT_END)
            yield Span(start, end)
        start = text.find(_COMMENT_START, end)


def is_within(position: int, spans: Sequence[Span]) -> bool:
    """Whether the character at `position` lies in one of `spans`, which are in order and do not overlap."""
    place = bisect_right(spans, position, key=lambda span: span.start) - 1
    return place >= 0 and spans[place].contains(position)


def _without_marks_in_comments(text: str) -> str:
    """`text`, character for character, with blanks in the place of comments: what looks like a fence there is none."""
    end = text.rfind(_COMMENT_END) + len(_COMMENT_END)
    return _FENCE_OR_COMMENT.sub(_blanked, text[:end]) + text[end:]


def _blanked(found: re.Match[str]) -> str:
    return found[0] if found["mark"] else _NOT_LINE_END.sub(" ", found[0])


def without(whole: Span, spans: Sequence[Span]) -> list[Span]:
    """What of `whole` lies in none of `spans`, which are in order."""
    kept = []
    at = whole.start
    for span in spans:
        if span.start >= whole.end:
            break
        if span.start > at:
            kept.append(Span(at, span.start))
        at = max(at, span.end)
    return [*kept, Span(at, whole.end)] if at < whole.end else kept
