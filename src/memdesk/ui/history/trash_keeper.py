"""Keeps the view "Trash" true while it is in front, looking through the history piece by piece in a worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from memdesk.errors import MemdeskError
from memdesk.services.history.timeline import Timeline
from memdesk.services.history.trash import Removed, RemovedKind, TrashScan
from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.text.outline import NodeKind
from memdesk.ui.attempts import sentence_of
from memdesk.ui.history.bringing_back import BringingBack
from memdesk.ui.history.difference_list import Piece, pieces_of
from memdesk.ui.history.screen import HistoryScreen
from memdesk.ui.history.timeline_keeper import REST_MS
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

_AT_ONCE = 200
"""So many versions are looked through in one go."""
_ENOUGH = 50
"""So many rows more than are in view are looked for without being asked."""
_MOST_TEXTS = 20
"""So many texts are shown of what is chosen, at most."""


class TrashKeeper(QObject):
    """Fills the trash of `screen` and restores what is chosen there.

    Signals:
        counted: more was found in the trash, or all of it.
    """

    counted = Signal()

    def __init__(
        self,
        screen: HistoryScreen,
        timeline: Callable[[], Timeline],
        back: BringingBack,
        tasks: Tasks,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._screen = screen
        self._timeline = timeline
        self._back = back
        self._scan: TrashScan | None = None
        self._found: list[Removed] = []
        self._looking: Newest[tuple[Removed, ...]] = Newest(tasks)
        self._reading: Newest[tuple[Piece, ...]] = Newest(tasks)
        self._is_stopped = False
        self._rest = single_shot(self, REST_MS, self.refresh)
        self._connect()

    def _connect(self) -> None:
        screen = self._screen
        screen.wanted.connect(self.refresh)
        screen.mode_changed.connect(self.refresh)
        screen.asked_changed.connect(self._show_all)
        screen.trash.end_reached.connect(self._go_on)
        screen.trash.chosen_changed.connect(self._on_chosen_changed)
        # Not a lambda: what is connected so to a signal of a model, PySide never lets go of.
        screen.trash.trash.dataChanged.connect(self._on_chosen_changed)
        screen.trash.activated.connect(self._on_activated)
        screen.removed.restore_requested.connect(self.restore)

    def note_change(self) -> None:
        """The history has got something: look again soon, if the trash is in front."""
        if self._is_in_front:
            self._rest.start()

    def stop(self) -> None:
        """Look no further."""
        self._is_stopped = True

    @property
    def is_done(self) -> bool:
        """Whether all that was removed is found."""
        return self._scan is not None and self._scan.is_done

    @property
    def is_looking(self) -> bool:
        """Whether a worker looks for more just now; else that waits until the end of the list comes into view."""
        return self._looking.is_running

    @property
    def _is_in_front(self) -> bool:
        return self._screen.isVisible() and self._screen.mode == "trash"

    def refresh(self) -> None:
        """Look for what was removed from the newest version on."""
        if not self._is_in_front:
            return
        self._looking.cancel()
        self._scan, self._found = TrashScan(self._timeline()), []
        self._go_on()

    # Looking

    def _go_on(self) -> None:
        scan = self._scan
        if scan is None or scan.is_done or self._looking.is_running or not self._is_in_front:
            return

        def take(found: tuple[Removed, ...] | MemdeskError) -> None:
            if isinstance(found, MemdeskError):
                self._screen.show_fault(sentence_of(found))
            elif scan is self._scan:
                self._take(found)

        self._looking.attempt(lambda: scan.more(_AT_ONCE, lambda: not self._is_stopped), take)
        self.counted.emit()

    def _take(self, found: Sequence[Removed]) -> None:
        is_first = not self._found and self._scan is not None and self._scan.looked_at <= _AT_ONCE
        self._found += found
        if is_first:
            self._show_all()
        else:
            self._screen.trash.trash.add(self._matching(found))
            self._tell()
        if len(self._screen.trash.trash.rows) < _ENOUGH or self._screen.trash.is_at_end:
            self._go_on()
        self.counted.emit()

    def _matching(self, found: Sequence[Removed]) -> list[Removed]:
        paths = self._screen.asked.paths
        if paths is None:
            return list(found)
        return [one for one in found if any(kept.document.path in paths for kept in one.kept)]

    def _show_all(self) -> None:
        """Show what was found so far and matches; what was chosen stays so, else what took its place."""
        if not self._is_in_front:
            return
        view = self._screen.trash
        chosen, place = {_identity(one) for one in view.chosen}, max(0, view.currentIndex().row())
        view.trash.show_rows([])
        view.trash.add(self._matching(self._found))
        rows = [n for n, one in enumerate(view.trash.rows) if _identity(one) in chosen]
        if view.trash.rows:
            view.choose(rows or [min(place, len(view.trash.rows) - 1)])
        self._tell()
        self._on_chosen_changed()

    def _tell(self) -> None:
        scan = self._scan
        if scan is not None:
            self._screen.show_trash(
                looked_at=scan.looked_at, is_done=scan.is_done, is_hidden=bool(self._found)
            )
            self.counted.emit()

    # What is chosen

    def _on_chosen_changed(self) -> None:
        if not self._is_in_front:
            return
        chosen = self._screen.trash.chosen
        panel, timeline = self._screen.removed, self._timeline()
        panel.show_chosen(chosen, is_empty=not self._screen.trash.trash.rows)
        self._screen.show_right(self._screen.trash.trash.title(chosen[0]) if len(chosen) == 1 else "", panel)
        self._reading.cancel()

        def take(found: tuple[Piece, ...] | MemdeskError) -> None:
            panel.show_pieces(() if isinstance(found, MemdeskError) else found)

        if chosen:
            self._reading.attempt(lambda: _pieces(timeline, chosen), take)

    def _on_activated(self) -> None:
        """Show what it said, and put the keyboard where it is brought back."""
        self._screen.frame.show_right(shown=True)
        self._screen.removed.focus_restore()

    def restore(self) -> None:
        """Bring back what is chosen, as one step."""
        kept = [kept for one in self._screen.trash.chosen for kept in one.kept]
        if kept:
            # The button is disabled or is for another row by then: the keys go on through the list.
            self._screen.focus_list()
            self._back.bring(lambda: kept, kept[0].document.path)


def _identity(one: Removed) -> tuple[RemovedKind, str, int, str]:
    return one.kind, one.path, one.version.id, one.title


def _pieces(timeline: Timeline, chosen: Sequence[Removed]) -> tuple[Piece, ...]:
    """The texts of what is chosen, as lines that went; not more than one can look at."""
    differences = []
    for one in chosen:
        if one.text:
            differences.append(NodeDifference(NodeKind.ENTRY, one.title, one.text, None, None, one.around))
            continue
        for kept in one.kept[: _MOST_TEXTS - len(differences)]:
            text = timeline.text(kept.version)
            differences.append(NodeDifference(NodeKind.LOOSE, kept.document.title, text, None, None))
    return pieces_of(differences[:_MOST_TEXTS])
