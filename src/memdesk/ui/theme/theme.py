"""One theme: the colours, fonts and measures that widgets and delegates paint with."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QFontMetricsF, QPen

from memdesk.ui.theme.colors import Colors
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.tokens import ColorRole, IconSizes, LineWidths, Radii, Scheme, Sizes, Tokens

_ROW_AIR_PX = 8
_LINE_AIR_PX = 2


class TextMetrics(QFontMetrics):
    """Font metrics that round widths up, so that a text is never elided in the very room measured for it."""

    def __init__(self, font: QFont) -> None:
        super().__init__(font)
        self._exact = QFontMetricsF(font)

    def horizontalAdvance(self, text: str, /, *_: object) -> int:
        """Width of `text` as drawn, in px."""
        return math.ceil(self._exact.horizontalAdvance(text))


@dataclass(slots=True)
class _PaintTools:
    """Pens, brushes and fonts made once per theme, because a delegate allocates nothing per paint."""

    pens: dict[tuple[ColorRole, float], QPen] = field(default_factory=dict)
    brushes: dict[ColorRole, QBrush] = field(default_factory=dict)
    fonts: dict[tuple[FontRole, Weight | None], QFont] = field(default_factory=dict)
    metrics: dict[tuple[FontRole, Weight | None], TextMetrics] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Theme:
    """A scheme made ready for painting. What it hands out is shared: do not change a colour, pen or font of it."""

    scheme: Scheme
    high_contrast: bool
    animated: bool
    colors: Colors
    fonts: Mapping[FontRole, QFont]
    tokens: Tokens
    _tools: _PaintTools = field(default_factory=_PaintTools)

    @property
    def sizes(self) -> Sizes:
        """Heights and widths of parts, in px."""
        return self.tokens.sizes

    @property
    def radii(self) -> Radii:
        """Corner radii, in px."""
        return self.tokens.radii

    @property
    def lines(self) -> LineWidths:
        """Widths of hairlines, rings and edges, in px."""
        return self.tokens.lines

    @property
    def icon_sizes(self) -> IconSizes:
        """Icon edges by place, in px."""
        return self.tokens.icons

    def share_fonts(self, other: Theme) -> None:
        """Hand out the fonts and metrics that `other` has made already; its `fonts` are the same."""
        self._tools.fonts, self._tools.metrics = other._tools.fonts, other._tools.metrics

    def color(self, role: ColorRole) -> QColor:
        """The colour of `role`."""
        return self.colors[role]

    def brush(self, role: ColorRole) -> QBrush:
        """A solid brush of `role`."""
        found = self._tools.brushes.get(role)
        if found is None:
            found = self._tools.brushes[role] = QBrush(self.colors[role])
        return found

    def pen(self, role: ColorRole, width: float = 1.0) -> QPen:
        """A solid pen of `role`, `width` px wide, with square corners."""
        key = (role, width)
        found = self._tools.pens.get(key)
        if found is None:
            found = QPen(self.colors[role], width)
            found.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            self._tools.pens[key] = found
        return found

    def font(self, role: FontRole, weight: Weight | None = None) -> QFont:
        """The font of `role`, in its own weight or in `weight`."""
        key = (role, weight)
        found = self._tools.fonts.get(key)
        if found is None:
            found = QFont(self.fonts[role])
            if weight is not None:
                found.setWeight(weight)
            self._tools.fonts[key] = found
        return found

    def metrics(self, role: FontRole, weight: Weight | None = None) -> TextMetrics:
        """Metrics of `font(role, weight)`."""
        key = (role, weight)
        found = self._tools.metrics.get(key)
        if found is None:
            found = self._tools.metrics[key] = TextMetrics(self.font(role, weight))
        return found

    def row_height(self, minimum: int, role: FontRole = "body") -> int:
        """Height of a row of text in `role`, in px: `minimum`, or more where the text scale asks for it."""
        return max(minimum, self.metrics(role).height() + _ROW_AIR_PX)

    def line_height(self, role: FontRole) -> int:
        """From one line of a running text in `role` to the next, in px: of the tokens, or what a larger text takes."""
        return max(self.tokens.line_heights[role], self.metrics(role).height() + _LINE_AIR_PX)
