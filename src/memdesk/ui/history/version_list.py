"""The versions of a document as a list, newest first, painted row by row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QWidget

from memdesk.store.versions import Version
from memdesk.ui.history.words import facts_of, icon_of, spoken_version, tip_of, who_wrote, why_kept
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView
from memdesk.ui.widgets.steady_list import is_pointed_at, show_steadily

_MOST_ROWS = 7
_LEAST_ROWS = 3


class VersionRow(NamedTuple):
    """One version as it is shown; `agent` is who rewrites the document, `is_present` marks the present text."""

    version: Version
    agent: str
    is_present: bool


class VersionModel(ListModel[VersionRow]):
    """The versions that are shown."""

    @property
    def addresses(self) -> list[int]:
        """What the rows are called: versions by their numbers."""
        return [row.version.id for row in self.rows]

    def set_rows(self, rows: Sequence[VersionRow]) -> None:
        """Show these, newest first. Rows of the same versions stay where they are."""
        new = tuple(rows)
        if [row.version.id for row in new] == self.addresses:
            self.rows = new
            if new:
                self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
            return
        self.show_rows(new)

    def title(self, row: VersionRow) -> str:
        return who_wrote(row.version, row.agent)

    def spoken(self, row: VersionRow) -> str:
        return spoken_version(row.version, row.agent, is_present=row.is_present)

    def tip(self, row: VersionRow) -> str:
        return tip_of(row.version, row.agent)


class VersionList(ListView):
    """Shows a `VersionModel`. One version can be chosen, or two to be compared.

    Signals:
        version_chosen: another version is chosen, or another two; argument: the `Version` one is at, or None.
    """

    version_chosen = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        self._themes = themes
        self._model = VersionModel()
        super().__init__(themes, self._model, tr("Versions, newest first"), parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.selectionModel().selectionChanged.connect(lambda *_: self.version_chosen.emit(self.current))
        self.viewport().setAutoFillBackground(False)
        themes.fonts_changed.connect(self.updateGeometry)

    @property
    def rows(self) -> Sequence[VersionRow]:
        """What is shown."""
        return self._model.rows

    def row_at(self, number: int) -> ListRow | None:
        if number >= len(self.rows):
            return None
        version, agent, is_present = self.rows[number]
        facts = facts_of(version, is_present=is_present)
        return ListRow(icon_of(version), who_wrote(version, agent), why_kept(version), facts)

    @property
    def current(self) -> Version | None:
        """The version that is chosen."""
        row = self.currentIndex().row()
        return self.rows[row].version if 0 <= row < len(self.rows) else None

    @property
    def chosen(self) -> tuple[Version, ...]:
        """The version that is chosen; of several the newest and the oldest, the newest first."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        found = [self.rows[row].version for row in rows if row < len(self.rows)]
        return tuple(found) if len(found) < 2 else (found[0], found[-1])

    def set_rows(self, rows: Sequence[VersionRow], preferred: int) -> None:
        """Show these; what was chosen stays so, else row `preferred` becomes it.

        What one looks at stays where it is; who looks at the newest sees what comes.
        """
        follows = not self.verticalScrollBar().value() and not is_pointed_at(self)
        show = partial(self._model.set_rows, rows)
        show_steadily(self, lambda: self._model.addresses, show, fallback=preferred)
        self.updateGeometry()
        if follows:
            self.scrollToTop()
        if rows and not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(preferred))

    def sizeHint(self) -> QSize:
        return QSize(320, self._height_of(min(len(self.rows), _MOST_ROWS)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self._height_of(min(len(self.rows), _LEAST_ROWS)))

    def _height_of(self, rows: int) -> int:
        theme = self._themes.theme
        return rows * theme.row_height(theme.sizes.tree_row)
