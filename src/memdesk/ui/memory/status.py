"""What the status bar says: how the disk is watched, who is writing, and the facts of the open document."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.layouts.optional import IndexState, IndexStatus
from memdesk.services.documents.session import DocumentSession
from memdesk.services.preview.index_states import TROUBLE
from memdesk.text.document import LineEnds, line_ends
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.memory.watch_words import watch_words
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.focus import FocusBefore
from memdesk.ui.widgets.status_bar import StatusBar
from memdesk.watch.state import WatchState

_INDEX_WORDS = {
    IndexStatus.FAILED: "Not indexed",
    IndexStatus.MISSING: "Not in the index",
    IndexStatus.STALE: "Index is out of date",
    IndexStatus.WAITING: "Index is behind",
    IndexStatus.IGNORED: "Never indexed",
    IndexStatus.INDEXED: "Indexed",
}
_LINE_ENDS = {LineEnds.NONE: "", LineEnds.LF: "LF", LineEnds.CRLF: "CRLF"}


class StatusFacts(QObject):
    """Fills `bar`. Every part is a button.

    Signals:
        pause_requested: the watching state was clicked: watching is to be paused, or to go on.
        copy_path_requested: the path was clicked.
        path_menu_requested: the menu of the path is wanted; argument: a `QPoint` of the screen.
        details_requested: the encoding or the line ends were clicked.
        sample_menu_requested: what can be done with the sample is asked for; argument: a `QPoint` of the screen.
        stop_requested: what takes long is to be stopped.
    """

    pause_requested = Signal()
    copy_path_requested = Signal()
    path_menu_requested = Signal(QPoint)
    details_requested = Signal()
    sample_menu_requested = Signal(QPoint)
    stop_requested = Signal()

    def __init__(self, bar: StatusBar, home: str, parent: QObject) -> None:
        super().__init__(parent)
        self._home = home
        self._shown_path = self._path_tip = ""
        self._bar = bar
        self._before = FocusBefore()
        self._watch = bar.add_part("", "leading")
        self._writer = bar.add_part("", "leading")
        # Before what it stops, whose words grow while one aims at it.
        self._stop = bar.add_part("", "leading")
        self._work = bar.add_part(tr("Under way"), "leading")
        self._message = bar.add_part(tr("Message"), "leading", elastic=True, comes_first=True)
        self._offer = bar.add_part("", "leading")
        self._accept: Callable[[], object] | None = None
        self._sample = bar.add_part("", "middle", drops=3)
        self._screen = bar.add_part(tr("What is in front"), "middle", drops=2, elastic=True)
        self._path = bar.add_part(tr("Path"), "middle", drops=2, elastic=True, is_path=True)
        self._size = bar.add_part(tr("Size"), "trailing")
        self._encoding = bar.add_part(tr("Encoding"), "trailing", drops=1)
        self._ends = bar.add_part(tr("Line ends"), "trailing", drops=0)
        self._note = bar.add_part(tr("Note on the document"), "trailing", drops=1)
        self._index = bar.add_part(tr("Index of the agent"), "trailing", drops=5)
        self._reach = bar.add_part(tr("When the agent reads it"), "trailing", drops=4)
        self._screen_note = bar.add_part(tr("Note on what is in front"), "trailing", drops=1)
        self._watch.clicked.connect(self.pause_requested)
        self._stop.clicked.connect(self.stop_requested)
        self._path.clicked.connect(self.copy_path_requested)
        self._path.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._path.customContextMenuRequested.connect(
            lambda at: self.path_menu_requested.emit(self._path.mapToGlobal(at))
        )
        self._sample.clicked.connect(
            lambda: self.sample_menu_requested.emit(self._sample.mapToGlobal(QPoint()))
        )
        for part in (self._encoding, self._ends):
            part.clicked.connect(self.details_requested)
        self._offer.clicked.connect(self._on_offer_clicked)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        self.show_watching(None, 0)

    @property
    def is_offer_at_hand(self) -> bool:
        """Whether the focus is on what can be done about a message."""
        return self._offer.hasFocus()

    def _on_focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if old is None or now is None:
            return
        if self._bar.isAncestorOf(now) and not self._bar.isAncestorOf(old):
            self._before.keep(old)

    def _give_focus_back(self) -> None:
        """Leave what goes away for what had the focus before the bar, and never for another thing to be pressed."""
        if not self._before.give_back():
            self._bar.setFocus()

    def show_watching(self, state: WatchState | None, files: int, *, is_all_paused: bool = False) -> None:
        """Say how well the disk is watched; None before it began."""
        words = watch_words(state, files, is_all_paused=is_all_paused)
        # That all is well is told by the mark alone: what stands there all day is quiet.
        ink: ColorRole = "text2" if words.role == "live" else words.role
        self._watch.set_fact(words.text, icon=words.icon, icon_role=words.role, ink=ink, tip=words.tip)

    def show_writer(self, agent: str) -> None:
        """Say who is writing; empty for nobody."""
        text = tr("{agent} is writing", agent=agent) if agent else ""
        self._writer.set_fact(
            text, icon="activity" if agent else "", icon_role="live", ink="live", pulsing=bool(agent)
        )

    def show_work(self, words: str, *, can_stop: bool) -> None:
        """Say what takes long and how far it is, with the way to stop it; empty once it is done."""
        had_focus = self._stop.hasFocus()
        self._work.set_fact(words, icon="hourglass" if words else "")
        self._stop.set_fact(tr("Stop") if can_stop else "", icon="x", ink="accentText")
        if had_focus and not can_stop:
            self._give_focus_back()

    def show_message(
        self,
        text: str,
        icon: str = "",
        tip: str = "",
        offer: str = "",
        accept: Callable[[], object] | None = None,
        offer_icon: str = "undo-2",
    ) -> None:
        """Say something for a while, in the place of the path; empty to say nothing any more.

        `offer` is what can be done about it, and `accept` does that.
        """
        had_focus = self._offer.hasFocus()
        self._accept = accept
        self._offer.set_fact(offer if accept is not None else "", icon=offer_icon, ink="accentText")
        if had_focus and not self._offer.text():
            self._give_focus_back()
        self._path.set_fact("" if text else self._shown_path, tip=self._path_tip)
        self._message.set_fact(text, icon=icon, icon_role="warn" if icon else "text2", tip=tip)

    def _on_offer_clicked(self) -> None:
        accept = self._accept
        self.show_message("")
        if accept is not None:
            accept()

    def show_sample(self, *, is_sample: bool) -> None:
        """Say that what is open is a throwaway copy."""
        words = tr("Sample, in a temporary folder") if is_sample else ""
        self._sample.set_fact(words, icon="flask-conical", short=tr("Sample"), tip=tr("Click to leave it."))

    def show_document(self, session: DocumentSession | None) -> None:
        """Say the facts of a document, of its unsaved text."""
        if session is None:
            self._shown_path = self._path_tip = ""
            for part in (self._path, self._size, self._encoding, self._ends, self._note, self._reach):
                part.set_fact("")
            return
        document, size_bytes = session.document, len(session.data)
        self._shown_path = shown.short_path(session.path, self._home)
        self._path_tip = tr("{path}. Click to copy.", path=session.path)
        self._path.set_fact("" if self._message.text() else self._shown_path, tip=self._path_tip)
        self._show_size(size_bytes, document.cap_bytes)
        tip = tr("Click for details of the document.")
        self._encoding.set_fact(session.encoding.value, tip=tip)
        ends = line_ends(session.text.text)
        self._ends.set_fact(_LINE_ENDS.get(ends, tr("mixed line ends")), tip=tip)
        self._note.set_fact(tr(document.note) if document.note else "", icon="info")
        when = tr(document.reach) if document.reach else ""
        words = tr("Reaches the agent {when}", when=when) if when else ""
        self._reach.set_fact(words, icon="clock" if when else "", short=when[:1].upper() + when[1:])

    def show_screen(self, text: str, note: str) -> None:
        """Say how much there is to be done on the screen in front, and what else counts there; empty for nothing."""
        self._screen.set_fact(text)
        self._screen_note.set_fact(note, icon="clock" if note else "")

    def show_index(self, state: IndexState | None, taken: datetime | None, sentence: str) -> None:
        """Say what the agent's index held at `taken` of the document on screen; None where nothing is known of it."""
        if state is None or taken is None:
            self._index.set_fact("")
            return
        is_trouble = state.status in TROUBLE
        self._index.set_fact(
            tr(
                "{state} as of {time}",
                state=tr(_INDEX_WORDS[state.status]),
                time=f"{taken.astimezone():%H:%M}",
            ),
            icon="triangle-alert" if is_trouble else "database",
            icon_role="warn" if is_trouble else "text2",
            ink="warn" if is_trouble else "text2",
            tip=sentence,
        )

    def _show_size(self, size_bytes: int, cap_bytes: int | None) -> None:
        if cap_bytes is None:
            self._size.set_fact(shown.exact_size(size_bytes))
            return
        text = tr("{size} of {cap}", size=shown.exact_size(size_bytes), cap=shown.size(cap_bytes))
        over = size_bytes > cap_bytes
        self._size.set_fact(
            text,
            icon="triangle-alert" if over else "",
            icon_role="warn" if over else "text2",
            ink="warn" if over else "text2",
        )
