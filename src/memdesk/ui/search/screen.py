"""The screen "Search": the query, how its words match, the replacement, and the hits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.search.hit_list import HitList
from memdesk.ui.search.rows import Row
from memdesk.ui.search.ways import Ways
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton, PrimaryButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.switch import ModeSwitch

_MARGIN_PX = 16
_PLACEHOLDER = "Words, “a phrase”, agent:ub, type:feedback, in:MEMORY.md, older:90d, pinned:, unsaved:"


class _FieldAboveHits(Field):
    """Down steps into the hits."""

    list_requested = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.list_requested.emit()
        else:
            super().keyPressEvent(event)


class _SearchField(_FieldAboveHits):
    """What is looked for. Escape clears it; Enter opens the first hit."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class _NewField(_FieldAboveHits):
    """What comes instead. Escape gives that up; Enter steps into the hits."""

    dismissed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)


class SearchScreen(QWidget):
    """What is asked for, and what was found.

    Signals:
        asked_changed: something else is looked for; see `text`, `ways` and `place`.
        new_text_changed: something else is to come in place of what was found.
        replace_requested: make the replacements that are ticked.
        opened: show this row's place; argument: the `Row`.
        wanted: the screen came into view and shall be true.
    """

    asked_changed = Signal()
    new_text_changed = Signal()
    replace_requested = Signal()
    opened = Signal(object)
    wanted = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.field = _SearchField(
            themes, tr("Search everything"), icon="search", placeholder=tr(_PLACEHOLDER)
        )
        self.ways = Ways(themes)
        self._place = ModeSwitch(
            themes, tr("Where to search"), (("memory", tr("Memory")), ("history", tr("History")))
        )
        self.replace_switch = IconButton(themes, "replace", tr("Replace"), kind="default")
        self.replace_switch.setCheckable(True)
        self.new_field = _NewField(themes, tr("Replace with"), icon="pencil", placeholder=tr("Replace with"))
        self.replace_button = PrimaryButton(themes, tr("Replace"))
        self._replace_row = QWidget()
        self.status = ElidedLabel(themes, role="small", tone="text3")
        self.hits = HitList(themes)
        self._empty = EmptyState(themes, "search", "")
        self._pages = QStackedWidget()
        self._is_pending = self._opens_soon = False
        self._lay_out()
        self._connect()
        self.show_nothing("")

    # What is asked for

    @property
    def text(self) -> str:
        """What is typed."""
        return self.field.text()

    @property
    def place(self) -> str:
        """`memory` or `history`."""
        return self._place.current

    @property
    def new_text(self) -> str | None:
        """What is to come in place of what was found; None while nothing is to be replaced."""
        return self.new_field.text() if self.replace_switch.isChecked() and self.place == "memory" else None

    def focus_field(self) -> None:
        """Put the focus into the field, with its text selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def ask(self, text: str) -> None:
        """Look for this."""
        self.field.setText(text)

    def show_place(self, place: str) -> None:
        """Search in `memory` or in `history`."""
        self._place.set_current(place)

    def show_replace(self, *, shown: bool) -> None:
        """Show or hide the field of what comes instead."""
        self.replace_switch.setChecked(shown)
        if shown:
            self._place.set_current("memory")
            (self.new_field if self.text else self.field).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # What is shown

    def expect_answer(self) -> None:
        """What is shown answers what was asked before."""
        self._is_pending, self._opens_soon = True, False

    def take_answer(self) -> None:
        """What is shown answers what is asked; whoever pressed Enter for it meanwhile gets to it now."""
        self._is_pending, opens = False, self._opens_soon
        self._opens_soon = False
        if opens and self.field.hasFocus():
            self._open_first()

    def show_rows(self, rows: Sequence[Row], status: str, asked: object = None) -> None:
        """Show what was found. What answers the same as before, `asked`, leaves what one looks at where it is."""
        self.field.set_invalid("")
        self.hits.show_rows(rows, asked, has_ticks=self.new_text is not None)
        self.status.set_text(status)
        self._pages.setCurrentWidget(self.hits)
        self._show_ticks()

    def show_nothing(
        self, heading: str, sentence: str = "", asked: object = None, *, is_fault: bool = False
    ) -> None:
        """Nothing answers `asked`, or nothing is asked for, or it cannot be understood."""
        self.field.set_invalid(heading if is_fault else "")
        self.hits.show_rows((), asked)
        heading = heading or tr("Search everything that your agents remember")
        self._empty.set_words(heading, sentence)
        self.status.set_text("")
        self._pages.setCurrentWidget(self._empty)
        self._show_ticks()

    def show_fault(self, sentence: str) -> None:
        """What is to come instead cannot be understood; an empty sentence takes that back."""
        self.new_field.set_invalid(sentence)
        if sentence:
            self.status.set_text(sentence)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def _show_ticks(self) -> None:
        ticked = self.hits.found.ticked()
        files = len({row.path for row in ticked})
        self.replace_button.setEnabled(bool(ticked))
        self.replace_button.setText(_replace_words(len(ticked), files) if ticked else tr("Replace"))
        self.replace_button.setAccessibleName(_replace_name(len(ticked), files) if ticked else tr("Replace"))

    # Parts

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._make_top())
        whole.addWidget(self._make_body(), 1)
        self.setAccessibleName(tr("Search"))

    def _make_top(self) -> QWidget:
        theme = self._themes.theme
        header = QWidget()
        header.setMinimumHeight(theme.row_height(theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(_MARGIN_PX, 8, _MARGIN_PX, 8)
        bar.setSpacing(8)
        bar.addWidget(self.field, 1)
        for widget in (self.ways, self.replace_switch, self._place):
            bar.addWidget(widget)
        second = QHBoxLayout(self._replace_row)
        second.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 8)
        second.setSpacing(8)
        second.addWidget(self.new_field, 1)
        second.addWidget(self.replace_button)
        self._replace_row.hide()
        top = PlaneFrame("header")
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self._replace_row)
        return top

    def _make_body(self) -> QWidget:
        body = PlaneFrame("window")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(8, 4, 8, 8)
        inside.setSpacing(4)
        words = QHBoxLayout()
        words.setContentsMargins(_MARGIN_PX - 8, 4, _MARGIN_PX - 8, 0)
        words.addWidget(self.status, 1)
        inside.addLayout(words)
        inside.addWidget(self._pages, 1)
        for page in (self.hits, self._empty):
            self._pages.addWidget(page)
        self.hits.viewport().setAutoFillBackground(False)
        return body

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda _text: self.asked_changed.emit())
        self.field.list_requested.connect(self._go_to_hits)
        self.field.returnPressed.connect(self._open_first)
        self.ways.changed.connect(self.asked_changed)
        self._place.current_changed.connect(self._on_place_changed)
        self.replace_switch.toggled.connect(self._on_turned)
        self.replace_switch.clicked.connect(self._focus_turned)
        self.new_field.textChanged.connect(lambda _text: self.new_text_changed.emit())
        self.new_field.returnPressed.connect(self._go_to_hits)
        self.new_field.list_requested.connect(self._go_to_hits)
        self.new_field.dismissed.connect(self._give_up_replacing)
        self.replace_button.clicked.connect(self.replace_requested)
        self.hits.opened.connect(self.opened)
        self.hits.left.connect(self.focus_field)
        self.hits.ticks_changed.connect(self._show_ticks)

    def _on_place_changed(self, _place: str) -> None:
        self.replace_switch.setEnabled(self.place == "memory")
        self._replace_row.setVisible(self.new_text is not None)
        self.asked_changed.emit()

    def _on_turned(self, is_on: bool) -> None:
        self._replace_row.setVisible(is_on)
        self.new_text_changed.emit()

    def _focus_turned(self, is_on: bool) -> None:
        """Who turned it by the button types next what it is for."""
        if is_on:
            self.show_replace(shown=True)
        else:
            self.focus_field()

    def _give_up_replacing(self) -> None:
        self.replace_switch.setChecked(False)
        self.focus_field()

    def _go_to_hits(self) -> None:
        self.hits.choose_first()
        self.hits.setFocus(Qt.FocusReason.TabFocusReason)

    def _open_first(self) -> None:
        if self._is_pending:
            self._opens_soon = True
            return
        self.hits.choose_first()
        row = self.hits.currentIndex().row()
        if 0 <= row < len(self.hits.found.rows):
            self.opened.emit(self.hits.found.rows[row])

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        return (self.field, self.new_field, self._pages)


def _replace_words(hits: int, files: int) -> str:
    said = shown.number(hits)
    return trn(
        "Replace {hits} in {n} file", "Replace {hits} in {n} files", files, hits=said, n=shown.number(files)
    )


def _replace_name(hits: int, files: int) -> str:
    found = trn("{n} hit", "{n} hits", hits, n=shown.number(hits))
    return trn(
        "Replace {hits} in {n} document",
        "Replace {hits} in {n} documents",
        files,
        hits=found,
        n=shown.number(files),
    )
