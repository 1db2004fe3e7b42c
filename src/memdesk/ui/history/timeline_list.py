"""The versions of all documents as a list, newest first, a heading for each day; loaded by the page as one scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from memdesk.services.history.timeline import Summary
from memdesk.services.remembered.past_documents import Past
from memdesk.store.versions import Version
from memdesk.ui import format as shown
from memdesk.ui.history.timeline_columns import GAP_PX, Columns, columns_in, needs_two_lines, wanted_by
from memdesk.ui.history.timeline_model import Change, TimelineModel
from memdesk.ui.history.words import (
    icon_of,
    place_of,
    what_changed,
    who_wrote,
)
from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import FontRole
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.list_view import Index, ListDelegate, ListView
from memdesk.ui.widgets.steady_list import is_pointed_at, show_steadily

_WANTED_AFTER_MS = 20
_MOST_SUMMARIES = 40
_PAD_PX = 10


class TimelineList(ListView):
    """Shows a `TimelineModel`. One version can be chosen, or two to be compared.

    Signals:
        chosen_changed: another version is chosen, or two, or none.
        opened: Enter or a double click on a version; argument: its `Change`.
        summaries_wanted: what these versions changed is to be shown; argument: a list of `Version`.
    """

    chosen_changed = Signal()
    opened = Signal(object)
    summaries_wanted = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        self.timeline = TimelineModel()
        name = tr("Versions of all documents, newest first")
        super().__init__(themes, self.timeline, name, delegate=_TimelineDelegate, parent=parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._unsummed: dict[int, Version] = {}
        self._asked: set[int] = set()
        self._themes = themes
        self._wanted: Columns | None = None
        for changed in (
            self.timeline.modelReset,
            self.timeline.rowsInserted,
            self.timeline.rowsRemoved,
            themes.fonts_changed,
        ):
            changed.connect(self._forget_wanted)
        self._rest = single_shot(self, _WANTED_AFTER_MS, self._ask_for_summaries)
        self.activated.connect(self._on_activated)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())

    @property
    def wanted(self) -> Columns:
        """How wide columns are that show all rows whole."""
        if self._wanted is None:
            self._wanted = wanted_by(self.timeline.changes, self._themes.theme)
        return self._wanted

    def _forget_wanted(self, *_: object) -> None:
        self._wanted = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # All rows are as high as that of the first, which Qt asks for once.
        self.scheduleDelayedItemsLayout()

    @property
    def chosen(self) -> tuple[Change, ...]:
        """The version that is chosen; of several the newest and the oldest, the newest first."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        found = [row for place in rows if isinstance(row := self.timeline.rows[place], Change)]
        return tuple(found) if len(found) < 2 else (found[0], found[-1])

    def show_first(self, changes: Sequence[Change], *, has_more: bool, is_refresh: bool) -> None:
        """Show these. In a refresh, what one looks at stays where it is; who looks at the newest sees what comes."""
        show = partial(self.timeline.show_first, changes, has_more=has_more, is_refresh=is_refresh)
        if is_refresh and (self.verticalScrollBar().value() or is_pointed_at(self)):
            show_steadily(self, lambda: self.timeline.addresses, show)
        else:
            show()

    def choose(self, version_id: int | None) -> None:
        """Choose a version, else the first one there is."""
        place = self.timeline.place_of(version_id) if version_id is not None else -1
        if place < 0:
            place = next((n for n, row in enumerate(self.timeline.rows) if isinstance(row, Change)), -1)
        if place >= 0:
            self.setCurrentIndex(self.timeline.index(place))

    def summary_at(self, change: Change) -> Summary | None:
        """What a version changed, asked for where that is not known yet."""
        number = change.version.id
        known = self.timeline.summaries.get(number)
        if known is None and number not in self._asked:
            self._unsummed[number] = change.version
            self._rest.start()
        return known

    def _ask_for_summaries(self) -> None:
        wanted = list(self._unsummed.values())[-_MOST_SUMMARIES:]
        # What was scrolled past asks again once it is in view.
        self._unsummed.clear()
        self._asked |= {version.id for version in wanted}
        if wanted:
            self.summaries_wanted.emit(wanted)

    def forget_asked(self, versions: Iterable[Version]) -> None:
        """What was asked for has come, or never will."""
        self._asked -= {version.id for version in versions}

    def _on_activated(self, index: Index) -> None:
        row = self.timeline.rows[index.row()]
        if isinstance(row, Change):
            self.opened.emit(row)


