"""Lucide icons in the colours of the theme, rendered once per (name, role, size, device pixel ratio)."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap, QTransform
from PySide6.QtSvg import QSvgRenderer

from memdesk.ui.theme.archive import IconArchive
from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

_ARCHIVE_STROKE = 'stroke-width="2"'
_MODES: dict[QIcon.Mode, ColorRole] = {QIcon.Mode.Disabled: "disabled"}
# Only what points somewhere is mirrored from right to left; a file, a bin or a lens is not.
_DIRECTIONAL = frozenset(
    {
        "arrow-left",
        "arrow-right",
        "chevron-left",
        "chevron-right",
        "corner-up-left",
        "folder-input",
        "panel-left",
        "panel-right",
        "redo-2",
        "undo-2",
    }
)


class IconCache:
    """Renders icons by name for one theme at a time; `use` another and everything handed out follows."""

    def __init__(self, archive: IconArchive, theme: Theme) -> None:
        self._archive = archive
        self._theme = theme
        self._shapes: dict[tuple[str, int, float], QPixmap] = {}
        self._pixmaps: dict[tuple[str, ColorRole, int, float, bool], QPixmap] = {}

    def use(self, theme: Theme) -> None:
        """Render from `theme` from now on. Icons given out by `icon` change with it."""
        self._theme = theme
        self._pixmaps.clear()

    def icon(self, name: str, role: ColorRole = "text2", on: ColorRole | None = None) -> QIcon:
        """An icon for buttons and menus in `role`, in `on` while checked, in `disabled` while disabled."""
        return QIcon(_ThemedEngine(self, name, role, on or role))

    def pixmap(
        self, name: str, role: ColorRole, size: int, ratio: float = 1.0, *, rtl: bool = False
    ) -> QPixmap:
        """Icon `name` in `role`, `size` px wide on a screen of `ratio` device pixels per px.

        With `rtl`, an icon that points somewhere is mirrored.

        Raises:
            KeyError: there is no such icon.
        """
        mirrored = rtl and name in _DIRECTIONAL
        key = (name, role, size, ratio, mirrored)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._render(name, role, size, ratio)
            if mirrored:
                found = found.transformed(QTransform.fromScale(-1, 1))
            self._pixmaps[key] = found
        return found

    def draw_ahead(self, name: str, size: int, ratio: float) -> None:
        """Draw an icon before it is wanted, for any colour, which takes a fraction of a millisecond."""
        self._shape(name, size, ratio)

    def draw(self, painter: QPainter, area: QRect, name: str, role: ColorRole, size: int) -> None:
        """Paint icon `name`, `size` px wide, in the middle of `area`."""
        ratio = painter.device().devicePixelRatio()
        rtl = name in _DIRECTIONAL and painter.layoutDirection() == Qt.LayoutDirection.RightToLeft
        pixmap = self.pixmap(name, role, size, ratio, rtl=rtl)
        corner = QPoint(area.x() + (area.width() - size) // 2, area.y() + (area.height() - size) // 2)
        painter.drawPixmap(corner, pixmap)

    def _render(self, name: str, role: ColorRole, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(self._shape(name, size, ratio))
        with QPainter(pixmap) as painter:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
            painter.fillRect(QRect(0, 0, size, size), self._theme.color(role))
        return pixmap

    def _shape(self, name: str, size: int, ratio: float) -> QPixmap:
        """The strokes, in whatever colour: drawing them anew for each takes ten times as long as to dye them."""
        key = (name, size, ratio)
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = self._drawn(name, size, ratio)
        return found

    def _drawn(self, name: str, size: int, ratio: float) -> QPixmap:
        edge = max(1, round(size * ratio))
        pixmap = QPixmap(edge, edge)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        stroke = f'stroke-width="{self._theme.icon_sizes.stroke(size):.2f}"'
        svg = self._archive.svg(name).replace(_ARCHIVE_STROKE, stroke)
        with QPainter(pixmap) as painter:
            QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size, size))
        return pixmap


class _ThemedEngine(QIconEngine):
    """Asks the cache at every paint, so that an icon set once follows every change of theme and screen."""

    def __init__(self, cache: IconCache, name: str, role: ColorRole, on: ColorRole) -> None:
        super().__init__()
        self._cache = cache
        self._name = name
        self._role = role
        self._on = on

    def clone(self) -> QIconEngine:
        return _ThemedEngine(self._cache, self._name, self._role, self._on)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        # Qt asks in device pixels and divides by the ratio itself.
        edge = round(min(size.width(), size.height()) / scale)
        return self._pixmap(edge, mode, state, scale)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self._pixmap(min(size.width(), size.height()), mode, state, 1.0)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        edge = min(rect.width(), rect.height())
        pixmap = self._pixmap(edge, mode, state, painter.device().devicePixelRatio())
        painter.drawPixmap(rect.center() - QPoint((edge - 1) // 2, (edge - 1) // 2), pixmap)

    def _pixmap(self, edge: int, mode: QIcon.Mode, state: QIcon.State, ratio: float) -> QPixmap:
        role = _MODES.get(mode, self._on if state == QIcon.State.On else self._role)
        rtl = QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return self._cache.pixmap(self._name, role, edge, ratio, rtl=rtl)
