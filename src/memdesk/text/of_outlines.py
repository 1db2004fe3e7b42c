"""Remembers what was worked out of the newest node trees, so that a worker can do it before the window asks for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from memdesk.text.outline import Outline

_MOST = 8
"""Of so many trees: those of a buffer, of the disk and of what becomes of both, for two documents."""

T = TypeVar("T")


class _Known(NamedTuple, Generic[T]):
    outline: Outline
    key: Hashable
    value: T


class OfOutlines(Generic[T]):
    """Keeps values of a pure function of a text, its node tree and a `key`; any thread may ask.

    A tree is that of one text for as long as it lives, so it stands for its text here.
    """

    def __init__(self) -> None:
        self._known: deque[_Known[T]] = deque(maxlen=_MOST)

    def of(self, outline: Outline, key: Hashable, work: Callable[[], T]) -> T:
        """The value for a tree, worked out by `work` where it is not known."""
        for known in tuple(self._known):
            if known.outline is outline and known.key == key:
                return known.value
        value = work()
        self._known.append(_Known(outline, key, value))
        return value
