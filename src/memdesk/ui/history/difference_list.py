"""What a version has otherwise than the present text: a block of lines for each node, with the way back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from memdesk.services.node_differences import NodeDifference
from memdesk.services.taken import NodeId
from memdesk.text.document import readable
from memdesk.text.outline import NodeKind
from memdesk.ui.i18n import tr, trn
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView

MOST_NODES = 30
"""So many nodes are shown; where more differ, the version as a whole is what one wants back."""

_LEAST_LINES_PX = 320
"""A block that is lower shows all of its lines; a higher one scrolls."""


class DifferenceList(QScrollArea):
    """The nodes that differ, one below the other.

    Signals:
        restore_requested: bring this node back; argument: its `NodeId`.
    """

    restore_requested = Signal(object)

    def __init__(self, themes: ThemeManager, before: QWidget, parent: QWidget | None = None) -> None:
        """`before` is what Tab comes from."""
        super().__init__(parent)
        self._themes = themes
        self._before = before
        self._shown: tuple[tuple[NodeDifference, ...], bool] = ((), False)
        self._blocks: list[QWidget] = []
        self._column = QVBoxLayout()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("plane", "panel")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setAccessibleName(tr("What has changed since"))
        page = QWidget()
        page.setLayout(self._column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(page)
        page.setAutoFillBackground(False)

    def show_differences(self, differences: Sequence[NodeDifference], *, can_restore: bool) -> None:
        """Show these; `can_restore` offers to bring one back."""
        if (tuple(differences), can_restore) == self._shown:
            return
        self._shown = (tuple(differences), can_restore)
        for block in self._blocks:
            block.hide()
            block.deleteLater()
        self._blocks = [self._block(one, can_restore) for one in differences[:MOST_NODES]]
        left = len(differences) - MOST_NODES
        if left > 0:
            said = ElidedLabel(self._themes, role="small", tone="text2")
            said.set_text(trn("{n} more place differs.", "{n} more places differ.", left))
            self._blocks.append(said)
        for place, block in enumerate(self._blocks):
            self._column.insertWidget(place, block)
        self._order_tabs()
        self.verticalScrollBar().setValue(0)

    def _order_tabs(self) -> None:
        """What is made later would come last in the whole window."""
        before = self._before
        for block in self._blocks:
            for part in (*block.findChildren(Button), *block.findChildren(LinesView)):
                QWidget.setTabOrder(before, part)
                before = part

    def _block(self, one: NodeDifference, can_restore: bool) -> QWidget:
        name = name_of(one)
        title = ElidedLabel(self._themes, role="small", weight=Weight.DemiBold)
        title.set_text(name)
        words = tr("What has changed in {name}", name=name)
        lines = LinesView(self._themes, words, least_px=_LEAST_LINES_PX)
        lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        shown = lines_of(one)
        lines.set_lines(shown, unchanged_runs(shown))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(title, 1)
        if can_restore and one.node is not None:
            head.addWidget(self._restore_button(name, one.node))
        block = QWidget()
        column = QVBoxLayout(block)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(lines)
        return block

    def _restore_button(self, name: str, node: NodeId) -> Button:
        button = Button(self._themes, tr("Restore this"))
        button.setAccessibleName(tr("Restore {name} as it was", name=name))
        button.clicked.connect(partial(self._on_restore_clicked, node))
        return button

    def _on_restore_clicked(self, node: NodeId, _checked: bool = False) -> None:
        self.restore_requested.emit(node)


def name_of(one: NodeDifference) -> str:
    """What a node is called, and whether it has come or gone since."""
    name = " ".join(readable(one.title).split()) or _unnamed(one.kind)
    if one.now is None:
        return tr("{name} (gone since)", name=name)
    return tr("{name} (new since)", name=name) if one.then is None else name


def _unnamed(kind: NodeKind) -> str:
    if kind is NodeKind.PREAMBLE:
        return tr("The text before the first heading")
    return tr("Header") if kind is NodeKind.FRONT_MATTER else tr("Text")


def lines_of(one: NodeDifference) -> list[Line]:
    """The lines of a node with signs; where only what cannot be seen differs, a remark says so."""
    lines = compare_contents(one.then or "", one.now or "").lines
    if all(line.kind is LineKind.PLAIN for line in lines):
        lines.append(Line(tr("Only line ends differ."), LineKind.NOTE))
    return [line._replace(number=None) for line in lines]
