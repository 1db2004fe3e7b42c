"""Makes the screens of the window when they are first shown, or before that while the window has nothing to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.ui.importing import import_around
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot

Screen = TypeVar("Screen", bound=QWidget)

REST_MS = 40
"""So long between two things that are made ahead."""


class LazyPage(QWidget, Generic[Screen]):
    """The place of a screen in the window, which starts sooner without the screen itself.

    `module` is the one that has the screen; `make` makes it as a part of the page. `look_up` asks for what it shows, so
    that who answers has imported all that this takes.

    Signals:
        filled: the screen is there.
    """

    filled = Signal()

    def __init__(
        self,
        module: str,
        make: Callable[[QWidget], Screen],
        look_up: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self._module = module
        self._look_up = look_up
        self._make = make
        self._screen: Screen | None = None
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)

    def load_around(self) -> list[str]:
        """Import what the screen needs, in any thread, but for the modules that this gives: see `import_around`."""
        if self._look_up is not None:
            self._look_up()
        return import_around((self._module,))

    @property
    def is_filled(self) -> bool:
        """Whether the screen is there."""
        return self._screen is not None

    def fill(self) -> Screen:
        """The screen, which is made now where it is not there."""
        if self._screen is None:
            self._screen = self._make(self)
            self._box.addWidget(self._screen)
            self.filled.emit()
        return self._screen


class FillingAhead(QObject):
    """Makes the screens of `pages` before they are wanted: one import, then one screen in a turn.

    What has no class of Qt is imported in a worker before that. `modules` are those of boxes that open over the window,
    which are imported as well, and made when they are opened. What of them is made ahead as well, `then` makes, a step
    in a turn.
    """

    def __init__(
        self, pages: Sequence[LazyPage[Any]], modules: Sequence[str], tasks: Tasks, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._waiting = list(pages)
        self._modules = modules
        self._loading: Newest[list[str]] = Newest(tasks)
        self._missing: deque[str] = deque()
        """The modules that come next."""
        self.then: Iterator[object] = iter(())
        self._rest = single_shot(self, REST_MS, self._fill_some)

    def start(self) -> None:
        """Begin with the first page that is empty; what was begun before is not waited for."""
        self._waiting = [page for page in self._waiting if not page.is_filled]
        page = self._waiting[0] if self._waiting else None
        load = partial(import_around, self._modules) if page is None else page.load_around
        self._loading.run(load, self._import)

    def _import(self, missing: Sequence[str]) -> None:
        self._missing = deque(missing)
        self._rest.start(REST_MS)

    def stop(self) -> None:
        """Make no more screens."""
        self._waiting.clear()
        self._missing.clear()
        self.then = iter(())
        self._loading.cancel()
        self._rest.stop()

    def _fill_some(self) -> None:
        if self._missing:
            import_module(self._missing.popleft())
            self._rest.start(0)
        elif self._waiting:
            self._waiting[0].fill()
            self.start()
        elif next(self.then, self) is not self:
            self._rest.start(0)
