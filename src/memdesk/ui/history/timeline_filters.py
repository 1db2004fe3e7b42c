"""Whose versions, and of which sort, the timeline shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.store.timeline import By, Sort
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.menus import PopupMenu


class TimelineFilters(QWidget):
    """Two menus: by whom, and which sort.

    Signals:
        changed: something else is wanted.
    """

    changed = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.by, self.sort = By.ANYBODY, Sort.ANY
        self._by_button = Button(themes, "", chevron=True)
        self._sort_button = Button(themes, "", chevron=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        menus: tuple[tuple[Button, Sequence[tuple[By | Sort, str]]], ...] = (
            (self._by_button, _by_words()),
            (self._sort_button, _sort_words()),
        )
        for button, words in menus:
            menu = PopupMenu(themes, button)
            for value, text in words:
                menu.add_literal(text).triggered.connect(partial(self._on_chosen, value))
            button.setMenu(menu)
            row.addWidget(button)
        self._name()

    @property
    def is_narrowed(self) -> bool:
        """Whether something is left out."""
        return self.by is not By.ANYBODY or self.sort is not Sort.ANY

    def clear(self) -> None:
        """Leave nothing out, without a signal."""
        self.by, self.sort = By.ANYBODY, Sort.ANY
        self._name()

    def _on_chosen(self, value: By | Sort, _checked: bool = False) -> None:
        if isinstance(value, By):
            self.by = value
        else:
            self.sort = value
        self._name()
        self.changed.emit()

    def _name(self) -> None:
        by = next(text for one, text in _by_words() if one is self.by)
        sort = next(text for one, text in _sort_words() if one is self.sort)
        for button, text in ((self._by_button, by), (self._sort_button, sort)):
            button.setText(text)
            button.setAccessibleName(tr("{filter}, choose another", filter=text))
            button.updateGeometry()


def _by_words() -> Sequence[tuple[By, str]]:
    return (
        (By.ANYBODY, tr("By anybody")),
        (By.YOU, tr("By you")),
        (By.OTHERS, tr("By agents and programs")),
    )


def _sort_words() -> Sequence[tuple[Sort, str]]:
    return (
        (Sort.ANY, tr("Every change")),
        (Sort.REMOVALS, tr("Removed files")),
        (Sort.RESTORES, tr("Restores and undos")),
        (Sort.FIRST_SEEN, tr("First copies")),
    )
