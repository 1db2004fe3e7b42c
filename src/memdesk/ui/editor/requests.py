"""What the parts of the editor ask for and cannot do themselves."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class EditorRequests(QObject):
    """One object for all parts of one editor; whoever owns the editor connects to it.

    A section is named by its key and occurrence.
    """

    undo_requested = Signal()
    redo_requested = Signal()
    section_add_requested = Signal(str)
    """A section with this heading is wanted in the file."""
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
    change_requested = Signal(object)
    """This `Change` of the document shall be made, in whatever files it touches."""
