"""How wide the panels of a screen are, and how far a page stands in; in device-independent pixels."""

from __future__ import annotations

RIGHT_COLLAPSES_BELOW = 1120
LEFT_NARROW_BELOW = 1000
LEFT_COLLAPSES_BELOW = 760
LEFT_WIDTH, LEFT_NARROW_WIDTH, LEFT_RANGE = 280, 220, (200, 420)
RIGHT_WIDTH, RIGHT_OVERLAY_WIDTH, RIGHT_RANGE = 380, 360, (320, 560)
CENTRE_MIN_WIDTH = 440
PAGE_MARGIN, NARROW_PAGE_MARGIN = 24, 16


def docked_widths(window: int, room: int, left: int, right: int) -> tuple[int, int]:
    """The widths of the docked side panels in a window `window` wide with `room` for all three; 0 is not docked.

    `left` and `right` are what the user wants; `right` is 0 where that panel is put away.
    """
    if window < LEFT_NARROW_BELOW:
        left = LEFT_NARROW_WIDTH
    if window < RIGHT_COLLAPSES_BELOW:
        right = 0
    if right and room - left - right < CENTRE_MIN_WIDTH:
        right = max(RIGHT_RANGE[0], room - left - CENTRE_MIN_WIDTH)
    return (left if window >= LEFT_COLLAPSES_BELOW else 0), right


def page_margin(window_width: int) -> int:
    """How far a page of cards stands in from its edges, in px, in a window of this width."""
    return NARROW_PAGE_MARGIN if window_width < LEFT_NARROW_BELOW else PAGE_MARGIN
