"""Gives a long text to its source view piece by piece: as a whole Qt takes several frames to take it in."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject
from shiboken6 import Shiboken

from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.timers import repeating

PIECE_CHARS = 100_000
"""So much text is taken in at once."""


class SourceInPieces(QObject):
    """Has a view made of the first lines of `shown`, by `make`, lets the others follow and hands it to `done`.

    The view follows the text from the start, and is not shown before it has all of it: what one selects, searches or
    scrolls to there must not depend on how far this is. `caret` tells where in the text its caret is to stand.
    """

    def __init__(
        self,
        shown: ShownText,
        make: Callable[[int], SourceView],
        caret: Callable[[], int],
        done: Callable[[SourceView], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._shown = shown
        self._make = make
        self._caret = caret
        self._done = done
        self._view: SourceView | None = None
        self._steps = self._in_steps()
        self._timer = repeating(self, 0, self._on_timer)
        self._timer.start()

    def stop(self) -> None:
        """Show nothing of it, for good."""
        self._timer.stop()
        self._let_go()
        self.deleteLater()

    def _let_go(self) -> None:
        view, self._view = self._view, None
        if view is not None and Shiboken.isValid(view):
            view.bridge.close()
            view.deleteLater()

    def _on_timer(self) -> None:
        if self._view is not None and self._view.bridge.broken:
            # Somebody changed the last line that is there together with the first one that is not.
            self._let_go()
            self._steps = self._in_steps()
        for _step in self._steps:
            return
        self._timer.stop()
        view, self._view = self._view, None
        if view is not None:
            self._done(view)
        self.deleteLater()

    def _in_steps(self) -> Iterator[None]:
        view = self._view = self._make(self._lines_from(0))
        yield
        while left := self._lines_from(view.bridge.end):
            view.bridge.show_more(left)
            yield
        _lay_out(view)
        yield
        view.bridge.place(self._caret())
        yield

    def _lines_from(self, first: int) -> int:
        """How many lines from `first` on are the next piece."""
        text = self._shown.text
        if first >= text.line_count:
            return 0
        return text.line_of(min(text.start(first) + PIECE_CHARS, len(text.text))) + 1 - first


def is_in_pieces(shown: ShownText) -> bool:
    """Whether the text is so long that its source comes piece by piece."""
    return len(shown.text.text) > PIECE_CHARS


def _lay_out(view: SourceView) -> None:
    """Lay out all lines in the width that they are to have: Qt tells a widget of its size only as it is shown."""
    # Above what its parent shows: nothing else is painted again for it.
    view.move(0, -view.height())
    view.show()
    view.hide()
