"""The screen "Prune": what is shown on the left, the table in the middle, what gets removed on the right."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.frame import Frame
from memdesk.ui.i18n import tr, trn
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.prune.choices import ChoicesPanel
from memdesk.ui.prune.detail import DetailPanel
from memdesk.ui.prune.listed import Asked, Listed
from memdesk.ui.prune.model import PruneModel
from memdesk.ui.prune.order import OrderButton
from memdesk.ui.prune.table import PruneTable
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.buttons import Button, IconButton, LinkButton, PrimaryButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.folding_foot import FoldingFoot
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.overlay_close import OverlayClose
from memdesk.ui.widgets.tips import native_keys

_MARGIN_PX = 16
_FREES_FROM_PX = 700
_CURRENT_REST_MS = 20
"""So long after a listing what it made the current row is told of: rows and details need a frame each."""
DONE_MS = 10_000
"""So long the footer says what went, with the way back."""


class PruneScreen(QWidget):
    """Shows candidates; decides nothing. It is made by `make`.

    Signals:
        wanted: the screen came into view and shall be true.
        look_requested: look at everything again.
        stop_requested: look no further.
        removal_requested: what is ticked and shown shall go.
        hidden_requested: show what is ticked and hidden.
        dismissal_requested: what is ticked, else the current one, shall stay out of the list.
        listing_requested: what was dismissed shall be proposed again.
        undo_requested: bring back what just went.
    """

    wanted = Signal()
    look_requested = Signal()
    stop_requested = Signal()
    removal_requested = Signal()
    hidden_requested = Signal()
    dismissal_requested = Signal()
    listing_requested = Signal()
    undo_requested = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        table: PruneTable,
        choices: ChoicesPanel,
        detail: DetailPanel,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self.candidates, self.table = table.candidates, table
        self.choices, self.detail = choices, detail
        self._title = ElidedLabel(themes, weight=Weight.DemiBold)
        self._about = ElidedLabel(themes, role="small", tone="text3")
        self._stop = LinkButton(themes, tr("Stop"))
        self.order = OrderButton(themes)
        self._toggle = IconButton(themes, "panel-right", tr("Show what gets removed"), kind="default")
        self._right_title = ElidedLabel(themes, tr("What gets removed"), weight=Weight.DemiBold)
        self._position = ElidedLabel(themes, role="small", tone="text3")
        self._previous = IconButton(themes, "chevron-up", tr("Previous ticked entry"))
        self._next = IconButton(themes, "chevron-down", tr("Next ticked entry"))
        self._ticked = TextLabel(themes, weight=Weight.DemiBold)
        self._frees = ElidedLabel(themes, role="small", tone="text2")
        self._undo = LinkButton(themes, tr("Undo"))
        self._hidden = LinkButton(themes, tr("Show"))
        self.dismiss_button = Button(themes, tr("Dismiss"))
        self.remove_button = PrimaryButton(themes, tr("Move to trash"), icon="trash-2")
        self._pages = QStackedWidget()
        self._card = _card_of(self.table)
        self._empty = EmptyState(themes, "scissors", "")
        self._again = self._empty.add_action(tr("Check again"), icon="refresh-cw")
        self._done_over = single_shot(self, DONE_MS, self.forget_done)
        self._current_rest = single_shot(self, _CURRENT_REST_MS, self.table.current_changed.emit)
        self._saving = ""
        self._asked = Asked()
        self._done = ""

    @classmethod
    def make(cls, themes: ThemeManager, now: Callable[[], float], parent: QWidget | None) -> PruneScreen:
        """Make the screen; `now` tells the time by which ages are shown."""
        table, choices = PruneTable(themes, PruneModel(now, themes.masks)), ChoicesPanel(themes)
        detail = DetailPanel(themes)
        screen = cls(themes, table, choices, detail, parent)
        centre = screen._make_centre()
        right = screen._make_right()
        screen._join(centre, right)
        return screen

    def _join(self, centre: QWidget, right: QWidget) -> None:
        self.frame = Frame.of_screen(self, self.choices, centre, right, self._toggle)
        self._connect()
        self.show_ticks()

    def _connect(self) -> None:
        self._again.clicked.connect(self.look_requested)
        self.choices.look_requested.connect(self.look_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._undo.clicked.connect(self.undo_requested)
        self._hidden.clicked.connect(self.hidden_requested)
        self._previous.clicked.connect(lambda: self._step(-1))
        self._next.clicked.connect(lambda: self._step(1))
        self.remove_button.clicked.connect(self.removal_requested)
        self.table.removal_requested.connect(self.removal_requested)
        self.table.merge_requested.connect(self._merge_current)
        self.dismiss_button.clicked.connect(self._on_dismiss_clicked)
        self.table.dismissal_requested.connect(self._on_dismiss_clicked)
        self.candidates.ticks_changed.connect(self.show_ticks)

    # What is shown

    def show_rows(self, listed: Listed) -> None:
        """Show these candidates; the row that was the current one stays so, else its place.

        Asked for the same as before, what one looks at stays where it is; in another order one looks at the first row.
        """
        rows, asked = listed.rows, self.asked
        if rows:
            self._pages.setCurrentWidget(self._card)
        with QSignalBlocker(self.table):
            self.table.show_rows(listed, is_refresh=asked.is_like(self._asked))
            if asked.order is not self._asked.order:
                self.table.choose(0)
        self._asked = asked
        self._title.set_text(trn("{n} candidate", "{n} candidates", len(rows), n=shown.number(len(rows))))
        size, files = shown.exact_size(listed.size_bytes), shown.files(listed.files)
        about = tr("{size} in {files}", size=size, files=files)
        self._about.set_text(about if rows else "")
        self.show_ticks()
        self._current_rest.start()

    @property
    def asked(self) -> Asked:
        """What is to be listed."""
        return Asked(self.choices.list.chosen, self.order.order)

    @property
    def is_settled(self) -> bool:
        """Whether all is shown of what was listed last."""
        return not self._current_rest.isActive()

    def _merge_current(self) -> None:
        """Ask for one entry of the current one and what is alike, also where its details are not shown yet."""
        if not self.is_settled:
            self._current_rest.stop()
            self.table.current_changed.emit()
        self.detail.merge()

    def show_nothing(self, heading: str, sentence: str = "") -> None:
        """There is no row: say why."""
        self._empty.set_words(heading, sentence)
        self._pages.setCurrentWidget(self._empty)

    def show_looking(self, *, is_looking: bool) -> None:
        """A look takes longer than one waits without a word."""
        self._stop.setVisible(is_looking)
        if is_looking:
            self._about.set_text(tr("Looking…"))
            if not self.candidates.rows:
                self.show_nothing(tr("Looking for what may go…"))

    def show_ticks(self) -> None:
        """Say how many are ticked: those that are shown are acted on, those that are not are only counted."""
        count, n = len(self.candidates.ticked_rows), shown.number(len(self.candidates.ticked_rows))
        hidden = len(self.candidates.ticked) - count
        ticked = trn("{n} ticked", "{n} ticked", count, n=n)
        if hidden:
            ticked = tr("{n} shown + {m} in other filters", n=n, m=shown.number(hidden))
        self._ticked.setText(self._done or ticked)
        self._undo.setVisible(bool(self._done))
        self._hidden.setVisible(bool(hidden and not self._done))
        hint = tr("Space ticks, {keys} ticks all.", keys=native_keys(QKeySequence("Ctrl+A")))
        self._frees.set_text("" if self._done else self._saving if count else hint)
        self._show_frees()
        self.remove_button.setEnabled(count > 0)
        label = trn("Move {n} to trash", "Move {n} to trash", count, n=n)
        self.remove_button.setText(label if count else tr("Move to trash"))
        if self.choices.list.chosen.is_of_dismissed:
            words = trn("Propose {n} again", "Propose {n} again", count, n=n)
            self.dismiss_button.setText(words if count else tr("Propose again"))
        else:
            words = trn("Dismiss {n}", "Dismiss {n}", count, n=n)
            self.dismiss_button.setText(words if count else tr("Dismiss"))
        for button in (self.remove_button, self.dismiss_button):
            button.updateGeometry()
        self.dismiss_button.setEnabled(bool(count or self.table.current))
        self._show_position()

    def show_saving(self, words: str) -> None:
        """Say below the table what the ticked ones free."""
        self._saving = words
        self.show_ticks()

    def show_done(self, words: str) -> None:
        """Say for a while what went, with the way back."""
        self._done = words
        self._done_over.start()
        self.show_ticks()

    def forget_done(self) -> None:
        """Say no more what went."""
        self._done = ""
        self.show_ticks()

    def stop(self) -> None:
        """No timer runs any more."""
        self._done_over.stop()
        self._current_rest.stop()

    @property
    def heading(self) -> str:
        """How many candidates there are, once that is known."""
        return self._title.text

    def focus_table(self) -> None:
        """Put the focus into the table, or where the way on is."""
        (self.table if self._pages.currentWidget() is self._card else self._again).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        aside = page_margin(self.window().width())
        self._around.setContentsMargins(aside, _MARGIN_PX, aside, _MARGIN_PX)
        self._bar.setContentsMargins(aside, 0, _MARGIN_PX, 0)
        self._show_frees()

    def _show_frees(self) -> None:
        self._frees.setVisible(bool(self._frees.text) and self.width() > _FREES_FROM_PX)

    def _on_dismiss_clicked(self) -> None:
        is_dismissed = self.choices.list.chosen.is_of_dismissed
        (self.listing_requested if is_dismissed else self.dismissal_requested).emit()

    def _show_position(self) -> None:
        rows, here = self.candidates.ticked_rows, self.table.currentIndex().row()
        place = bisect_left(rows, here)
        if rows[place : place + 1] == [here]:
            words = tr("{n} of {all} ticked", n=shown.number(place + 1), all=shown.number(len(rows)))
        else:
            words = trn("{n} ticked", "{n} ticked", len(rows), n=shown.number(len(rows))) if rows else ""
        self._position.set_text(words)
        for button in (self._previous, self._next):
            button.setEnabled(bool(rows))

    def _step(self, step: int) -> None:
        rows, here = self.candidates.ticked_rows, self.table.currentIndex().row()
        if rows:
            place = bisect_right(rows, here) if step > 0 else bisect_left(rows, here) - 1
            self.table.choose(rows[place % len(rows)])

    # Parts

    def _make_centre(self) -> QWidget:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.sizes.header)
        bar = self._bar = QHBoxLayout(header)
        bar.setSpacing(8)
        bar.addWidget(self._title)
        bar.addWidget(self._about, 1)
        for widget in (self._stop, self.order, self._toggle):
            bar.addWidget(widget)
        self._stop.hide()
        inside = QWidget()
        self._around = QVBoxLayout(inside)
        self._around.addWidget(self._pages)
        for page in (self._card, self._empty):
            self._pages.addWidget(page)
        centre = PlaneFrame("window")
        centre.setAccessibleName(tr("Prune"))
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(inside, 1)
        column.addWidget(Hairline(self._themes))
        column.addWidget(self._make_footer())
        return centre

    def _make_footer(self) -> QWidget:
        words = QWidget()
        said = QVBoxLayout(words)
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(0)
        first = QHBoxLayout()
        first.setSpacing(4)
        first.addWidget(self._ticked)
        first.addWidget(self._undo)
        first.addWidget(self._hidden)
        first.addStretch(1)
        said.addStretch(1)
        said.addLayout(first)
        said.addWidget(self._frees)
        said.addStretch(1)
        return FoldingFoot(self._themes, words, (self.dismiss_button, self.remove_button))

    def _make_right(self) -> QWidget:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.sizes.header)
        bar = QHBoxLayout(header)
        bar.setContentsMargins(_MARGIN_PX, 0, 8, 0)
        bar.setSpacing(4)
        bar.addWidget(self._right_title)
        bar.addStretch(1)
        for widget in (self._position, self._previous, self._next, OverlayClose(self._themes)):
            bar.addWidget(widget)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.detail, 1)
        return right

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        return (self.choices, self._pages, self.dismiss_button, self.detail)


def _card_of(table: PruneTable) -> QFrame:
    card = QFrame()
    card.setObjectName("card")
    # So far in, the square corners of the table do not stick out of the round ones of the card.
    within = QVBoxLayout(card)
    within.setContentsMargins(1, 4, 1, 4)
    within.addWidget(table)
    return card
