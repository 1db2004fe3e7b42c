"""What other programs left broken in a text, as problems: bytes that are no UTF-8, and marks of a merge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.layouts.contract import Problem, Severity
from memdesk.text.code_stretches import code_stretches, is_within
from memdesk.text.document import byte_length, invalid_places
from memdesk.text.edits import Span
from memdesk.text.sentence import say, says

NOT_UTF8_RULE = "not-utf-8"

_MERGE_MARK = re.compile(r"^(?:<{7}(?= |\r?$)|={7}(?=\r?$)|>{7}(?= |\r?$))[^\n]*", re.MULTILINE)
_OPENS, _PARTS, _CLOSES = "<", "=", ">"


def damage_problems(agent: str, path: str, text: str) -> Iterator[Problem]:
    """The problems of `text`, each kind in order; `agent` is who reads it."""
    places = invalid_places(text)
    if places:
        message = says(
            "{n} byte is not UTF-8: {agent} gets U+FFFD in its place",
            "{n} bytes from here on are not UTF-8: {agent} gets U+FFFD in their place",
            len(places),
            agent=agent,
        )
        why = say(
            "It is byte {byte} of the file. Perhaps a program wrote it that knows another encoding.",
            byte=byte_length(text[: places[0]]),
        )
        span = Span(places[0], places[0] + 1)
        yield Problem(Severity.WARNING, NOT_UTF8_RULE, path, span, message, why)
    yield from _merges(agent, path, text)


def _merges(agent: str, path: str, text: str) -> Iterator[Problem]:
    """Blocks that a merge left, with what both sides say; an example in code is none."""
    if "\n>>>>>>>" not in text:
        return
    code = code_stretches(text)
    opened, wanted = Span(0, 0), _OPENS
    for mark in _MERGE_MARK.finditer(text):
        sign = mark[0][0]
        if sign == _OPENS and not is_within(mark.start(), code):
            opened, wanted = Span(*mark.span()), _PARTS
        elif sign == wanted == _PARTS:
            wanted = _CLOSES
        elif sign == wanted == _CLOSES:
            wanted = _OPENS
            message = say("This is left of a merge: {agent} reads both sides, and the marks", agent=agent)
            yield Problem(Severity.WARNING, "merge-marks", path, opened, message)
