"""What was removed as a list, newest first; several rows can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtWidgets import QAbstractItemView, QWidget

from memdesk.services.history.trash import Removed, RemovedKind
from memdesk.text.document import readable
from memdesk.ui import format as shown
from memdesk.ui.history.words import spoken_removed, when_removed, where_from, who_removed
from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.list_model import GrowingModel
from memdesk.ui.widgets.list_view import NOWHERE, ListRow, ListView

_ICONS = {
    RemovedKind.FOLDER: "folder-x",
    RemovedKind.FILE: "file-x",
    RemovedKind.SECTION: "file-text",
    RemovedKind.ENTRY: "list",
}


class TrashModel(GrowingModel[Removed]):
    """What was removed, without what `masks` hide."""

    def __init__(self, masks: SecretMasks) -> None:
        super().__init__()
        self._masks = masks
        masks.changed.connect(self.tell_changed)

    def add(self, found: Sequence[Removed]) -> None:
        """Show these below."""
        if found:
            self.beginInsertRows(NOWHERE, len(self.rows), len(self.rows) + len(found) - 1)
            self.rows = [*self.rows, *found]
            self.endInsertRows()

    def title(self, row: Removed) -> str:
        return plain_name(title_of(row, self._masks))

    def spoken(self, row: Removed) -> str:
        return plain_name(spoken_removed(row, _name_of(row, self._masks)))

    def tip(self, row: Removed) -> str:
        return f"{who_removed(row)}\n{shown.moment(row.version.when)}\n{row.path}"


class TrashList(ListView):
    """Shows a `TrashModel`.

    Signals:
        chosen_changed: other rows are chosen.
        end_reached: the last rows are in view.
    """

    chosen_changed = Signal()
    end_reached = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        self._masks = themes.masks
        self.trash = TrashModel(themes.masks)
        super().__init__(themes, self.trash, tr("What was removed, newest first"), parent=parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())
        self.verticalScrollBar().valueChanged.connect(lambda _value: self._look_for_end())

    @property
    def chosen(self) -> tuple[Removed, ...]:
        """What is chosen, from top to bottom."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self.trash.rows[row] for row in rows)

    def choose(self, rows: Sequence[int]) -> None:
        """Choose these; the first of them becomes the current one."""
        self.setCurrentIndex(self.trash.index(rows[0]))
        for row in rows[1:]:
            self.selectionModel().select(self.trash.index(row), QItemSelectionModel.SelectionFlag.Select)

    @property
    def is_at_end(self) -> bool:
        """Whether the last row is in view, or nearly."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - bar.pageStep()

    def row_at(self, number: int) -> ListRow | None:
        removed = self.trash.at(number)
        if removed is None:
            return None
        fact = (
            f"{who_removed(removed)} · {when_removed(removed)}" if removed.was_seen else when_removed(removed)
        )
        return ListRow(_ICONS[removed.kind], title_of(removed, self._masks), where_from(removed), fact)

    def _look_for_end(self) -> None:
        if self.is_at_end:
            self.end_reached.emit()


def title_of(removed: Removed, masks: SecretMasks) -> str:
    """What a thing is called in its row; a folder with what is in it. `masks` hide what an entry says."""
    title = _name_of(removed, masks)
    if removed.kind is RemovedKind.FOLDER:
        return tr("{name}, {files}", name=title, files=shown.files(len(removed.kept)))
    return title


def _name_of(removed: Removed, masks: SecretMasks) -> str:
    title = readable(removed.title).strip()
    if removed.kind is RemovedKind.ENTRY or not title:
        said = title or readable(removed.text.strip().partition("\n")[0])
        return masks.shown_in(said, removed.around)
    return masks.shown_title_in(title, removed.around)
