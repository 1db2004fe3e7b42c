"""Design tokens: the colours and measures every part of the window is drawn from.

They are read from `resources/themes/tokens.json`. A theme is a choice of scheme over these tokens; nothing in `ui`
names a colour or a measure of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, NamedTuple

Scheme = Literal["light", "dark"]

ColorRole = Literal[
    "window",
    "rail",
    "panel",
    "surface",
    "sunken",
    "hover",
    "press",
    "hairline",
    "border",
    "control",
    "text",
    "text2",
    "text3",
    "disabled",
    "accent",
    "accentHover",
    "accentPress",
    "onAccent",
    "accentText",
    "accentSoft",
    "accentLine",
    "focus",
    "selInactive",
    "add",
    "addSoft",
    "addLine",
    "addWord",
    "rem",
    "remSoft",
    "remLine",
    "remWord",
    "warn",
    "warnSoft",
    "warnLine",
    "live",
    "liveSoft",
    "liveLine",
    "scrim",
]


class _Measures:
    """Measures by name. Plain classes: as frozen dataclasses they would take 7 ms of the time to the first paint."""

    def __init__(self, values: Mapping[str, int]) -> None:
        if values.keys() != type(self).__annotations__.keys():
            raise KeyError(*values.keys() ^ type(self).__annotations__.keys())
        self.__dict__.update(values)


class Radii(_Measures):
    """Corner radii, in px."""

    chip: int
    control: int
    row: int
    card: int
    popup: int
    check: int
    meter: int
    avatar: int


class LineWidths(_Measures):
    """Widths of drawn lines, in px."""

    hairline: int
    focus: int
    edge: int
    caret: int


class IconSizes(NamedTuple):
    """Edge of an icon by where it stands, in px, and its stroke width in units of the 24-unit grid."""

    rail: int
    button: int
    row: int
    mark: int
    chip: int
    empty: int
    strokes: tuple[tuple[int, float], ...]

    def stroke(self, size: float) -> float:
        """Stroke width for an icon drawn `size` px wide; between two given sizes it is interpolated."""
        stops = self.strokes
        if size <= stops[0][0]:
            return stops[0][1]
        for (low, thick), (high, thin) in pairwise(stops):
            if size <= high:
                return thick + (thin - thick) * (size - low) / (high - low)
        return stops[-1][1]


class Sizes(_Measures):
    """Heights and widths of parts, in px; heights of text rows are minimums (see `Theme.row_height`)."""

    rail: int
    rail_button: int
    tree_panel: int
    tree_min: int
    tree_max: int
    right_panel: int
    right_min: int
    right_max: int
    header: int
    tabs: int
    status: int
    tree_row: int
    tree_indent: int
    entry_row: int
    entry_row_hint: int
    card_head: int
    table_row: int
    table_head: int
    palette_row: int
    palette_input: int
    palette_width: int
    button: int
    button_large: int
    field: int
    chip: int
    avatar: int
    check: int
    strip: int
    bar: int
    footer: int
    meter: int
    progress: int
    min_hit: int
    scrollbar: int
    card_max_text: int


class Motion(_Measures):
    """Durations, in milliseconds; `Theme.animated` knows whether anything may move."""

    pulse_ms: int


class Breakpoints(NamedTuple):
    """Window widths, in px, below which a panel gives way; and the least width and height."""

    right_collapses: int
    tree_narrow: int
    tree_collapses: int
    min_window: tuple[int, int]


class Tokens(NamedTuple):
    """Everything `tokens.json` says that the window uses."""

    colors: Mapping[Scheme, Mapping[ColorRole, str]]
    scrim_alpha: Mapping[Scheme, int]
    radii: Radii
    lines: LineWidths
    icons: IconSizes
    sizes: Sizes
    motion: Motion
    breakpoints: Breakpoints
    line_heights: Mapping[str, int]
    """By the role of the font, in px."""


def parse_tokens(text: str) -> Tokens:
    """The tokens in the JSON `text`.

    Raises:
        KeyError, TypeError, ValueError: a token is missing or one too many.
    """
    raw = json.loads(text)
    points = raw["breakpoints"]
    width, height = points.pop("min_window")
    return Tokens(
        colors=raw["color"],
        scrim_alpha=raw["scrim_alpha"],
        radii=Radii(raw["radius"]),
        lines=LineWidths(raw["line"]),
        icons=_icon_sizes(raw["icon"]),
        sizes=Sizes(raw["size"]),
        motion=Motion(raw["motion"]),
        breakpoints=Breakpoints(min_window=(width, height), **points),
        line_heights=raw["font"]["line_height"],
    )


def _icon_sizes(raw: Mapping[str, Any]) -> IconSizes:
    strokes = tuple(sorted((int(size), float(width)) for size, width in raw["stroke"].items()))
    return IconSizes(strokes=strokes, **{name: value for name, value in raw.items() if name != "stroke"})
