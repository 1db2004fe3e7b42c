"""The groups of alike entries as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk.services.duplicates import DuplicateGroup
from memdesk.text.similar import Kind
from memdesk.ui.duplicates.words import without_marker
from memdesk.ui.i18n import told, tr
from memdesk.ui.memory.step_words import short
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_view import NOWHERE, Index, ListRow, ListView

_ICONS = {Kind.EXACT: "copy", Kind.NEAR: "copy", Kind.CONTRADICTION: "triangle-alert"}


def kind_words(group: DuplicateGroup) -> str:
    """What a group is, in a word or two."""
    if group.kind is Kind.EXACT:
        return tr("the same")
    if group.kind is Kind.CONTRADICTION:
        return tr("contrary")
    return tr("{share} % alike", share=min(99, round(group.score * 100)))


class GroupModel(QAbstractListModel):
    """The groups that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: tuple[DuplicateGroup, ...] = ()

    def set_groups(self, groups: Sequence[DuplicateGroup]) -> None:
        """Show other groups."""
        self.beginResetModel()
        self.groups = tuple(groups)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.row() >= len(self.groups):
            return None
        group = self.groups[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return without_marker(group.members[0].title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            names = ", ".join(
                f"{without_marker(one.title)}, {told(one.root.label)}" for one in group.members
            )
            return f"{kind_words(group)}: {names}"
        return None


class GroupList(ListView):
    """Shows a `GroupModel`: what is said, and how alike it is."""

    def __init__(self, themes: ThemeManager, model: GroupModel, parent: QWidget | None = None) -> None:
        super().__init__(themes, model, tr("Groups of alike entries"), parent=parent)
        self._themes = themes
        self._groups = model
        themes.masks.changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters and numbers are the dialog's: a list would look for a row that begins so."""
        if event.text().isalnum() and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def row_at(self, number: int) -> ListRow | None:
        if number >= len(self._groups.groups):
            return None
        group = self._groups.groups[number]
        said = short(self._themes.masks.shown(without_marker(group.members[0].text)))
        return ListRow(_ICONS[group.kind], said, "", kind_words(group))
