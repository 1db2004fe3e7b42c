"""The compare view: the differences, which version of each was taken, and the text that results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from memdesk.services.comparing.comparing import Piece, Take
from memdesk.services.comparing.settling import Settling, find_again
from memdesk.ui.compare.columns import CompareColumns
from memdesk.ui.compare.difference_head import KEYS
from memdesk.ui.compare.merged_note import MergedNote
from memdesk.ui.compare.result_pane import ResultPane
from memdesk.ui.compare.words import Sides
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, PrimaryButton, QuietButton
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, RemarkLabel
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.tips import set_tip

NARROW_PX = 660
"""Below this width "Before" folds away: the width that is left beside the tree of a window 900 px wide."""
SHORT_PX = 520
"""Below this height the columns get all there is: the note on what merged scrolls with them."""
_FOOTER_PX = 56
_SHORT_FOOTER_PX = 44
_GAP_PX = 12
_SHORT_GAP_PX = 8
_MARGIN_PX = 24
_NARROW_MARGIN_PX = 16
_SIZES = (360, 240)
_SHORT_SIZES = (10_000, 0)
"""The result is as low as it can be."""
_TAKE_OF_KEY = {key: take for take, key in KEYS.items()}


class CompareView(QFrame):
    """One comparison, in the place of the document.

    Keys 1 to 4 take a version of the difference at hand, unless a text has the focus.

    Signals:
        taken_changed: a difference was settled, or opened again.
        use_requested: the result is to become the document's text.
        later_requested: leave without deciding.
        copy_requested: copy the user's own text.
    """

    taken_changed = Signal()
    use_requested = Signal()
    later_requested = Signal()
    copy_requested = Signal()

    def __init__(self, themes: ThemeManager, previous: QAction, following: QAction, use: QAction) -> None:
        """The actions step to a difference and use the result: the buttons show their keys."""
        super().__init__()
        self._use_action = use
        self.setProperty("plane", "window")
        self.setAccessibleName(tr("Compare"))
        self._settling: Settling | None = None
        self._titles: Sequence[str] = ()
        self._sides = Sides("", "", "", "")
        self._at = 0
        self._differences: Sequence[Piece] = ()
        self._wants_before: bool | None = None
        self._title = ElidedLabel(themes, role="heading", weight=Weight.DemiBold)
        self._count = RemarkLabel(themes)
        self.before_button = QuietButton(themes, tr("Show before"))
        self._previous = Button(themes, tr("Previous"), kind="quiet", icon="chevron-up")
        self._next = Button(themes, tr("Next"), kind="quiet", icon="chevron-down")
        self.columns = CompareColumns(themes)
        self.result = ResultPane(themes)
        self.note = MergedNote(themes)
        self._history = RemarkLabel(themes, tr("All three versions stay in History."))
        self.later = QuietButton(themes, tr("Decide later"))
        self.copy = Button(themes, tr("Copy my text"))
        self.use = PrimaryButton(themes, tr("Use this result"))
        self._is_short = False
        self._body = QVBoxLayout()
        self._panes = QSplitter(Qt.Orientation.Vertical)
        self._footer = PlaneFrame("footer")
        self._lay_out()
        self._connect()
        for button, action in ((self._previous, previous), (self._next, following), (self.use, use)):
            button.follow(action)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._count, 1)
        for button in (self.before_button, self._previous, self._next):
            head.addWidget(button)
        panes = self._panes
        panes.setObjectName("gap")
        panes.setChildrenCollapsible(False)
        panes.addWidget(self.columns)
        panes.addWidget(self.result)
        panes.setStretchFactor(0, 3)
        panes.setStretchFactor(1, 2)
        panes.setHandleWidth(_GAP_PX)
        panes.setSizes(_SIZES)
        self._body.setSpacing(_GAP_PX)
        self._body.addLayout(head)
        self._body.addWidget(panes, 1)
        self._body.addWidget(self.note)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addLayout(self._body, 1)
        self._fill_footer()
        box.addWidget(self._footer)

    def _fill_footer(self) -> None:
        self._footer.setMinimumHeight(_FOOTER_PX)
        row = self._foot = QHBoxLayout(self._footer)
        row.setSpacing(8)
        row.addWidget(self._history, 1)
        for button in (self.later, self.copy, self.use):
            row.addWidget(button)

    def _connect(self) -> None:
        self.before_button.clicked.connect(self._on_before_clicked)
        self._previous.clicked.connect(lambda: self.step(-1))
        self._next.clicked.connect(lambda: self.step(1))
        self.columns.take_requested.connect(self.take)
        self.columns.made.connect(self._chain_tabs)
        self.result.undo_requested.connect(self.undo)
        self.result.redo_requested.connect(self.redo)
        self.later.clicked.connect(self.later_requested)
        self.copy.clicked.connect(self.copy_requested)
        self.use.clicked.connect(self.use_requested)
        self._use_action.changed.connect(self._show_use_tip)

    # What is shown

    def show_settling(self, settling: Settling, titles: Sequence[str], sides: Sides) -> None:
        """Show a comparison, whose nodes have these titles; the focus stays with its difference."""
        focused = self.columns.focused_number
        had_focus = focused is not None
        is_same = settling is self._settling
        self._settling, self._titles, self._sides = settling, titles, sides
        if is_same:
            # Others may have come before it: a key would take a version of what nobody has looked at.
            at = self._at if focused is None else focused
            self._at = find_again(self._differences, at, settling.differences)
        else:
            self._at = self._first_open()
        self._differences = settling.differences
        settling.on_changed = self._on_changed
        self.columns.show_settling(settling, titles, sides)
        if not is_same:
            self.result.show_settling(settling, self._node)
        else:
            self.result.show_node(self._node)
        self._on_changed()
        self._chain_tabs()
        if had_focus:
            self.columns.reveal(self._at)

    def show_sides(self, sides: Sides) -> None:
        """What is known of the versions is told otherwise now: time goes by."""
        self._sides = sides
        self.columns.show_sides(sides)

    def show_note(self, words: str, lines: Sequence[Line]) -> None:
        """Say what merged by itself; `lines` are all of it."""
        self.note.show_note(words, lines)

    def close_settling(self) -> None:
        """Show nothing any more."""
        if self._settling is not None:
            self._settling.on_changed = _nothing
        self.result.close_text()
        self.columns.close_settling()
        self._settling = None

    @property
    def settling(self) -> Settling | None:
        """What is shown."""
        return self._settling

    @property
    def why_not_settled(self) -> str:
        """What is to be done before the result can be saved; empty where it can be."""
        settling = self._settling
        if settling is None or settling.is_settled_whole:
            return ""
        places = [number for number in range(len(settling.differences)) if not settling.is_settled(number)]
        titles = dict.fromkeys(self._titles[settling.node_of(number)] for number in places)
        return trn(
            "Settle {n} difference in {names} first",
            "Settle {n} differences in {names} first",
            len(places),
            names=listed(titles),
        )

    def _first_open(self) -> int:
        settling = self._settling
        if settling is None:
            return 0
        numbers = range(len(settling.differences))
        return next((number for number in numbers if not settling.is_settled(number)), 0)

    @property
    def _node(self) -> int:
        settling = self._settling
        return settling.node_of(self._at) if settling is not None and settling.differences else 0

    # What the user does

    def start(self) -> None:
        """Go to the first difference that is not settled."""
        self._at = self._first_open()
        self.columns.reveal(self._at)
        if self._settling is None or not self._settling.differences:
            self.use.setFocus()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) difference."""
        settling = self._settling
        if settling is None or not settling.differences:
            return
        focused = self.columns.focused_number
        self._at = ((self._at if focused is None else focused) + by) % len(settling.differences)
        self.columns.reveal(self._at)
        self._show_node()

    def take(self, number: int, take: Take) -> None:
        """Take a version of a difference."""
        if self._settling is not None:
            self._at = number
            self._settling.take(number, take)
            self._show_node()

    def undo(self) -> None:
        """Take back what was done to the result."""
        if self._settling is not None:
            self._walked(self._settling.text.undo())

    def redo(self) -> None:
        """Do it again."""
        if self._settling is not None:
            self._walked(self._settling.text.redo())

    def _walked(self, caret: int | None) -> None:
        if caret is not None and self.result.text is not None and self.result.text.bridge.covers(caret):
            self.result.text.bridge.place(caret)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        take = _TAKE_OF_KEY.get(event.text())
        focused = self.columns.focused_number
        number = self._at if focused is None else focused
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if take is not None and is_plain and self.columns.can_take(number, take):
            self.take(number, take)
            event.accept()
            return
        super().keyPressEvent(event)

    def _show_node(self) -> None:
        self.result.show_node(self._node)
        self._on_changed()
        self._chain_tabs()

    def _on_changed(self) -> None:
        settling = self._settling
        if settling is None:
            return
        count = len(settling.differences)
        is_one = len(self._titles) == 1
        self._title.set_text(self._titles[0] if is_one else self._sides.document)
        self._count.set_text(trn("{n} place differs", "{n} places differ", count))
        self.columns.show_taken()
        title = "" if is_one else self._titles[self._node]
        self.result.refresh(title, self._sides.other)
        self._show_use_tip()
        self.taken_changed.emit()

    def _show_use_tip(self) -> None:
        why_not = self.why_not_settled
        self.use.setEnabled(not why_not)
        set_tip(self.use, why_not or tr("Make this the text of the document"), self._use_action.shortcut())

    # Room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_narrow, is_short = self.width() < NARROW_PX, self.height() < SHORT_PX
        if is_short != self._is_short:
            self._is_short = is_short
            self._share_height()
        margin = _NARROW_MARGIN_PX if is_narrow else _MARGIN_PX
        above = _SHORT_GAP_PX if is_short else _GAP_PX if is_narrow else 16
        self._body.setContentsMargins(margin, above, margin, _SHORT_GAP_PX if is_short else _GAP_PX)
        self._foot.setContentsMargins(margin, 0, margin, 0)
        if not is_narrow:
            self._wants_before = None
        self._show_before()
        self._fit_footer()

    def _fit_footer(self) -> None:
        """Name the key of the main answer where all answers are whole beside it."""
        self.use.show_keys(shown=True)
        buttons = [one for one in (self.later, self.copy, self.use) if not one.isHidden()]
        wanted = sum(button.sizeHint().width() + 8 for button in buttons) - 8
        self.use.show_keys(shown=wanted <= self.width() - 2 * self._foot.contentsMargins().left())

    def _share_height(self) -> None:
        is_short = self._is_short
        gap_px = _SHORT_GAP_PX if is_short else _GAP_PX
        self._body.setSpacing(gap_px)
        self._panes.setHandleWidth(gap_px)
        self._panes.setSizes(_SHORT_SIZES if is_short else _SIZES)
        self._footer.setMinimumHeight(_SHORT_FOOTER_PX if is_short else _FOOTER_PX)
        if is_short:
            self.columns.add_foot(self.note)
        else:
            self._body.addWidget(self.note)
        self._chain_tabs()

    def _show_before(self) -> None:
        is_narrow = self.width() < NARROW_PX
        shown = not is_narrow if self._wants_before is None else self._wants_before
        self.before_button.setVisible(is_narrow)
        self.before_button.setText(tr("Hide before") if shown else tr("Show before"))
        self.columns.show_before(shown=shown, is_narrow=is_narrow)

    def _on_before_clicked(self) -> None:
        self._wants_before = not self._wants_before
        self._show_before()

    def _chain_tabs(self) -> None:
        """What is made later would come last in the whole window."""
        parts: list[QWidget] = [self.before_button, self._previous, self._next, *self.columns.tab_stops]
        result = [self.result.text] if self.result.text is not None else []
        note = self.note.tab_stops
        parts += [*note, *result] if self._is_short else [*result, *note]
        parts += [self.later, self.copy, self.use]
        for before, part in pairwise(parts):
            QWidget.setTabOrder(before, part)


def _nothing() -> None:
    pass
