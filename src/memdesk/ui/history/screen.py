"""The screen "History": what changed everywhere, newest first, and what was removed, with the way back for both."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.store.timeline import Asked
from memdesk.ui import format as shown
from memdesk.ui.frame import Frame
from memdesk.ui.history.comparison import Against
from memdesk.ui.history.difference_panel import DifferencePanel
from memdesk.ui.history.documents_panel import DocumentsPanel
from memdesk.ui.history.removed_panel import RemovedPanel
from memdesk.ui.history.timeline_filters import TimelineFilters
from memdesk.ui.history.timeline_list import TimelineList
from memdesk.ui.history.trash_list import TrashList
from memdesk.ui.i18n import tr, trn
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton, LinkButton
from memdesk.ui.widgets.chips import ChipButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.focus import focusable_in
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.overlay_close import OverlayClose
from memdesk.ui.widgets.switch import ModeSwitch

_MARGIN_PX = 16


class HistoryScreen(QWidget):
    """Documents on the left, versions or the trash in the middle, what a version changed on the right.

    It is made by `make`.

    Signals:
        wanted: the screen came into view and shall be true.
        asked_changed: other versions are wanted; `asked` tells which.
        mode_changed: the timeline or the trash is in front now; `mode` tells.
    """

    wanted = Signal()
    asked_changed = Signal()
    mode_changed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        documents: DocumentsPanel,
        versions: TimelineList,
        trash: TrashList,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self.documents, self.versions, self.trash = documents, versions, trash
        self._modes = ModeSwitch(
            themes, tr("What is shown"), (("timeline", tr("History")), ("trash", tr("Trash")))
        )
        self._filters = TimelineFilters(themes)
        self._looked = ElidedLabel(themes, role="meta", tone="text3")
        self._only = ChipButton(themes, "", icon="x")
        self._toggle = IconButton(themes, "panel-right", tr("Show what the version changed"), kind="default")
        self._pages = QStackedWidget()
        self._empty = EmptyState(themes, "history", "")
        self._clear = self._empty.add_action(tr("Clear filters"))
        self._title = ElidedLabel(themes, weight=Weight.DemiBold)
        self.open_button = LinkButton(themes, tr("Open"))
        self._right_pages = QStackedWidget()
        self._awaits_list = False

    @classmethod
    def make(cls, themes: ThemeManager, filter_action: QAction, parent: QWidget | None) -> HistoryScreen:
        """Make the screen; the keys of `filter_action` go to its filter."""
        documents, versions, trash = (
            DocumentsPanel(themes, filter_action),
            TimelineList(themes),
            TrashList(themes),
        )
        screen = cls(themes, documents, versions, trash, parent)
        centre = screen._make_centre()
        right = screen._make_right()
        screen._join(centre, right)
        return screen

    def _join(self, centre: QWidget, right: QWidget) -> None:
        self.frame = Frame.of_screen(self, self.documents, centre, right, self._toggle)
        self._connect()
        self._show_mode()

    # What is asked for

    @property
    def mode(self) -> str:
        """`timeline` or `trash`."""
        return self._modes.current

    @property
    def asked(self) -> Asked:
        """Which versions the timeline shall show."""
        return Asked(self.documents.wanted_paths(), self._filters.by, self._filters.sort)

    @property
    def is_narrowed(self) -> bool:
        """Whether a filter leaves something out."""
        return self.documents.wanted_paths() is not None or self._filters.is_narrowed

    def show_mode(self, mode: str) -> None:
        """Bring the timeline or the trash to the front."""
        self._modes.set_current(mode)

    def clear_filters(self) -> None:
        """Ask for everything again."""
        self._filters.clear()
        self.documents.clear()

    # What is shown

    def show_timeline(self) -> None:
        """The timeline is as it shall be: show it, or why it is empty."""
        if self.versions.timeline.rows:
            self._show_list(self.versions)
        elif self.is_narrowed:
            self._say(tr("No version matches."), "", can_clear=True)
        else:
            self._say(
                tr("No earlier versions yet."),
                tr("They are kept from the first save or agent write Memdesk sees."),
            )

    def show_trash(self, *, looked_at: int, is_done: bool, is_hidden: bool) -> None:
        """The trash is as far as it was looked for; `is_hidden` where filters leave out all that was found."""
        so_far = trn(
            "Looked through {n} version so far",
            "Looked through {n} versions so far",
            looked_at,
            n=shown.number(looked_at),
        )
        self._looked.set_text("" if is_done else so_far)
        self._show_only()
        if self.trash.trash.rows:
            self._show_list(self.trash)
        elif not is_done:
            self._say(tr("Looking for what was removed…"), so_far)
        elif is_hidden:
            self._say(tr("Nothing that was removed matches."), "", can_clear=True)
        else:
            self._say(
                tr("Nothing was removed."),
                tr("Entries, sections, files and folders that you or an agent remove show here."),
            )

    def show_fault(self, sentence: str) -> None:
        """The history cannot be read."""
        self._say(sentence, "")

    def show_right(
        self, title: str, page: QWidget | None, sentence: str = "", *, can_open: bool = False
    ) -> None:
        """Show what is chosen on the right, or say that nothing is; `can_open` offers its document."""
        self._title.set_text(title)
        self.open_button.setVisible(can_open)
        self.open_button.setAccessibleName(tr("Open {title}", title=title))
        if page is None:
            self._nothing.set_words(sentence or tr("Choose a version to see what it changed."))
        self._right_pages.setCurrentWidget(page or self._nothing)

    def focus_filter(self) -> None:
        """Put the focus into the filter of the documents."""
        self.frame.show_left()
        self.documents.focus_filter()

    def focus_list(self) -> None:
        """Put the focus into the list in front, or where the way on is."""
        view = self.versions if self.mode == "timeline" else self.trash
        is_empty = self._pages.currentWidget() is self._empty
        other = next(focusable_in(self._clear), None) or next(focusable_in(self._modes), self._modes)
        (other if is_empty else view).setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def _say(self, heading: str, sentence: str, *, can_clear: bool = False) -> None:
        self._empty.set_icon("history" if self.mode == "timeline" else "trash-2")
        self._empty.set_words(heading, sentence)
        self._clear.setVisible(can_clear)
        had_focus = self._pages.isAncestorOf(self.window().focusWidget())
        self._pages.setCurrentWidget(self._empty)
        if had_focus:
            self._awaits_list = True
            self.focus_list()

    def _show_list(self, view: QWidget) -> None:
        """Show a list; it has the focus again that went from it for want of rows."""
        self._pages.setCurrentWidget(view)
        focused = self.window().focusWidget()
        if self._awaits_list and (focused is self._clear or self._modes.isAncestorOf(focused)):
            view.setFocus()
        self._awaits_list = False

    def _show_only(self) -> None:
        """Say over the trash that only a part of it is shown, with the way to all of it."""
        is_part = self.mode == "trash" and self.documents.wanted_paths() is not None
        choice, text = self.documents.choice, self.documents.text
        words = tr("Only {title}", title=plain_name(choice.title if choice.path else text))
        self._only.setText(words)
        self._only.setAccessibleName(tr("{words}, show all", words=words))
        self._only.updateGeometry()
        self._only.setVisible(is_part)

    def _on_only_clicked(self) -> None:
        self.clear_filters()
        self.focus_list()

    def _show_mode(self) -> None:
        is_timeline = self.mode == "timeline"
        if not is_timeline:
            # Else it would look empty for what one looked at last.
            self.documents.clear()
        self._show_only()
        self._filters.setVisible(is_timeline)
        self._looked.setVisible(not is_timeline)
        self._pages.setCurrentWidget(self.versions if is_timeline else self.trash)
        self.mode_changed.emit()

    # Parts

    def _make_centre(self) -> QWidget:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.sizes.header)
        bar = QHBoxLayout(header)
        bar.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        bar.setSpacing(8)
        bar.addWidget(self._modes)
        bar.addWidget(self._only)
        bar.addWidget(self._looked, 1)
        bar.addStretch(1)
        for widget in (self._filters, self._toggle):
            bar.addWidget(widget)
        centre = PlaneFrame("window")
        centre.setAccessibleName(tr("History"))
        inside = QWidget()
        around = QVBoxLayout(inside)
        around.setContentsMargins(8, 8, 8, 8)
        around.addWidget(self._pages)
        for page in (self.versions, self.trash, self._empty):
            self._pages.addWidget(page)
        for view in (self.versions, self.trash):
            view.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(inside, 1)
        return centre

    def _make_right(self) -> QWidget:
        self.differences = DifferencePanel(self._themes, Against.BEFORE)
        self.removed = RemovedPanel(self._themes)
        self._nothing = EmptyState(self._themes, "history", "", upright=True)
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.row_height(self._themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        bar.addWidget(self._title, 1)
        bar.addWidget(self.open_button)
        bar.addWidget(OverlayClose(self._themes))
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, _MARGIN_PX)
        inside.addWidget(self._right_pages)
        for page in (self.differences, self.removed, self._nothing):
            self._right_pages.addWidget(page)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)
        return right

    def _connect(self) -> None:
        self.documents.choice_changed.connect(self.asked_changed)
        self._filters.changed.connect(self.asked_changed)
        self._clear.clicked.connect(self._on_only_clicked)
        self._only.clicked.connect(self._on_only_clicked)
        self._modes.current_changed.connect(lambda _mode: self._show_mode())

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        return (self.documents, self._modes, self._pages, self._right_pages)
