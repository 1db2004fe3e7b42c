"""Parts that are made when they are first asked for, and once, however many threads ask for them at that moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import RLock
from typing import Any, TypeVar, overload

Made = TypeVar("Made")


class MadeOnce(cached_property[Made]):
    """A `cached_property` with a lock, which Python's own one has lost in 3.12.

    Without it each thread would get a part of its own, such as a second connection to the history that nobody closes.
    """

    def __init__(self, make: Callable[[Any], Made]) -> None:
        super().__init__(make)
        self._making = RLock()

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> MadeOnce[Made]: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Made: ...

    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> MadeOnce[Made] | Made:
        """The part; the descriptor itself where the class is asked."""
        if instance is None:
            return self
        with self._making:
            return super().__get__(instance, owner)


made_once = MadeOnce
"""As a decorator, named as these are."""
