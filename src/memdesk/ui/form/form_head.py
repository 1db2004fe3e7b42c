"""The head of a form: what it is, what is known of the document, and what can be done with all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.found_label import FoundLabel
from memdesk.ui.widgets.found_mark import FoundMark
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.marks import MarkLabel
from memdesk.ui.widgets.menus import PopupMenu

_GAP_PX = 8
_FOLD_GAP_PX = 3
FOLD_LEFT_PX = 3
"""Where a head begins, so that its title stands where those of cards do."""


class FormHead(QWidget):
    """Shows the title of a form, a note, and whether it is unsaved; its menu is there for what can be removed."""

    fold_requested = Signal()
    rename_requested = Signal()
    """The focus belongs into the name."""
    removal_requested = Signal()
    """The user wants the document to be taken away, and said so twice."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._title = FoundLabel(themes, weight=Weight.DemiBold)
        self._unsaved = MarkLabel(themes, "unsaved", tr("Unsaved"))
        self._note = ElidedLabel(themes, role="small", tone="text3")
        self._menu = IconButton(themes, "ellipsis", tr("More for this document"))
        self._name = ""
        self._fold = IconButton(themes, "chevron-down", "")
        self._fold.clicked.connect(self.fold_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        row.addWidget(self._fold)
        row.addSpacing(_FOLD_GAP_PX - _GAP_PX)
        row.addWidget(self._title)
        row.addWidget(self._note)
        row.addWidget(self._unsaved)
        row.addStretch(1)
        row.addWidget(self._menu)
        self.setMinimumHeight(self._menu.sizeHint().height())
        self._unsaved.hide()
        self._menu.hide()
        self._menu.clicked.connect(self._on_menu_clicked)

    @property
    def sentence(self) -> str:
        """All of it, for a screen reader."""
        return ", ".join(part for part in (self._title.text(), self._note.text) if part)

    def show_facts(self, title: str, note: str, name: str, *, can_be_removed: bool) -> None:
        """Show what the form is and what is known of the document called `name`."""
        self._name = name
        self._title.setText(title)
        self._note.set_text(note)
        self._menu.setVisible(can_be_removed)

    def show_folded(self, *, folded: bool) -> None:
        """Say whether only the head can be seen."""
        self._fold.set_icon("chevron-right" if folded else "chevron-down")
        title = self._title.text()
        self._fold.set_name(tr("Open {title}", title=title) if folded else tr("Fold {title}", title=title))

    @property
    def found(self) -> FoundMark:
        """How its title is marked for what was found below it."""
        return self._title.found

    def set_found(self, mark: FoundMark) -> None:
        """Mark its title for what was found below it."""
        self._title.set_found(mark)

    def focus_fold(self) -> None:
        """Put the focus on the button that opens the form again."""
        self._fold.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_unsaved(self, *, on: bool) -> None:
        """Say whether anything on the form is unsaved."""
        self._unsaved.setVisible(on)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fold or open, as a double click on a title does everywhere."""
        event.accept()
        self.fold_requested.emit()

    def _on_menu_clicked(self) -> None:
        menu = PopupMenu(self._themes, self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.add_literal(tr("Rename")).triggered.connect(self.rename_requested)
        menu.add_literal(tr("Remove {name}…", name=self._name)).triggered.connect(self.ask_for_removal)
        menu.popup(self._menu.mapToGlobal(self._menu.rect().bottomLeft()))

    def ask_for_removal(self) -> None:
        """Ask whether the document shall really go: the index names it, and it is not on the screen afterwards."""
        box = QMessageBox(self.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Remove"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Remove {name} and what names it in the index?", name=self._name))
        box.setInformativeText(tr("The history keeps what it said."))
        remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        remove.clicked.connect(self.removal_requested)
        box.open()
