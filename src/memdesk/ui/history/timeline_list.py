"""The versions of all documents as a list, newest first, a heading for each day; loaded by the page as one scrolls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from memdesk.services.past_documents import Past
from memdesk.services.timeline import Summary
from memdesk.store.versions import Version
from memdesk.ui import format as shown
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
_GAP_PX = 10
_WHO_SHARE = 0.24
_MOST_WHO_PX = 190
_TITLE_SHARE = 0.55


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
        self._rest = single_shot(self, _WANTED_AFTER_MS, self._ask_for_summaries)
        self.activated.connect(self._on_activated)
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())

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
    """Paints time, who, document and what changed in columns."""

    view: TimelineList

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - all are alike
        theme = self.themes.theme
        return QSize(0, theme.row_height(theme.sizes.entry_row))

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
        at += wide + _GAP_PX
        size = theme.icon_sizes.row
        self.themes.icons.draw(painter, self.part(area, at, size), icon_of(version), "text2", size)
        at += size + _GAP_PX
        who_px = min(_MOST_WHO_PX, round(area.width() * _WHO_SHARE))
        at = self._column(painter, area, at, who_px, (who_wrote(version, past.writer), "body", "text2"))
        room = max(0, area.width() - _PAD_PX - at)
        at = self._paint_document(painter, area, at, round(room * _TITLE_SHARE), past)
        words = what_changed(version, summary)
        self._column(painter, area, at, area.width() - _PAD_PX - at, (words, "small", "text2"))

    def _paint_document(self, painter: QPainter, area: QRect, at: int, room: int, past: Past) -> int:
        title = past.document.title
        taken = min(room, self.width_of(title, "body"))
        self._column(painter, area, at, taken, (title, "body", "text"))
        rest = room - taken - _GAP_PX
        if rest > 0:
            self._column(painter, area, at + taken + _GAP_PX, rest, (place_of(past), "small", "text3"))
        return at + room + _GAP_PX

    def _column(
        self, painter: QPainter, area: QRect, at: int, room: int, told: tuple[str, FontRole, ColorRole]
    ) -> int:
        """Write what fits into `room` px; returns where the next column begins."""
        text, role, ink = told
        if room > 0:
            words = self.themes.theme.metrics(role).elidedText(
                plain_name(text), Qt.TextElideMode.ElideRight, room
            )
            self.draw(painter, self.part(area, at, room), words, role, ink)
        return at + room + _GAP_PX
