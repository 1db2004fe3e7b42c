"""The tab "Diff": what is not saved yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.preview.difference import compare_files
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.masked import may_hold_masked
from memdesk.ui.widgets.lines.view import LinesView

_MARGIN_PX = 16
_LONG_CHARS = 60_000
"""To compare so many takes a quarter of a frame."""


class _Compared(NamedTuple):
    """What differs: lines with signs, which of them are folded, how many came and went, and that none may be secret."""

    lines: tuple[Line, ...]
    folds: Sequence[range]
    came: int
    went: int
    is_plain: bool


class DiffPage(QWidget):
    """The text on disk against the text in the editor. Works it out only while it is in view."""

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = ("", "")
        self._stale = False
        self._comparing: Newest[_Compared] | None = None
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

    def work_with(self, tasks: Tasks) -> None:
        """Let a worker compare long texts."""
        self._comparing = Newest(tasks)

    def show_texts(self, disk_text: str, text: str) -> None:
        """Compare these from now on."""
        if (disk_text, text) != self._texts or not self._lines.lines:
            self._texts, self._stale = (disk_text, text), True
        self.refresh()

    def refresh(self) -> None:
        """Work out what is on screen, if it is; of long texts that follows as soon as a worker has done it."""
        if not self._stale or not self.isVisible():
            return
        self._stale = False
        compared = partial(_compared, *self._texts)
        if self._comparing is None:
            self._show(compared())
        elif sum(map(len, self._texts)) < _LONG_CHARS:
            self._comparing.cancel()
            self._show(compared())
        else:
            if not self._lines.lines:
                self._caption.set_text(tr("Working it out…"))
                self._caption.show()
                self._empty.hide()
            self._comparing.run(compared, self._show)

    def _show(self, found: _Compared) -> None:
        self._caption.set_text(_summary(found.came, found.went))
        self._lines.set_lines(found.lines, found.folds, is_plain=found.is_plain)
        changed = found.came + found.went > 0
        self._caption.setVisible(changed)
        self._lines.setVisible(changed)
        self._empty.setVisible(not changed)


def _compared(old: str, new: str) -> _Compared:
    lines = compare_files(old, new)
    kinds = Counter(line.kind for line in lines)
    is_plain = not may_hold_masked(lines, {}, "")
    return _Compared(
        tuple(lines), unchanged_runs(lines), kinds[LineKind.ADDED], kinds[LineKind.REMOVED], is_plain
    )


def _summary(came: int, went: int) -> str:
    added = trn("{n} line added", "{n} lines added", came, n=shown.number(came)) if came else ""
    removed = trn("{n} line removed", "{n} lines removed", went, n=shown.number(went)) if went else ""
    return listed((added, removed))
