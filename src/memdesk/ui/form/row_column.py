"""The fields of a form under one another: made, kept and put in order as the text changes."""

from __future__ import annotations

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
from memdesk.ui.widgets.growing import show_within

_GAP_PX = 8
_OTHER_ROWS: Mapping[FieldKind, type[FieldRow]] = {
    FieldKind.CHOICE: ChoiceRow,
    FieldKind.SWITCH: SwitchRow,
    FieldKind.LIST: ListRow,
    FieldKind.NAME: NameRow,
}
_LINES = frozenset({FieldKind.LINE, FieldKind.NUMBER, FieldKind.DATE})


class RowColumn(QVBoxLayout):
    """Keeps a column of rows equal to `fields`. A row with the focus stays what it is while one types in it.

    `made` gets each row once it stands in the column.
    """

    def __init__(self, host: FormHost, made: Callable[[FieldRow], object]) -> None:
        super().__init__()
        self._host = host
        self._made = made
        self.fields: Sequence[FormField] = ()
        self.rows: list[FieldRow] = []
        self.setSpacing(_GAP_PX)

    def show_fields(self, fields: Sequence[FormField]) -> None:
        """Show these fields, in this order."""
        before = {row.field.node_id: row for row in self.rows}
        self.fields = fields
        rows = [self._kept(before.get(shown.node_id), shown) or self._new(shown) for shown in fields]
        new = [row for row in rows if row not in self.rows]
        for row in self.rows:
            if row not in rows:
                row.close_text()
                self.removeWidget(row)
                row.hide()
                row.deleteLater()
        self.rows = rows
        for place, row in enumerate(rows):
            if self.indexOf(row) != place:
                self.removeWidget(row)
                self.insertWidget(place, row)
        for one, following in pairwise(stop for row in rows for stop in row.stops):
            QWidget.setTabOrder(one, following)
        block = self.parentWidget()
        if block is not None and block.isVisible():
            # The layout would show what is new at the next event only; until then nothing of it can have the focus.
            show_within(block, new)
        for row in new:
            self._made(row)

    def _new(self, shown: FormField) -> FieldRow:
        return _OTHER_ROWS.get(shown.kind, TextRow)(self._host, shown)

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
        """The row that shows a node, or None."""
        return next((row for row in self.rows if row.field.node_id == node_id), None)

    def go_beside(self, shown: FormField, direction: int) -> None:
        """Put the focus into the field above (-1) or below (1)."""
        order = [one.node_id for one in self.fields]
        at = order.index(shown.node_id) + direction if shown.node_id in order else -1
        row = self.row_of(order[at]) if 0 <= at < len(order) else None
        if row is not None:
            row.focus_value()


def has_focus(row: QWidget) -> bool:
    """Whether the focus is somewhere in `row`."""
    # None where nothing has the focus, whatever the stubs say.
    focused: QWidget | None = row.window().focusWidget()
    return focused is not None and row.isAncestorOf(focused)
