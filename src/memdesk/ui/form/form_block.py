"""A header or a record on the page: a field for each of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.layouts.contract import Document
from memdesk.services.form_edits import Compose, FormEdits
from memdesk.services.form_fields import FieldKind, FormField, form_fields, why_unreadable
from memdesk.text.compare import Run
from memdesk.text.editable import EditableText
from memdesk.text.front_matter import BadFrontMatter, find_front_matter, read_mapping
from memdesk.text.outline import Node, NodeKind
from memdesk.text.undo import EditKind
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.editor.page_parts import PagePart
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.session import NO_MARK, Loss, NodeId, SectionMark
from memdesk.ui.form.choice_row import ChoiceRow, SwitchRow
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.header_text import HeaderText
from memdesk.ui.form.list_row import ListRow
from memdesk.ui.form.name_row import NameRow
from memdesk.ui.form.text_row import TextRow
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from memdesk.ui.widgets.marks import MarkLabel

_RIGHT_PX, _BOTTOM_PX = 14, 15
_ROW_GAP_PX = 8
_FORM_NODES = (NodeKind.FRONT_MATTER, NodeKind.FIELD)
_OTHER_ROWS: Mapping[FieldKind, type[FieldRow]] = {
    FieldKind.CHOICE: ChoiceRow,
    FieldKind.SWITCH: SwitchRow,
    FieldKind.LIST: ListRow,
    FieldKind.NAME: NameRow,
}
_LINES = frozenset({FieldKind.LINE, FieldKind.NUMBER, FieldKind.DATE})


@dataclass
class FormMaker:
    """Makes the forms of one window. `compose` answers what a change makes of documents, `agent_of` whose one is.

    What the user unlocked stays so until the program ends; `unlocked` holds path and node.
    """

    compose: Compose
    agent_of: Callable[[Document], str]
    unlocked: set[tuple[str, NodeId]] = field(default_factory=set)

    def __call__(self, context: BlockContext, part: PagePart) -> FormBlock:
        """The form of `part`."""
        return FormBlock(context, part, self)


class FormBlock(QFrame):
    """Shows the fields of `part`. The form follows the text by itself; each value is spliced into it alone."""

    def __init__(self, context: BlockContext, part: PagePart, maker: FormMaker) -> None:
        super().__init__()
        self._context = context
        self._maker = maker
        self._edits = FormEdits(maker.compose)
        self._part = part
        self._seen = ""
        self._rows: list[FieldRow] = []
        self._header: HeaderText | None = None
        self.setObjectName("card")
        self.setProperty("locked", bool(self.why_read_only))
        self._title = TextLabel(self.themes, weight=Weight.DemiBold)
        self._unsaved = MarkLabel(self.themes, "unsaved", tr("Unsaved"))
        self._unsaved.hide()
        self._summary = ElidedLabel(self.themes, role="small", tone="text3")
        self._shared = TextLabel(self.themes, role="small", tone="text3", wrap=True)
        self._lay_out()
        self._show()
        context.shown.text_changed.connect(self._on_text_changed)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(_ROW_GAP_PX)
        for widget in (self._title, self._unsaved):
            head.addWidget(widget)
        head.addWidget(self._summary, 1)
        self._fields = QVBoxLayout()
        self._fields.setSpacing(_ROW_GAP_PX)
        column = QVBoxLayout(self)
        left, right = (_RIGHT_PX, TEXT_LEFT_PX) if self.isRightToLeft() else (TEXT_LEFT_PX, _RIGHT_PX)
        column.setContentsMargins(left, _RIGHT_PX - 4, right, _BOTTOM_PX)
        column.setSpacing(_ROW_GAP_PX)
        column.addLayout(head)
        column.addWidget(self._shared)
        column.addLayout(self._fields)

    # As a block of the page

    @property
    def part(self) -> PagePart:
        """What it shows."""
        return self._part

    @property
    def widget(self) -> QWidget:
        """What lies on the page."""
        return self

    @property
    def bodies(self) -> Sequence[Body]:
        """The lines of a header that has no fields; the texts of fields are texts of their own."""
        return [self._header.body] if self._header is not None else []

    def set_part(self, part: PagePart) -> None:
        """Show another state of the part."""
        self._part = part
        self._show()

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say whether anything here is unsaved."""
        ids = [(node.key, node.occurrence) for top in self._part.nodes for node in top.walk()]
        self._unsaved.setVisible(any(marks.get(node_id, NO_MARK).unsaved for node_id in ids))

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """What an agent would do to a value is said by the strips and the preview, not here."""

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Fields have no lines of the document."""

    def rect_of(self, node_id: NodeId) -> QRect | None:
        """Where a node is: its row, or all of the form."""
        row = next((row for row in self._rows if row.field.node_id == node_id), None)
        if row is not None:
            return self._rect(row)
        is_here = any((node.key, node.occurrence) == node_id for node in self._part.nodes)
        return self.rect() if is_here else None

    def rect_at(self, position: int) -> QRect | None:
        """Where the field at a position of the text is; all of the form for what is between fields."""
        node = self._node_at(position)
        if node is None:
            return None
        row = self._row_of(node)
        return self._rect(row) if row is not None else self.rect()

    def node_to_keep(self, top: int, bottom: int) -> NodeId | None:
        """The field with the focus where it is seen, else the first one seen."""
        seen = [
            row for row in self._rows if self._rect(row).bottom() > top and self._rect(row).top() < bottom
        ]
        used = next((row for row in seen if _has_focus(row)), None)
        first = used or (seen[0] if seen else None)
        return first.field.node_id if first is not None else None

    def focus_node(self, node_id: NodeId) -> None:
        """Put the focus into a field, or into the first one."""
        row = next((row for row in self._rows if row.field.node_id == node_id), None)
        self._focus(row or next(iter(self._rows), None))

    def focus_at(self, position: int) -> None:
        """Put focus and caret at a position of the text, as near as there is a field."""
        node = self._node_at(position)
        row = self._row_of(node) if node is not None else None
        if row is None:
            self._focus(next(iter(self._rows), None))
            return
        row.focus_value()
        row.place(position)

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        self._fields.activate()
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self._context.shown.text_changed.disconnect(self._on_text_changed)
        for row in self._rows:
            row.close_text()
        if self._header is not None:
            self._header.body.bridge.close()

    def _focus(self, row: FieldRow | None) -> None:
        if row is not None:
            row.focus_value()
        elif self._header is not None:
            self._header.body.setFocus(Qt.FocusReason.OtherFocusReason)

    def _rect(self, widget: QWidget) -> QRect:
        return QRect(widget.mapTo(self, widget.rect().topLeft()), widget.size())

    def _node_at(self, position: int) -> Node | None:
        """The deepest node here at `position`; the last one at the end of the text."""
        end = len(self.whole.text)
        found = None
        for top in self._part.nodes:
            for node in top.walk():
                if node.span.contains(position) or node.span.end == position == end:
                    found = node
        return found

    def _row_of(self, node: Node) -> FieldRow | None:
        node_id = node.key, node.occurrence
        return next((row for row in self._rows if row.field.node_id == node_id), None)

    # What is shown

    def _on_text_changed(self) -> None:
        if self.whole.text.startswith(self._seen) and self._seen:
            return
        nodes = tuple(node for node in self._context.session.outline().nodes if node.kind in _FORM_NODES)
        if nodes:
            self._part = replace(self._part, nodes=nodes)
            self._show()

    def _show(self) -> None:
        nodes, text = self._part.nodes, self.whole.text
        self._seen = text[: nodes[-1].span.end]
        why = why_unreadable(nodes, text)
        fields = () if why else form_fields(self._context.session.document, nodes, text)
        shared = shared_notes(fields)
        self._show_rows([replace(one, note="") if one.note in shared else one for one in fields])
        self._shared.setText(
            "\n".join(
                tr("{fields}: {note}.", fields=", ".join(names), note=tr(note))
                for note, names in shared.items()
            )
        )
        self._shared.setVisible(bool(shared))
        self._show_header(why)
        is_header = nodes[0].kind is NodeKind.FRONT_MATTER
        self._title.setText(tr("Header") if is_header else tr("Record"))
        self._summary.set_text(self._context.session.document.note)
        self.setAccessibleName(f"{self._title.text()} {self._summary.text}".strip())

    def _show_rows(self, fields: Sequence[FormField]) -> None:
        before = {row.field.node_id: row for row in self._rows}
        rows = [self._kept(before.get(shown.node_id), shown) or self._new_row(shown) for shown in fields]
        for row in self._rows:
            if row not in rows:
                row.close_text()
                self._fields.removeWidget(row)
                row.hide()
                row.deleteLater()
        self._rows = rows
        for place, row in enumerate(rows):
            item = self._fields.itemAt(place)
            if item is None or item.widget() is not row:
                self._fields.removeWidget(row)
                self._fields.insertWidget(place, row)
        for one, following in pairwise(widget for row in rows for widget in row.stops):
            QWidget.setTabOrder(one, following)

    def _kept(self, row: FieldRow | None, shown: FormField) -> FieldRow | None:
        """`row`, showing `shown` now, where it can; a row with the focus stays what it is."""
        if row is None:
            return None
        kinds = {row.field.kind, shown.kind}
        if _has_focus(row) and isinstance(row, TextRow):
            shown = replace(shown, kind=row.field.kind)
        elif len(kinds) > 1 and not kinds <= _LINES:
            return None
        row.show_field(shown)
        return row

    def _new_row(self, shown: FormField) -> FieldRow:
        return _OTHER_ROWS.get(shown.kind, TextRow)(self, shown)

    def _show_header(self, why: str) -> None:
        if not why:
            if self._header is not None:
                self._header.body.bridge.close()
                self._header.deleteLater()
                self._header = None
            return
        first, count = self._lines()
        if self._header is None:
            body = CardBody(self.themes, self._context.shown, first, count)
            body.input.undo_requested.connect(self.requests.undo_requested)
            body.input.redo_requested.connect(self.requests.redo_requested)
            body.menu_requested.connect(lambda place: self.requests.text_menu_requested.emit(body, place))
            self._header = HeaderText(self.themes, body)
            self._fields.addWidget(self._header)
            self._context.body_made(body)
        elif (self._header.body.bridge.first, self._header.body.bridge.count) != (first, count):
            self._header.body.bridge.show_lines(first, count)
        self._header.show_state(why, is_sound=self._is_sound(), is_read_only=bool(self.why_read_only))

    def _lines(self) -> tuple[int, int]:
        """First line and count of the header."""
        span = self._part.nodes[0].span
        first = self.whole.line_of(span.start)
        return first, self.whole.line_of(max(span.start, span.end - 1)) - first + 1

    def _is_sound(self) -> bool:
        """Whether a header without fields is none because the agent keeps it, not because it is broken."""
        text = self.whole.text
        try:
            return bool(read_mapping(text, find_front_matter(text, behind_mark=True)))
        except BadFrontMatter:
            return False

    # As the host of its fields

    @property
    def themes(self) -> ThemeManager:
        """What it is painted with."""
        return self._context.themes

    @property
    def whole(self) -> EditableText:
        """The text of the document."""
        return self._context.shown.text

    @property
    def requests(self) -> EditorRequests:
        """Who is asked for what a form cannot do itself."""
        return self._context.requests

    @property
    def agent(self) -> str:
        """The name of the agent whose document it is."""
        return self._maker.agent_of(self._context.session.document)

    @property
    def why_read_only(self) -> str:
        """Why nothing here can be edited; empty where it can."""
        return self._context.session.why_read_only

    def is_unlocked(self, shown: FormField) -> bool:
        """Whether the user unlocked a field since the program started."""
        return (self._context.session.document.path, shown.node_id) in self._maker.unlocked

    def set_unlocked(self, shown: FormField, *, on: bool) -> None:
        """Unlock a field, or lock it again."""
        name = (self._context.session.document.path, shown.node_id)
        (self._maker.unlocked.add if on else self._maker.unlocked.discard)(name)

    def write(self, shown: FormField, said: str, kind: EditKind, origin: object) -> None:
        """Make the document say `said` of a field. Raises `MemdeskError`."""
        document = self._context.session.document
        edits = self._edits.of_value(document, shown, said, unlocked=self.is_unlocked(shown))
        if kind is EditKind.COMMAND:
            self.whole.replace_all(edits)
        else:
            self.whole.edit(edits, origin=origin, kind=kind)

    def write_items(self, shown: FormField, items: Sequence[str]) -> None:
        """Make a list hold `items`, as one step of undo. Raises `MemdeskError`."""
        document, unlocked = self._context.session.document, self.is_unlocked(shown)
        self.whole.replace_all(
            self._edits.of_items(document, self.whole.text, shown, items, unlocked=unlocked)
        )

    def check_name(self, said: str) -> None:
        """Whether the document can be called `said`. Raises `MemdeskError`."""
        self._edits.renaming(self._context.session.document, said)

    def ask_for_name(self, said: str) -> None:
        """Ask for another name. Raises `MemdeskError` where the document cannot have it."""
        self.requests.change_requested.emit(self._edits.renaming(self._context.session.document, said))

    def want_rect(self, widget: QWidget, rect: QRect) -> None:
        """Let this rectangle of `widget` be seen."""
        self._context.rect_wanted(self, QRect(widget.mapTo(self, rect.topLeft()), rect.size()))

    def enter(self, shown: FormField) -> None:
        """The focus is in this field now."""
        self._context.node_entered(*shown.node_id)

    def go_beside(self, shown: FormField, direction: int) -> None:
        """Put the focus into the field above (-1) or below (1)."""
        at = (
            next((i for i, row in enumerate(self._rows) if row.field.node_id == shown.node_id), -1)
            + direction
        )
        if 0 <= at < len(self._rows):
            self._rows[at].focus_value()

    @property
    def rows(self) -> Iterator[FieldRow]:
        """The fields, in order."""
        return iter(self._rows)


def shared_notes(fields: Sequence[FormField]) -> dict[str, list[str]]:
    """What is to be said of several fields alike, and what these are called."""
    names: dict[str, list[str]] = {}
    for shown in fields:
        if shown.note:
            names.setdefault(shown.note, []).append(tr(shown.title))
    return {note: titles for note, titles in names.items() if len(titles) > 1}


def _has_focus(row: QWidget) -> bool:
    # None where nothing has the focus, whatever the stubs say.
    focused: QWidget | None = row.window().focusWidget()
    return focused is not None and row.isAncestorOf(focused)
