"""A view of a text that loads nothing, follows nothing, and gives away plain words only."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QKeySequence, QTextOption, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QTextBrowser, QToolTip, QWidget

from memdesk.text.labelled import labelled
from memdesk.ui.i18n import tr
from memdesk.ui.rendered.writer import LINK
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.clip_data import clip_data
from memdesk.ui.widgets.focus_ring import RING_PX, show_focus
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import plain_tip

_BAR_GAP_PX = 8
"""Between the text and the scroll bar."""


class RenderedBrowser(QTextBrowser):
    """Shows what a `BlockWriter` wrote; `links` are its.

    Signals:
        link_activated: a link was clicked, or Enter pressed on it; argument: its number.
    """

    link_activated = Signal(int)

    def __init__(
        self, themes: ThemeManager, links: list[tuple[str, str]], *, parent: QWidget | None = None
    ) -> None:
        self._themes = themes  # before Qt tells of anything
        super().__init__(parent)
        self._links = links
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plane", "panel")
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Rendered text"))
        self.document().setDocumentMargin(0)
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        beside = (_BAR_GAP_PX, RING_PX) if is_mirrored else (RING_PX, _BAR_GAP_PX)
        self.setViewportMargins(beside[0], RING_PX, beside[1], RING_PX)
        self.anchorClicked.connect(self._on_anchor_clicked)

    def loadResource(self, type_: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Nothing: no picture, style sheet or page, from the disk or from elsewhere."""
        return None

    def createMimeDataFromSelection(self) -> QMimeData:
        return clip_data(self.textCursor().selection().toPlainText())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, with Ctrl too: Qt would make the letters larger where nothing can be typed, and only there."""
        QAbstractScrollArea.wheelEvent(self, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = PopupMenu(self._themes, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(tr("Copy"), QKeySequence(QKeySequence.StandardKey.Copy), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        menu.addAction(tr("Select all"), QKeySequence(QKeySequence.StandardKey.SelectAll), self.selectAll)
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        is_done, kind = super().event(event), event.type()
        show_focus(self, self._themes, kind)
        return is_done

    def viewportEvent(self, event: QEvent) -> bool:
        """The address of the link under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = _number(self.anchorAt(event.pos()))
            words = labelled(self._links[number][0]) if number is not None else ""
            QToolTip.showText(event.globalPos(), plain_tip(words), self.viewport())
            return True
        return super().viewportEvent(event)

    def _on_anchor_clicked(self, url: QUrl) -> None:
        number = _number(url.toString())
        if number is not None:
            self.link_activated.emit(number)


def _number(anchor: str) -> int | None:
    """Which link an anchor is."""
    number = anchor.removeprefix(LINK)
    return int(number) if anchor.startswith(LINK) and number.isdecimal() else None