class _TimelineDelegate(ListDelegate):
    """Paints time, who, document and what changed: in columns, or in two lines where these would be too narrow."""

    view: TimelineList

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self.themes.theme
        height = theme.row_height(theme.sizes.entry_row)
        return QSize(0, height + theme.line_height("small") if self.is_high else height)

    @property
    def is_high(self) -> bool:
        """Whether a row takes two lines."""
        return needs_two_lines(self.view.viewport().width() - 1 - _PAD_PX - self._left_px, self.themes.theme)

    @property
    def _left_px(self) -> int:
        """Where the words begin, behind the time and the icon."""
        return _PAD_PX + self.width_of("00:00", "meta") + self.themes.theme.icon_sizes.row + 2 * GAP_PX

    def paint_heading(self, painter: QPainter, area: QRect, words: str) -> None:
        """A heading takes one line, next to the rows that it is for: Qt makes it as high as these."""
        one_px = self.themes.theme.row_height(self.themes.theme.sizes.entry_row)
        super().paint_heading(painter, area.adjusted(0, area.height() - one_px, 0, 0), words)

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        row = self.view.timeline.rows[number]
        if isinstance(row, str):
            self.paint_heading(painter, area, row)
        else:
            self._paint_change(painter, area, row)

    def _paint_change(self, painter: QPainter, area: QRect, row: Change) -> None:
        theme, (version, past) = self.themes.theme, row
        summary = self.view.summary_at(row)
        at = _PAD_PX
        wide = self.width_of("00:00", "meta")
        self.draw(painter, self.part(area, at, wide), shown.time_of_day(version.when), "meta", "text3")
        at += wide + GAP_PX
        size = theme.icon_sizes.row
        self.themes.icons.draw(painter, self.part(area, at, size), icon_of(version), "text2", size)
        who, words = who_wrote(version, past.writer), what_changed(version, summary)
        at, room = self._left_px, area.width() - _PAD_PX - self._left_px
        if self.is_high:
            upper, lower = self._lines(area)
            self._paint_document(painter, upper, at, room, past)
            facts = f"{who} · {words}" if words else who
            self._column(painter, lower, at, room, (facts, "small", "text2"))
            return
        columns = columns_in(room, self.view.wanted)
        at = self._column(painter, area, at, columns.who, (who, "body", "text2"))
        if not words and summary is not None:
            # Nothing will be said there: where it lies may take that room.
            self._paint_document(painter, area, at, columns.document + GAP_PX + columns.change, past)
            return
        at = self._paint_document(painter, area, at, columns.document, past)
        self._column(painter, area, at, columns.change, (words, "small", "text2"))

    def _lines(self, area: QRect) -> tuple[QRect, QRect]:
        """The two lines of a row, around its middle."""
        high, low = (self.themes.theme.line_height(role) for role in ("body", "small"))
        top = area.y() + (area.height() - high - low) // 2
        return (
            QRect(area.x(), top, area.width(), high),
            QRect(area.x(), top + high, area.width(), low),
        )

    def _paint_document(self, painter: QPainter, area: QRect, at: int, room: int, past: Past) -> int:
        title = past.document.title
        taken = min(room, self.width_of(title, "body"))
        self._column(painter, area, at, taken, (title, "body", "text"), Qt.TextElideMode.ElideMiddle)
        rest = room - taken - GAP_PX
        if rest > 0:
            self._column(painter, area, at + taken + GAP_PX, rest, (place_of(past), "small", "text3"))
        return at + room + GAP_PX

    def _column(
        self,
        painter: QPainter,
        area: QRect,
        at: int,
        room: int,
        told: tuple[str, FontRole, ColorRole],
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """Write what fits into `room` px; returns where the next column begins."""
        text, role, ink = told
        if room > 0:
            words = self.themes.theme.metrics(role).elidedText(plain_name(text), mode, room)
            self.draw(painter, self.part(area, at, room), words, role, ink)
        return at + room + GAP_PX
