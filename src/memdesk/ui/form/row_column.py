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
from memdesk.ui.timers import repeating_in_turn
from memdesk.ui.widgets.growing import show_within

_GAP_PX = 8
_AT_ONCE = 1
"""So many rows are made at once behind those there are; a form that opens is shown without any, since each takes a
fifth of a frame."""
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

    Rows are made a few milliseconds at a time, or where one goes to one of them; `made` gets each once it stands in the
    column. `gap` keeps their room.
    """

    def __init__(self, host: FormHost, made: Callable[[FieldRow], object]) -> None:
        super().__init__()
        self._host = host
        self._made = made
        self.fields: Sequence[FormField] = ()
        self.rows: list[FieldRow] = []
        self.gap = QWidget()
        self._more = repeating_in_turn(self, 0, self._on_more)
        self.setSpacing(_GAP_PX)
        self.addWidget(self.gap)

    def show_fields(self, fields: Sequence[FormField]) -> None:
        """Show these fields, in this order."""
        before = {row.field.node_id: row for row in self.rows}
        kept = max((at for at, shown in enumerate(fields, 1) if shown.node_id in before), default=0)
        self.fields = fields
        wanted = fields[: kept + _AT_ONCE] if before else ()
        rows = [self._kept(before.get(shown.node_id), shown) or self._new(shown) for shown in wanted]
        new = [row for row in rows if row not in self.rows]
        for row in self.rows:
            if row not in rows:
                row.close_text()
                self.removeWidget(row)
                row.hide()
                row.deleteLater()
        self.rows = rows
        self._put_in_order(0)
        self._show(new)
        self._more.start()

    def stop(self) -> None:
        """Make no more rows."""
        self._more.stop()

    def _new(self, shown: FormField) -> FieldRow:
        return _OTHER_ROWS.get(shown.kind, TextRow)(self._host, shown)

    def _on_more(self) -> None:
        end_s = time.perf_counter() + _SLICE_MS / 1000
        new: list[FieldRow] = []
        for shown in self.fields[len(self.rows) :]:
            new.append(self._new(shown))
            if time.perf_counter() > end_s:
                break
        self._add(new)
        if len(self.rows) == len(self.fields):
            self._more.stop()

    def make_first(self) -> FieldRow | None:
        """The first row, made now; None where there is no field."""
        return self.row_for(self.fields[0].node_id) if self.fields else None

    def _add(self, new: Sequence[FieldRow]) -> None:
        """Let these rows stand behind those there are, of which none has moved."""
        first = len(self.rows)
        self.rows += new
        self._put_in_order(first)
        self._show(new)

    def _put_in_order(self, first: int) -> None:
        """Let the rows from this one on, and what Tab stops at in them, stand behind the others in their order."""
        for place, row in enumerate(self.rows[first:], first):
            if self.indexOf(row) != place:
                self.removeWidget(row)
                self.insertWidget(place, row)
        for one, following in pairwise(stop for row in self.rows[max(0, first - 1) :] for stop in row.stops):
            QWidget.setTabOrder(one, following)

    def _show(self, new: Sequence[FieldRow]) -> None:
        """Show these rows, with room for those that are still to be made."""
        theme, left = self._host.themes.theme, len(self.fields) - len(self.rows)
        self.gap.setFixedHeight(max(0, left * (theme.row_height(theme.sizes.field) + _GAP_PX) - _GAP_PX))
        self.gap.setVisible(bool(left))
        block = self.parentWidget()
        if block is not None and block.isVisible():
            # The layout would show what is new at the next event only; until then it takes no room.
            show_within(block, new)
        for row in new:
            self._made(row)

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
            new = [self._new(shown) for shown in self.fields[len(self.rows) : at + 1]]
            self._add(new)
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
