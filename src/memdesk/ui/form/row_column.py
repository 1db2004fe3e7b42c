"""The fields of a form under one another: made, kept and put in order as the text changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.services.form_fields import FieldKind, FormField
from memdesk.ui.editor.session import NodeId
from memdesk.ui.form.choice_row import ChoiceRow, SwitchRow
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.host import FormHost
from memdesk.ui.form.list_row import ListRow
from memdesk.ui.form.name_row import NameRow
from memdesk.ui.form.text_row import TextRow

_GAP_PX = 8
_OTHER_ROWS: Mapping[FieldKind, type[FieldRow]] = {
    FieldKind.CHOICE: ChoiceRow,
    FieldKind.SWITCH: SwitchRow,
    FieldKind.LIST: ListRow,
    FieldKind.NAME: NameRow,
}
_LINES = frozenset({FieldKind.LINE, FieldKind.NUMBER, FieldKind.DATE})


class RowColumn(QVBoxLayout):
    """Keeps a column of `rows` equal to fields. A row with the focus stays what it is while one types in it."""

    def __init__(self, host: FormHost) -> None:
        super().__init__()
        self._host = host
        self.rows: list[FieldRow] = []
        self.setSpacing(_GAP_PX)

    def show_fields(self, fields: Sequence[FormField]) -> None:
        """Show these fields, in this order."""
        before = {row.field.node_id: row for row in self.rows}
        rows = [
            self._kept(before.get(shown.node_id), shown)
            or _OTHER_ROWS.get(shown.kind, TextRow)(self._host, shown)
            for shown in fields
        ]
        for row in self.rows:
            if row not in rows:
                row.close_text()
                self.removeWidget(row)
                row.hide()
                row.deleteLater()
        self.rows = rows
        for place, row in enumerate(rows):
            item = self.itemAt(place)
            if item is None or item.widget() is not row:
                self.removeWidget(row)
                self.insertWidget(place, row)
        for one, following in pairwise(stop for row in rows for stop in row.stops):
            QWidget.setTabOrder(one, following)

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
        row = self.row_of(shown.node_id)
        at = self.rows.index(row) + direction if row is not None else -1
        if 0 <= at < len(self.rows):
            self.rows[at].focus_value()


def has_focus(row: QWidget) -> bool:
    """Whether the focus is somewhere in `row`."""
    # None where nothing has the focus, whatever the stubs say.
    focused: QWidget | None = row.window().focusWidget()
    return focused is not None and row.isAncestorOf(focused)
