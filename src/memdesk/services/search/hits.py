"""What a search finds: entries, and where in their text the words stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from memdesk.layouts.documents import Document
from memdesk.services.remembered.entries import Entry
from memdesk.services.search.searchable import Sheet
from memdesk.text.edits import Span
from memdesk.text.excerpt import Excerpt, excerpt
from memdesk.text.folding import line_of


class Hit(NamedTuple):
    """An entry that was found, and where in `sheet.text` its words stand. `line` counts from 1 in the document."""

    sheet: Sheet
    number: int
    marks: tuple[Span, ...]

    @property
    def entry(self) -> Entry:
        """What was found."""
        return self.sheet.read.everything[self.number]

    @property
    def document(self) -> Document:
        """Where it stands."""
        return self.sheet.read.document

    @property
    def place(self) -> Span:
        """The first mark in the document; the whole entry where places in the searched text are others."""
        if self.sheet.is_source:
            return self.marks[0] if self.marks else self.sheet.span(self.number)
        return self.entry.span

    @property
    def line(self) -> int:
        """The line of the document in which it stands, from 1."""
        return self.sheet.read.text.count("\n", 0, self.place.start) + 1

    def by_line(self) -> Iterator[Hit]:
        """The same, line by line: each with the marks that begin in one line."""
        for _, marks in groupby(self.marks, key=lambda mark: line_of(self.sheet.text, mark.start)):
            yield self._replace(marks=tuple(marks))
        if not self.marks:
            yield self

    @property
    def excerpt(self) -> Excerpt:
        """The line of `words`, for who does not show the secrets in it."""
        line = self._shown_line
        return excerpt(self.sheet.text, Span(line.start, line.start + len(self.words[0])))

    @property
    def _shown_line(self) -> Span:
        whole = self.sheet.span(self.number)
        start = self.marks[0].start if self.marks else _first_word(self.sheet.text, whole)
        return line_of(self.sheet.text, start)

    @property
    def words(self) -> tuple[str, tuple[Span, ...]]:
        """The line with the first mark, else the first of the entry, and the marks in it."""
        line = self._shown_line
        marks = (mark for mark in self.marks if mark.start < line.end and mark.end > line.start)
        inside = tuple(
            Span(max(mark.start, line.start) - line.start, min(mark.end, line.end) - line.start)
            for mark in marks
        )
        return line.of(self.sheet.text).rstrip("\r"), inside


def _first_word(text: str, span: Span) -> int:
    words = span.of(text)
    return span.start + len(words) - len(words.lstrip())


class Found(NamedTuple):
    """What a search found, in the order of the tree; `has_more` where it stopped at its limit.

    `has_more_marks` tells that an entry holds more places than are marked in it.
    """

    hits: tuple[Hit, ...] = ()
    has_more: bool = False
    has_more_marks: bool = False
