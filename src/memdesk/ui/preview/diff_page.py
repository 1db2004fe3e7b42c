"""The tab "Diff": what is not saved yet."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.preview.difference import compare_files
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView

_MARGIN_PX = 16


class DiffPage(QWidget):
    """The text on disk against the text in the editor. Works it out only while it is in view."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = ("", "")
        self._stale = False
        self._caption = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self._lines = LinesView(themes, tr("Unsaved changes"))
        self._empty = EmptyState(
            themes, "check", tr("No unsaved changes."), tr("The file on disk is the text you see.")
        )
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, _MARGIN_PX)
        column.setSpacing(8)
        column.addWidget(self._caption)
        column.addWidget(self._lines, 1)
        column.addWidget(self._empty, 1)
        column.addStretch()

    def show_texts(self, disk_text: str, text: str) -> None:
        """Compare these from now on."""
        if (disk_text, text) != self._texts or not self._lines.lines:
            self._texts, self._stale = (disk_text, text), True
        self.refresh()

    def refresh(self) -> None:
        """Work out what is on screen, if it is."""
        if not self._stale or not self.isVisible():
            return
        self._stale = False
        lines = compare_files(*self._texts)
        changed = any(line.kind is not LineKind.PLAIN for line in lines)
        self._caption.set_text(_summary(lines) if changed else "")
        self._lines.set_lines(lines, unchanged_runs(lines))
        self._caption.setVisible(changed)
        self._lines.setVisible(changed)
        self._empty.setVisible(not changed)


def _summary(lines: list[Line]) -> str:
    came = sum(line.kind is LineKind.ADDED for line in lines)
    went = sum(line.kind is LineKind.REMOVED for line in lines)
    added = trn("{n} line added", "{n} lines added", came, n=shown.number(came)) if came else ""
    removed = trn("{n} line removed", "{n} lines removed", went, n=shown.number(went)) if went else ""
    return listed((added, removed))
