"""What the window shows at its first paint."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QFontInfo, QFontMetrics, QGuiApplication, QPainter
from PySide6.QtSvg import QSvgRenderer

from memdesk.bundled import bundled_path
from memdesk.services.settings.settings import Settings
from memdesk.ui.panel_widths import LEFT_WIDTH, RIGHT_WIDTH, docked_widths
from memdesk.ui.screens import MEMORY
from memdesk.ui.start.picture import Picture, Place
from memdesk.ui.start.rows import FirstRow
from memdesk.ui.theme.archive import IconArchive, lucide_archive

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

_ROW_AIR_PX = 8
_DARK_BELOW = 128


class FirstFrame:
    """Paints the frame of the window and the first rows of the tree; tells `painted` how many, after each paint."""

    def __init__(
        self,
        app: QApplication,
        settings: Settings,
        rows: Sequence[FirstRow],
        painted: Callable[[int], object],
    ) -> None:
        self._font = app.font()
        self._wanted = settings.panel_widths.get(MEMORY, {})
        self._rows = rows
        self._painted = painted
        tokens = json.loads(bundled_path("themes", "tokens.json").read_bytes())
        scheme = settings.theme if settings.theme != "system" else _scheme_of(app)
        self._sizes = tokens["size"]
        self._picture = Picture(tokens, tokens["color"][scheme], IconArchive(lucide_archive()).svg)

    def paint(self, window: QWidget) -> None:
        """Paint all of `window`."""
        place = self._place(window.width(), window.height())
        with QPainter(window) as painter:
            painter.setFont(self._font)
            seen = self._picture.rows_in(place, self._rows)
            QSvgRenderer(self._picture.draw(place, seen)).render(painter)
        self._painted(len(seen))

    def _place(self, width: int, height: int) -> Place:
        metrics, sizes = QFontMetrics(self._font), self._sizes
        left, right = docked_widths(
            width,
            width - sizes["rail"],
            self._wanted.get("left", LEFT_WIDTH),
            self._wanted.get("right", RIGHT_WIDTH),
        )
        text = metrics.height() + _ROW_AIR_PX
        return Place(
            width,
            height,
            left if self._rows else 0,
            right,
            max(sizes["header"], text),
            max(sizes["status"], text - 1) + 1,
            max(sizes["tree_row"], text),
            self._font.family(),
            QFontInfo(self._font).pixelSize(),
            metrics.ascent(),
            metrics.height(),
            QGuiApplication.isRightToLeft(),
        )


def _scheme_of(app: QApplication) -> str:
    """Light or dark, as the palette of the system is: asking for the scheme itself defines all enumerations of Qt."""
    return "dark" if app.palette().window().color().lightness() < _DARK_BELOW else "light"
