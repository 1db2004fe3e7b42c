"""One entry of a group: where it stands and what it says, with what tells it apart, and whether it stays or goes."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.layouts.documents import DocumentKind
from memdesk.services.duplicates.duplicates import DuplicateGroup, evidence_of
from memdesk.services.remembered.entries import Entry
from memdesk.text.edits import Span
from memdesk.ui.duplicates.words import without_marker
from memdesk.ui.i18n import told, tr
from memdesk.ui.memory.crumbs import scope_title
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.chips import Chip
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.tips import plain_tip

LEAST_WIDTH_PX = 230
_LEAST_TEXT_PX = 80


class MemberCard(QWidget):
    """Shows member `number` of `group`.

    Signals:
        picked: this one is to stay.
        goes_changed: whether it goes has changed.
    """

    picked = Signal()
    goes_changed = Signal()

    def __init__(
        self, themes: ThemeManager, group: DuplicateGroup, number: int, *, is_pinned: bool = False
    ) -> None:
        super().__init__()
        self.entry: Entry = group.members[number]
        self.is_pinned = is_pinned
        document = self.entry.document
        self.pick = CheckBox(themes, tr("{number} stays", number=number + 1))
        self.goes = CheckBox(themes, tr("goes"))
        self.text = LinesView(
            themes, tr("What entry {number} says", number=number + 1), least_px=_LEAST_TEXT_PX
        )
        lines = _lines(self.entry.text, evidence_of(group, number).differing)
        self.text.set_lines(lines, around=self.entry.around)
        for box in (self.pick, self.goes):
            whose = f"{document.title}, {told(self.entry.root.label)}"
            box.setAccessibleDescription(tr("{place}, pinned", place=whose) if is_pinned else whose)
        if document.why_read_only:
            for box in (self.pick, self.goes):
                box.setEnabled(False)
                box.setToolTip(plain_tip(document.why_read_only))
        said = without_marker(self.entry.title) or document.title
        self._said, self._masks = said, themes.masks
        self._title = ElidedLabel(themes, weight=Weight.DemiBold)
        self._show_title()
        themes.masks.changed.connect(self._show_title)
        where = f"{told(self.entry.root.label)} · {scope_title(document)} · {document.title}"
        place = ElidedLabel(themes, where, role="small", tone="text2")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title, 1)
        if is_pinned:
            head.addWidget(Chip(themes, tr("Pinned by you"), icon="pin", tone="warn"))
        self._lay_out(head, place)
        self.setMinimumWidth(LEAST_WIDTH_PX)
        self.pick.clicked.connect(self.picked)
        self.goes.toggled.connect(lambda _on: self.goes_changed.emit())

    def _show_title(self) -> None:
        self._title.set_text(self._masks.shown_in(self._said, self.entry.around))

    @property
    def can_go(self) -> bool:
        """Whether it may be taken out: not where its document is read-only."""
        return not self.entry.document.why_read_only

    @property
    def is_by_hand(self) -> bool:
        """Whether people write the document that it stands in."""
        return self.entry.document.kind is DocumentKind.RULES

    @property
    def goes_by_itself(self) -> bool:
        """Whether it goes unless the user says otherwise: nothing that is pinned or written by hand does."""
        return self.can_go and not self.is_by_hand and not self.is_pinned

    def show_choice(self, *, stays: bool, goes: bool) -> None:
        """Show what becomes of it."""
        self.pick.setChecked(stays)
        self.goes.blockSignals(True)
        self.goes.setChecked(goes and not stays)
        self.goes.setEnabled(not stays and self.can_go)
        self.goes.blockSignals(False)

    def _lay_out(self, head: QHBoxLayout, place: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(place)
        column.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addWidget(self.pick)
        row.addStretch(1)
        row.addWidget(self.goes)
        column.addLayout(row)


def _lines(text: str, differing: tuple[Span, ...]) -> list[Line]:
    """The text line by line, with the words marked that tell it apart."""
    lines, start = [], 0
    for line in text.split("\n"):
        end = start + len(line)
        words = tuple(
            (span.start - start, span.end - start) for span in differing if start <= span.start < end
        )
        lines.append(Line(line.rstrip("\r"), words=words))
        start = end + 1
    return lines
