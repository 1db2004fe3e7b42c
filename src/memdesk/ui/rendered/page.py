"""The tab "Rendered": the open document as Markdown reads. All that it takes is imported when it is first shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.focus_ring import RING_PX

if TYPE_CHECKING:
    from memdesk.text.rendering import Block, PartKey, RenderedPart
    from memdesk.ui.rendered.sheet import RenderedSheet

_MARGIN_PX = 16


class RenderedPage(QWidget):
    """Holds the rendered document.

    Signals:
        wanted: the page came into view and shall be true.
    """

    wanted = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._sheet: RenderedSheet | None = None
        self._empty = EmptyState(
            themes, "file-text", tr("Nothing to render."), tr("The document has no text.")
        )
        self._layers = QStackedWidget()
        self._layers.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX - RING_PX, 8 - RING_PX, 4, 8 - RING_PX)
        column.addWidget(self._layers)

    @property
    def masks(self) -> SecretMasks:
        """Whether the text is read with its secrets."""
        return self._themes.masks

    @property
    def sheet(self) -> RenderedSheet | None:
        """What shows the document; None before the page was in view."""
        return self._sheet

    @property
    def known(self) -> Mapping[PartKey, tuple[Block, ...]]:
        """The blocks of the parts that are shown."""
        return self._sheet.known if self._sheet is not None else {}

    def show_parts(self, parts: Sequence[RenderedPart]) -> None:
        """Show these; what is on screen stays until it is written over."""
        if self._sheet is None:
            from memdesk.ui.rendered.sheet import RenderedSheet

            self._sheet = RenderedSheet(self._themes)
            self._layers.addWidget(self._sheet)
        self._layers.setCurrentWidget(self._sheet if parts else self._empty)
        self._sheet.show_parts(parts)

    def follow(self, position: int) -> None:
        """Bring the part that holds a position of the text into view, as soon as it is written."""
        if self._sheet is not None:
            self._sheet.follow(position)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()
