"""The words that something an agent does asks for, and why it would be refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.layouts.optional import Deed
from memdesk.ui.form.framed_text import FramedText
from memdesk.ui.i18n import sentences, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, PrimaryButton
from memdesk.ui.widgets.labels import TextLabel

_WIDTH_PX = 480
_LINES = 4
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class DeedDialog(QDialog):
    """Asks for the words of `deed` and hands them to `act`; stays open, with the reason, where that refuses."""

    def __init__(
        self,
        themes: ThemeManager,
        deed: Deed,
        act: Callable[[Sequence[str]], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._act = act
        self.setWindowTitle(tr(deed.title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH_PX)
        self._words = [FramedText(themes, tr(ask), _LINES) for ask in deed.asks]
        self._why = TextLabel(themes, tone="rem", wrap=True)
        self._why.hide()
        box = QVBoxLayout(self)
        box.addWidget(TextLabel(themes, tr(deed.about), wrap=True))
        for words in self._words:
            box.addWidget(TextLabel(themes, words.accessibleName(), role="small", tone="text2"))
            box.addWidget(words.frame)
        if deed.caution:
            box.addWidget(TextLabel(themes, tr(deed.caution), role="small", tone="warn", wrap=True))
        box.addWidget(self._why)
        box.addLayout(self._make_buttons(deed))

    def _make_buttons(self, deed: Deed) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        cancel = Button(self._themes, tr("Cancel"))
        cancel.clicked.connect(self.reject)
        self.done_button = PrimaryButton(self._themes, tr(deed.title), keys=QKeySequence("Ctrl+Return"))
        self.done_button.clicked.connect(self._on_done)
        for button in (cancel, self.done_button):
            row.addWidget(button)
        return row

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(max(hint.width(), _WIDTH_PX), self.heightForWidth(_WIDTH_PX))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter does it: Enter alone is a line end of the text."""
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._on_done()
        else:
            super().keyPressEvent(event)

    def _on_done(self) -> None:
        try:
            self._act([words.toPlainText() for words in self._words])
        except MemdeskError as error:
            advice = tr(error.hint, **error.facts) if error.hint else ""
            self._why.setText(sentences(tr(error.template, **error.facts), advice))
            self._why.show()
            self.adjustSize()
            return
        self.accept()
