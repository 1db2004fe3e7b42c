"""The groups of similar entries as a list."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.services.remembered.entries import Entry
from memdesk.text.similar import Kind
from memdesk.ui.duplicates.words import without_marker
from memdesk.ui.i18n import listed, told, tr
from memdesk.ui.memory.step_words import short
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView

_ICONS = {Kind.EXACT: "copy", Kind.NEAR: "copy", Kind.CONTRADICTION: "triangle-alert"}


def kind_words(group: DuplicateGroup) -> str:
    """What a group is, in a word or two."""
    if group.kind is Kind.EXACT:
        return tr("the same")
    if group.kind is Kind.CONTRADICTION:
        return tr("contradiction")
    return tr("{share} % alike", share=min(99, round(group.score * 100)))


class GroupModel(ListModel[DuplicateGroup]):
    """The groups that are shown, without what `masks` hide."""

    def __init__(self, masks: SecretMasks) -> None:
        super().__init__()
        self._masks = masks
        masks.changed.connect(self.tell_changed)

    def title(self, row: DuplicateGroup) -> str:
        return self._name(row.members[0])

    def spoken(self, row: DuplicateGroup) -> str:
        names = (name for one in row.members for name in (self._name(one), told(one.root.label)))
        return f"{kind_words(row)}: {listed(names)}"

    def _name(self, entry: Entry) -> str:
        return plain_name(self._masks.shown_in(without_marker(entry.title), entry.around))


class GroupList(ListView):
    """Shows a `GroupModel`: what is said, and how alike it is."""

    def __init__(self, themes: ThemeManager, model: GroupModel, parent: QWidget | None = None) -> None:
        super().__init__(themes, model, tr("Groups of similar entries"), parent=parent)
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
        group = self._groups.at(number)
        if group is None:
            return None
        first = group.members[0]
        said = short(self._themes.masks.shown_in(without_marker(first.text), first.around))
        return ListRow(_ICONS[group.kind], said, "", kind_words(group))
