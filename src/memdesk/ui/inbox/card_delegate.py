"""Paints the rows of the inbox: heads of documents, and cards as high as what they show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from memdesk.services.inbox.items import InboxItem
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.inbox.card_lines import CardLines, guessed_height, lines_of
from memdesk.ui.inbox.review_model import Head, Newer, ReviewModel, Row, ids_of, newer_words
from memdesk.ui.inbox.words import (
    ICONS,
    TONES,
    changes_words,
    facts_of,
    form_words,
    kind_name,
    place_name,
    title_of,
)
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.list_view import Index
from memdesk.ui.widgets.paint import Tone, chip_height, chip_width, draw_chip, draw_monogram
from memdesk.ui.widgets.stacked_rows import StackedRows

HEAD_PX = 38
_ACTIONS_ABOVE_PX, _ACTIONS_BELOW_PX = 7, 9
GAP_PX = 10
_PAD_PX = 12
_CARD_HEAD_PX = 36
_BELOW_PX = 6
_SQUARE_PX = 18
# Put together once: to join flags of Qt takes as long as to draw a word.
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
_LEADING_FLAGS = Qt.AlignmentFlag.AlignVCenter | _ONE_LINE
_CENTRE_FLAGS = Qt.AlignmentFlag.AlignCenter | _ONE_LINE
_MOST_KEPT = 400
_MOST_STALE = 2


class CardDelegate(QStyledItemDelegate):
    """One delegate for all rows; the card of `current_id` is higher by the room for its actions.

    Signals:
        keep_all_clicked: keep all changes of a document; argument: its `Head`.
    """

    keep_all_clicked = Signal(object)

    def __init__(self, themes: ThemeManager, view: StackedRows, model: ReviewModel) -> None:
        super().__init__(view)
        self._themes = themes
        self._view = view
        self._model = model
        self._laid_out: dict[tuple[str, int], CardLines] = {}
        self._heights: defaultdict[int, dict[str, int]] = defaultdict(dict)
        """How high the lines of the cards are, by the width of a card, then by the id of a change."""
        self._guesses: dict[str, int] = {}
        self._listed: Sequence[Row] | None = None
        """The rows whose heights are in `_by_row`, for this width; None where they are to be told anew."""
        self._listed_px = 0
        self._by_row: list[int] = []
        """How high the rows are, each as if it were not the current one."""
        self._guessed_rows: set[int] = set()
        self._pressed = ""
        """The path of the document whose changes would all be kept where the button is let go of now."""
        self.current_id = ""
        self.actions_px = themes.theme.row_height(themes.theme.sizes.button)
        """So high the actions of the current card are."""
        self.least_lines_px = 0
        """So high the lines of the current card are at least, for what stands over them."""
        self.chips: dict[str, tuple[str, ...]] = {}
        """What the checks found, by the id of a change."""
        themes.fonts_changed.connect(self.forget_sizes)
        themes.theme_changed.connect(self._forget_colors)
        themes.masks.changed.connect(self.forget_sizes)

    def heights(self) -> list[int]:
        """How high all rows are now, in px; a guess where one was not measured."""
        self._list()
        heights, current = self._by_row.copy(), self._view.currentIndex().row()
        row = self._model.item_at(current)
        if row is None or row.id != self.current_id:
            # While rows are shown, the view has no current one yet.
            ids = ids_of(self._model.rows) if self.current_id else []
            current = ids.index(self.current_id) if self.current_id in ids else -1
        if current >= 0:
            heights[current] = self.height_of(current)
        return heights

    def _list(self) -> None:
        """Tell the heights of all rows anew where these are others, or as wide as they were not before."""
        width, rows = self._card_width(self._view.row_px), self._model.rows
        if rows is self._listed and width == self._listed_px:
            return
        head_px, around_px = self._themes.theme.row_height(HEAD_PX), self._around_px
        known, guesses = self._heights[width], self._guesses
        self._listed, self._listed_px = rows, width
        heights, guessed = list[int](), set[int]()
        for number, row in enumerate(rows):
            if not isinstance(row, InboxItem):
                heights.append(head_px)
                continue
            lines = known.get(row.id)
            if lines is None:
                guessed.add(number)
                lines = guesses.get(row.id)
                if lines is None:
                    lines = self._guessed(row)
            heights.append(around_px + lines)
        self._by_row, self._guessed_rows = heights, guessed

    @property
    def _around_px(self) -> int:
        return self._head_height() + _BELOW_PX + GAP_PX

    def height_of(self, number: int) -> int:
        """How high row `number` is, in px; a guess where it was not measured."""
        row = self._model.at(number)
        if not isinstance(row, InboxItem):
            return self._themes.theme.row_height(HEAD_PX)
        is_current = row.id == self.current_id
        lines = self._heights[self._card_width(self._view.row_px)].get(row.id)
        if lines is None:
            lines = self._guessed(row)
        if is_current:
            lines = max(lines, self.least_lines_px)
        actions = self._foot_px if is_current else 0
        return self._head_height() + lines + _BELOW_PX + actions + GAP_PX

    def _guessed(self, item: InboxItem) -> int:
        found = self._guesses.get(item.id)
        if found is None:
            found = self._guesses[item.id] = guessed_height(self._themes, item)
        return found

    def measure(self, number: int, *, is_seen: bool = True) -> None:
        """Lay the card of row `number` out, and guess its height no more; what `is_seen` is about to be painted."""
        row, width = self._model.at(number), self._card_width(self._view.row_px)
        if not isinstance(row, InboxItem):
            return
        known = self._heights[width]
        if row.id not in known:
            # What nobody looks at would drive out of the store what is in view.
            lines = self._lines(row, width) if is_seen else self._lay_out(row, width)
            known[row.id] = lines.height
        self._list()
        if number in self._guessed_rows:
            self._guessed_rows.remove(number)
            self._by_row[number] = self._around_px + known[row.id]

    @property
    def is_guessing(self) -> bool:
        """Whether the height of any row is a guess."""
        self._list()
        return bool(self._guessed_rows)

    @property
    def guesses(self) -> list[int]:
        """The rows whose heights are guesses."""
        self._list()
        return sorted(self._guessed_rows)

    def forget_sizes(self) -> None:
        """What was laid out is stale."""
        for known in (self._laid_out, self._heights, self._guesses):
            known.clear()
        self._listed = None

    def _forget_colors(self) -> None:
        # Marked words keep theirs. The heights stay as they are.
        self._laid_out.clear()

    def keep_only(self, rows: Sequence[Row]) -> None:
        """Forget what is known of the cards of other changes, and in other widths, once that is as much again."""
        most = _MOST_STALE * len(rows)
        if sum(map(len, self._heights.values())) <= most and len(self._guesses) <= most:
            return
        ids, width = set(ids_of(rows)), self._card_width(self._view.row_px)
        self.chips = {key: words for key, words in self.chips.items() if key in ids}
        here = {key: height for key, height in self._heights[width].items() if key in ids}
        self._heights.clear()
        self._heights[width] = here
        self._guesses = {key: height for key, height in self._guesses.items() if key in ids}

    def actions_area(self, area: QRect) -> QRect:
        """Where in the area of the current row its actions stand."""
        top = area.bottom() - GAP_PX - self._foot_px + _ACTIONS_ABOVE_PX
        return QRect(area.x() + 10, top, self.actions_width(area.width()), self.actions_px)

    def actions_width(self, width: int) -> int:
        """How wide the actions may be in a row `width` px wide."""
        return self._card_width(width) - 20

    @property
    def _foot_px(self) -> int:
        return _ACTIONS_ABOVE_PX + self.actions_px + _ACTIONS_BELOW_PX

    def lines_area(self, area: QRect) -> QRect:
        """Where in the area of the current row its lines stand."""
        top = area.y() + self._head_height()
        bottom = area.bottom() - GAP_PX - self._foot_px
        return QRect(area.x() + 10, top, self._card_width(area.width()) - 20, max(40, bottom - top))

    @staticmethod
    def _card_width(width: int) -> int:
        return width - 6

    def _head_height(self) -> int:
        return self._themes.theme.row_height(_CARD_HEAD_PX)

    def _lines(self, item: InboxItem, width: int) -> CardLines:
        found = self._laid_out.get((item.id, width))
        if found is None:
            if len(self._laid_out) > _MOST_KEPT:
                self._laid_out.clear()
            found = self._laid_out[item.id, width] = self._lay_out(item, width)
        return found

    def _lay_out(self, item: InboxItem, width: int) -> CardLines:
        """The lines of a card `width` px wide."""
        return CardLines(self._themes, lines_of(item, self._themes.masks), width - 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.rows[index.row()]
        painter.save()
        area = option.rect.adjusted(0, 0, -6, 0)
        if isinstance(row, Newer):
            self._paint_newer(painter, area, row, is_current=index == self._current_index())
        elif isinstance(row, Head):
            self._paint_group(painter, area, row)
        else:
            self._paint_card(painter, area.adjusted(0, 0, 0, -GAP_PX), row)
        painter.restore()

    def _current_index(self) -> Index:
        return self._view.currentIndex()

    def editorEvent(self, event: QEvent, _model: object, option: QStyleOptionViewItem, index: Index) -> bool:
        row = self._model.rows[index.row()] if index.row() < len(self._model.rows) else None
        if not isinstance(row, Head) or not isinstance(event, QMouseEvent):
            return False
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        path = row.past.document.path if self._is_on_keep(event, option.rect, row) else ""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = path
        elif event.type() == QEvent.Type.MouseButtonRelease:
            pressed, self._pressed = self._pressed, ""
            if path and path == pressed:
                self.keep_all_clicked.emit(row)
            return True
        return False

    def is_on_keep_all(self, event: QMouseEvent, index: Index) -> bool:
        """Whether the pointer is where all changes of one document can be kept."""
        row = self._model.rows[index.row()] if 0 <= index.row() < len(self._model.rows) else None
        return isinstance(row, Head) and self._is_on_keep(event, self._view.visualRect(index), row)

    def _is_on_keep(self, event: QMouseEvent, area: QRect, row: Head) -> bool:
        return self._keep_area(area.adjusted(0, 0, -6, 0), row).contains(event.position().toPoint())

    # Parts

    def _paint_newer(self, painter: QPainter, area: QRect, row: Newer, *, is_current: bool) -> None:
        theme = self._themes.theme
        plate = area.adjusted(0, 4, 0, -4)
        draw_plate(painter, theme, plate, theme.radii.control, "accentSoft", "accentLine")
        if is_current:
            draw_ring(painter, theme, plate, theme.radii.control)
        self._write(painter, plate, newer_words(row.how_many), "body", "accentText", _CENTRE_FLAGS)

    def _paint_group(self, painter: QPainter, area: QRect, row: Head) -> None:
        theme = self._themes.theme
        square = self._part(area, 0, _SQUARE_PX)
        square = QRect(square.x(), area.center().y() - _SQUARE_PX // 2 + 1, _SQUARE_PX, _SQUARE_PX)
        draw_monogram(painter, theme, square, row.past.layout.monogram)
        keep = self._keep_area(area, row)
        self._write(painter, keep, self._keep_words(row), "body", "text2", _CENTRE_FLAGS)
        ago = shown.ago(row.when)
        wide = theme.metrics("meta").horizontalAdvance(ago)
        end = area.width() - keep.width() - 16
        self._write(painter, self._part(area, end - wide, wide), ago, "meta", "text3")
        left, room = _SQUARE_PX + 8, end - wide - _SQUARE_PX - 24
        name = plain_name(place_name(row.past))
        title = theme.metrics("body", Weight.DemiBold).elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        taken = theme.metrics("body", Weight.DemiBold).horizontalAdvance(title) + 2
        self._write(painter, self._part(area, left, taken), title, "body", "text", weight=Weight.DemiBold)
        count = changes_words(len(row.items))
        if room - taken > theme.metrics("small").horizontalAdvance(count) + 10:
            self._write(painter, self._part(area, left + taken + 8, room - taken), count, "small", "text2")

    def _keep_area(self, area: QRect, row: Head) -> QRect:
        words = self._keep_words(row)
        wide = self._themes.theme.metrics("body", Weight.Medium).horizontalAdvance(words) + 20 if words else 0
        return self._part(area, area.width() - wide, wide)

    def _keep_words(self, row: Head) -> str:
        """What the link of a head says; what was reviewed has none."""
        if self._model.is_reviewed:
            return ""
        count = len(row.items)
        return tr("Keep") if count == 1 else trn("Keep {n}", "Keep all {n}", count, n=shown.number(count))

    def _paint_card(self, painter: QPainter, area: QRect, item: InboxItem) -> None:
        theme = self._themes.theme
        if not form_words(item):
            draw_plate(painter, theme, area, theme.radii.card, "surface", "hairline")
        head = QRect(area.x(), area.y(), area.width(), self._head_height())
        self._paint_card_head(painter, head, item)
        if item.id == self.current_id and self.least_lines_px:
            # What is edited stands over its lines.
            field = self.lines_area(area.adjusted(0, 0, 6, GAP_PX))
            draw_plate(painter, theme, field, theme.radii.control, "sunken", "focus")
            draw_ring(painter, theme, area, theme.radii.card)
            return
        lines = self._lines(item, area.width())
        below = QRectF(area.x() + 1, head.bottom() + 1, area.width() - 2, lines.height)
        right_to_left = self._view.layoutDirection() == Qt.LayoutDirection.RightToLeft
        lines.paint(painter, below, right_to_left=right_to_left)
        if item.id == self.current_id:
            draw_ring(painter, theme, area, theme.radii.card)

    def _paint_card_head(self, painter: QPainter, head: QRect, item: InboxItem) -> None:
        theme, form = self._themes.theme, form_words(item)
        tone: Tone = "neutral" if form else TONES[item.kind]
        left = _PAD_PX + self._chip(painter, head, _PAD_PX, kind_name(item.kind), ICONS[item.kind], tone)
        facts = facts_of(item)
        wide = theme.metrics("meta").horizontalAdvance(facts)
        end = head.width() - _PAD_PX
        chips: list[tuple[str, str, Tone]] = []
        if item.is_pinned:
            chips.append((tr("Pinned by you"), "pin", "warn"))
        chips += [(words, "triangle-alert", "warn") for words in self.chips.get(item.id, ())]
        room = end - left - 8
        if wide < room // 2:
            self._write(painter, self._part(head, end - wide, wide), facts, "meta", "text3")
            room -= wide + 12
        left += 8
        for_chips = sum(chip_width(theme, words, with_icon=True) + 6 for words, _, _ in chips)
        ink: ColorRole = "text3" if form else "text"
        said = " · ".join(filter(None, (title_of(item, self._themes.masks), form)))
        title = plain_name(" ".join(said.split()))
        most = max(80, room - for_chips)
        shown_title = theme.metrics("body", Weight.Medium).elidedText(
            title, Qt.TextElideMode.ElideRight, most
        )
        taken = theme.metrics("body", Weight.Medium).horizontalAdvance(shown_title) + 2
        self._write(painter, self._part(head, left, taken), shown_title, "body", ink, weight=Weight.Medium)
        stop, left = left + room, left + taken + 8
        for words, icon, tone in chips:
            if left + chip_width(theme, words, with_icon=True) <= stop + 8:
                left += self._chip(painter, head, left, words, icon, tone) + 6

    def _chip(self, painter: QPainter, head: QRect, left: int, text: str, icon: str, tone: Tone) -> int:
        theme = self._themes.theme
        wide, high = chip_width(theme, text, with_icon=True), chip_height(theme)
        cell = self._part(head, left, wide)
        area = QRect(cell.x(), head.center().y() - high // 2 + 1, wide, high)
        draw_chip(painter, theme, self._themes.icons, area, text, icon, tone)
        return wide

    def _write(
        self,
        painter: QPainter,
        area: QRect,
        text: str,
        role: FontRole,
        ink: ColorRole,
        flags: int = _LEADING_FLAGS,
        weight: Weight | None = None,
    ) -> None:
        painter.setFont(self._themes.theme.font(role, weight))
        painter.setPen(self._themes.theme.pen(ink))
        painter.drawText(area, flags, text)

    def _part(self, area: QRect, left: int, width: int) -> QRect:
        part = QRect(area.x() + left, area.y(), width, area.height())
        return QStyle.visualRect(self._view.layoutDirection(), area, part)
