"""A page that fills its place, and scrolls only where that is lower than what the page needs at least."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_AIR_PX = 8


class LowPage(QScrollArea):
    """Holds `page`. A resizable `QScrollArea` would give a page with wrapped text the height it would like best."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self._page = page
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plane", "panel")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(page)
        page.setAutoFillBackground(False)
        page.installEventFilter(self)

    def bring_into_view(self, part: QWidget) -> None:
        """Scroll so that `part` of the page is seen, once it has its size."""
        self._fit()
        layout = self._page.layout()
        if layout is not None:
            layout.activate()
        self.ensureWidgetVisible(part, 0, _AIR_PX)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._page.minimumSizeHint().width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        layout, room = self._page.layout(), self.viewport().size()
        if layout is None:
            return
        least = layout.minimumSize().height()
        if layout.hasHeightForWidth():
            least = layout.minimumHeightForWidth(room.width())
        self._page.resize(room.width(), max(room.height(), least))
