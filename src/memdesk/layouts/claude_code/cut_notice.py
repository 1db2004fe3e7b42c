"""The notice that Claude Code puts behind an index that it cuts: its numbers, in our words."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.layouts.shapes.index_cut import IndexCaps, ShownIndex
from memdesk.text.sentence import say

_KB = 1024
NOTICE = say("the notice of Claude Code at the end of an index that it cuts")


class CutNotice(NamedTuple):
    """What the notice tells: how much there is, and the lines that are missing, or where the first one is cut."""

    said: str
    cut_lines: int = 0
    of_lines: int = 0
    from_line: int = 0
    kept_characters: int = 0

    @property
    def words(self) -> str:
        """The notice in our words."""
        if self.kept_characters:
            return say(
                "[{said}; left out: line 1 behind {n} characters]", said=self.said, n=self.kept_characters
            )
        return say(
            "[{said}; left out: {n} of {lines} lines, from line {first} on]",
            said=self.said,
            n=self.cut_lines,
            lines=self.of_lines,
            first=self.from_line,
        )


def notice_of(text: str, shown: ShownIndex, caps: IndexCaps) -> CutNotice | None:
    """What Claude Code says of an index with this text; None where all of it is shown."""
    if shown.cut_at is None:
        return None
    said = _said(shown, caps)
    read = caps.as_read(text)
    taken = "".join(span.of(read) for span in shown.shown)
    behind = read[shown.cut_at : shown.cut_at + 1]
    if "\n" not in taken and behind != "\n":
        return CutNotice(said, kept_characters=caps.most_size)
    count = taken.count("\n") + 1
    return CutNotice(said, shown.lines - count, shown.lines, count + 1)


def _said(shown: ShownIndex, caps: IndexCaps) -> str:
    lines, size = say("{n} lines", n=shown.lines), _size(shown.size)
    if shown.size <= caps.most_size:
        return say("{what} (limit: {most})", what=lines, most=caps.most_lines)
    if shown.lines <= caps.most_lines:
        return say("{what} (limit: {most})", what=size, most=_size(caps.most_size))
    return say("{lines} and {size}", lines=lines, size=size)


def _size(characters: int) -> str:
    return f"{characters / _KB:.1f}".removesuffix(".0") + "KB"
