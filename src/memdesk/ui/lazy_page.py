"""Makes the screens of the window when they are first shown, or before that while the window has nothing to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Generic, TypeAlias, TypeVar

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.ui.importing import import_around
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.timers import single_shot
from memdesk.ui.turn import Turn

Screen = TypeVar("Screen", bound=QWidget)

REST_MS, PART_REST_MS = 40, 5
"""So long between two screens that are made ahead, and between two parts of one."""

PREPARE_REST_MS = 1_000
"""So long after the last change a screen out of sight is laid out: while agents are busy nobody may ever look at it."""

_STRIPS = 3
"""In so many turns a screen is painted ahead."""

Making: TypeAlias = Generator[None, None, Screen]
"""Makes a screen part by part, each within a frame, and returns it."""


class LazyPage(QWidget, Generic[Screen]):
    """The place of a screen in the window, which starts sooner without the screen itself.

    `module` is the one that has the screen; `make` makes it as a part of the page, part by part where that takes longer
    than a frame. `look_up` asks for what it shows, so that who answers has imported all that this takes.

    Signals:
        filled: the screen is there.
    """

    filled = Signal()

    def __init__(
        self,
        module: str,
        make: Callable[[QWidget], Screen | Making[Screen]],
        look_up: Callable[[], object] | None = None,
    ) -> None:
        super().__init__()
        self._module = module
        self._look_up = look_up
        self._make = make
        self._making: Making[Screen] | None = None
        self._screen: Screen | None = None
        self._turn = Turn()
        self._preparing = single_shot(self, PREPARE_REST_MS, self._prepare_on)
        self._prepared = 0
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

    @property
    def is_begun(self) -> bool:
        """Whether a part of the screen is there, and the rest is not."""
        return self._making is not None

    def fill(self) -> Screen:
        """The screen, which is made now where it is not there, or what is still missing of it."""
        while self._screen is None:
            self.fill_some()
        return self._screen

    def fill_some(self) -> None:
        """Make one more part of the screen; `is_filled` tells whether it was the last."""
        if self._screen is not None:
            return
        making, self._making = self._making or _in_parts(self._make(self)), None
        try:
            next(making)
        except StopIteration as end:
            screen: Screen = end.value
        else:
            self._making = making
            self._await_size(False)
            return
        self._await_size(True)
        self._screen = screen
        self._box.addWidget(screen)
        self.filled.emit()

    def prepare_soon(self) -> None:
        """Prepare, in turns of its own, once nothing more comes: the screen shows something else than it did."""
        self._prepared = 0
        if not self.isVisible():
            self._preparing.start(PREPARE_REST_MS)

    def stop_preparing(self) -> None:
        """Leave out of sight as it is, for the end of the program."""
        self._preparing.stop()

    def prepare_some(self) -> bool:
        """Do some of what the first showing would in a turn that also paints; whether something is left to be done.

        First style and place of all that is in the screen are worked out, as large as the stack of screens. Then it is
        painted to nowhere, a strip in a turn, which draws its icons and lays out its texts.
        """
        stack, is_apart = self.parentWidget(), self.window().isVisible() and not self.isVisible()
        if stack is None or self._screen is None or not is_apart or self._prepared > _STRIPS:
            return False
        self.resize(stack.contentsRect().size())
        # Who takes a picture gets all of it laid out, however little of it is painted.
        wide = self.width() // _STRIPS + 1
        strip = QRect(wide * (self._prepared - 1), 0, wide, self.height())
        self.grab(strip if self._prepared else QRect(0, 0, 1, 1))
        self._prepared += 1
        return self._prepared <= _STRIPS

    def _prepare_on(self) -> None:
        if not self._turn.has_room() or self.prepare_some():
            self._preparing.start(PART_REST_MS)

    def _await_size(self, is_awaited: bool) -> None:
        """Let what is made be told of its size, or not yet: who takes a picture of the window tells all widgets."""
        for child in self.children():
            if isinstance(child, QWidget):
                child.setAttribute(Qt.WidgetAttribute.WA_PendingResizeEvent, is_awaited)


def _in_parts(found: Screen | Making[Screen]) -> Making[Screen]:
    if not isinstance(found, Generator):
        return found
    return (yield from found)


class FillingAhead(QObject):
    """Makes the screens of `pages` before they are wanted: one import, then one part of a screen in a turn.

    What has no class of Qt is imported in a worker before that. A screen that is whole is laid out and painted ahead,
    in turns as well.

    `modules` are those of boxes that open over the window, which are imported as well, and made when they are opened.
    What of them is made ahead as well, `then` makes, a step in a turn.
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
        self._turn = Turn()
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
        """Make no more screens. One that is begun is made whole: nobody owns its parts, and would take them down."""
        for page in self._waiting:
            if page.is_begun:
                page.fill()
        self._waiting.clear()
        self._missing.clear()
        self.then = iter(())
        self._loading.cancel()
        self._rest.stop()

    def _fill_some(self) -> None:
        if not self._turn.has_room():
            self._rest.start(PART_REST_MS)
            return
        if self._missing:
            import_module(self._missing.popleft())
            self._rest.start(PART_REST_MS)
            return
        if not self._waiting:
            for _step in self.then:
                self._rest.start(PART_REST_MS)
                break
            return
        page = self._waiting[0]
        if page.is_filled and not page.prepare_some():
            self.start()
            return
        page.fill_some()
        self._rest.start(PART_REST_MS)
