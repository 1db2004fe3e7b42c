"""The list of keys, made from the action table and from the keys of lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from memdesk.ui.actions import ACTIONS, ActionTable
from memdesk.ui.i18n import listed, tr
from memdesk.ui.keyboard.list_keys import list_keys
from memdesk.ui.palette.from_dialog import PaletteKeys
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.labels import PlaneFrame
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView
from memdesk.ui.widgets.tips import native_keys

_WIDE, _HIGH = 520, 560
_MARGIN_PX = 40
_PAD_PX = 8


class _Line(NamedTuple):
    """What something does, and its keys; without keys it stands over the lines below it."""

    does: str
    keys: str
    icon: str = "dot"


class _LinesModel(ListModel[_Line]):
    def title(self, row: _Line) -> str:
        return row.does

    def spoken(self, row: _Line) -> str:
        return row.does if self.is_heading(row) else listed((row.does, row.keys))

    def is_heading(self, row: _Line) -> bool:
        return not row.keys


class _LinesList(ListView):
    def __init__(self, themes: ThemeManager, model: _LinesModel) -> None:
        super().__init__(themes, model, tr("Actions and their keys"))
        self._lines = model

    def row_at(self, number: int) -> ListRow | None:
        line = self._lines.at(number)
        if line is None:
            return None
        return ListRow(line.icon, line.does, "", line.keys, is_heading=self._lines.is_heading(line))


class KeysDialog(QDialog):
    """Every action that has keys, and the keys; then those of lists."""

    def __init__(self, themes: ThemeManager, actions: ActionTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._model = _LinesModel(tuple(_lines(actions)))
        self.list = _LinesList(themes, self._model)
        close = Button(themes, tr("Close"))
        close.clicked.connect(self.reject)
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(_PAD_PX, _PAD_PX, _PAD_PX, _PAD_PX)
        inside.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(body, 1)
        column.addWidget(DialogFoot(themes, (), (close,)))
        room = parent.window().size()
        self.resize(min(_WIDE, room.width() - _MARGIN_PX), min(_HIGH, room.height() - _MARGIN_PX))
        self.list.setCurrentIndex(self._model.index(0))
        self.list.setFocus()


def _lines(actions: ActionTable) -> Iterator[_Line]:
    for spec in ACTIONS:
        keys = actions[spec.id].shortcuts()
        if keys:
            yield _Line(actions.title(spec.id), _words(keys), spec.icon or "dot")
    for group in list_keys():
        yield _Line(group.title, "")
        for one in group.keys:
            yield _Line(one.does, _words(map(QKeySequence, one.keys)))


def _words(keys: Iterable[QKeySequence]) -> str:
    return listed(dict.fromkeys(map(native_keys, keys)))


def show_keys(themes: ThemeManager, actions: ActionTable, parent: QWidget) -> None:
    """Show the list of keys, that which is open already if there is one."""
    dialog = parent.findChild(KeysDialog)
    if dialog is None:
        dialog = KeysDialog(themes, actions, parent)
        PaletteKeys(dialog, actions)
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
