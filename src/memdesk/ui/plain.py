"""Text from the disk for labels, titles, menus and tool tips: what cannot be seen is named, secrets are masked."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_SHORTEST = 12
"""What is shorter holds no secret together with what names it."""

_LONGEST_KEPT = 200
"""Of a longer text nothing is remembered; names and titles are asked about many times for each widget."""

_MOST_ONE_BY_ONE = 16
"""So many names one of which may hold a secret are looked through each by itself."""

_ISOLATES = ("\u2068", "\u2069")


def plain(text: str) -> str:
    """`text` with a label in place of every hidden character, such as `‹U+202E›`, and its secrets masked.

    Here they stay so: what is shown in passing is read by others, too. In a window that reads from right to left our
    own isolates around paths stay (see `format.isolated`).
    """
    text = _without_secrets(text)
    if text.isascii() and text.isprintable():
        return text
    # Loaded for the first such text: the window paints before.
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication

    from memdesk.text.labelled import labelled

    if _ISOLATES[0] in text and QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        return _labelled_between_isolates(text)
    return labelled(text)


def plain_name(name: str) -> str:
    """As `plain`, for a name, in which line breaks and tabs are named as well."""
    if name.isascii() and name.isprintable():
        return _without_secrets(name)
    from memdesk.text.labelled import on_one_line

    return plain(on_one_line(name))


def plain_names(names: Sequence[str]) -> list[str]:
    """`plain_name` of each; those without anything like a secret are told together, since each look has its price."""
    if not _looks_like_secrets("\n".join(names)):
        return [name if name.isascii() and name.isprintable() else plain_name(name) for name in names]
    if len(names) < _MOST_ONE_BY_ONE:
        return [plain_name(name) for name in names]
    middle = len(names) // 2
    return plain_names(names[:middle]) + plain_names(names[middle:])


def _without_secrets(text: str) -> str:
    if len(text) < _SHORTEST:
        return text
    is_short = len(text) <= _LONGEST_KEPT
    if not (_may_hold_secrets(text) if is_short else _looks_like_secrets(text)):
        return text
    # Loaded after the first paint as well.
    from memdesk.text.masking import mask_in_place

    return mask_in_place(text)


def _looks_like_secrets(text: str) -> bool:
    from memdesk.text.secrets import may_hold_secrets

    return may_hold_secrets(text)


_may_hold_secrets = lru_cache(maxsize=1024)(_looks_like_secrets)


def _labelled_between_isolates(text: str) -> str:
    from memdesk.text.labelled import labelled

    first, last = _ISOLATES
    pieces = text.split(first)
    whole = [labelled(pieces[0])]
    for piece in pieces[1:]:
        inside, closed, behind = piece.partition(last)
        whole.append(
            f"{first}{labelled(inside)}{last}{labelled(behind)}" if closed else labelled(first + piece)
        )
    return "".join(whole)


def is_rtl(text: str) -> bool:
    """Whether the first letter with a direction is written from right to left."""
    classes = (unicodedata.bidirectional(character) for character in text)
    return next((found in ("R", "AL") for found in classes if found in ("L", "R", "AL")), False)
