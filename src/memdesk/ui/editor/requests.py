"""What the parts of the editor ask for and cannot do themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence

from memdesk.layouts.contract import Change
from memdesk.ui.editor.found import NOTHING_FOUND


@dataclass(slots=True)
class OverwriteQuestion:
    """Which entry the agent would take for the same as `text` in `category`, and overwrite when it is told that.

    Whoever hears of it sets `answer`, a sentence, where there is one. `own` names the node of the text itself, once it
    has one.
    """

    category: str
    text: str
    own: tuple[str, int] | None = None
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Leftover:
    """What was typed for an entry of `group` and could not be accepted when its document was left."""

    group: str
    node_id: tuple[str, int] | None
    text: str


@dataclass(slots=True)
class ChangeRequest:
    """Changes of the agent's grammar that are wanted, all together or none.

    Whoever hears of it makes them, or begins to where they write files, and sets `is_done`, or says in `refusal` why
    not. A `tentative` one is made while the user still types: it is for the buffer alone, and what would write a file
    is left undone. Where writing files fails later, `leftover` is brought back.
    """

    changes: tuple[Change, ...]
    tentative: bool = False
    is_done: bool = False
    refusal: str = ""
    leftover: Leftover | None = None


@dataclass(slots=True)
class WalkRequest:
    """Undo, or redo, of a change that was no change of the text; whoever hears of it and does it sets `is_done`."""

    backwards: bool
    is_done: bool = False


class EditorRequests(QObject):
    """One object for all parts of one editor; whoever owns the editor connects to it.

    A section is named by its key and occurrence.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.leftovers: dict[str, Leftover] = {}
        """By path, until the document is shown again."""
        self.keys_of: Callable[[str], QKeySequence] = lambda _action: QKeySequence()
        """The keys of an action of the window, by its id."""
        self.found = NOTHING_FOUND
        """What is looked for in the document, where it stands now."""
        self.has_waiting = False
        """Whether something is typed that is not in the document yet."""

    waiting_changed = Signal()
    """`has_waiting` is another one now."""
    undo_requested = Signal()
    redo_requested = Signal()
    section_add_requested = Signal(str)
    """A section with this heading is wanted in the file."""
    naming = Signal()
    """A section is about to be named by what is done to its card: the cards follow the text now."""
    rename_requested = Signal(str, int, str)
    """A section shall have this heading."""
    naming_given_up = Signal()
    """No other heading, and no new section, is wanted after all."""
    revert_requested = Signal(str, int)
    """A section shall be again what it is on disk."""
    card_menu_requested = Signal(str, int, object)
    """The menu of a section is wanted at this `QPoint` of the screen."""
    text_menu_requested = Signal(object, object)
    """The menu of this text widget is wanted at this `QPoint` of the screen."""
    repair_requested = Signal(object)
    """The repair of this `Loss` shall be made."""
    why_requested = Signal(object)
    """This `Loss` shall be explained."""
    more_losses_requested = Signal(str, int)
    """All losses of a section shall be shown."""
    changes_requested = Signal(object)
    """A `ChangeRequest` shall be carried out."""
    overwrite_asked = Signal(object)
    """An `OverwriteQuestion` shall be answered."""
    notice_requested = Signal(str)
    """This sentence shall be said."""
    history_requested = Signal()
    """The history of the document shall be shown."""
    pin_requested = Signal(str, int)
    """The node of this key and occurrence shall be pinned, or not any more."""
    move_requested = Signal(str, int)
    """The node of this key and occurrence shall be moved to another document."""
    drag_moved = Signal(str, int, object)
    """The node of this key and occurrence is held by the pointer, at this `QPoint` of the screen."""
    drag_ended = Signal(str, int, object)
    """It was let go, at this `QPoint` of the screen; None where the drag was given up."""

    # The other way round: what the owner tells the parts

    injected_found = Signal(object)
    """The agent would get this (`Injected`) of the text as it is now."""
    dead_found = Signal(object)
    """These nodes (a frozenset of `NodeId`) are lines that lead to no file."""
    found_shown = Signal()
    """Something else is `found` now."""
    flush_requested = Signal()
    """What is typed and not in the document yet shall come into it now, before a save."""
    finish_requested = Signal()
    """What is open for writing shall be accepted and closed, before undo."""
    leftover_came = Signal(str)
    """There is something for the document at this path in `leftovers` again."""

    def note_waiting(self, *, has_waiting: bool) -> None:
        """Something is typed that `flush_requested` would let the document have, or it has it now."""
        if has_waiting != self.has_waiting:
            self.has_waiting = has_waiting
            self.waiting_changed.emit()
