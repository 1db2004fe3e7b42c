"""Reads from lines that look different now which edit of the text was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memdesk.text.compare import Run, common_ends
from memdesk.text.document import line_content
from memdesk.text.edits import Edit, Span
from memdesk.ui.editor.shown_text import ShownText


class ChangedLines(NamedTuple):
    """Lines from `top` of the text on were shown as `old` and look like `new` now."""

    top: int
    old: Sequence[str]
    new: Sequence[str]


def read_edit(shown: ShownText, lines: ChangedLines, run: Run, behind_caret: int | None) -> Edit:
    """The smallest edit that makes of the text what `run` of the changed lines shows.

    A new line takes the line end of its neighbour. `behind_caret` is how many characters stand behind the caret in the
    last new line, None where the caret is elsewhere: with it, one of equal letters is put in where it was typed.
    """
    text = shown.text
    if run.old_first == run.old_end or run.new_first == run.new_end:
        if run.old_end == len(lines.old):
            # Lines come and go with their own line end; at the end of the window, with that of the line before.
            run = run._replace(old_first=run.old_first - 1, new_first=run.new_first - 1)
            span, wanted = _within_line_ends(shown, lines, run)
        else:
            span = Span(text.start(lines.top + run.old_first), text.start(lines.top + run.old_end))
            wanted = "".join(line + "\n" for line in lines.new[run.new_first : run.new_end])
    else:
        span, wanted = _within_line_ends(shown, lines, run)
    before = span.of(text.text)
    looks = shown.escapes.shown(before.replace("\r\n", "\n"))
    ahead, behind = common_ends(looks, wanted, behind_caret)
    put = shown.escapes.real(wanted[ahead : len(wanted) - behind])
    start, end = _with_hidden(before, ahead), _with_hidden(before, len(looks) - behind)
    line_end = shown.line_end_at(lines.top + run.old_first)
    return Edit(span.start + start, before[start:end], put.replace("\n", line_end))


def _within_line_ends(shown: ShownText, lines: ChangedLines, run: Run) -> tuple[Span, str]:
    """The old lines of `run` without the line end of the last one, and what they shall look like."""
    last = lines.top + run.old_end - 1
    end = shown.text.start(last) + len(line_content(shown.text.line(last)))
    wanted = "\n".join(lines.new[run.new_first : run.new_end])
    return Span(shown.text.start(lines.top + run.old_first), end), wanted


def _with_hidden(text: str, shown: int) -> int:
    """The offset in `text` of offset `shown` in what is shown for it: CR LF is shown as one break."""
    hidden = 0
    at = text.find("\r\n")
    while at >= 0 and shown > at - hidden:
        hidden += 1
        at = text.find("\r\n", at + 2)
    return shown + hidden
