"""The first picture of the window, as SVG: planes and rows where the widgets will stand that are not loaded yet.

SVG, because a call of QPainter that takes a colour or a flag has PySide define the 93 enumerations of `Qt`, which costs
more time than everything else that is done for this picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from memdesk.ui.start.rows import FirstRow

_MARGIN_PX = 6
_TWISTY_PX = 24
_ICON_GAP_PX = 6
# XML takes no control characters; a name may hold them.
_NOT_IN_XML = dict.fromkeys((*range(0x20), 0xFFFE, 0xFFFF), "\ufffd") | {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
}


class Place(NamedTuple):
    """Where things stand, in device-independent pixels.

    `left` and `right` are the widths of the side panels, 0 where they are not shown. `header`, `status` and `row` are
    heights; `text_px` is the size of the text, `ascent` reaches from its top to its baseline and `line` to its bottom.
    """

    width: int
    height: int
    left: int
    right: int
    header: int
    status: int
    row: int
    family: str
    text_px: int
    ascent: int
    line: int
    is_mirrored: bool = False


class Picture:
    """Draws with the `tokens` of `tokens.json` in one `scheme`; `svg_of` gives the source of a Lucide icon."""

    def __init__(
        self, tokens: Mapping[str, Mapping[str, int]], colors: Mapping[str, str], svg_of: Callable[[str], str]
    ) -> None:
        self._sizes = tokens["size"]
        self._icons = tokens["icon"]
        self._radii = tokens["radius"]
        self._colors = colors
        self._svg_of = svg_of
        self._shapes: dict[str, str] = {}

    def rows_in(self, place: Place, rows: Sequence[FirstRow]) -> Sequence[FirstRow]:
        """Those of `rows` that can be seen, the last one perhaps in part."""
        room = place.height - place.status - place.header - _MARGIN_PX
        return rows[: max(0, -(-room // place.row))] if place.left else ()

    def draw(self, place: Place, rows: Sequence[FirstRow]) -> bytes:
        """The whole window with these rows; where there are none, there is no panel for them."""
        size = f'width="{place.width}" height="{place.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {place.width} {place.height}">'
        drawn = chain(self._panel(place, rows) if rows else (), self._planes(place))
        return "".join((head, *drawn, "</svg>")).encode("utf-8", "replace")

    # Planes

    def _planes(self, place: Place) -> Iterator[str]:
        """What stands around the tree, over the ends of long names."""
        rail, bottom = self._sizes["rail"], place.height - place.status
        begin, end = rail + (place.left and place.left + 1), place.width
        if place.right and place.left:
            end -= place.right
            yield self._box(place, end, 0, place.right, bottom, "panel")
            yield self._box(place, end - 1, 0, 1, bottom, "hairline")
            end -= 1
        yield self._box(place, begin, 0, end - begin, bottom, "window")
        if place.left:
            yield self._box(place, begin - 1, 0, 1, bottom, "hairline")
            for left, right in ((begin, end), (end + 1, place.width)):
                yield self._header(place, left, right - left)
        yield self._box(place, 0, 0, rail, bottom, "rail")
        yield self._box(place, rail - 1, 0, 1, bottom, "hairline")
        yield self._box(place, 0, bottom, place.width, place.status, "rail")
        yield self._box(place, 0, bottom, place.width, 1, "hairline")

    def _header(self, place: Place, left: int, width: int) -> str:
        if width <= 0:
            return ""
        plane = self._box(place, left, 0, width, place.header, "panel")
        return plane + self._box(place, left, place.header - 1, width, 1, "hairline")

    def _box(self, place: Place, left: int, top: int, width: int, height: int, role: str) -> str:
        x = _x_of(place, left, width)
        return f'<rect x="{x}" y="{top}" width="{width}" height="{height}" fill="{self._colors[role]}"/>'

    # Rows

    def _panel(self, place: Place, rows: Iterable[FirstRow]) -> Iterator[str]:
        rail = self._sizes["rail"]
        yield self._box(place, rail, 0, place.left, place.height, "panel")
        yield self._header(place, rail, place.left)
        top = place.header + _MARGIN_PX
        yield f'<g font-family="{_words(place.family)}" font-size="{place.text_px}">'
        for row in rows:
            yield from self._row(place, row, rail + _MARGIN_PX, top)
            top += place.row
        yield "</g>"

    def _row(self, place: Place, row: FirstRow, left: int, top: int) -> Iterator[str]:
        left += self._sizes["tree_indent"] * (row.depth + 1)
        if row.is_open is not None:
            closed = "chevron-left" if place.is_mirrored else "chevron-right"
            icon = "chevron-down" if row.is_open else closed
            mark = self._icons["mark"]
            yield self._icon(place, icon, left - mark // 2, top, mark, "text3")
        left += _TWISTY_PX // 2
        edge = self._sizes["avatar"] if row.monogram else self._icons["row"]
        if row.monogram:
            yield self._monogram(place, row.monogram, left, top, edge)
        elif row.icon:
            yield self._icon(place, row.icon, left, top, edge, "text2")
        ink = "text3" if row.is_quiet else "text" if row.is_file or row.monogram else "text2"
        baseline = top + (place.row - place.line) // 2 + place.ascent
        weight = 600 if row.depth == 0 else 400
        yield self._text(place, row.name, left + edge + _ICON_GAP_PX, baseline, ink, weight)

    def _text(self, place: Place, name: str, left: int, baseline: int, ink: str, weight: int) -> str:
        x, anchor = (place.width - left, "end") if place.is_mirrored else (left, "start")
        style = f'fill="{self._colors[ink]}" font-weight="{weight}" text-anchor="{anchor}"'
        return f'<text x="{x}" y="{baseline}" {style} xml:space="preserve">{_words(name)}</text>'

    def _monogram(self, place: Place, letters: str, left: int, top: int, edge: int) -> str:
        """The plate of an agent; its letters, in another font, come with the tree."""
        x, y = _x_of(place, left, edge) + 0.5, top + (place.row - edge) // 2 + 0.5
        shape = f'x="{x}" y="{y}" width="{edge - 1}" height="{edge - 1}" rx="{self._radii["avatar"] - 0.5}"'
        colors = f'fill="{self._colors["panel"]}" stroke="{self._colors["border"]}"'
        return f"<rect {shape} {colors}/>" if letters else ""

    def _icon(self, place: Place, name: str, left: int, top: int, size: int, role: str) -> str:
        x, y = _x_of(place, left, size), top + (place.row - size) // 2
        return (
            f'<g transform="translate({x} {y}) scale({size / 24})" fill="none" stroke="{self._colors[role]}" '
            f'stroke-width="{self._stroke(size):.2f}" stroke-linecap="round" stroke-linejoin="round">'
            f"{self._shape(name)}</g>"
        )

    def _shape(self, name: str) -> str:
        shape = self._shapes.get(name)
        if shape is None:
            source = self._svg_of(name)
            shape = self._shapes[name] = source[source.index(">") + 1 : source.rindex("</svg>")]
        return shape

    def _stroke(self, size: int) -> float:
        """As `IconSizes.stroke`, over the raw tokens."""
        widths: Mapping[str, float] = self._icons["stroke"]  # type: ignore[assignment]  # the one token that is a table
        stops = sorted((int(at), width) for at, width in widths.items())
        for (low, thick), (high, thin) in pairwise(stops):
            if low <= size <= high:
                return thick + (thin - thick) * (size - low) / (high - low)
        return stops[-1][1]


def _x_of(place: Place, left: int, width: int) -> int:
    return place.width - left - width if place.is_mirrored else left


def _words(text: str) -> str:
    return text.translate(_NOT_IN_XML).replace('"', "&quot;")
