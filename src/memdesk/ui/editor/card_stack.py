"""The cards and other blocks of one document: made, matched and put in order as its outline changes."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, islice, pairwise
from operator import itemgetter

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.layouts.documents import DocumentKind
from memdesk.text.compare import Run
from memdesk.text.edits import Span
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind
from memdesk.ui.editor.add_section import AddSection
from memdesk.ui.editor.card_column import CardColumn, CardGap
from memdesk.ui.editor.card_heights import CardHeights
from memdesk.ui.editor.card_matching import match_cards, with_lines_in_use
from memdesk.ui.editor.offered_card import OfferedCard
from memdesk.ui.editor.page_block import BlockContext, BlockMakers, PageBlock
from memdesk.ui.editor.page_parts import Page, PagePart, PartKind, page_of
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.section_card import Body, SectionCard
from memdesk.ui.editor.section_lines import SectionLines
from memdesk.ui.editor.session import NO_MARK, EditorSession, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.theme.manager import ThemeManager

PROSE = frozenset({DocumentKind.MEMORY, DocumentKind.RULES})
"""Documents of sections, to which one can be added."""

_AT_ONCE = 3
"""So many cards of sections that are new in a document on screen are made at once; the others follow."""

_FOLDED_FROM = 100
"""Cards behind so many start folded: a text widget each would be too many."""


class CardStack(QObject):
    """Keeps a column of cards equal to the sections of `session`; `folded` is kept up with which of them are.

    Most cards are made when `make` is called; until then gaps keep their room. Parts of the document that are no text,
    and for which `makers` has a maker, get a block between the cards. Headings that the agent knows and the file lacks
    stand at the end, where they would be added.
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
        self._room = CardColumn(themes, column)
        self._adding: AddSection | None = None
        self._offered: list[OfferedCard] = []
        self._unoffered = False
        """Whether headings are missing that no card offers yet."""
        self._folded = folded
        self._marks: Mapping[NodeId, SectionMark] = {}
        self._synced_revision = -1
        self._kept_for: Body | None = None
        self._losses: Sequence[Loss] = ()
        self._losses_of: Mapping[NodeId, Sequence[Loss]] = {}
        self._losses_revision = -1
        self._changed: Sequence[Run] = ()
        self._page = Page.of(())
        self._made: list[SectionCard | None] = []
        """The card of each section of the page, of which there may be thousands."""
        self._heights = CardHeights(themes, shown)
        self._known_heights: tuple[int, Sequence[int]] | None = None
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
        self.blocks: list[PageBlock] = []
        if session.document.kind in PROSE and not session.document.headings and not session.why_read_only:
            add = self._adding = AddSection(themes)
            add.requested.connect(requests.section_add_requested)
            add.given_up.connect(requests.naming_given_up)
            column.addWidget(add)
        column.addStretch(1)

    @property
    def cards(self) -> list[SectionCard]:
        """The cards that were made so far, in order."""
        return [card for card in self._made if card is not None]

    @property
    def gaps(self) -> Sequence[CardGap]:
        """Where on the page cards will be that are not made yet."""
        return self._room.gaps

    @property
    def unmade(self) -> list[int]:
        """The numbers of the sections that have no card yet."""
        return [at for at, card in enumerate(self._made) if card is None]

    @property
    def is_complete(self) -> bool:
        """Whether all cards are made that there were sections and missing headings for at the last `sync`."""
        return None not in self._made and not self._unoffered

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
        before, unmade, names = self.cards, self.unmade, self._page.sections.names
        page = self._page = self._shown_page(body_in_use)
        lines = page.sections.lines
        self._made = [None] * len(lines)
        for at, card in sorted(match_cards(before, page.sections).items(), key=itemgetter(0)):
            self._made[at] = self._renewed(card, lines[at], body_in_use)
        self._known_heights = None
        self._drop(before)
        self._sync_blocks([part for _, part in page.blocks])
        new = self._new_among(unmade, names)
        # Of a document that is just opened only one, unless it begins with a form or rows: the window waits for it.
        first = 0 if page.blocks and not page.blocks[0][0] else 1
        for at in islice(new, _AT_ONCE if before else first):
            self._made[at] = self._new_card(at)
        self._take_back_offers()
        self._arrange()
        if not self._made:
            # There is nothing else to see.
            self.offer()

    def _new_among(self, unmade: Sequence[int], names: Sequence[NodeId]) -> Iterator[int]:
        """The numbers of sections without a card that had one, or were not there, when these were the `unmade` ones."""
        still, now = self.unmade, self._page.sections.names
        # Mostly only texts have changed, which is seen without a look at each.
        if still == unmade and now == names:
            return iter(())
        known = {names[at] for at in unmade}
        return (at for at in still if now[at] not in known)

    def _drop(self, before: Sequence[SectionCard]) -> None:
        """Take away those of these cards that go on with no section."""
        kept = {id(card) for card in self.cards}
        for card in before:
            if id(card) not in kept:
                card.close_text()
                self._room.drop(card)

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
            self._room.drop(block.widget)

    def make(self, sections: Sequence[int]) -> None:
        """Make the cards of these sections, by their numbers. The cards must not be stale."""
        for at in sections:
            if self._made[at] is None:
                self._made[at] = self._new_card(at)
        self._arrange()

    def fit(self) -> None:
        """Let gaps be as high as their cards will be in a column that is wider or narrower now."""
        if not self._room.is_fitted:
            self._arrange()

    def make_open_beside(self, body: Body, direction: int) -> None:
        """Make the card of the next section above (-1) or below (1) `body` that starts open, if none is open nearer."""
        line = next((block.part.start for block in self.blocks if body in block.bodies), None)
        at = next((at for at, card in enumerate(self._made) if card is not None and card.body is body), None)
        if at is None and line is not None:
            at = self._number_at_line(line) + (direction < 0)
        while at is not None and 0 <= (at := at + direction) < len(self._made):
            card = self._made[at]
            if card is None and not self._starts_folded(at):
                self.make([at])
            if card is None or not card.folded:
                return

    def set_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say what is known of the sections beside their text."""
        self._marks = marks
        for card in self.cards:
            card.set_mark(marks.get(card.node_id, NO_MARK))
        for block in self.blocks:
            block.set_marks(marks)

    def set_losses(self, losses: Sequence[Loss]) -> None:
        """Say what an agent would do to the text, worst first."""
        self._losses, self._losses_revision = losses, self._shown.text.revision
        found: dict[NodeId, list[Loss]] = defaultdict(list)
        for loss in losses:
            if self._made and not self._is_on_block(loss.span.start):
                found[self._page.sections.names[self._number_at(loss.span.start)]].append(loss)
        self._losses_of = found
        for card in self.cards:
            card.set_losses(found.get(card.node_id, ()))
        for block in self.blocks:
            block.set_losses(losses)

    def set_changed_lines(self, runs: Sequence[Run]) -> None:
        """Mark lines that changed since the last save; `runs` are of lines of the base text and of this one."""
        self._changed = runs
        for card in self.cards:
            self._show_changed(card)
        for block in self.blocks:
            block.set_changed_lines(runs)

    def _show_changed(self, card: SectionCard) -> None:
        lines = card.live_lines
        if lines is not None:
            card.set_changed_lines(inside(self._changed, *lines))

    def card_at(self, position: int) -> SectionCard | None:
        """The card, made now, of the section that holds the character at `position`, else of the nearest one above."""
        return self._made_now(self._number_at(position)) if self._made else None

    def card_of(self, node_id: NodeId) -> SectionCard | None:
        """The card of this section, which is made now, or None."""
        at = next(self._page.sections.numbers_of(node_id), None)
        return self._made_now(at) if at is not None else None

    def _made_now(self, at: int) -> SectionCard | None:
        if self._made[at] is None:
            self.make([at])
        return self._made[at]

    def _number_at(self, position: int) -> int:
        return self._number_at_line(self._shown.text.line_of(position))

    def _number_at_line(self, line: int) -> int:
        """The number of the section that begins at a line or nearest above it; the first one where none does."""
        return max(0, bisect_right(self._page.sections.starts, line) - 1)

    def find(self, node_id: NodeId) -> SectionCard | None:
        """The card of this section, or None where there is none, or none yet."""
        return next((card for card in self.cards if card.node_id == node_id), None)

    def block_at(self, position: int) -> PageBlock | None:
        """The block that shows what stands at `position`, or None where a card does, or nothing."""
        return next((block for block in self.blocks if block.rect_at(position) is not None), None)

    def _is_on_block(self, position: int) -> bool:
        """Whether a block shows what stands at `position`; quick, where there are hundreds to be asked for."""
        line = self._shown.text.line_of(position)
        parts = self._page.parts
        at = bisect_right(parts, line, key=lambda part: part.start) - 1
        return at >= 0 and parts[at].section is None

    def block_of(self, node_id: NodeId) -> PageBlock | None:
        """The block that shows this node, or None."""
        return next((block for block in self.blocks if block.rect_of(node_id) is not None), None)

    def ask_for_section(self) -> QWidget | None:
        """Ask for a new section where it will stand; what asks, None where no section can be added."""
        if self._adding is not None:
            self._adding.ask()
            return self._adding
        self.offer()
        card = next(iter(self._offered), None)
        if card is not None:
            card.take_focus()
        return card

    def settle_layout(self) -> None:
        """Lay out now what would be laid out at the next event."""
        for one in self._in_order():
            one.settle_layout()

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self._is_closed = True
        for one in self._in_order():
            one.close_text()

    def _shown_page(self, body_in_use: Body | None) -> Page:
        """What is shown: an empty beginning is not, unless the caret is in it or there is nothing else."""
        document = self._session.document
        page = partial(page_of, self._shown.text, self._session.outline(), document, frozenset(self._makers))
        is_begun = body_in_use is not None and any(
            card.body is body_in_use and not card.section.has_heading for card in self.cards
        )
        shown = page(whole=is_begun)
        if not shown.parts and not document.headings:
            shown = page(whole=True)
        if shown.parts or document.headings:
            return shown
        nothing = Node(NodeKind.PREAMBLE, "", Span(0, 0), Span(0, 0), PREAMBLE_KEY)
        section = SectionLines(nothing, 0, self._shown.text.line_count, 0, 0)
        return Page.of([PagePart(PartKind.TEXT, 0, section)])

    def _renewed(self, card: SectionCard, section: SectionLines, body_in_use: Body | None) -> SectionCard:
        lines = card.live_lines
        if lines is not None and card.body is body_in_use:
            kept = with_lines_in_use(section, lines)
            if kept != section:
                section, self._kept_for = kept, body_in_use
        card.set_section(section)
        card.set_mark(self._marks.get(section.node_id, NO_MARK))
        return card

    def _starts_folded(self, at: int) -> bool:
        sections = self._page.sections
        return self._folded.get(sections.names[at], _is_closed(at, sections.lines[at]))

    def _new_card(self, at: int) -> SectionCard:
        card = SectionCard(
            self._themes,
            self._shown,
            self._requests,
            self._page.sections.lines[at],
            why_locked=self._session.why_read_only,
            folded=self._starts_folded(at),
        )
        card.set_mark(self._marks.get(card.node_id, NO_MARK))
        if self._losses_revision == self._shown.text.revision:
            card.set_losses(self._losses_of.get(card.node_id, ()))
        card.body_made.connect(lambda: self._on_body_made(card))
        card.fold_changed.connect(lambda: self._folded.update({card.node_id: card.folded}))
        self.card_made.emit(card)
        self._on_body_made(card)
        return card

    def _on_body_made(self, card: SectionCard) -> None:
        if card.body is not None:
            self._show_changed(card)
            self.body_made.emit(card.body)

    def offer(self) -> bool:
        """Let headings that are missing stand at the end; whether any was still to come.

        They follow the last section, once that has a card.
        """
        if not self._unoffered or (self._made and self._made[-1] is None):
            return False
        kept = {card.heading: card for card in self._offered}
        self._offered = [
            kept.get(heading) or self._new_offer(heading) for heading in self._missing_headings()
        ]
        self._unoffered = False
        self._arrange()
        return True

    def _take_back_offers(self) -> None:
        """Let no heading stand at the end that is none of those missing any more."""
        missing = self._missing_headings()
        for card in self._offered:
            if card.heading not in missing:
                self._room.drop(card)
        self._offered = [card for card in self._offered if card.heading in missing]
        self._unoffered = len(self._offered) < len(missing)

    def _missing_headings(self) -> list[str]:
        headings = self._session.document.headings
        return [heading for heading in headings if heading not in self._page.sections.keys]

    def _new_offer(self, heading: str) -> OfferedCard:
        card = OfferedCard(self._themes, heading, self._session.why_read_only)
        card.add_requested.connect(self._requests.section_add_requested)
        return card

    def _arrange(self) -> None:
        if self._room.arrange(self._slots(), self._offered, self._heights_in):
            self._order_stops()

    def _slots(self) -> Iterator[QWidget | range]:
        """What stands on the page, with the numbers of sections that follow one another and have no card yet."""
        first = 0
        for block, (above, _) in zip(self.blocks, self._page.blocks, strict=True):
            yield from self._slots_between(first, above)
            yield block.widget
            first = above
        yield from self._slots_between(first, len(self._made))

    def _slots_between(self, first: int, end: int) -> Iterator[QWidget | range]:
        for at, card in enumerate(self._made[first:end], first):
            if card is not None:
                if first < at:
                    yield range(first, at)
                yield card
                first = at + 1
        if first < end:
            yield range(first, end)

    def _heights_in(self, width_px: int) -> Sequence[int]:
        """How high the card of each section is in a column of this width, as far as one can tell."""
        known = self._known_heights
        if known is None or known[0] != width_px:
            heights = self._heights.of(self._page.sections.lines, self._starting_open(), width_px)
            known = self._known_heights = width_px, heights
        return known[1]

    def _starting_open(self) -> set[int]:
        """The numbers of the sections whose cards start open; few of thousands do."""
        sections = self._page.sections
        found = {
            at for at, section in enumerate(sections.lines[:_FOLDED_FROM]) if not _is_closed(at, section)
        }
        for name, is_folded in self._folded.items():
            (found.difference_update if is_folded else found.update)(sections.numbers_of(name))
        return found

    def _order_stops(self) -> None:
        """Let Tab go through cards that follow one another as they stand: Qt puts what is new behind all else."""
        for is_card, run in groupby(self._in_order(), lambda one: isinstance(one, SectionCard)):
            if is_card:
                stops = (stop for card in run if isinstance(card, SectionCard) for stop in card.stops)
                for one, following in pairwise(stops):
                    QWidget.setTabOrder(one, following)


def _is_closed(at: int, section: SectionLines) -> bool:
    """Whether section number `at` has a card that is folded until somebody opens it."""
    return at >= _FOLDED_FROM or (not section.count and section.has_heading)


def inside(runs: Sequence[Run], first: int, count: int) -> list[tuple[int, int]]:
    """The parts of `runs` that lie in `count` lines from `first` on, counted from there."""
    clipped = [(max(run.new_first, first) - first, min(run.new_end, first + count) - first) for run in runs]
    return [(start, end) for start, end in clipped if start < end]
