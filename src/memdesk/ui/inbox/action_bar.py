"""What can be done with the current change: buttons at the foot of its card, each with its key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.services.inbox.items import InboxItem
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.ui.i18n import sentences, told, tr
from memdesk.ui.inbox.words import forget_note, short_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.buttons import Button, ButtonKind
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.wrapping import WrappingLayout

KEEP, EDIT, FORGET, BACK, PIN, MOVE = "keep", "edit", "forget", "put back", "pin", "move"
AGAIN = "review again"
_ALL = (KEEP, AGAIN, EDIT, FORGET, BACK, PIN, MOVE)
_GAP_PX = 6
_NOTE_PX = 90
"""Less of the note is not worth reading."""
_KEYS = {
    KEEP: Qt.Key.Key_Return,
    AGAIN: Qt.Key.Key_Return,
    EDIT: Qt.Key.Key_E,
    FORGET: Qt.Key.Key_Delete,
    BACK: Qt.Key.Key_R,
    PIN: Qt.Key.Key_P,
    MOVE: Qt.Key.Key_M,
}


class ActionBar(QWidget):
    """The buttons, in as many rows as they take. The keys give way first, one by one, and the note beside them.

    Signals:
        chosen: do this with the current change; argument: one of the names above.
    """

    chosen = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._masks = themes.masks
        self._fitted: tuple[object, ...] = ()
        """What was fitted last, and into which width."""
        self._height = 0
        themes.fonts_changed.connect(self._on_fonts_changed)
        self._buttons = {name: self._make(themes, name) for name in _ALL}
        self._keep_text = Button(
            themes, tr("Keep"), kind="primary", keys=QKeySequence("Ctrl+Return"), parent=self
        )
        self._keep_text.clicked.connect(lambda: self.chosen.emit(KEEP))
        self._note = ElidedLabel(themes, role="meta", tone="text3")
        self._holder = QWidget()
        self._rows = WrappingLayout(_GAP_PX, self._holder)
        for button in (self._keep_text, *self._buttons.values()):
            self._rows.insert_widget(self._rows.count(), button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        row.addWidget(self._holder)
        row.addStretch(1)
        row.addWidget(self._note)
        self.hide()

    def _make(self, themes: ThemeManager, name: str) -> Button:
        kind: ButtonKind = "primary" if name in (KEEP, AGAIN) else "default"
        words = {
            KEEP: tr("Keep"),
            AGAIN: tr("Review again"),
            EDIT: tr("Edit"),
            FORGET: tr("Forget"),
            BACK: tr("Put back"),
            PIN: tr("Pin"),
            MOVE: tr("Move"),
        }
        button = Button(themes, words[name], kind=kind, keys=QKeySequence(_KEYS[name]))
        button.clicked.connect(lambda: self.chosen.emit(name))
        return button

    def show_item(self, item: InboxItem, *, is_pinned: bool, is_reviewed: bool) -> None:
        """Offer what makes sense for this change."""
        offered = offered_for(item, is_reviewed=is_reviewed)
        self._keep_text.hide()
        for name, button in self._buttons.items():
            button.setVisible(name in offered)
            button.setAccessibleName(f"{button.text()}: {short_name(item, self._masks)}")
        self._buttons[KEEP].setText(tr("Accept") if item.now is None else tr("Keep"))
        self._buttons[PIN].setText(tr("Unpin") if is_pinned else tr("Pin"))
        self._note.set_text(forget_note(item) if FORGET in offered else "")
        self.fit(self.width())

    def show_editing(self, item: InboxItem) -> None:
        """Say how to end while the text of this change is being edited: the keys of the list are letters then."""
        for button in self._buttons.values():
            button.hide()
        self._keep_text.setAccessibleName(
            tr("Keep what is written: {name}", name=short_name(item, self._masks))
        )
        self._keep_text.show()
        self._note.set_text(tr("Esc leaves it as it was"))
        self.fit(self.width())

    def _on_fonts_changed(self) -> None:
        self._fitted = ()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit(event.size().width())

    def fit(self, width: int) -> int:
        """Arrange the buttons for `width` px, with as many keys as cost no further row; gives the height they take."""
        offered = [one for one in (self._keep_text, *self._buttons.values()) if one.isVisibleTo(self)]
        asked = (width, *((one, one.text()) for one in offered))
        if asked != self._fitted:
            self._fitted, self._height = asked, self._arrange(offered, width)
        return self._height

    def _arrange(self, offered: Sequence[Button], width: int) -> int:
        for button in offered:
            button.show_keys(shown=False)
        height = self._rows.heightForWidth(width)
        for button in offered:
            button.show_keys(shown=True)
            if self._rows.heightForWidth(width) > height:
                button.show_keys(shown=False)
                break
        self._holder.setFixedSize(min(width, self._rows.row_px), height)
        self._note.setVisible(width - self._rows.row_px >= _NOTE_PX + _GAP_PX)
        return height


def offered_for(item: InboxItem, *, is_reviewed: bool) -> tuple[str, ...]:
    """What can be done with a change, what Enter does first."""
    editable = item.past.document.editable
    if is_reviewed:
        return (AGAIN, EDIT) if editable and item.now is not None else (AGAIN,)
    if item.now is None:
        return (KEEP, BACK) if editable and item.can_put_back else (KEEP,)
    if not editable:
        return KEEP, PIN
    back = (BACK,) if item.kind is not ReviewKind.LEARNED and item.can_put_back else ()
    return (KEEP, EDIT, FORGET, *back, PIN, MOVE)


def why_not(deed: str, item: InboxItem, masks: SecretMasks, *, is_reviewed: bool) -> str:
    """Why a key does nothing with a change, and what does."""
    name = short_name(item, masks)
    if is_reviewed:
        return tr("“{name}” is reviewed already; Enter brings it back to review.", name=name)
    if item.now is None:
        return _why_not_gone(deed, item, name)
    if not item.past.document.editable:
        why = told(item.past.document.why_read_only) or tr("it is read-only")
        return tr("{title} cannot be changed: {why}", title=item.past.document.title, why=why)
    return tr("There is no earlier text of “{name}” that could be put back.", name=name)


def _why_not_gone(deed: str, item: InboxItem, name: str) -> str:
    words = {
        EDIT: tr("“{name}” was removed, so there is nothing to edit.", name=name),
        FORGET: tr("“{name}” is gone already, so there is nothing to forget.", name=name),
        PIN: tr("“{name}” was removed, so there is nothing to pin.", name=name),
        MOVE: tr("“{name}” was removed, so there is nothing to move.", name=name),
    }
    said = words.get(deed, tr("“{name}” was removed, and cannot be put back here.", name=name))
    return sentences(said, tr("R puts it back.") if BACK in offered_for(item, is_reviewed=False) else "")
