"""The merge editor: similar entries, the evidence, which one stays with which text, and the files that change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.services.documents.taken import Address, NodeId
from memdesk.services.duplicates.duplicates import DuplicateGroup
from memdesk.services.remembered.entries import Entry
from memdesk.services.uniting.pinned_union import is_pinned
from memdesk.services.uniting.uniting import Union, combined
from memdesk.text.document import trim
from memdesk.ui.duplicates.group_list import GroupList, GroupModel
from memdesk.ui.duplicates.member_card import MemberCard
from memdesk.ui.duplicates.words import evidence_words
from memdesk.ui.editor.secret_masks import MaskedText
from memdesk.ui.form.field_box import FieldBox
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.buttons import Button, LinkButton, PrimaryButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.even_text import EvenText
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.tips import by_both_enters

_WIDE, _HIGH = 1080, 720
_MARGIN_PX = 40
_LIST_PX = 280
_TEXT_LINES, _TEXT_MARGIN_PX = 4, 4
_REST_MS = 120
_MERGING = QKeySequence("Ctrl+Return")
_Key = Qt.Key
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
Member = tuple[str, NodeId, str]
"""An entry of a group: its path, its node and its text."""


class _StayingText(EvenText):
    """The text that stays; what is masked elsewhere is masked here."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes, _TEXT_MARGIN_PX, lines=_TEXT_LINES)
        self.setAccessibleName(tr("The text that stays"))
        self.setTabChangesFocus(True)
        self._masked = MaskedText(self, themes)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._masked.paint(event.rect())

    def retype(self, text: str) -> None:
        """Put `text` in place of all that stands there, as one step that the field takes back."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)


class Written(NamedTuple):
    """A text that was typed for a group, and the number of the entry that was to stay."""

    kept: int
    text: str


class DuplicatesDialog(QDialog):
    """Shows groups, and asks what is to become of the one that is chosen.

    Signals:
        preview_wanted: tell which files would change; argument: a `Union`.
        merge_chosen: do it; argument: a `Union`.
        dismissal_chosen: show a group no more; argument: the `DuplicateGroup`.
        stop_requested: look no further.
    """

    preview_wanted = Signal(object)
    merge_chosen = Signal(object)
    dismissal_chosen = Signal(object)
    stop_requested = Signal()

    def __init__(
        self, themes: ThemeManager, parent: QWidget, written: dict[tuple[Member, ...], Written]
    ) -> None:
        """`written` is what was typed before for groups, and takes what is typed now and not merged."""
        super().__init__(parent)
        self._themes = themes
        self._window = parent.window()
        self.model = GroupModel(themes.masks)
        self.list = GroupList(themes, self.model)
        self.cards: list[MemberCard] = []
        self.text = _StayingText(themes)
        self.files = LinesView(themes, tr("What changes, file by file"))
        self.combine_button = Button(themes, tr("Combine"))
        self.dismiss_button = Button(themes, tr("Dismiss"))
        self.close_button = Button(themes, tr("Close"))
        self.merge_button = PrimaryButton(themes, tr("Merge"), keys=_MERGING)
        self._evidence = TextLabel(themes, tone="text2", wrap=True)
        self._note = TextLabel(themes, role="small", tone="rem", wrap=True)
        self._count = ElidedLabel(themes, weight=Weight.DemiBold)
        self.stop_button = LinkButton(themes, tr("Stop"))
        self.stop_button.hide()
        self._nothing = EmptyState(themes, "copy", tr("Looking for what is there twice…"))
        self._pages = QStackedWidget()
        self._row = QHBoxLayout()
        self._kept = 0
        self._of_cards: DuplicateGroup | None = None
        self._written = written
        self._pins: frozenset[Address] = frozenset()
        self._is_filling = self._is_known = self._merges_soon = False
        self._rest = single_shot(self, _REST_MS, self._on_rest)
        self.setWindowTitle(tr("Duplicates and contradictions"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out()
        self._connect()
        self._pages.setCurrentWidget(self._nothing)
        for button in (self.merge_button, self.dismiss_button):
            button.setEnabled(False)

    # What is shown

    @property
    def group(self) -> DuplicateGroup | None:
        """The group that is chosen."""
        row = self.list.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    @property
    def union(self) -> Union | None:
        """What is to become of it."""
        if not self.cards:
            return None
        kept = self.cards[self._kept].entry
        removed = tuple(card.entry for card in self.cards if card.goes.isChecked())
        return Union(kept, self.text.toPlainText(), removed)

    def show_groups(
        self,
        groups: Sequence[DuplicateGroup],
        entry: Entry | None = None,
        pins: frozenset[Address] = frozenset(),
    ) -> None:
        """Show what was found, beginning at the group of `entry`. Else the chosen one stays, with what was typed."""
        self._pins = pins
        before, row = self.group, max(0, self.list.currentIndex().row())
        kept = self.cards[self._kept].entry if self.cards and entry is None else None
        self._is_filling = True
        self.model.show_rows(tuple(groups))
        count = trn("{n} group", "{n} groups", len(groups))
        self._count.set_text(count)
        self.setWindowTitle(tr("Duplicates and contradictions, {count}", count=count))
        if groups:
            row = _row_of(groups, before if entry is None else None, entry or kept, row)
            self.list.setCurrentIndex(self.model.index(row, 0))
            self._pages.setCurrentIndex(0)
        else:
            self._nothing.set_words(
                tr("Nothing is there twice."),
                tr("No two entries say the same, nearly the same or the opposite."),
            )
            self._pages.setCurrentWidget(self._nothing)
        self._is_filling = False
        self._take_up(before, self.group, kept)

    def _take_up(
        self, before: DuplicateGroup | None, group: DuplicateGroup | None, kept: Entry | None
    ) -> None:
        """Go on with `group`: agents write while one decides, mostly elsewhere."""
        if before is not None and group is not None and _members(before) == _members(group):
            for card, member in zip(self.cards, group.members, strict=True):
                card.entry = member
            self._rest.start()
            return
        typed = self.text.toPlainText() if self._is_typed else ""
        self._show_group()
        number = next((n for n, card in enumerate(self.cards) if _is_of(card.entry, kept)), -1)
        if group is not None and number >= 0:
            self._choose(number)
            self._show_text(typed or trim(self.cards[number].entry.text))

    def show_looking(self, *, is_looking: bool) -> None:
        """A look takes longer than one waits without a word: say so, and let it be stopped."""
        self.stop_button.setVisible(is_looking)
        if is_looking:
            self._count.set_text(tr("Looking…"))

    def show_stopped(self) -> None:
        """The look was stopped: what was known stays."""
        groups = self.model.rows
        self._count.set_text(trn("{n} group", "{n} groups", len(groups)) if groups else "")
        if not groups:
            self._nothing.set_words(
                tr("The search was stopped."), tr("Close this and open it again to search anew.")
            )

    def _show_evidence(self) -> None:
        if self.group is not None:
            self._evidence.setText(evidence_words(self.group, self._themes.masks))

    def show_files(self, lines: Sequence[Line], why_not: str = "", around: str = "") -> None:
        """Show what would change, or why it cannot be done; `around` tells what of the lines is a secret."""
        self._is_known = True
        self.files.set_lines(lines, around=around)
        self._note.setText(why_not)
        self._note.setVisible(bool(why_not))
        self.merge_button.setEnabled(not why_not and bool(lines))
        if self._merges_soon:
            self._merge()

    def pick(self, number: int) -> None:
        """Let this entry stay, and the others go."""
        if 0 <= number < len(self.cards) and self.cards[number].pick.isEnabled():
            self._choose(number)
            self.text.retype(trim(self.cards[number].entry.text))
            self._ask()

    def combine(self) -> None:
        """Take every line of all of them once."""
        if self.cards:
            self.text.retype(combined([card.entry for card in self._kept_first()]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Numbers pick, C combines, D dismisses: wherever nothing is typed. Escape leaves the text, then the dialog."""
        key = event.key()
        if key == _Key.Key_Escape and self.text.hasFocus():
            self.list.setFocus()
        elif _Key.Key_1 <= key <= _Key.Key_9 and not event.modifiers() & ~_KEYPAD:
            self.pick(key - _Key.Key_1)
        elif key == _Key.Key_C and not event.modifiers():
            self.combine()
        elif key == _Key.Key_D and not event.modifiers():
            self._dismiss()
        else:
            super().keyPressEvent(event)

    def done(self, result: int) -> None:
        """Close, and keep what was typed for when the editor is opened again."""
        self._keep_written()
        super().done(result)

    # One step below

    def _choose(self, number: int) -> None:
        self._kept = number
        for at, card in enumerate(self.cards):
            card.show_choice(stays=at == number, goes=card.goes_by_itself)

    def _show_text(self, text: str) -> None:
        """Begin with `text`: there is nothing to take back."""
        self.text.setPlainText(text)
        self._ask()

    @property
    def _is_typed(self) -> bool:
        """Whether the text that stays is another one than that of the entry which stays."""
        return bool(self.cards) and self.text.toPlainText() != trim(self.cards[self._kept].entry.text)

    def _kept_first(self) -> list[MemberCard]:
        return [self.cards[self._kept], *(card for card in self.cards if card is not self.cards[self._kept])]

    def _keep_written(self) -> None:
        """Keep what was typed for when its group is chosen again."""
        if self._of_cards is not None:
            key = tuple(_members(self._of_cards))
            self._written.pop(key, None)
            if self._is_typed:
                self._written[key] = Written(self._kept, self.text.toPlainText())

    def _show_group(self) -> None:
        self._keep_written()
        focused: QWidget | None = self.focusWidget()
        if focused is not None and any(card.isAncestorOf(focused) for card in self.cards):
            self.list.setFocus()
        for card in self.cards:
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards, self._kept = [], 0
        group = self._of_cards = self.group
        self.files.set_lines(())
        self.merge_button.setEnabled(False)
        self.dismiss_button.setEnabled(group is not None)
        if group is None:
            return
        self._show_evidence()
        for number in range(len(group.members)):
            pinned = is_pinned(group.members[number], self._pins)
            card = MemberCard(self._themes, group, number, is_pinned=pinned)
            card.picked.connect(lambda number=number: self.pick(number))
            card.goes_changed.connect(self._ask)
            self._row.addWidget(card, 1)
            self.cards.append(card)
        # What would not go by itself stays best.
        chances = [number for number, card in enumerate(self.cards) if card.can_go]
        guarded = (number for number in chances if not self.cards[number].goes_by_itself)
        kept = next(guarded, next(iter(chances), 0))
        written = self._written.get(tuple(_members(group)))
        if written is None:
            written = Written(kept, trim(self.cards[kept].entry.text))
        self._choose(written.kept)
        self._show_text(written.text)

    def _ask(self) -> None:
        self._is_known = self._merges_soon = False
        self.merge_button.setEnabled(False)
        self._rest.start()

    def _on_current_changed(self) -> None:
        if not self._is_filling:
            self._show_group()

    def _on_rest(self) -> None:
        union = self.union
        if union is not None:
            self.preview_wanted.emit(union)

    def _merge(self) -> None:
        """Do it, as soon as it is known what would change."""
        union = self.union
        self._merges_soon = union is not None and not self._is_known
        if union is not None and self.merge_button.isEnabled():
            self.merge_button.setEnabled(False)
            self.merge_chosen.emit(union)

    def _dismiss(self) -> None:
        if self.group is not None:
            self.dismissal_chosen.emit(self.group)

    def _connect(self) -> None:
        self._themes.masks.changed.connect(self._show_evidence)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._on_current_changed())
        self.text.textChanged.connect(self._ask)
        self.combine_button.clicked.connect(self.combine)
        self.dismiss_button.clicked.connect(self._dismiss)
        self.merge_button.clicked.connect(self._merge)
        self.close_button.clicked.connect(self.reject)
        self.stop_button.clicked.connect(self.stop_requested)
        for keys in by_both_enters(_MERGING):
            QShortcut(keys, self, self._merge)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        body = PlaneFrame("panel")
        halves = QHBoxLayout(body)
        halves.setContentsMargins(16, 12, 16, 12)
        halves.setSpacing(16)
        left = QVBoxLayout()
        left.setSpacing(8)
        heading = QHBoxLayout()
        heading.addWidget(self._count, 1)
        heading.addWidget(self.stop_button)
        left.addLayout(heading)
        left.addWidget(self.list, 1)
        self.list.setFixedWidth(_LIST_PX)
        halves.addLayout(left)
        self._pages.addWidget(self._make_right())
        self._pages.addWidget(self._nothing)
        halves.addWidget(self._pages, 1)
        column.addWidget(body, 1)
        column.addWidget(self._make_foot())
        window = self._window.size()
        self.resize(min(_WIDE, window.width() - _MARGIN_PX), min(_HIGH, window.height() - _MARGIN_PX))

    def _make_right(self) -> QWidget:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        members = QWidget()
        members.setLayout(self._row)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(members)
        scroll.viewport().setAutoFillBackground(False)
        members.setAutoFillBackground(False)
        head = QHBoxLayout()
        head.addWidget(TextLabel(self._themes, tr("The text that stays"), weight=Weight.DemiBold))
        head.addStretch(1)
        head.addWidget(self.combine_button)
        column.addWidget(self._evidence)
        column.addWidget(scroll, 3)
        column.addLayout(head)
        column.addWidget(FieldBox(self.text))
        column.addWidget(TextLabel(self._themes, tr("What changes"), weight=Weight.DemiBold))
        column.addWidget(self.files, 2)
        column.addWidget(self._note)
        self._note.hide()
        return right

    def _make_foot(self) -> QWidget:
        foot = PlaneFrame("footer")
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(8)
        row.addWidget(self.close_button)
        row.addStretch(1)
        row.addWidget(self.dismiss_button)
        row.addWidget(self.merge_button)
        return foot


def _row_of(
    groups: Sequence[DuplicateGroup], before: DuplicateGroup | None, kept: Entry | None, row: int
) -> int:
    """Where that group stands now, else the one that holds the entry which is to stay, else what took its place."""
    same = (n for n, group in enumerate(groups) if before is not None and _members(group) == _members(before))
    holding = (n for n, group in enumerate(groups) if any(_is_of(one, kept) for one in group.members))
    return next(same, next(holding, min(row, len(groups) - 1)))


def _members(group: DuplicateGroup) -> list[Member]:
    return [(one.document.path, one.node_id, one.text) for one in group.members]


def _is_of(entry: Entry, other: Entry | None) -> bool:
    return other is not None and (entry.document.path, entry.node_id) == (other.document.path, other.node_id)
