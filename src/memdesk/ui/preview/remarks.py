"""What is said beside the text of a preview: the warnings of its agent, and what no document tells."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.i18n import told, tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel

_GAP_PX = 8


class WarningList(QWidget):
    """Sentences, each behind a triangle."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._sentences: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, _GAP_PX, 0, 4)
        self._column.setSpacing(4)
        self.setAccessibleName(tr("Warnings"))
        self.hide()

    def show_warnings(self, sentences: tuple[str, ...]) -> None:
        """Show other ones."""
        if sentences == self._sentences:
            return
        self._sentences = sentences
        while self._column.count():
            item = self._column.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        for sentence in sentences:
            self._column.addWidget(self._row(sentence))
        self.setVisible(bool(sentences))

    def _row(self, sentence: str) -> QWidget:
        holder = QWidget()
        row = _row_in(holder)
        icon = IconLabel(self._themes, "triangle-alert", "warn", self._themes.theme.icon_sizes.mark)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(self._themes, told(sentence), role="small", wrap=True), 1)
        return holder


class UnknownWords(QWidget):
    """What no document tells of the prompt around the text."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        mark = TextLabel(themes, tr("Not known"), role="meta", tone="text2", weight=Weight.DemiBold)
        self._words = TextLabel(themes, role="meta", tone="text3", wrap=True)
        row = _row_in(self)
        # Where the panel is taller than its parts, both stay on one line.
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.hide()

    def show_words(self, words: str) -> None:
        """Say something else; nothing where all is known."""
        self._words.setText(told(words))
        self.setVisible(bool(words))


def _row_in(holder: QWidget) -> QHBoxLayout:
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(_GAP_PX)
    return row
