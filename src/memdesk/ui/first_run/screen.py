"""First run: what was found and where Memdesk looked; open it, choose a folder, or try the sample. It only reads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui import format as shown
from memdesk.ui.first_run.agents import FoundAgent, open_label, subtitle_of, title_of
from memdesk.ui.first_run.offers import OfferCard
from memdesk.ui.first_run.rows import AgentList
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import PrimaryButton, QuietButton
from memdesk.ui.widgets.labels import Hairline, TextLabel
from memdesk.ui.widgets.notices import IconLabel

_PAGE_PX = 920
_ROOMY_FROM_PX = 1000
_TALL_FROM_PX = 700
"""From this height on the offers stand well apart from what was found; else they would be cut off below."""
_SIDE_BY_SIDE_FROM_PX = 700


class FirstRunScreen(QWidget):
    """The first screen. Give it what was found with `set_agents`.

    Signals:
        open_requested: the ticked agents are to be opened; argument: a list of `FoundAgent`.
        sample_requested: sample memory is to be opened.
        add_folder_requested: a folder is to be chosen; argument: the agent's name, or "" for any.
        folder_dropped: a folder was dropped on the screen; argument: its path.
        look_again_requested: look at the disk again.
        dismissed: it is not wanted.
    """

    open_requested = Signal(list)
    sample_requested = Signal()
    add_folder_requested = Signal(str)
    folder_dropped = Signal(str)
    look_again_requested = Signal()
    dismissed = Signal()

    def __init__(
        self, themes: ThemeManager, home: str, history_folder: str, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._home = home
        self.setAcceptDrops(True)
        self.setAccessibleName(tr("Memory on this computer"))
        self._title = TextLabel(themes, role="title", wrap=True)
        self._subtitle = TextLabel(themes, tone="text2", wrap=True)
        self._agents = AgentList(themes)
        self._look_again = QuietButton(themes, tr("Look again"))
        self._open = PrimaryButton(themes, open_label(0))
        self._sample = OfferCard(
            themes,
            "flask-conical",
            tr("Try it with sample memory"),
            tr("Made-up files, in a temporary folder"),
            tr("Open sample"),
        )
        self._add = OfferCard(
            themes,
            "folder-plus",
            tr("Add a folder"),
            tr("Any folder with memory files; or drop it on this window"),
            tr("Add folder…"),
        )
        self._offers = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._promise = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._promised = TextLabel(themes, tr("Nothing is written until you save."), weight=Weight.DemiBold)
        besides = tr("No account, no network; files stay where they are.")
        self._besides = TextLabel(themes, besides, tone="text2", wrap=True)
        self._page = QVBoxLayout()
        self._above_line, self._below_line = QSpacerItem(0, 0), QSpacerItem(0, 0)
        self._margins = QHBoxLayout()
        self._lay_out(history_folder)
        self._connect()
        self.set_agents(())

    def set_agents(self, agents: Sequence[FoundAgent]) -> None:
        """Show what was found. Ticks that the user took away stay away."""
        self._title.setText(title_of(agents))
        self._subtitle.setText(subtitle_of(agents))
        self._agents.set_agents(agents, self._home)
        self._order_stops()
        self.set_looking(False)

    def show_health(self, agents: Sequence[FoundAgent]) -> None:
        """Say what a check of some that are shown came to."""
        self._agents.show_health(agents)

    def _order_stops(self) -> None:
        rows = [stop for row in self._agents.rows for stop in row.stops]
        stops = [*rows, self._look_again, self._open, *self._sample.stops, *self._add.stops]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def set_looking(self, looking: bool) -> None:
        """Say that the disk is being looked at, until the next `set_agents`."""
        if looking and not any(row.agent.found for row in self._agents.rows):
            # Nothing is known yet, so that nothing was found either.
            self._title.setText(tr("Looking for memory…"))
            self._subtitle.setText(tr("Memdesk looks in the usual places and only reads."))
        self._look_again.setEnabled(not looking)
        self._look_again.setText(tr("Looking…") if looking else tr("Look again"))

    def focus_start(self) -> None:
        """Put the focus where one would begin: on the first tick, else on the first button."""
        first = next((row for row in self._agents.rows if row.agent.found), None)
        (first or self._sample.stops[0]).setFocus(Qt.FocusReason.OtherFocusReason)

    # Building

    def _lay_out(self, history_folder: str) -> None:
        page = QWidget()
        self._page.setSpacing(0)
        self._fill_page(history_folder)
        holder = QWidget()
        holder.setMaximumWidth(_PAGE_PX)
        self._page.setContentsMargins(0, 0, 0, 0)
        holder.setLayout(self._page)
        self._margins = QHBoxLayout(page)
        self._margins.setSpacing(0)
        self._margins.addStretch(1)
        self._margins.addWidget(holder, 1000)
        self._margins.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)

    def _fill_page(self, history_folder: str) -> None:
        page = self._page
        page.addWidget(self._title)
        page.addSpacing(10)
        page.addWidget(self._subtitle)
        page.addSpacing(24)
        page.addWidget(self._agents)
        page.addSpacing(16)
        self._fill_promise()
        page.addLayout(self._promise)
        page.addSpacerItem(self._above_line)
        page.addWidget(Hairline(self._themes))
        page.addSpacerItem(self._below_line)
        self._offers.setSpacing(12)
        self._offers.addWidget(self._sample, 1)
        self._offers.addWidget(self._add, 1)
        page.addLayout(self._offers)
        page.addSpacing(20)
        page.addWidget(self._history_note(history_folder))
        page.addStretch(1)

    def _fill_promise(self) -> None:
        theme = self._themes.theme
        words, buttons = QHBoxLayout(), QHBoxLayout()
        for row in (words, buttons, self._promise):
            row.setSpacing(8)
        words.addWidget(IconLabel(self._themes, "shield-check", "add", theme.icon_sizes.button))
        words.addWidget(self._promised)
        words.addWidget(self._besides, 1)
        buttons.addStretch(1)
        for button in (self._look_again, self._open):
            button.setMinimumHeight(theme.row_height(theme.sizes.button_large))
            buttons.addWidget(button)
        self._promise.addLayout(words, 1)
        self._promise.addLayout(buttons)

    def _has_room_for_promise(self, width: int) -> bool:
        """Whether its sentences and the buttons stand in one row."""
        theme = self._themes.theme
        labels = ((self._promised, Weight.DemiBold), (self._besides, None))
        words_px = sum(theme.metrics("body", weight).horizontalAdvance(one.text()) for one, weight in labels)
        buttons_px = self._look_again.sizeHint().width() + self._open.sizeHint().width()
        return words_px + buttons_px + theme.icon_sizes.button + 4 * self._promise.spacing() <= width

    def _history_note(self, folder: str) -> TextLabel:
        note = tr(
            "From the first save on, earlier versions are kept in {folder}, outside the agents’ folders. "
            "You can move or clear them in the settings.",
            folder=shown.isolated(shown.short_path(folder, self._home)),
        )
        return TextLabel(self._themes, note, role="small", tone="text3", wrap=True)

    def _connect(self) -> None:
        self._themes.fonts_changed.connect(self._fit)
        self._agents.ticks_changed.connect(self._on_ticks_changed)
        self._agents.folder_requested.connect(self.add_folder_requested)
        self._look_again.clicked.connect(self.look_again_requested)
        self._open.clicked.connect(self._on_open)
        self._sample.accepted.connect(self.sample_requested)
        self._add.accepted.connect(lambda: self.add_folder_requested.emit(""))

    # What happens

    def _on_ticks_changed(self) -> None:
        ticked = len(self._agents.ticked())
        self._open.setText(open_label(ticked))
        self._open.setEnabled(ticked > 0)

    def _on_open(self) -> None:
        self.open_requested.emit(self._agents.ticked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, else it opens what is ticked; Esc leaves the screen."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
            return
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
            return
        focused = self.focusWidget()
        pressed = focused if isinstance(focused, QPushButton) else self._open
        pressed.click()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave as much air as there is room for, and put below one another what does not stand in one row."""
        roomy = self.width() >= _ROOMY_FROM_PX
        side = 24 if self.width() >= _SIDE_BY_SIDE_FROM_PX else 16
        self._margins.setContentsMargins(side, 72 if roomy else 24, side, 24)
        tall = self.height() >= _TALL_FROM_PX
        self._above_line.changeSize(0, 32 if tall else 8)
        self._below_line.changeSize(0, 20 if tall else 10)
        self._page.invalidate()
        width = min(_PAGE_PX, self.width() - 2 * side)
        sideways, upright = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._offers.setDirection(sideways if width >= _SIDE_BY_SIDE_FROM_PX else upright)
        self._promise.setDirection(sideways if self._has_room_for_promise(width) else upright)
        self._agents.set_width(width)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take folders, light up the card that says so."""
        if _folders_in(event.mimeData()):
            event.acceptProposedAction()
            self._add.set_lit(True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The folder went elsewhere."""
        super().dragLeaveEvent(event)
        self._add.set_lit(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Name the folders that were dropped."""
        self._add.set_lit(False)
        for folder in _folders_in(event.mimeData()):
            self.folder_dropped.emit(folder)


def _folders_in(data: QMimeData) -> list[str]:
    paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
    return [path.rstrip("/") or "/" for path in paths if _is_folder(path)]


def _is_folder(path: str) -> bool:
    from pathlib import Path

    return Path(path).is_dir()
