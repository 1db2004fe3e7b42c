"""The right panel of the inbox: where a change landed, who wrote it, what it costs, what is around it, and checks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from memdesk.services.inbox.checks import Check, CheckKind
from memdesk.services.inbox.items import InboxItem
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.text.document import split_lines, trim
from memdesk.text.tokens import estimate_tokens
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr
from memdesk.ui.inbox.words import writer_of
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.chips import KeyCap
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.notices import IconLabel
from memdesk.ui.widgets.overlay_close import OverlayClose
from memdesk.ui.widgets.wrapping import WrappingLayout

_AROUND = 3
_MOST_LINES = 12
_LEAST_LINES_PX = 90
_OVER_TITLE_PX = 8
_HINT_GAP_PX = 14
_SLACK_PX = 2
"""A text that is laid out may take a little more than its letters are measured to."""


class InPlace(NamedTuple):
    """What there is to know of one change: the lines around it, and how its checks ended.

    `keys` are the private keys that the lines may be a part of.
    """

    item: InboxItem
    lines: tuple[Line, ...]
    checks: tuple[Check, ...]
    keys: str = ""


def lines_around(item: InboxItem, text: str) -> tuple[Line, ...]:
    """The lines of a document about what is there now; none where it cannot be found in `text`."""
    if item.now is None:
        return ()
    key, occurrence = item.now.node
    node = item.past.layout.outline(item.past.document, text).find(key, occurrence) if key else None
    lines = split_lines(text)
    first = text.count("\n", 0, node.span.start) if node is not None else 0
    end = text.count("\n", 0, max(0, node.span.end - 1)) + 1 if node is not None else len(lines)
    came = _came(item)
    around = range(max(0, first - _AROUND), min(len(lines), end + _AROUND))
    found = [
        Line(text, LineKind.ADDED if first <= at < end and _holds(text, came) else LineKind.PLAIN, at + 1)
        for at, text in ((at, lines[at].rstrip("\r\n")) for at in around)
    ]
    return tuple(_about_the_first(found))


def _came(item: InboxItem) -> frozenset[str]:
    """What came, without the marks around it; all of it where nothing was before."""
    then = {trim(line) for line in split_lines(item.then.text)} if item.then is not None else set()
    now = {trim(line) for line in split_lines(item.now.text)} if item.now is not None else set()
    return frozenset((now - then if item.kind is not ReviewKind.MOVED else now) - {""})


def _holds(line: str, came: frozenset[str]) -> bool:
    return any(words in line for words in came)


def _about_the_first(lines: Sequence[Line]) -> Sequence[Line]:
    first = next((at for at, line in enumerate(lines) if line.kind is LineKind.ADDED), 0)
    return lines[max(0, first - _AROUND) :][: _MOST_LINES + 2 * _AROUND]


def check_words(check: Check, masks: SecretMasks) -> str:
    """How a check ended, in a sentence, without what `masks` hide."""
    passed = {
        CheckKind.DUPLICATE: tr("No near-duplicate"),
        CheckKind.SECRET: tr("No secret"),
        CheckKind.HIDDEN: tr("No hidden characters"),
        CheckKind.DEAD_PATH: tr("No dead path"),
        CheckKind.OVER_BUDGET: tr("The agent gets it"),
    }
    if check.is_passed:
        return passed[check.kind]
    evidence = " ".join(told(check.evidence).split())
    said = masks.shown(evidence)
    return {
        CheckKind.DUPLICATE: tr(
            "Nearly the same as “{name}” in {file}", name=said[:60], file=os.path.basename(check.path)
        ),
        CheckKind.SECRET: tr("Looks like {what}", what=evidence),
        CheckKind.HIDDEN: tr("Hidden characters: {what}", what=evidence),
        CheckKind.DEAD_PATH: tr("Not there: {paths}", paths=said),
        CheckKind.OVER_BUDGET: tr("Left out: {why}", why=evidence),
    }[check.kind]


def chip_words(check: Check) -> str:
    """The same in a word or two, for a card."""
    return {
        CheckKind.DUPLICATE: tr("Near-duplicate"),
        CheckKind.SECRET: tr("Secret"),
        CheckKind.HIDDEN: tr("Hidden characters"),
        CheckKind.DEAD_PATH: tr("Dead path"),
        CheckKind.OVER_BUDGET: tr("Left out"),
    }[check.kind]


class PlacePanel(QWidget):
    """Shows an `InPlace`.

    Signals:
        open_requested: show the document.
    """

    open_requested = Signal()

    def __init__(self, themes: ThemeManager, home: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._home = home
        self._open = Button(themes, tr("Open file"), icon="external-link")
        self._open.clicked.connect(self.open_requested)
        self._file = ElidedLabel(themes, role="small", mode=Qt.TextElideMode.ElideMiddle)
        self._facts = [TextLabel(themes, role="small", wrap=True) for _ in range(3)]
        names: Sequence[str] = (tr("File"), tr("Written by"), tr("Reaches the agent"), tr("Size"))
        self._names = [TextLabel(themes, name, role="small", tone="text2", wrap=True) for name in names]
        self._around_title = TextLabel(themes, tr("Around this entry"), role="small", weight=Weight.DemiBold)
        self._lines = LinesView(themes, tr("Around this entry"), least_px=_LEAST_LINES_PX)
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._checks_title = TextLabel(themes, tr("Check"), role="small", weight=Weight.DemiBold)
        self._checks = QVBoxLayout()
        self._page = QWidget()
        self._area = _scrolled(self._page)
        self._place: InPlace | None = None
        themes.masks.changed.connect(self._on_masks_changed)
        themes.fonts_changed.connect(self._fit_names)
        self._nothing = EmptyState(themes, "inbox", tr("Choose a change to see where it is."), upright=True)
        self._lay_out()
        self.show_item(None)

    def show_item(self, item: InboxItem | None) -> None:
        """Show what is known at once."""
        self._area.setVisible(item is not None)
        self._nothing.setVisible(item is None)
        self._open.setEnabled(item is not None)
        if item is None:
            return
        self._file.set_text(shown.isolated(shown.short_path(item.path, self._home)))
        texts = (
            tr("{who}, {age}", who=writer_of(item), age=shown.ago(item.when)),
            told(item.past.document.reach) or tr("not known"),
            _cost(item),
        )
        for label, text in zip(self._facts, texts, strict=True):
            label.setText(text)

    def show_place(self, place: InPlace | None) -> None:
        """Show what a worker found; None while it looks."""
        self._place = place
        lines = place.lines if place is not None else ()
        self._around_title.setVisible(bool(lines))
        self._lines.setVisible(bool(lines))
        self._lines.set_lines(lines, around=place.keys if place is not None else "")
        checks = place.checks if place is not None else ()
        self._checks_title.setVisible(bool(checks))
        while (old := self._checks.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for check in checks:
            self._checks.addWidget(self._row(check))

    def _on_masks_changed(self) -> None:
        self.show_place(self._place)

    def _row(self, check: Check) -> QWidget:
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        icon, tone = ("circle-check", "add") if check.is_passed else ("triangle-alert", "warn")
        size = self._themes.theme.icon_sizes.row
        mark = IconLabel(self._themes, icon, "add" if tone == "add" else "warn", size)
        box.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        box.addWidget(
            TextLabel(self._themes, check_words(check, self._themes.masks), role="small", wrap=True), 1
        )
        return row

    def _lay_out(self) -> None:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.row_height(self._themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(16, 0, 12, 0)
        bar.addWidget(TextLabel(self._themes, tr("In place"), weight=Weight.DemiBold), 1)
        bar.addWidget(self._open)
        bar.addWidget(OverlayClose(self._themes))
        body = PlaneFrame("panel")
        around = QVBoxLayout(body)
        around.setContentsMargins(16, 14, 12, 12)
        around.addWidget(self._area)
        around.addWidget(self._nothing)
        inside = QVBoxLayout(self._page)
        inside.setContentsMargins(0, 0, 4, 0)
        inside.setSpacing(8)
        inside.addLayout(self._grid())
        for title in (self._around_title, self._checks_title):
            title.setContentsMargins(0, _OVER_TITLE_PX, 0, 0)
        for widget in (self._around_title, self._lines, self._checks_title):
            inside.addWidget(widget)
        inside.addLayout(self._checks)
        inside.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)
        column.addWidget(Hairline(self._themes))
        column.addWidget(self._make_hints())

    def _make_hints(self) -> QWidget:
        """The keys that go through the list; those of a change stand on its buttons."""
        hints = PlaneFrame("panel")
        around, row = QVBoxLayout(hints), WrappingLayout(_HINT_GAP_PX)
        around.setContentsMargins(16, 10, 12, 10)
        around.addLayout(row)
        for keys, words in (
            (("J", "K"), tr("next, previous")),
            (("U",), tr("undo")),
            (("?",), tr("all keys")),
        ):
            hint = QWidget()
            parts = QHBoxLayout(hint)
            parts.setContentsMargins(0, 0, 0, 0)
            parts.setSpacing(6)
            for key in keys:
                parts.addWidget(KeyCap(self._themes, QKeySequence(key)))
            parts.addWidget(TextLabel(self._themes, words, role="small", tone="text2"))
            row.insert_widget(row.count(), hint)
        return hints

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for at, (name, label) in enumerate(zip(self._names, (self._file, *self._facts), strict=True)):
            grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, at, 1, Qt.AlignmentFlag.AlignTop)
        return grid

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()

    def _fit_names(self) -> None:
        """Let the names take two fifths at most: what they name is longer, and has no other place."""
        metrics = self._themes.theme.metrics("small")
        widest = max(metrics.horizontalAdvance(name.text()) for name in self._names)
        for name in self._names:
            name.setFixedWidth(min(widest + _SLACK_PX, 2 * self.width() // 5))


def _scrolled(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setProperty("plane", "panel")
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    page.setAutoFillBackground(False)
    return area


def _cost(item: InboxItem) -> str:
    before = item.then.text if item.then is not None else ""
    after = item.now.text if item.now is not None else ""
    chars, tokens = len(after) - len(before), estimate_tokens(after) - estimate_tokens(before)
    if chars >= 0:
        return tr("adds {chars}, {tokens}", chars=shown.chars(chars), tokens=shown.tokens(tokens))
    return tr("saves {chars}, {tokens}", chars=shown.chars(-chars), tokens=shown.tokens(max(0, -tokens)))
