"""How a version differs from the present text: a block of lines for each node, with a button that restores it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.text.document import readable
from memdesk.text.outline import NodeKind
from memdesk.ui.format import number
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView

FIRST_NODES = 10
MORE_NODES = 30
"""So many more nodes are shown when they are asked for; each takes time to draw."""
_LEAST_LINES_PX = 320
"""A piece that is lower shows all of its lines; a higher one scrolls."""


class Piece(NamedTuple):
    """A node that differs, and its lines with signs."""

    difference: NodeDifference
    lines: tuple[Line, ...]


def pieces_of(differences: Sequence[NodeDifference]) -> tuple[Piece, ...]:
    """What is to be shown of `differences`; for a worker, since comparing lines takes time."""
    return tuple(Piece(one, tuple(lines_of(one))) for one in differences)


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
        self._pieces: tuple[Piece, ...] = ()
        self._can_restore = False
        self._most = FIRST_NODES
        self._blocks: list[_Block] = []
        self._more = LinkButton(themes, "")
        self._more.clicked.connect(self._on_more_clicked)
        self._column = QVBoxLayout()
        self._lay_out()

    def show_pieces(self, pieces: Sequence[Piece], *, can_restore: bool) -> None:
        """Show these; `can_restore` offers to bring one back."""
        if (tuple(pieces), can_restore) == (self._pieces, self._can_restore):
            return
        self._pieces, self._can_restore = tuple(pieces), can_restore
        self._most = FIRST_NODES
        self._refresh()
        self.verticalScrollBar().setValue(0)

    def _refresh(self) -> None:
        """Blocks are used again: to make one takes longer than to show another piece in it."""
        shown = self._pieces[: self._most]
        while len(self._blocks) < len(shown):
            self._blocks.append(self._new_block())
        for place, block in enumerate(self._blocks):
            # A layout shows what it gets in a moment only; until then nothing of it can have the focus.
            block.setVisible(place < len(shown))
            if place < len(shown):
                block.show_piece(shown[place], can_restore=self._can_restore)
        left = len(self._pieces) - len(shown)
        self._more.setText(trn("{n} more place differs", "{n} more places differ", left, n=number(left)))
        self._more.setVisible(left > 0)
        self._order_tabs()

    def _new_block(self) -> _Block:
        block = _Block(self._themes)
        block.restore_requested.connect(self.restore_requested)
        self._column.insertWidget(len(self._blocks), block)
        return block

    def _order_tabs(self) -> None:
        """What is made later would come last in the whole window."""
        before = self._before
        for part in (*(part for block in self._blocks for part in block.tab_stops), self._more):
            QWidget.setTabOrder(before, part)
            before = part

    def _on_more_clicked(self) -> None:
        first = len(self._pieces[: self._most])
        self._most += MORE_NODES
        self._refresh()
        self._blocks[first].tab_stops[-1].setFocus()

    def _lay_out(self) -> None:
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
        # It grows with each block at once: the area sees to that a turn later, and until then all are squeezed.
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        self.setWidget(page)
        page.setAutoFillBackground(False)


class _Block(QWidget):
    """One piece."""

    restore_requested = Signal(object)

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._piece: Piece | None = None
        self._masks = themes.masks
        themes.masks.changed.connect(self._show_name)
        self._title = ElidedLabel(themes, role="small", weight=Weight.DemiBold)
        self._button = Button(themes, tr("Restore this"))
        self._button.clicked.connect(self._on_restore_clicked)
        self._lines = LinesView(themes, "", least_px=_LEAST_LINES_PX)
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title, 1)
        head.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._lines)

    @property
    def tab_stops(self) -> tuple[QWidget, ...]:
        """What takes the keyboard, in order."""
        return self._button, self._lines

    def show_piece(self, piece: Piece, *, can_restore: bool) -> None:
        """Show this."""
        self._button.setVisible(can_restore and piece.difference.node is not None)
        if piece == self._piece:
            return
        self._piece = piece
        self._show_name()
        self._lines.fold_again()
        self._lines.set_lines(piece.lines, unchanged_runs(piece.lines), around=piece.difference.around)

    def _show_name(self) -> None:
        if self._piece is None:
            return
        name = name_of(self._piece.difference, self._masks)
        self._title.set_text(name)
        self._button.setAccessibleName(tr("Restore {name} as it was", name=name))
        self._lines.setAccessibleName(tr("What has changed in {name}", name=name))

    def _on_restore_clicked(self) -> None:
        if self._piece is not None and self._piece.difference.node is not None:
            self.restore_requested.emit(self._piece.difference.node)


def name_of(one: NodeDifference, masks: SecretMasks) -> str:
    """What a node is called, and whether it has come or gone since. `masks` hide what an entry says."""
    name = " ".join(readable(told(one.title)).split())
    shown = masks.shown_in if one.kind.is_called_by_text else masks.shown_title_in
    name = shown(name, one.around) or _unnamed(one.kind)
    if one.now is None:
        return tr("{name} (removed since then)", name=name)
    return tr("{name} (added since then)", name=name) if one.then is None else name


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
