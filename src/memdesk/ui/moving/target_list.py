"""The documents that something can be moved to, as a list that a field filters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from memdesk.services.steps.move_targets import MoveTarget
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr
from memdesk.ui.memory.crumbs import scope_title
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.defaults import document_icon
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView


class TargetModel(ListModel[MoveTarget]):
    """The targets that are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[MoveTarget, ...] = ()

    def offer(self, targets: Sequence[MoveTarget]) -> None:
        """Show these."""
        self._all = tuple(targets)
        self.show_rows(self._all)

    def set_filter(self, text: str) -> None:
        """Show those that answer to all words of `text`."""
        words = text.casefold().split()
        self.show_rows(tuple(target for target in self._all if target.answers(words)))

    def title(self, row: MoveTarget) -> str:
        return row.document.title

    def spoken(self, row: MoveTarget) -> str:
        return listed((row.document.title, where(row), row.agent))

    def tip(self, row: MoveTarget) -> str:
        return row.document.path


def where(target: MoveTarget) -> str:
    """The scope of a target, and whether it is there yet."""
    scope = scope_title(target.document)
    return scope if target.document.exists else tr("{scope}, not there yet", scope=scope)


class TargetList(ListView):
    """Shows a `TargetModel`; keys that the `field` beside it passes on move in it."""

    def __init__(self, themes: ThemeManager, model: TargetModel, field: QWidget) -> None:
        super().__init__(themes, model, tr("Where to"), leader=field)
        self._targets = model

    def row_at(self, number: int) -> ListRow | None:
        target = self._targets.at(number)
        if target is None:
            return None
        title, more = target.document.title, shown.isolated(where(target))
        icon = document_icon(target.document.kind)
        return ListRow(icon, title, more, target.agent, Qt.TextElideMode.ElideMiddle)

    def step(self, by: int) -> None:
        """Go `by` rows down."""
        last = self.model().rowCount() - 1
        row = min(max(0, self.currentIndex().row() + by), last)
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))
