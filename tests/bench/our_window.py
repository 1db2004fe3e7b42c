"""Our start: the real program over the roots of its settings, until the tree has painted real rows.

Prints the monotonic time of that paint and how many rows were on screen, and ends.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QTreeView

from memdesk.ui.app import run


class FirstRows(QObject):
    """Watches a tree's viewport for the first paint with rows in it."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree
        tree.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt names it
        """Let the paint happen, then tell."""
        if event.type() != QEvent.Type.Paint:
            return False
        self._tree.viewport().removeEventFilter(self)
        watched.event(event)
        rows = self._visible_rows()
        if not rows:
            self._tree.viewport().installEventFilter(self)
            return True
        sys.stdout.write(f"{time.monotonic()} {rows}\n")
        sys.stdout.flush()
        QApplication.exit(0)
        return True

    def _visible_rows(self) -> int:
        index, rows = self._tree.indexAt(self._tree.viewport().rect().topLeft()), 0
        bottom = self._tree.viewport().height()
        while index.isValid() and self._tree.visualRect(index).top() < bottom:
            index, rows = self._tree.indexBelow(index), rows + 1
        return rows


def main() -> int:
    """Start the program; `run` hands over its window once it is shown."""
    watchers: list[FirstRows] = []
    return run(sys.argv[1:], shown=lambda window: watchers.append(FirstRows(window.tree_view)))


if __name__ == "__main__":
    sys.exit(main())
