"""The panel of a longer entry: at most one is open below its row."""

from __future__ import annotations

from PySide6.QtCore import QObject

from memdesk.text.outline import Node
from memdesk.ui.entries.board import Board
from memdesk.ui.entries.panel import EntryPanel
from memdesk.ui.entries.row import Row


class OpenPanel(QObject):
    """Opens, closes and follows it."""

    def __init__(self, board: Board, parent: QObject) -> None:
        super().__init__(parent)
        self._board = board
        self.panel: EntryPanel | None = None

    def open(self, row: Row, node: Node) -> None:
        """Open the panel of an entry, with the caret in its first text."""
        board = self._board
        panel = self.panel = EntryPanel(board.context, node, board.why_locked, board.view.viewport())
        panel.height_changed.connect(board.view.lay_out)
        panel.closed.connect(self._on_closed)
        board.view.hold_widget(row.name, panel, covers_words=False)
        panel.set_marks(board.known.marks)
        panel.focus_at()
        board.view.show_held()

    def close(self) -> None:
        """Close it, if one is open."""
        panel, self.panel = self.panel, None
        if panel is not None:
            panel.close_text()
            self._board.view.release_widget()
            panel.deleteLater()

    def follow(self) -> None:
        """The text is another one: show the entry as it is now, or nothing where it is gone."""
        if self.panel is None:
            return
        node = self._board.context.session.outline().find(*self.panel.node_id)
        if node is None:
            self.close()
        else:
            self.panel.set_node(node)

    def drop(self) -> None:
        """Let go of the text, for good."""
        if self.panel is not None:
            self.panel.close_text()
        self.panel = None

    def _on_closed(self) -> None:
        self.close()
        self._board.view.take_focus()
