"""How the user's language writes whole numbers, learned once from Qt, so that a worker may write them as well.

Sentences with numbers in them are made in workers too, and what belongs to Qt belongs to the UI thread: see `bell`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

_MOST_DIGITS = 19
"""No number of Qt has more."""


class _Numerals(NamedTuple):
    """How numbers are written: `shapes` of all ones, the shortest first; the ten `digits`; what stands before a minus.

    A shape tells where the groups end, which differs: `1,111`, `1111`, `1,11,111`.
    """

    shapes: tuple[str, ...]
    digits: tuple[str, ...]
    minus: str


def _learned(write: Callable[[int], str]) -> _Numerals:
    digits = tuple(map(write, range(10)))
    shapes = tuple(write(int("1" * count)) for count in range(1, _MOST_DIGITS + 1))
    return _Numerals(shapes, digits, write(-1).removesuffix(digits[1]))


_numerals = _learned("{:,}".format)


def learn(write: Callable[[int], str]) -> None:
    """Write numbers from here on as `write` does; for the UI thread, which may ask Qt."""
    global _numerals  # noqa: PLW0603 - one language per process
    _numerals = _learned(write)


def written(value: int) -> str:
    """`value` with the digits and groups of the user's language: `2,314`. Any thread."""
    shapes, digits, minus = _numerals
    said = str(abs(value))
    if len(said) > len(shapes):
        return str(value)
    left = iter(said)
    shape = shapes[len(said) - 1]
    filled = "".join(digits[int(next(left))] if letter == digits[1] else letter for letter in shape)
    return f"{minus}{filled}" if value < 0 else filled
