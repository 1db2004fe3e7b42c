"""What all views of one document share: its text, how it is shown, and the order of things when it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from memdesk.text.document import line_content
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit
from memdesk.ui.editor.escapes import Escapes, has_hidden

_MANY_EDITS = 40
"""From so many edits on, views are compared with the text once at the end instead of after each."""

Restore = Callable[[Sequence[Edit]], None]


class TextView(Protocol):
    """A run of the document's lines on screen (see `Bridge`)."""

    first: int
    count: int

    def lines_replaced(self, first: int, last_before: int, last_after: int, *, refresh: bool) -> None:
        """Lines `first` to `last_before` became `first` to `last_after`; `refresh` says whether to show it now."""

    def refresh_all(self) -> None:
        """Show what the lines say now, all of them."""

    def places(self) -> tuple[int, int]:
        """Positions of caret and selection anchor in the text."""

    def place(self, caret: int, anchor: int | None = None) -> None:
        """Put the caret at a position of the text, and the anchor of the selection."""

    def lift_preedit(self) -> None:
        """Take away what an input method shows at the caret, since lines are about to change around it."""

    def lay_preedit(self) -> None:
        """Show it again, where the caret is now."""


class PlaceKeeper(Protocol):
    """Somebody who keeps carets and scroll bars with their text while somebody else changes it."""

    def hold(self) -> Restore:
        """Remember the place now; calling the result puts it back after the edits it is given."""


class ShownText(QObject):
    """The text of one document as its views show it.

    A change by one of the views is shown in all others at once. Around every other change (undo, a command, another
    program) the place keepers hold carets and scroll positions. Line breaks are blocks, so lines are shown without
    their line end, CR LF included; characters that Qt would change are escaped.
    """

    text_changed = Signal()
    """The text is another one, and all views show it."""

    hidden_arrived = Signal()
    """The first character that is not shown as itself is about to come in."""

    def __init__(self, text: EditableText) -> None:
        super().__init__()
        self.text = text
        self.escapes = Escapes(text.text)
        self.has_hidden = has_hidden(text.text)
        """Whether there is, or was, a character that is not shown as itself."""
        self._views: tuple[TextView, ...] = ()
        self._keepers: list[PlaceKeeper] = []
        self._restores: list[Restore] = []
        self._at_once = True
        text.add_observer(self)

    def close(self) -> None:
        """Hear nothing of the text any more."""
        self.text.remove_observer(self)
        self._views = ()
        self._keepers.clear()

    def add_view(self, view: TextView) -> None:
        """Keep `view` equal to the text."""
        self._views = (*self._views, view)

    def remove_view(self, view: TextView) -> None:
        """Let go of `view`."""
        self._views = tuple(known for known in self._views if known is not view)

    def add_keeper(self, keeper: PlaceKeeper) -> None:
        """Ask `keeper` to hold its place around changes. The first added is restored first."""
        self._keepers.append(keeper)

    def line(self, line: int) -> str:
        """`line` as a block shows it."""
        return self.escapes.shown(line_content(self.text.line(line)))

    def lines(self, first: int, count: int) -> list[str]:
        """`count` lines from `first` on, as blocks show them."""
        if not count:
            return []
        start, end = self.text.start(first), self.text.start(first + count)
        lines = self.escapes.shown(self.text.text[start:end].replace("\r\n", "\n")).split("\n")
        # The line end of the last line begins no line.
        return lines[:count]

    def line_end_at(self, line: int) -> str:
        """The line end that a line broken off `line` takes: its own, else that of the one before, else LF."""
        for near in (line, line - 1):
            if 0 <= near < self.text.line_count and (content := self.text.line(near)).endswith("\n"):
                return "\r\n" if content.endswith("\r\n") else "\n"
        return "\n"

    # The text's observer

    def text_arriving(self, text: str) -> None:
        """Make room: where `text` literally holds what stands for other characters, take others for those."""
        if not self.has_hidden and has_hidden(text):
            self.has_hidden = True
            self.hidden_arrived.emit()
        if not self.escapes.clash_with(text):
            return
        self._lift_preedits()
        places = [(view, view.places()) for view in self._views]
        self.escapes = Escapes(self.text.text + text)
        for view, (caret, anchor) in places:
            view.refresh_all()
            # Rewriting a block moves Qt's own caret to its end.
            view.place(caret, anchor)
        self._lay_preedits()

    def change_started(self, edit_count: int, origin: object | None) -> None:
        """Hold the places on screen, unless a view made the change itself."""
        self._at_once = edit_count <= _MANY_EDITS
        if origin is None:
            self._lift_preedits()
            self._restores = [keeper.hold() for keeper in self._keepers]

    def lines_replaced(self, first: int, last_before: int, last_after: int, origin: object | None) -> None:
        """Show the change everywhere but where it was made: there all edits are compared once, at the end."""
        views = self._views
        if last_before == last_after:
            # Nothing moves: only who shows the line has to know, which is two of sixty while one types.
            views = tuple(
                view for view in views if view.first <= last_before and first < view.first + view.count
            )
        for view in views:
            refresh = self._at_once and view is not origin
            view.lines_replaced(first, last_before, last_after, refresh=refresh)

    def change_finished(self, edits: Sequence[Edit], origin: object | None) -> None:
        """Put the places back."""
        if not self._at_once:
            for view in self._views:
                if view is not origin:
                    view.refresh_all()
        self._at_once = True
        restores, self._restores = self._restores, []
        for restore in restores:
            restore(edits)
        if origin is None:
            self._lay_preedits()
        if edits:
            self.text_changed.emit()

    def _lift_preedits(self) -> None:
        for view in self._views:
            view.lift_preedit()

    def _lay_preedits(self) -> None:
        for view in self._views:
            view.lay_preedit()
