"""The result: real text in the editor's own machinery, each line with its source."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.comparing.settling import Settling, Source
from memdesk.ui.compare.source_names import WIDTH_PX, SourceNames
from memdesk.ui.compare.words import source_words
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import ElidedLabel, Hairline

_HEAD_PX = 40
_PAD_PX = 14


class ResultPane(QFrame):
    """A card with the result of the node at hand.

    Signals:
        undo_requested, redo_requested: take back or make again what was done to the result.
    """

    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self.setObjectName("card")
        self._themes = themes
        self._shown: ShownText | None = None
        self._names: SourceNames | None = None
        self._settling: Settling | None = None
        self._node = 0
        self._title_said = self._other = ""
        self.text: SourceView | None = None
        self._title = ElidedLabel(themes, tr("Result"), weight=Weight.DemiBold)
        note = tr("you can edit this text before saving")
        self._note = ElidedLabel(themes, note, role="small", tone="text2")
        self._count = ElidedLabel(themes, role="small", tone="text2")
        head = QWidget()
        head.setFixedHeight(_HEAD_PX)
        row = QHBoxLayout(head)
        row.setContentsMargins(_PAD_PX, 0, _PAD_PX, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._note)
        row.addStretch(1)
        row.addWidget(self._count)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 8)
        self._column.setSpacing(0)
        self._column.addWidget(head)
        self._column.addWidget(Hairline(themes))

    def show_settling(self, settling: Settling, node: int) -> None:
        """Show the result of a node of this comparison."""
        self.close_text()
        self._settling, self._node = settling, node
        lines = settling.lines_of_node(node)
        self._shown = ShownText(settling.text)
        text = SourceView(self._themes, self._shown, lines.start, len(lines))
        text.setAccessibleName(tr("Result, you can edit this text"))
        text.set_margins(0, WIDTH_PX, 6)
        text.input.undo_requested.connect(self.undo_requested)
        text.input.redo_requested.connect(self.redo_requested)
        text.installEventFilter(self)
        self.text, self._names = text, SourceNames(self._themes, text)
        self._column.addWidget(text, 1)
        self.refresh(self._title_said, self._other)

    def close_text(self) -> None:
        """Let go of the text shown."""
        if self.text is not None and self._shown is not None:
            self.text.bridge.close()
            self._shown.close()
            self.text.hide()
            self.text.deleteLater()
        self.text, self._shown, self._names, self._settling = None, None, None, None

    def show_node(self, node: int) -> None:
        """Show the result of another node."""
        settling = self._settling
        if settling is not None and node != self._node:
            self.show_settling(settling, node)

    def refresh(self, title: str, other: str) -> None:
        """Who the lines are from, and how much is settled."""
        self._title_said, self._other = title, other
        settling = self._settling
        if settling is None:
            return
        self._title.set_text(tr("Result · {title}", title=title) if title else tr("Result"))
        count, all_of_them = settling.settled_count, len(settling.differences)
        self._count.set_text(tr("{n} of {count} settled", n=count, count=all_of_them))
        text, lines = self.text, settling.lines_of_node(self._node)
        if text is None or self._names is None:
            return
        if text.bridge.broken or (text.bridge.first, text.bridge.count) != (lines.start, len(lines)):
            text.bridge.show_lines(lines.start, len(lines))
        self._place_names()
        sources = settling.sources(lines)
        self._names.show_names([(source_words(one, other), one.source is Source.OPEN) for one in sources])
        text.set_changed_lines([(at, at + 1) for at, one in enumerate(sources) if one.is_new])

    @property
    def names(self) -> tuple[str, ...]:
        """What stands beside the lines shown."""
        return tuple(self._names.names) if self._names is not None else ()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.text and event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._place_names()
        return super().eventFilter(watched, event)

    def _place_names(self) -> None:
        if self.text is None or self._names is None:
            return
        area = self.text.contentsRect()
        bar = self.text.verticalScrollBar()
        if bar.isVisible():
            area.adjust(*((bar.width(), 0, 0, 0) if self.isRightToLeft() else (0, 0, -bar.width(), 0)))
        left = area.left() if self.isRightToLeft() else area.right() - WIDTH_PX + 1
        self._names.setGeometry(left, area.top() + 6, WIDTH_PX, area.height() - 6)
        self._names.raise_()
