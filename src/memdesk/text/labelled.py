"""Text for places that can only show plain text, such as a label or a title: hidden characters by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.hidden import find_hidden_within, is_tag, label_of, spelled_by
from memdesk.text.mixed_scripts import find_mixed_words

OPEN, CLOSE = "\u2039", "\u203a"
"""What stands around a label where no box can be drawn: single angle quotation marks."""

_LONE = re.compile("[\ud800-\udfff]")
_MOST_ALIKE = 3
_BREAKS = {"\n": "LF", "\t": "TAB", "\r": "CR"}


class Label(NamedTuple):
    """What to show in place of the characters of `span`."""

    span: Span
    words: str


def find_labels(text: str) -> Iterator[Label]:
    """A label for whatever of `text` is not seen, in order; tags in a row are read out, equal ones counted."""
    if text.isascii() and text.isprintable():
        return
    labels = [
        label
        for hidden in find_hidden_within(text)
        for label in _labels_of(text, hidden.span, hidden.spelled)
    ]
    labels += [Label(Span(*lone.span()), label_of(lone.group())) for lone in _LONE.finditer(text)]
    yield from sorted(labels, key=lambda label: label.span)


def label_in_row(character: str, before: str) -> str:
    """The label of one hidden character where each has its own; a tag shows its letter, the first says what it is."""
    if not is_tag(character):
        return label_of(character)
    return spelled_by(character) if before and is_tag(before) else f"TAG {spelled_by(character)}"


def labelled(text: str) -> str:
    """`text` with every hidden character replaced by its label: `a‹U+202E›b`, `‹TAG “ignore this”›`."""
    pieces, end = [], 0
    for label in find_labels(text):
        pieces += [text[end : label.span.start], OPEN, label.words, CLOSE]
        end = label.span.end
    return "".join([*pieces, text[end:]]) if pieces else text


def labelled_words(text: str) -> str:
    """As `labelled`, and behind a word that pretends what it is not: `pаypal‹≠ paypal›`."""
    pieces, end = [], 0
    for word in find_mixed_words(text):
        pieces += [labelled(text[end : word.span.end]), f"{OPEN}\u2260 {word.reads_as}{CLOSE}"]
        end = word.span.end
    return "".join([*pieces, labelled(text[end:])]) if pieces else labelled(text)


def labelled_name(name: str) -> str:
    """As `labelled`, for a name, which holds no line breaks and tabs either."""
    return labelled(on_one_line(name))


def on_one_line(name: str) -> str:
    """`name` with line breaks and tabs by name."""
    for mark, words in _BREAKS.items():
        name = name.replace(mark, f"{OPEN}{words}{CLOSE}")
    return name


def _labels_of(text: str, span: Span, spelled: str) -> Iterator[Label]:
    if spelled:
        kind = "TAG" if is_tag(text[span.end - 1]) or is_tag(text[span.start]) else "VS"
        yield Label(span, f"{kind} \u201c{spelled}\u201d")
        return
    start = span.start
    while start < span.end:
        end = start + 1
        while end < span.end and text[end] == text[start]:
            end += 1
        if end - start > _MOST_ALIKE:
            yield Label(Span(start, end), f"{label_of(text[start])} \u00d7{end - start}")
        else:
            yield from (Label(Span(at, at + 1), label_of(text[at])) for at in range(start, end))
        start = end
