"""The left panel of the screen "History": whose and which history to show, those of gone documents included."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.history.timeline import Known
from memdesk.ui import format as shown
from memdesk.ui.history.words import place_of
from memdesk.ui.i18n import listed, told, tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.defaults import document_icon
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import PlaneFrame
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index, ListRow, ListView
from memdesk.ui.widgets.overlay_close import OverlayClose
from memdesk.ui.widgets.steady_list import show_steadily


class Choice(NamedTuple):
    """One row: everything (`path` empty), the memory of an agent (`path` its root), or one document (`known`).

    `monogram` are the letters of the agent.
    """

    path: str
    title: str
    known: Known | None = None
    how_many: int = 0
    monogram: str = ""

    @property
    def row(self) -> ListRow:
        """What it looks like."""
        if self.known is None:
            return ListRow("layers", self.title, "", shown.number(self.how_many), monogram=self.monogram)
        document = self.known.past.document
        icon = "file-x" if self.known.is_gone else document_icon(document.kind)
        age = shown.age(self.known.newest.when)
        # The row of the agent stands above.
        place = told(document.scope.title) if self.known.past.root is not None else place_of(self.known.past)
        return ListRow(icon, self.title, place, age, Qt.TextElideMode.ElideMiddle)

    @property
    def spoken(self) -> str:
        """The row in a sentence."""
        if self.known is None:
            return f"{self.title}, {shown.files(self.how_many)}"
        gone = tr("gone") if self.known.is_gone else ""
        parts = (self.title, place_of(self.known.past), gone, shown.spoken_age(self.known.newest.when))
        return listed(parts)


_EVERYTHING = Choice("", "")


def choices_of(known: Sequence[Known], text: str) -> list[Choice]:
    """The rows for these documents, newest change first below their agents; `text` narrows them down by name and path.

    What belongs to no open root stands last.
    """
    found = sorted(matching(known, text), key=lambda one: -one.newest.id)
    by_root: dict[str, list[Known]] = {}
    for one in found:
        by_root.setdefault(one.past.root.path if one.past.root is not None else "", []).append(one)
    rows = [Choice("", tr("All documents"), None, len(found))]
    for root in sorted(by_root, key=lambda path: not path):
        members = by_root[root]
        if root:
            past = members[0].past
            title = told(past.whose) or os.path.basename(root)
            rows.append(Choice(root, title, None, len(members), past.layout.monogram))
        rows += [Choice(one.path, one.past.document.title, one) for one in members]
    return rows


def matching(known: Iterable[Known], text: str) -> list[Known]:
    """Those whose title, place or path contains `text`, in any case."""
    wanted = text.casefold()
    return [one for one in known if not wanted or wanted in _words_of(one).casefold()]


def _words_of(one: Known) -> str:
    return f"{one.past.document.title}\n{place_of(one.past)}\n{one.path}"


class _Model(ListModel[Choice]):
    def title(self, row: Choice) -> str:
        return row.title

    def spoken(self, row: Choice) -> str:
        return plain_name(row.spoken)

    def tip(self, row: Choice) -> str:
        return row.path


class _Choices(ListView):
    moved = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        self.choices = _Model()
        super().__init__(themes, self.choices, tr("Documents that have a history"))

    def row_at(self, number: int) -> ListRow | None:
        choice = self.choices.at(number)
        return choice.row if choice is not None else None

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()


class DocumentsPanel(QWidget):
    """The documents of the history, with a filter.

    Signals:
        choice_changed: show the history of something else; see `wanted_paths`.
    """

    choice_changed = Signal()

    def __init__(
        self, themes: ThemeManager, filter_action: QAction, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._known: Sequence[Known] = ()
        self._is_filling = False
        self._field = FilterField(themes, tr("Filter by name"), placeholder=tr("Filter"))
        self._field.follow(filter_action)
        self._list = _Choices(themes)
        self._lay_out(themes)
        self._field.textChanged.connect(self._on_text_changed)
        self._field.list_requested.connect(self._list.setFocus)
        self._list.moved.connect(self._on_moved)

    @property
    def choice(self) -> Choice:
        """The row that is chosen."""
        row = self._list.currentIndex().row()
        rows = self._list.choices.rows
        return rows[row] if 0 <= row < len(rows) else _EVERYTHING

    @property
    def text(self) -> str:
        """What the list is narrowed down by."""
        return self._field.text()

    def wanted_paths(self) -> frozenset[str] | None:
        """The documents whose history is wanted; None for all of them."""
        choice = self.choice
        if choice.known is not None:
            return frozenset({choice.path})
        if not choice.path and not self.text:
            return None
        found = matching(self._known, self.text)
        inside = [one for one in found if not choice.path or _root_path(one) == choice.path]
        return frozenset(one.path for one in inside)

    def show_known(self, known: Sequence[Known]) -> None:
        """Show these documents; what was chosen stays so, and what one looks at stays where it is."""
        self._known = known
        choices, rows = self._list.choices, choices_of(known, self.text)
        self._is_filling = True
        show_steadily(
            self._list,
            lambda: [choice.path for choice in choices.rows],
            lambda: choices.show_rows(rows),
            fallback=0,
        )
        if not self._list.currentIndex().isValid():
            self._list.setCurrentIndex(choices.index(0))
        self._is_filling = False

    def focus_on(self, path: str) -> None:
        """Choose a document or an agent's root; of a folder, what is below it."""
        rows = choices_of(self._known, "")
        is_row = any(choice.path == path for choice in rows)
        self._is_filling = True
        self._field.setText("" if is_row else path)
        self._is_filling = False
        self._fill(path if is_row else "")
        self.choice_changed.emit()

    def clear(self) -> None:
        """Show everything."""
        self.focus_on("")

    def focus_filter(self) -> None:
        """Put the focus into the filter, with its text selected."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def _fill(self, chosen: str) -> None:
        rows = choices_of(self._known, self.text)
        self._is_filling = True
        self._list.choices.show_rows(rows)
        place = next((n for n, choice in enumerate(rows) if choice.path == chosen), 0)
        self._list.setCurrentIndex(self._list.choices.index(place))
        self._is_filling = False

    def _on_text_changed(self) -> None:
        if not self._is_filling:
            self._fill("")
            self.choice_changed.emit()

    def _on_moved(self) -> None:
        if not self._is_filling:
            self.choice_changed.emit()

    def _lay_out(self, themes: ThemeManager) -> None:
        header = PlaneFrame("header")
        header.setFixedHeight(themes.theme.row_height(themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(12, 0, 12, 0)
        bar.setSpacing(8)
        bar.addWidget(self._field, 1)
        bar.addWidget(OverlayClose(themes))
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(6, 6, 6, 6)
        inside.addWidget(self._list)
        self._list.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)


def _root_path(one: Known) -> str:
    return one.past.root.path if one.past.root is not None else ""
