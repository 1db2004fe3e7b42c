"""The cards and other blocks of one document: made, matched and put in order as its outline changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.layouts.contract import DocumentKind
from memdesk.text.compare import Run
from memdesk.text.edits import Span
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind
from memdesk.ui.editor.add_section import AddSection
from memdesk.ui.editor.card_matching import match_cards, with_lines_in_use
from memdesk.ui.editor.offered_card import OfferedCard
from memdesk.ui.editor.page_block import BlockContext, BlockMakers, PageBlock
from memdesk.ui.editor.page_parts import PagePart, PartKind, page_parts
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_card import Body, SectionCard
from memdesk.ui.editor.section_lines import SectionLines
from memdesk.ui.editor.session import NO_MARK, EditorSession, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.theme.manager import ThemeManager

_AT_ONCE = 8
"""So many cards are made before the first paint, which is what a screen shows; the others follow."""

_FOLDED_FROM = 100
"""Cards behind so many start folded: a text widget each would be too many."""


class CardStack(QObject):
    """Keeps a column of cards equal to the sections of `session`; `folded` is kept up with which of them are.

    Parts of the document that are no text, and for which `makers` has a maker, get a block between the cards. Headings
    that the agent knows and the file lacks stand at the end, where they would be added.
    """

    card_made = Signal(object)
    """There is a new `SectionCard`."""
    body_made = Signal(object)
    """A card or a block has a new `Body`."""
    node_entered = Signal(str, int)
    """The focus is at this node of a block now."""
    rect_wanted = Signal(QWidget, QRect)
    """This rectangle of a block shall be seen."""

    def __init__(
        self,
        themes: ThemeManager,
        shown: ShownText,
        session: EditorSession,
        requests: EditorRequests,
        column: QVBoxLayout,
        folded: dict[NodeId, bool],
        makers: BlockMakers,
    ) -> None:
        super().__init__()
        self._themes = themes
        self._shown = shown
        self._session = session
        self._requests = requests
        self._column = column
        self._offered: list[OfferedCard] = []
        self._folded = folded
        self._marks: Mapping[NodeId, SectionMark] = {}
        self._synced_revision = -1
        self._kept_for: Body | None = None
        self._losses: Sequence[Loss] = ()
        self._changed: Sequence[Run] = ()
        self._left: list[SectionLines] = []
        self._is_closed = False
        self._makers = makers
        self._context = BlockContext(
            themes,
            shown,
            session,
            requests,
            self.body_made.emit,
            self.node_entered.emit,
            self.rect_wanted.emit,
            makers,
        )
        self.cards: list[SectionCard] = []
        self.blocks: list[PageBlock] = []
        is_prose = session.document.kind in (DocumentKind.MEMORY, DocumentKind.RULES)
        if is_prose and not session.document.headings and not session.why_read_only:
            add = AddSection(themes)
            add.requested.connect(requests.section_add_requested)
            column.addWidget(add)
        column.addStretch(1)

    @property
    def bodies(self) -> list[Body]:
        """The texts that were opened so far, in order."""
        found: list[Body] = []
        for block in self._in_order():
            if isinstance(block, SectionCard):
                found += [block.body] if block.body is not None else []
            else:
                found += block.bodies
        return found

    def _in_order(self) -> list[SectionCard | PageBlock]:
        """Cards and blocks as they stand on the page."""
        if not self.blocks:
            return list(self.cards)
        return sorted(
            [*self.cards, *self.blocks],
            key=lambda one: one.section.start if isinstance(one, SectionCard) else one.part.start,
        )

    def is_stale(self, body_in_use: Body | None) -> bool:
        """Whether the text changed since the cards last followed it, or the caret left lines that only it kept.

        Never once they have let go of it: hiding them moves the focus, after which a view looks whether they are.
        """
        if self._is_closed:
            return False
        left = self._kept_for is not None and self._kept_for is not body_in_use
        return left or self._synced_revision != self._shown.text.revision

    def sync(self, body_in_use: Body | None) -> None:
        """Let the cards show the sections there are now. Blank lines at the edge of `body_in_use` stay."""
        if not self.is_stale(body_in_use):
            return
        self._synced_revision = self._shown.text.revision
        self._kept_for = None
        parts = self._parts(body_in_use)
        sections = [part.section for part in parts if part.section is not None]
        before = self.cards
        at_once = len(sections) if before else _AT_ONCE
        sections, self._left = sections[:at_once], sections[at_once:]
        self.cards = []
        for card, section in zip(match_cards(before, sections), sections, strict=True):
            self.cards.append(
                self._new_card(section) if card is None else self._renewed(card, section, body_in_use)
            )
        for card in before:
            if card not in self.cards:
                card.close_text()
                self._column.removeWidget(card)
                card.hide()
                card.deleteLater()
        self._sync_blocks([part for part in parts if part.section is None])
        self._offer()
        self._arrange()

    def _sync_blocks(self, parts: Sequence[PagePart]) -> None:
        """Let the blocks show `parts`; the first block of a kind goes on with the first part of it, and so on."""
        before = self.blocks
        self.blocks = []
        for part in parts:
            block = next((one for one in before if one.part.kind is part.kind), None)
            if block is None:
                block = self._makers[part.kind](self._context, part)
                block.set_marks(self._marks)
                block.set_losses(self._losses)
            else:
                before.remove(block)
                block.set_part(part)
            self.blocks.append(block)
        for block in before:
            block.close_text()
            self._column.removeWidget(block.widget)
            block.widget.hide()
            block.widget.deleteLater()

    @property
    def is_complete(self) -> bool:
        """Whether all cards are made that there were sections for at the last `sync`."""
        return not self._left

    def make_next(self) -> None:
        """Make one more card of those that did not fit on the first screen. The cards must not be stale."""
        section, *self._left = self._left
        card = self._new_card(section)
        self.cards.append(card)
        self._arrange(self._in_order().index(card))
        if not self._left:
            self.set_losses(self._losses)
            self.set_changed_lines(self._changed)

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say what is known of the sections beside their text."""
        self._marks = marks
        for card in self.cards:
            card.set_mark(marks.get(card.node_id, NO_MARK))
        for block in self.blocks:
            block.set_marks(marks)

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say what an agent would do to the text, worst first."""
        self._losses = losses
        of_card: dict[SectionCard, list[Loss]] = {card: [] for card in self.cards}
        for loss in losses:
            card = self.card_at(loss.span.start)
            if card is not None and self.block_at(loss.span.start) is None:
                of_card[card].append(loss)
        for card, found in of_card.items():
            card.set_losses(found)
        for block in self.blocks:
            block.set_losses(losses)

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Mark lines that changed since the last save; `runs` are of lines of the base text and of this one."""
        self._changed = runs
        for card in self.cards:
            lines = card.live_lines
            if lines is not None:
                card.set_changed_lines(inside(runs, *lines))
        for block in self.blocks:
            block.set_changed_lines(runs)

    def card_at(self, position: int) -> SectionCard | None:
        """The card of the section that holds the character at `position`, else the nearest one above."""
        line = self._shown.text.line_of(position)
        above = [card for card in self.cards if card.section.start <= line]
        return above[-1] if above else self.cards[0] if self.cards else None

    def find(self, node_id: NodeId) -> SectionCard | None:
        """The card of this section, or None."""
        return next((card for card in self.cards if card.node_id == node_id), None)

    def block_at(self, position: int) -> PageBlock | None:
        """The block that shows what stands at `position`, or None where a card does, or nothing."""
        return next((block for block in self.blocks if block.rect_at(position) is not None), None)

    def block_of(self, node_id: NodeId) -> PageBlock | None:
        """The block that shows this node, or None."""
        return next((block for block in self.blocks if block.rect_of(node_id) is not None), None)

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        for one in self._in_order():
            one.settle_layout()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self._is_closed = True
        self._left = []
        for one in self._in_order():
            one.close_text()

    def _parts(self, body_in_use: Body | None) -> list[PagePart]:
        """The parts that are shown: an empty beginning is not, unless the caret is in it or there is no other."""
        document = self._session.document
        found = page_parts(self._shown.text, self._session.outline(), document, frozenset(self._makers))
        in_use = body_in_use is not None and any(
            card.body is body_in_use and not card.section.has_heading for card in self.cards
        )
        shown = [
            part
            for part in found
            if part.section is None or part.section.count or part.section.has_heading or in_use
        ]
        if shown or document.headings:
            return shown
        nothing = Node(NodeKind.PREAMBLE, "", Span(0, 0), Span(0, 0), PREAMBLE_KEY)
        section = SectionLines(nothing, 0, self._shown.text.line_count, 0, 0)
        return found or [PagePart(PartKind.TEXT, 0, section)]

    def _renewed(self, card: SectionCard, section: SectionLines, body_in_use: Body | None) -> SectionCard:
        lines = card.live_lines
        if lines is not None and card.body is body_in_use:
            kept = with_lines_in_use(section, lines)
            if kept != section:
                section, self._kept_for = kept, body_in_use
        card.set_section(section)
        card.set_mark(self._marks.get(section.node_id, NO_MARK))
        return card

    def _new_card(self, section: SectionLines) -> SectionCard:
        closed = len(self.cards) >= _FOLDED_FROM or (not section.count and section.has_heading)
        card = SectionCard(
            self._themes,
            self._shown,
            self._requests,
            section,
            why_locked=self._session.why_read_only,
            folded=self._folded.get(section.node_id, closed),
        )
        card.set_mark(self._marks.get(section.node_id, NO_MARK))
        card.body_made.connect(lambda: self.body_made.emit(card.body))
        card.fold_changed.connect(lambda: self._folded.update({card.node_id: card.folded}))
        self.card_made.emit(card)
        if card.body is not None:
            self.body_made.emit(card.body)
        return card

    def _offer(self) -> None:
        keys = {card.node_id[0] for card in self.cards} | {section.node.key for section in self._left}
        missing = [heading for heading in self._session.document.headings if heading not in keys]
        kept = {card.heading: card for card in self._offered if card.heading in missing}
        for card in self._offered:
            if card.heading not in kept:
                self._column.removeWidget(card)
                card.hide()
                card.deleteLater()
        self._offered = [kept.get(heading) or self._new_offer(heading) for heading in missing]

    def _new_offer(self, heading: str) -> OfferedCard:
        card = OfferedCard(self._themes, heading, self._session.why_read_only)
        card.add_requested.connect(self._requests.section_add_requested)
        return card

    def _arrange(self, first: int = 0) -> None:
        page = self._column.parentWidget()
        on_screen = page is not None and page.isVisible()
        widgets = [one if isinstance(one, SectionCard) else one.widget for one in self._in_order()]
        for at, widget in enumerate([*widgets, *self._offered][first:], first):
            item = self._column.itemAt(at)
            if item is None or item.widget() is not widget:
                self._column.removeWidget(widget)
                self._column.insertWidget(at, widget)
                # A layout shows what is put into it at the next event only; until then it takes no room.
                if on_screen:
                    widget.show()


def inside(runs: Sequence[Run], first: int, count: int) -> list[tuple[int, int]]:
    """The parts of `runs` that lie in `count` lines from `first` on, counted from there."""
    clipped = [(max(run.new_first, first) - first, min(run.new_end, first + count) - first) for run in runs]
    return [(start, end) for start, end in clipped if start < end]
