"""What is shown in place of a secret, and what of it is hidden."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from memdesk.text.edits import Span
from memdesk.text.secrets import find_secrets

MASK = "•"
"""Stands in place of one character that is hidden."""
_MOST_SHOWN, _SHARE_SHOWN = 4, 4
"""Of a secret so many characters are shown, and no more than one in so many."""

_FIRST_LINE = re.compile(r"-----BEGIN[^\n]*?KEY(?: BLOCK)?-----|-----BEGIN")


class Hidden(NamedTuple):
    """A secret value, and what is not shown of it."""

    value: Span
    span: Span


def masked(text: str, mask: str = "••••••") -> str:
    """`text` with every secret replaced by `mask`, for logs, titles and screens that others see."""
    parts, end = [], 0
    for secret in find_secrets(text):
        parts += [text[end : secret.span.start], mask]
        end = secret.span.end
    return "".join((*parts, text[end:]))


def mask_in_place(text: str, revealed: Container[str] = ()) -> str:
    """`text` with each secret but the `revealed` ones as its first characters and dots, one for one.

    So every position means the same in both; line ends stay.
    """
    parts, end = [], 0
    for _, span in hidden_parts(text, revealed):
        parts += [text[end : span.start], "".join(each if each in "\r\n" else MASK for each in span.of(text))]
        end = span.end
    return "".join((*parts, text[end:])) if parts else text


def hidden_parts(text: str, revealed: Container[str] = ()) -> Iterator[Hidden]:
    """What is not shown of `text`: of each secret all but its first characters, of a key all but its first line."""
    for span, _ in find_secrets(text):
        value = span.of(text)
        if value in revealed:
            continue
        shown = min(_MOST_SHOWN, len(value) // _SHARE_SHOWN)
        if value.startswith("-----BEGIN"):
            shown = len(_FIRST_LINE.match(value)[0])  # type: ignore[index]  # it begins so
        if shown < len(value):
            yield Hidden(span, Span(span.start + shown, span.end))
