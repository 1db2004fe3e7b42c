"""A header or a record on the page: a field for each of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.layouts.documents import Codec
from memdesk.services.forms.fields import FieldKind, FormField, form_fields, why_unreadable
from memdesk.text.compare import Run
from memdesk.text.outline import Node, NodeKind, deepest_at
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.page_block import BlockContext, BlockMaker
from memdesk.ui.editor.page_parts import PagePart
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.session import NO_MARK, Loss, NodeId, SectionMark
from memdesk.ui.form.document_form import DocumentForm, FormServices
from memdesk.ui.form.field_row import FieldRow, is_locked
from memdesk.ui.form.form_head import FOLD_LEFT_PX, FormHead
from memdesk.ui.form.form_losses import FormLosses
from memdesk.ui.form.header_lines import HeaderLines
from memdesk.ui.form.row_column import RowColumn, has_focus
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.widgets.found_mark import FoundMark
from memdesk.ui.widgets.labels import TextLabel

_LINE_PX = 1
"""The line around a card, within which its head and its text are laid out."""
_TOP_PX, _RIGHT_PX, _BOTTOM_PX, _MENU_RIGHT_PX = 6, 13, 15, 6
_HEAD_GAP_PX = 2
_GAP_PX = 8
_FORM_NODES = (NodeKind.FRONT_MATTER, NodeKind.FIELD)


def form_maker(services: FormServices) -> BlockMaker:
    """Who makes the forms of a window."""
    return lambda context, part: FormBlock(context, part, services)


class FormBlock(QFrame):
    """Shows the fields of `part`. The form follows the text by itself, since most of its edits come from itself."""

    def __init__(self, context: BlockContext, part: PagePart, services: FormServices) -> None:
        super().__init__()
        self._context = context
        self._part = part
        self._seen = ""
        self._is_folded = False
        self._form = DocumentForm(context, services, self, self._go_beside)
        self._column = RowColumn(self._form, self._on_row_made)
        self._can_be_removed = self._form.can_be_removed
        self._header = HeaderLines(context, self._column, self._show)
        self.setObjectName("card")
        self.setProperty("locked", bool(self._form.why_read_only))
        themes = context.themes
        self._head = FormHead(themes)
        self._head.fold_requested.connect(self._on_fold_requested)
        self._head.rename_requested.connect(self._on_rename_requested)
        self._head.removal_requested.connect(self._on_removal_requested)
        self._losses = FormLosses(themes, context.requests, is_locked=bool(self._form.why_read_only))
        self._shared = TextLabel(themes, role="small", tone="text3", wrap=True)
        self._lay_out()
        self._show()
        self._set_folded(folded=self._form.is_folded(self._fold_id, otherwise=self._is_locked))
        context.shown.text_changed.connect(self._on_text_changed)
        context.requests.found_shown.connect(self._show_found)
        self._show_found()

    def _lay_out(self) -> None:
        self._below = QWidget()
        below = QVBoxLayout(self._below)
        below.setSpacing(_GAP_PX)
        below.addWidget(self._losses)
        below.addWidget(self._shared)
        below.addLayout(self._column)
        column = QVBoxLayout(self)
        column.setContentsMargins(_LINE_PX, 0, _LINE_PX, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.addWidget(self._head)
        column.addLayout(head)
        column.addWidget(self._below)
        head.setContentsMargins(*self._sides(FOLD_LEFT_PX, _MENU_RIGHT_PX, top=_TOP_PX, bottom=_HEAD_GAP_PX))
        below.setContentsMargins(*self._sides(TEXT_LEFT_PX, _RIGHT_PX, bottom=_BOTTOM_PX))

    def _sides(
        self, leading: int, trailing: int, *, top: int = 0, bottom: int = 0
    ) -> tuple[int, int, int, int]:
        """Margins in px, which layouts do not mirror."""
        left, right = (trailing, leading) if self.isRightToLeft() else (leading, trailing)
        return left, top, right, bottom

    @property
    def heading_mark(self) -> FoundMark:
        """How the title is marked for what was found below it while that is folded."""
        return self._head.found

    @property
    def rows(self) -> Sequence[FieldRow]:
        """The fields, in order."""
        return self._column.rows

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
        return [self._header.body] if self._header.body is not None else []

    def set_part(self, part: PagePart) -> None:
        """Show another state of the part."""
        self._part = part
        self._show()

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say whether anything here is unsaved."""
        ids = [(node.key, node.occurrence) for top in self._part.nodes for node in top.walk()]
        found = [marks.get(node_id, NO_MARK) for node_id in ids]
        self._head.set_unsaved(on=any(mark.unsaved for mark in found))
        clash = any(mark.clash for mark in found)
        if clash != bool(self.property("clash")):
            self.setProperty("clash", clash)
            self.update()

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say above the fields what an agent would do to a value, and to a record as a whole."""
        self._losses.show_losses([loss for loss in losses if self._is_here(loss)])

    def _is_here(self, loss: Loss) -> bool:
        first, last = self._part.nodes[0].span, self._part.nodes[-1].span
        return self._form.document.codec is Codec.JSON_RECORD or first.start <= loss.span.start < last.end

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Fields have no lines of the document."""

    def rect_of(self, node_id: NodeId) -> QRect | None:
        """Where a node is: its row, or all of the form."""
        row = self._column.row_of(node_id)
        if row is not None:
            return self._rect(self._head if self._is_folded else row)
        is_here = any((node.key, node.occurrence) == node_id for node in self._part.nodes)
        return self.rect() if is_here else None

    def rect_at(self, position: int) -> QRect | None:
        """Where the field at a position of the text is; all of the form for what is between fields."""
        node = self._node_at(position)
        if node is None:
            return None
        node_id = node.key, node.occurrence
        row = self._column.row_of(node_id)
        if row is None:
            return self.rect()
        return self._rect(self._head if self._is_folded else row)

    def node_to_keep(self, top: int, bottom: int) -> NodeId | None:
        """The field with the focus where it is seen, else the first one seen."""
        seen = [row for row in self.rows if self._rect(row).bottom() > top and self._rect(row).top() < bottom]
        used = next((row for row in seen if has_focus(row)), None)
        first = used or (seen[0] if seen else None)
        return first.field.node_id if first is not None else None

    def focus_node(self, node_id: NodeId) -> None:
        """Put the focus into a field, or into the first one."""
        self._focus(self._column.row_of(node_id))

    def focus_at(self, position: int) -> None:
        """Put focus and caret at a position of the text, as near as there is a field."""
        node = self._node_at(position)
        row = self._column.row_of((node.key, node.occurrence)) if node is not None else None
        self._focus(row)
        if row is not None:
            row.place(position)
        elif self._header.body is not None:
            self._header.body.bridge.place(position)

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        self._column.activate()
        # None before there is one, whatever the stubs say.
        layout = self.layout()
        if layout is not None:
            layout.activate()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self._context.shown.text_changed.disconnect(self._on_text_changed)
        self._context.requests.found_shown.disconnect(self._show_found)
        for row in self.rows:
            row.close_text()
        self._header.drop()

    def _show_found(self) -> None:
        for row in self.rows:
            row.show_found(self._context.requests.found)
        self._mark_head()

    def _mark_head(self) -> None:
        """What was found in a form that is folded is told by its title."""
        found, nodes = self._context.requests.found, self._part.nodes
        is_hidden = self._is_folded and found.text == self._form.whole.text
        spans = found.within(nodes[0].span.start, nodes[-1].span.end) if is_hidden else ()
        self._head.set_found(found.mark_of(spans))

    def _on_row_made(self, row: FieldRow) -> None:
        row.show_found(self._context.requests.found)

    def _focus(self, row: FieldRow | None) -> None:
        self._set_folded(folded=False)
        row = row or next(iter(self.rows), None)
        if row is not None:
            row.focus_value()
        elif self._header.body is not None:
            self._header.body.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go_beside(self, shown: FormField, direction: int) -> None:
        self._column.go_beside(shown, direction)

    def _rect(self, widget: QWidget) -> QRect:
        return QRect(widget.mapTo(self, widget.rect().topLeft()), widget.size())

    def _node_at(self, position: int) -> Node | None:
        """The deepest node here at `position`; the last one at the end of the text."""
        return deepest_at(self._part.nodes, position, len(self._form.whole.text))

    # Folding

    @property
    def _fold_id(self) -> NodeId:
        first = self._part.nodes[0]
        return first.key, first.occurrence

    @property
    def _is_locked(self) -> bool:
        """Whether there is nothing to edit but what would have to be unlocked first."""
        fields = self._column.fields
        return bool(fields) and all(is_locked(self._form, shown) for shown in fields)

    def _on_fold_requested(self) -> None:
        self._set_folded(folded=not self._is_folded)
        self._form.set_folded(self._fold_id, folded=self._is_folded)

    def _set_folded(self, *, folded: bool) -> None:
        if folded and has_focus(self._below):
            self._head.focus_fold()
        self._is_folded = folded
        self._below.setVisible(not folded)
        self._head.show_folded(folded=folded)
        self._mark_head()

    # What can be done with the document

    def _on_rename_requested(self) -> None:
        fields = self._column.fields
        name = next((shown.node_id for shown in fields if shown.kind is FieldKind.NAME), None)
        self._focus(self._column.row_of(name) if name is not None else None)

    def _on_removal_requested(self) -> None:
        try:
            self._form.ask_for_removal()
        except MemdeskError as error:
            self._form.requests.notice_requested.emit(tr(error.template, **error.facts))

    # What is shown

    def _on_text_changed(self) -> None:
        if self._seen and self._form.whole.text.startswith(self._seen):
            return
        nodes = self._nodes_now()
        if nodes:
            self._part = replace(self._part, nodes=nodes)
            self._show()

    def _nodes_now(self) -> tuple[Node, ...]:
        """What the part is made of in the text as it is now: top nodes, or fields of an entry that are there still."""
        outline = self._context.session.outline()
        tops = tuple(node for node in outline.nodes if node.kind in _FORM_NODES)
        shown = [(node.key, node.occurrence) for node in self._part.nodes]
        if any((node.key, node.occurrence) in shown for node in tops):
            return tops
        found = (outline.find(*node_id) for node_id in shown)
        return tuple(node for node in found if node is not None)

    def _show(self) -> None:
        nodes, text, document = self._part.nodes, self._form.whole.text, self._form.document
        self._seen = text[: nodes[-1].span.end]
        why = why_unreadable(nodes, text)
        is_typed_in = self._header.is_in_use
        fields = () if why or is_typed_in else form_fields(document, nodes, text)
        shared = shared_notes(fields)
        self._column.show_fields(
            [replace(shown, note="") if shown.note in shared else shown for shown in fields]
        )
        if why or is_typed_in:
            self._header.show(nodes[0], why)
        else:
            self._header.drop()
        self._shared.setText(
            "\n".join(
                tr("{fields}: {note}.", fields=listed(names), note=tr(note).rstrip(".。"))
                for note, names in shared.items()
            )
        )
        self._shared.setVisible(bool(shared))
        title = self._words_for(nodes[0])
        note = tr(document.note) or (trn("{n} field", "{n} fields", len(fields)) if fields else "")
        self._head.show_facts(title, note, document.title, can_be_removed=self._can_be_removed)
        self.setAccessibleName(self._head.sentence)

    def _words_for(self, node: Node) -> str:
        if node.kind is NodeKind.FRONT_MATTER:
            return tr("Header")
        return tr("Record") if self._form.document.codec is Codec.JSON_RECORD else tr("Fields")


def shared_notes(fields: Sequence[FormField]) -> dict[str, list[str]]:
    """What is to be said of several fields alike, and what these are called."""
    names: dict[str, list[str]] = {}
    for shown in fields:
        if shown.note:
            names.setdefault(shown.note, []).append(tr(shown.title))
    return {note: titles for note, titles in names.items() if len(titles) > 1}
