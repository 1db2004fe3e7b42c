"""The fields of a form under one another: made, kept and put in order as the text changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.services.forms.fields import FieldKind, FormField
from memdesk.ui.editor.session import NodeId
from memdesk.ui.form.choice_row import ChoiceRow, SwitchRow
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.host import FormHost
from memdesk.ui.form.list_row import ListRow
from memdesk.ui.form.name_row import NameRow
from memdesk.ui.form.text_row import TextRow
from memdesk.ui.timers import repeating
from memdesk.ui.turn import Turn

_GAP_PX = 8
_AT_ONCE = 1
"""So many rows of a form that opens are made with it: each takes a seventh of a frame."""
_SLICE_MS = 2.0
"""Rows are made for so long in one turn; to lay out the page anew takes several times as long."""
_OTHER_ROWS: Mapping[FieldKind, type[FieldRow]] = {
    FieldKind.CHOICE: ChoiceRow,
    FieldKind.SWITCH: SwitchRow,
    FieldKind.LIST: ListRow,
    FieldKind.NAME: NameRow,
}
_LINES = frozenset({FieldKind.LINE, FieldKind.NUMBER, FieldKind.DATE})


class RowColumn(QVBoxLayout):
    """Keeps a column of rows equal to `fields`. A row with the focus stays what it is while one types in it.

    The first rows are made at once, the others a few milliseconds at a time, or where one goes to one of them; `made`
    gets each. `gap` keeps their room.
    """

    def __init__(self, host: FormHost, made: Callable[[FieldRow], object]) -> None:
        super().__init__()
        self._host = host
        self._made = made
        self.fields: Sequence[FormField] = ()
        self.rows: list[FieldRow] = []
        self.gap = QWidget()
        self._turn = Turn()
        self._more = repeating(self, 0, self._on_more)
        self.setSpacing(_GAP_PX)
        self.addWidget(self.gap)

    def show_fields(self, fields: Sequence[FormField]) -> None:
        """Show these fields, in this order."""
        before = {row.field.node_id: row for row in self.rows}
        kept = max((at for at, shown in enumerate(fields, 1) if shown.node_id in before), default=0)
        self.fields = fields
        rows = [
            self._kept(before.get(shown.node_id), shown) or self._new(shown)
            for shown in fields[: kept + _AT_ONCE]
        ]
        for row in self.rows:
            if row not in rows:
                row.close_text()
                self.removeWidget(row)
                row.hide()
                row.deleteLater()
        self.rows = rows
        self._arrange()
        self._more.start()

    def stop(self) -> None:
        """Make no more rows."""
        self._more.stop()

    def _new(self, shown: FormField) -> FieldRow:
        row = _OTHER_ROWS.get(shown.kind, TextRow)(self._host, shown)
        self._made(row)
        return row

    def _on_more(self) -> None:
        if not self._turn.has_room():
            return
        end_s = time.perf_counter() + _SLICE_MS / 1000
        while len(self.rows) < len(self.fields) and time.perf_counter() < end_s:
            self.rows.append(self._new(self.fields[len(self.rows)]))
        self._arrange()
        if len(self.rows) == len(self.fields):
            self._more.stop()

    def _arrange(self) -> None:
        for place, row in enumerate(self.rows):
            item = self.itemAt(place)
            if item is None or item.widget() is not row:
                self.removeWidget(row)
                self.insertWidget(place, row)
        for one, following in pairwise(stop for row in self.rows for stop in row.stops):
            QWidget.setTabOrder(one, following)
        theme, left = self._host.themes.theme, len(self.fields) - len(self.rows)
        self.gap.setFixedHeight(max(0, left * (theme.row_height(theme.sizes.field) + _GAP_PX) - _GAP_PX))
        self.gap.setVisible(bool(left))

    @staticmethod
    def _kept(row: FieldRow | None, shown: FormField) -> FieldRow | None:
        """`row`, showing `shown` now, where it can."""
        if row is None:
            return None
        kinds = {row.field.kind, shown.kind}
        if isinstance(row, TextRow) and has_focus(row):
            shown = replace(shown, kind=row.field.kind)
        elif len(kinds) > 1 and not kinds <= _LINES:
            return None
        row.show_field(shown)
        return row

    def row_of(self, node_id: NodeId) -> FieldRow | None:
        """The row that shows a node, or None where there is none, or none yet."""
        return next((row for row in self.rows if row.field.node_id == node_id), None)

    def row_for(self, node_id: NodeId) -> FieldRow | None:
        """The row that shows a node, made now, or None."""
        at = next((at for at, shown in enumerate(self.fields) if shown.node_id == node_id), None)
        if at is not None and at >= len(self.rows):
            self.rows += [self._new(shown) for shown in self.fields[len(self.rows) : at + 1]]
            self._arrange()
        return self.row_of(node_id)

    def shows(self, node_id: NodeId) -> bool:
        """Whether a node has a row here, or will have one."""
        return any(shown.node_id == node_id for shown in self.fields)

    def go_beside(self, shown: FormField, direction: int) -> None:
        """Put the focus into the field above (-1) or below (1)."""
        order = [one.node_id for one in self.fields]
        at = order.index(shown.node_id) + direction if shown.node_id in order else -1
        row = self.row_for(order[at]) if 0 <= at < len(order) else None
        if row is not None:
            row.focus_value()


def has_focus(row: QWidget) -> bool:
    """Whether the focus is somewhere in `row`."""
    # None where nothing has the focus, whatever the stubs say.
    focused: QWidget | None = row.window().focusWidget()
    return focused is not None and row.isAncestorOf(focused)
