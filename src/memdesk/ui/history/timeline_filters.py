"""Whose versions, and of which sort, the timeline shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from memdesk.store.timeline import By, Sort
from memdesk.ui.i18n import listed, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.menus import PopupMenu

_GAP_PX = 8


class TimelineFilters(QWidget):
    """Two menus: by whom, and which sort; one that holds both where their buttons have no room side by side.

    Signals:
        changed: something else is wanted.
    """

    changed = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.by, self.sort = By.ANYBODY, Sort.ANY
        self._by_button = Button(themes, "", chevron=True)
        self._sort_button = Button(themes, "", chevron=True)
        self._both_button = Button(themes, "", chevron=True)
        self._both_button.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP_PX)
        by, sort = _by_words(), _sort_words()
        menus: tuple[tuple[Button, Sequence[Sequence[tuple[By | Sort, str]]]], ...] = (
            (self._by_button, (by,)),
            (self._sort_button, (sort,)),
            (self._both_button, (by, sort)),
        )
        for button, halves in menus:
            button.setMenu(self._menu_of(themes, button, halves))
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

    def sizeHint(self) -> QSize:
        wide = self._by_button.sizeHint().width() + _GAP_PX + self._sort_button.sizeHint().width()
        return QSize(wide, self._by_button.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        wanted = self.sizeHint()
        return QSize(min(wanted.width(), self._both_button.sizeHint().width()), wanted.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        is_wide = self.sizeHint().width() <= self.width()
        self._by_button.setVisible(is_wide)
        self._sort_button.setVisible(is_wide)
        self._both_button.setVisible(not is_wide)

    def _menu_of(
        self, themes: ThemeManager, button: Button, halves: Sequence[Sequence[tuple[By | Sort, str]]]
    ) -> PopupMenu:
        menu = PopupMenu(themes, button)
        for words in halves:
            menu.addSeparator()
            for value, text in words:
                menu.add_literal(text).triggered.connect(partial(self._on_chosen, value))
        return menu

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
        narrowed = listed(
            (by if self.by is not By.ANYBODY else "", sort if self.sort is not Sort.ANY else "")
        )
        for button, text in (
            (self._by_button, by),
            (self._sort_button, sort),
            (self._both_button, narrowed or sort),
        ):
            button.setText(text)
            button.setAccessibleName(tr("{filter}, choose another", filter=text))
            button.updateGeometry()
        self.updateGeometry()
        self._fit()


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
