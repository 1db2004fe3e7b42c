"""Has a dialog ready before it is asked for: to make one takes as long as to show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from memdesk.ui.timers import single_shot_in_turn

_REST_MS = 100

Dialog = TypeVar("Dialog", bound=QDialog)


class MadeAhead(QObject, Generic[Dialog]):
    """Gives out dialogs of `make`, each once. From the first `steps` on one is ready soon after the last has closed.

    A dialog is not shown by that. It belongs to what `make` makes it a child of.
    """

    def __init__(self, make: Callable[[], Dialog], parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._ready: Dialog | None = None
        self._steps: Iterator[None] = iter(())
        self._is_ahead = self._is_stopped = False
        self._rest = single_shot_in_turn(self, _REST_MS, self._go_on)

    @property
    def is_ready(self) -> bool:
        """Whether a dialog is there that nobody has taken yet."""
        return self._ready is not None

    def steps(self) -> Iterator[None]:
        """Make one where none is ready, a step for each turn; from then on others follow by themselves."""
        self._is_ahead = True
        if self._ready is None and not self._is_stopped:
            self._ready = self._make()
            yield
        if self._ready is not None:
            # The first picture works out style and place of all that is in it, and draws its icons.
            self._ready.grab()
            yield

    def take(self) -> Dialog:
        """A dialog that was never shown."""
        taken, self._ready = self._ready or self._make(), None
        self._rest.stop()
        if self._is_ahead:
            taken.finished.connect(lambda _result: self._begin())
        return taken

    def stop(self) -> None:
        """Make no more ahead, for the end of the program."""
        self._is_stopped = True
        self._rest.stop()

    def _begin(self) -> None:
        if not self._is_stopped:
            self._steps = self.steps()
            self._rest.start()

    def _go_on(self) -> None:
        for _step in self._steps:
            self._rest.start()
            break
