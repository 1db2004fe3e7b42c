"""The screen "Inbox": sources on the left, cards in the middle, where the current one landed on the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.frame import Frame
from memdesk.ui.i18n import tr, trn
from memdesk.ui.inbox.place_panel import PlacePanel
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.inbox.sources_panel import SourcesPanel
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate
from memdesk.ui.widgets.buttons import Button, IconButton
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.placed import widgets_in

_MARGIN_PX = 16
_PROGRESS = QSize(140, 6)


class _Progress(QWidget):
    """How much is done, as a bar."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._share = 0.0
        self.setFixedSize(_PROGRESS)

    def set_share(self, share: float) -> None:
        self._share = share
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one small drawing
        theme, radius = self._themes.theme, self.height() / 2
        with QPainter(self) as painter:
            draw_plate(painter, theme, self.rect(), radius, "hairline")
            wide = round(self.width() * self._share)
            if wide > 0:
                draw_plate(painter, theme, cell_of(self, 0, wide), radius, "accent")


class InboxScreen(QWidget):
    """The parts of the screen. It is made by `make`.

    Signals:
        wanted: the screen came into view and shall be true.
        left: another screen came to the front, or the window went.
        undo_wanted: take back what was done last.
    """

    wanted = Signal()
    left = Signal()
    undo_wanted = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        sources: SourcesPanel,
        changes: ReviewList,
        place: PlacePanel,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self.sources, self.list, self.place = sources, changes, place
        self.undo_button = Button(themes, tr("Undo"), kind="quiet", icon="undo-2")
        self.keep_rest_button = Button(themes, tr("Keep the rest"))
        self._title = ElidedLabel(themes, weight=Weight.DemiBold)
        self._done = ElidedLabel(themes, role="small", tone="text2")
        self._progress = _Progress(themes)
        self._toggle = IconButton(themes, "panel-right", tr("Show where the change is"), kind="default")
        self._pages = QStackedWidget()
        self.empty = EmptyState(themes, "inbox", "")
        self.empty.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_reviewed_button = self.empty.add_action("", icon="history")
        self.watched_button = self.empty.add_action(tr("What is watched"), kind="quiet")

    @classmethod
    def make(cls, themes: ThemeManager, home: str, parent: QWidget | None) -> InboxScreen:
        """Make the screen; `home` is left out of the paths that it shows."""
        sources, changes = SourcesPanel(themes), ReviewList(themes)
        place = PlacePanel(themes, home)
        screen = cls(themes, sources, changes, place, parent)
        centre = screen._make_centre()
        screen._join(centre)
        return screen

    def _join(self, centre: QWidget) -> None:
        self.frame = Frame.of_screen(self, self.sources, centre, self.place, self._toggle)

    def show_list(self, title: str) -> None:
        """Show the cards."""
        self._title.set_text(title)
        had_focus = self.empty.hasFocus()
        self._pages.setCurrentWidget(self.list)
        if had_focus:
            self.list.setFocus()

    def show_empty(self, title: str, heading: str, sentence: str, *, reviewed: int = 0) -> None:
        """Say why there are none; `reviewed` offers so many that were."""
        self._title.set_text(title)
        self.empty.set_words(heading, sentence)
        words = trn("Show the last {n} kept", "Show the last {n} kept", reviewed, n=shown.number(reviewed))
        self.show_reviewed_button.setText(words)
        self.show_reviewed_button.setVisible(reviewed > 0)
        had_focus = self.list.hasFocus()
        self._pages.setCurrentWidget(self.empty)
        if had_focus:
            # Not a button: whoever keeps by Enter presses it once too often.
            self.empty.setFocus()

    def show_progress(self, done: int, whole: int) -> None:
        """So many of so many were reviewed."""
        self._done.setVisible(done > 0)
        self._done.set_text(
            tr("{done} of {whole} reviewed", done=shown.number(done), whole=shown.number(whole))
        )
        self._progress.set_share(done / whole if whole else 0.0)
        self._progress.setAccessibleName(self._done.text)
        self._fit_header()

    def _fit_header(self) -> None:
        """Leave the bar out where it would take the room of words: these say the same."""
        row = self._bar
        others = [one for one in widgets_in(row) if one is not self._progress and not one.isHidden()]
        widths = [one.sizeHint().width() + row.spacing() for one in others]
        room = self._header.width() - page_margin(self.window().width()) - _MARGIN_PX - sum(widths)
        self._progress.setVisible(not self._done.isHidden() and room >= self._progress.width())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The header got another width."""
        if watched is self._header and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit_header()
        return super().eventFilter(watched, event)

    def focus_list(self) -> None:
        """Put the focus where the keys work."""
        (self.list if self._pages.currentWidget() is self.list else self.empty).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() == Qt.KeyboardModifier.NoModifier and event.key() == Qt.Key.Key_U:
            self.undo_wanted.emit()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        aside = page_margin(self.window().width())
        # The scroll bar stands beside the cards, in their margin.
        self._around.setContentsMargins(aside, 10, 8, 8)
        self._bar.setContentsMargins(aside, 0, _MARGIN_PX, 0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.left.emit()

    def _make_centre(self) -> QWidget:
        header = self._header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.row_height(self._themes.theme.sizes.header))
        bar = self._bar = QHBoxLayout(header)
        bar.setSpacing(8)
        bar.addWidget(self._title, 1)
        for widget in (self._done, self._progress, self.undo_button, self.keep_rest_button, self._toggle):
            bar.addWidget(widget)
        header.installEventFilter(self)
        centre = PlaneFrame("window")
        centre.setAccessibleName(tr("Inbox"))
        inside = QWidget()
        self._around = QVBoxLayout(inside)
        self._around.addWidget(self._pages)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(inside, 1)
        return centre

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        return (self.sources, self._pages, self.place)
