"""Edits: the only way text changes.

An edit replaces one span. It carries the text that it takes out, so it can be checked before it is applied and
inverted afterwards. Positions count characters of the document text (code points, escapes included).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of characters in a document text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of `text` in this span."""
        return text[self.start : self.end]

    def contains(self, position: int) -> bool:
        """Whether the character at `position` lies inside."""
        return self.start <= position < self.end


class Edit(NamedTuple):
    """At `start`, `old` gives way to `new`."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Where the replaced text ends, in the text before the edit."""
        return self.start + len(self.old)

    @property
    def growth(self) -> int:
        """How many characters longer the text is afterwards."""
        return len(self.new) - len(self.old)

    def inverse(self) -> Edit:
        """The edit that takes this one back."""
        return Edit(self.start, self.new, self.old)

    def carry(self, position: int) -> int:
        """Where a caret at `position` of the text before the edit stands after it."""
        if position < self.start or (position == self.start and self.old):
            return position
        return position + self.growth if position >= self.end else self.start + len(self.new)

    def apply(self, text: str) -> str:
        """`text` after the edit. Raises `ValueError` where `old` does not stand at `start`."""
        if not text.startswith(self.old, self.start) or self.start > len(text):
            raise ValueError(f"text at {self.start} is not what the edit takes out")
        # One copy of a large text less than with `+`.
        return "".join((text[: self.start], self.new, text[self.end :]))


def replace(text: str, span: Span, new: str) -> Edit:
    """The edit that puts `new` in place of `span` of `text`."""
    return Edit(span.start, span.of(text), new)


def apply_all(text: str, edits: Iterable[Edit]) -> str:
    """`text` after `edits`, each given in positions of `text` itself; spans must not overlap."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < done or not text.startswith(edit.old, edit.start):
            raise ValueError(f"edit at {edit.start} overlaps another or does not fit the text")
        pieces += (text[done : edit.start], edit.new)
        done = edit.end
    return "".join([*pieces, text[done:]])


def in_sequence(edits: Iterable[Edit]) -> Sequence[Edit]:
    """Edits given in positions of one text, ordered so that each can be applied after the one before it."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))[::-1]
