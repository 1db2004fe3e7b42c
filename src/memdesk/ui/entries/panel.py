"""The longer text of an entry, opened below its row: a card for each of its sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.text.document import line_content
from memdesk.text.outline import Node, NodeKind
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.card_matching import match_cards, with_lines_in_use
from memdesk.ui.editor.page_block import BlockContext, PageBlock
from memdesk.ui.editor.page_parts import PagePart, PartKind
from memdesk.ui.editor.section_card import Body, SectionCard
from memdesk.ui.editor.section_lines import SectionLines, Sections
from memdesk.ui.editor.session import NO_MARK, NodeId, SectionMark
from memdesk.ui.entries.geometry import row_px
from memdesk.ui.i18n import told, tr
from memdesk.ui.widgets.labels import ElidedLabel

_RIGHT_PX, _GAP_PX, _BELOW_PX = 12, 8, 12
_NOT_SHOWN = frozenset({"id"})


class EntryPanel(QWidget):
    """Shows the sections of the entry `node` as real text of the document. Esc closes it."""

    height_changed = Signal()
    closed = Signal()
    """It shall be closed."""

    def __init__(self, context: BlockContext, node: Node, why_locked: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._why_locked = why_locked
        self._marks: Mapping[NodeId, SectionMark] = {}
        self._facts = ElidedLabel(context.themes, role="small", tone="text3")
        self._column = QVBoxLayout(self)
        sides = (TEXT_LEFT_PX, _RIGHT_PX)
        left, right = reversed(sides) if self.isRightToLeft() else sides
        self._column.setContentsMargins(left, row_px(context.themes.theme), right, _BELOW_PX)
        self._column.setSpacing(_GAP_PX)
        self._column.addWidget(self._facts)
        self._cards: list[SectionCard] = []
        self._fields: PageBlock | None = None
        self.set_node(node)
        self.setAccessibleName(tr("Sections of {title}", title=told(node.title)))

    @property
    def bodies(self) -> Sequence[Body]:
        """The texts of the cards."""
        return [card.body for card in self._cards if card.body is not None]

    def set_node(self, node: Node) -> None:
        """Show the entry as it is now."""
        self.node_id = (node.key, node.occurrence)
        self._span = node.span
        fields = self._show_fields(node)
        shown = _NOT_SHOWN | {field.title for field in fields}
        facts = [f"{name}: {value}" for name, value in node.facts.items() if name not in shown]
        self._facts.set_text(" · ".join([node.key, *facts]))
        sections = list(self._sections(node))
        before = self._cards
        self._cards = []
        matched = match_cards(before, Sections.of(sections))
        for at, section in enumerate(sections):
            card = matched.get(at)
            self._cards.append(self._made(section) if card is None else _renewed(card, section))
        for card in before:
            if card not in self._cards:
                self._drop(card)
        for at, card in enumerate(self._cards, 1):
            if self._column.indexOf(card) != at:
                self._column.insertWidget(at, card)
                card.show()
        self.set_marks(self._marks)
        self.height_changed.emit()

    def _show_fields(self, node: Node) -> Sequence[Node]:
        """Show the fields of the entry below its sections, where forms can be made; which are shown."""
        maker = self._context.makers.get(PartKind.FORM)
        nodes = tuple(field for field in _fields_of(node) if maker is not None)
        part = PagePart(PartKind.FORM, self._context.shown.text.line_of(node.span.start), nodes=nodes)
        if nodes and self._fields is not None:
            self._fields.set_part(part)
        elif nodes and maker is not None:
            self._fields = maker(self._context, part)
            self._column.addWidget(self._fields.widget)
        if self._fields is not None:
            self._fields.widget.setVisible(bool(nodes))
        return nodes

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say what is known of the sections beside their text."""
        self._marks = marks
        if self._fields is not None:
            self._fields.set_marks(marks)
        for card in self._cards:
            card.set_mark(marks.get(card.node_id, NO_MARK))

    def holds(self, position: int) -> bool:
        """Whether a position of the text is in this entry."""
        return self._span.start <= position < self._span.end

    def focus_at(self, position: int | None = None) -> None:
        """Put the focus into the text that holds `position`, else into the first one."""
        line = self._context.shown.text.line_of(position) if position is not None else -1
        held = [card for card in self._cards if card.section.start <= line < card.section.end]
        fields = self._fields if position is not None and not held else None
        if position is not None and fields is not None and fields.rect_at(position) is not None:
            fields.focus_at(position)
            return
        for card in (held or self._cards)[:1]:
            card.focus_text()
            if position is not None and card.body is not None:
                card.body.bridge.place(position)

    def sizeHint(self) -> QSize:
        # A card learns how high its text is when that is as wide as it will be.
        self.settle_layout()
        return super().sizeHint()

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.height_changed.emit()
        return handled

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        for card in self._cards:
            card.settle_layout()
        if self._fields is not None:
            self._fields.settle_layout()
        self._column.activate()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        for card in self._cards:
            card.close_text()
        if self._fields is not None:
            self._fields.close_text()

    def _made(self, section: SectionLines) -> SectionCard:
        context = self._context
        card = SectionCard(
            context.themes, context.shown, context.requests, section, why_locked=self._why_locked, parent=self
        )
        card.body_made.connect(lambda: self._on_body_made(card))
        card.fold_changed.connect(self.height_changed)
        card.caret_entered.connect(lambda: context.node_entered(*card.node_id))
        if card.body is not None:
            self._on_body_made(card)
        return card

    def _on_body_made(self, card: SectionCard) -> None:
        if card.body is not None:
            self._context.body_made(card.body)
            card.body.installEventFilter(self)
            card.body.document().documentLayout().documentSizeChanged.connect(self.height_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leads from a text back to the row."""
        is_escape = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        )
        if is_escape:
            self.closed.emit()
            return True
        return super().eventFilter(watched, event)

    def _drop(self, card: SectionCard) -> None:
        card.close_text()
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _sections(self, node: Node) -> Iterator[SectionLines]:
        for child in node.children:
            if child.kind is NodeKind.SECTION:
                yield self._lines(child)

    def _lines(self, node: Node) -> SectionLines:
        text = self._context.shown.text
        start, end = text.line_of(node.span.start), text.line_of(max(node.span.start, node.span.end - 1)) + 1
        while start < end - 1 and not line_content(text.line(start)):
            start += 1
        first, last = start + 1, end
        while first < last and not line_content(text.line(first)):
            first += 1
        while first < last and not line_content(text.line(last - 1)):
            last -= 1
        return SectionLines(node, start, end, first if first < last else start + 1, last - first)


def _fields_of(node: Node) -> Iterator[Node]:
    """The inline fields of an entry, wherever they stand in it."""
    for below in node.walk():
        if below.kind is NodeKind.FIELD and below.facts and not below.children:
            yield below


def _renewed(card: SectionCard, section: SectionLines) -> SectionCard:
    lines = card.live_lines
    in_use = card.body is not None and card.body.hasFocus()
    card.set_section(with_lines_in_use(section, lines) if lines is not None and in_use else section)
    return card
