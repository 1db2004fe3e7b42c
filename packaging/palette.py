"""A picture of a screen with a palette: a third of the size, and no difference that one sees."""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QImage, qBlue, qGreen, qRed

_MOST = 256
_COMMON = 64
"""So many colours cover nearly the whole of a screen. The others are for the edges of letters and icons."""


def with_palette(picture: QImage) -> QImage:
    """The picture in 256 colours: those it has most of, then always the one that is farthest from all chosen so far."""
    exact = picture.convertToFormat(QImage.Format.Format_RGB32)
    counted = Counter(memoryview(exact.constBits()).cast("I"))
    chosen = [color for color, _ in counted.most_common(_COMMON)]
    far = {color: min(_distance(color, other) for other in chosen) for color in counted.keys() - set(chosen)}
    while far and len(chosen) < _MOST:
        # The smaller one of two that are equally far, so that the same picture gives the same file.
        farthest = min(far, key=lambda color: (-far[color], color))
        chosen.append(farthest)
        del far[farthest]
        for color, distance in far.items():
            far[color] = min(distance, _distance(color, farthest))
    return exact.convertToFormat(QImage.Format.Format_Indexed8, chosen)


def _distance(one: int, other: int) -> int:
    red, green, blue = (channel(one) - channel(other) for channel in (qRed, qGreen, qBlue))
    return red * red + green * green + blue * blue
