"""Memory text covered with bars, line by line, for a screen that others see; positions in the text stay the same."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from memdesk.text.edits import Span
from memdesk.text.masking import Hidden

BAR = "░"
_LINE = re.compile(r"[^\n\r]+")
_TITLE = re.compile(r"[ ]{0,3}#{1,6}[ \t]")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~|---[ \t]*$)")
_QUOTED = re.compile(r"(?<=[“„]).+(?=[”“])", re.DOTALL)
_MARKER = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?")


def lines_of(text: str) -> Iterator[Span]:
    """Where something stands in each line of `text`: without the blanks around it."""
    for found in _LINE.finditer(text):
        said = found[0].strip(" \t")
        if said:
            start = found.start() + found[0].index(said)
            yield Span(start, start + len(said))


def hidden_lines(text: str, revealed: Container[str] = ()) -> Iterator[Hidden]:
    """All lines of `text` but the `revealed` ones."""
    return (Hidden(span, span) for span in lines_of(text) if span.of(text) not in revealed)


def lines_in_place(text: str, revealed: Container[str] = ()) -> str:
    """`text` with a bar in place of every line but the `revealed` ones."""
    if _LINE.fullmatch(text):
        # So it is mostly asked: line by line, of thousands at once.
        said = text.strip(" \t")
        start = len(text) - len(text.lstrip(" \t"))
        is_shown = not said or said in revealed
        return text if is_shown else f"{text[:start]}{BAR * len(said)}{text[start + len(said) :]}"
    return _barred(text, (hidden.span for hidden in hidden_lines(text, revealed)))


def outside_titles(text: str, revealed: Container[str] = ()) -> str:
    """Markdown with bars in place of what it says: headings stay, and so do the marks of lists and of code."""
    hidden = (each.span for each in hidden_lines(text, revealed))
    return _barred(text, (_behind_marker(text, span) for span in hidden if not _is_frame(span.of(text))))


def outside_quotes(sentence: str) -> str:
    """A sentence with bars in place of what it quotes: from the first mark to the last, since names have some."""
    return _QUOTED.sub(lambda found: lines_in_place(found[0]), sentence)


def is_title(line: str) -> bool:
    """Whether a line is a heading of Markdown."""
    return _TITLE.match(line) is not None


def _is_frame(line: str) -> bool:
    return is_title(line) or _FENCE.match(line) is not None


def _behind_marker(text: str, span: Span) -> Span:
    found = _MARKER.match(text, span.start, span.end)
    return Span(found.end() if found else span.start, span.end)


def _barred(text: str, spans: Iterator[Span]) -> str:
    parts, end = [], 0
    for span in spans:
        parts += [text[end : span.start], BAR * (span.end - span.start)]
        end = span.end
    return "".join((*parts, text[end:])) if parts else text
