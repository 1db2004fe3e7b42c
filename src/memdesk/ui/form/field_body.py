"""The text of one field: a line that wraps, or lines; as high as its content."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.shown_text import Restore, ShownText
from memdesk.ui.editor.source_view import carried
from memdesk.ui.editor.text_input import RAW_TYPE
from memdesk.ui.theme.manager import ThemeManager

_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PAGES = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class FieldBody(CardBody):
    """All of `shown`. A one-line text takes no line break: Return accepts it, and Tab leaves.

    `name` is what the file calls the field: that may tell that its text is a secret.
    """

    accepted = Signal()
    """Return was pressed in a text of one line."""
    dropped = Signal()
    """Escape was pressed; whoever does not know what for lets it pass on."""

    def __init__(
        self,
        themes: ThemeManager,
        shown: ShownText,
        name: str,
        *,
        one_line: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(themes, shown, 0, shown.text.line_count, parent)
        self.secrets.lead = f"{name}: "
        self._one_line = one_line
        self.input.leads_on = True
        shown.add_keeper(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PAGES:
            # Pages are those of the whole form.
            event.ignore()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
            self.dropped.emit()
        elif self._one_line and event.key() in _RETURNS:
            self.accepted.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Each time: leaving by Ctrl+Tab takes it back.
        self.setTabChangesFocus(self._one_line)
        super().focusInEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        super().insertFromMimeData(_in_one_line(source) if self._one_line else source)

    def hold(self) -> Restore:
        """Keep caret and selection with their text while somebody else changes it."""
        caret, anchor = self.bridge.places()

        def restore(edits: Sequence[Edit]) -> None:
            self.bridge.place(carried(caret, edits), carried(anchor, edits))

        return restore


def _in_one_line(source: QMimeData) -> QMimeData:
    """`source` with blanks for its line breaks."""
    data = QMimeData()
    if source.hasFormat(RAW_TYPE):
        raw = decode(bytes(source.data(RAW_TYPE).data())).rstrip("\r\n")
        data.setData(RAW_TYPE, encode(raw.replace("\r\n", " ").replace("\n", " ")))
    plain = source.text().replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    data.setText(plain.replace("\n", " "))
    return data
