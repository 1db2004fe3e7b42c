"""The settings: pages in a list, a search over all of them, and the page that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui.i18n import tr, trn
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView

_WIDE, _HIGH = 880, 620
_MARGIN_PX = 40
_LIST_PX = 184
_SEARCH_PX = 300
_Key = Qt.Key


class _PageModel(ListModel[tuple[SettingsPage, int]]):
    """The pages that have something to show, each with the number of its rows that the search found; else 0."""

    def title(self, row: tuple[SettingsPage, int]) -> str:
        return row[0].title

    def spoken(self, row: tuple[SettingsPage, int]) -> str:
        page, found = row
        if not found:
            return page.title
        return trn("{title}, {n} setting", "{title}, {n} settings", found, title=page.title)


class _PageList(ListView):
    def __init__(self, themes: ThemeManager, model: _PageModel) -> None:
        super().__init__(themes, model, tr("Pages"))
        self._pages = model

    def row_at(self, number: int) -> ListRow | None:
        row = self._pages.at(number)
        if row is None:
            return None
        page, found = row
        return ListRow(page.icon, page.title, "", str(found) if found else "")


class SettingsDialog(QDialog):
    """Holds the pages. It blocks nothing, and is thrown away when it is closed."""

    def __init__(self, themes: ThemeManager, pages: Sequence[SettingsPage], parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pages = tuple(pages)
        self.field = FilterField(themes, tr("Search the settings"), placeholder=tr("Search the settings"))
        self._model = _PageModel()
        self.list = _PageList(themes, self._model)
        self._stack = QStackedWidget()
        self._nothing = EmptyState(themes, "search", tr("Nothing found"))
        self._close = Button(themes, tr("Close"))
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out(parent)
        self._connect()
        self._on_search("")
        self.list.setFocus()

    @property
    def page(self) -> SettingsPage | None:
        """The page in front."""
        row = self._model.at(self.list.currentIndex().row())
        return row[0] if row is not None else None

    def show_page(self, title: str) -> None:
        """Bring a page to the front, also one that the search leaves out."""
        self.field.clear()
        for row, (page, _) in enumerate(self._model.rows):
            if page.title == title:
                self.list.setCurrentIndex(self._model.index(row))

    def _lay_out(self, parent: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        halves = QHBoxLayout()
        halves.setSpacing(0)
        side = PlaneFrame("rail")
        inside = QVBoxLayout(side)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.addWidget(self.list)
        side.setFixedWidth(_LIST_PX)
        halves.addWidget(side)
        body = PlaneFrame("panel")
        filled = QVBoxLayout(body)
        filled.setContentsMargins(0, 0, 0, 0)
        filled.addWidget(self._stack)
        halves.addWidget(body, 1)
        column.addLayout(halves, 1)
        words = tr("What you change holds at once.")
        column.addWidget(DialogFoot(self._themes, (), (self._close,), words))
        for page in self.pages:
            self._stack.addWidget(_scroll_area())
            # Laid out once it is in front: all of them at once would take the window's time for a tenth of a second.
            page.setParent(self)
            page.hide()
        self._stack.addWidget(self._nothing)
        size = parent.window().size()
        self.resize(min(_WIDE, size.width() - _MARGIN_PX), min(_HIGH, size.height() - _MARGIN_PX))

    def _make_head(self) -> QWidget:
        head = PlaneFrame("header")
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 10, 16, 10)
        row.addWidget(ElidedLabel(self._themes, tr("Settings"), weight=Weight.DemiBold), 1)
        self.field.setFixedWidth(_SEARCH_PX)
        row.addWidget(self.field)
        return head

    def _connect(self) -> None:
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_search)
        self.field.list_requested.connect(self.list.setFocus)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_page())
        self._close.clicked.connect(self.close)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape in the search closes the dialog where nothing is typed."""
        if (
            watched is self.field
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == _Key.Key_Escape
            and not self.field.text()
        ):
            self.close()
            return True
        return super().eventFilter(watched, event)

    def done(self, result: int) -> None:
        """Also a field that still has the focus is left: what was typed there is taken."""
        self.setFocus()
        super().done(result)

    def _on_search(self, text: str) -> None:
        words = text.casefold().split()
        before = self.page
        found = [(page, page.set_filter(words)) for page in self.pages]
        shown = [(page, count if words else 0) for page, count in found if count or not words]
        self._model.show_rows(shown)
        pages = [page for page, _ in shown]
        row = pages.index(before) if before in pages else 0
        self.list.setCurrentIndex(self._model.index(row) if pages else self._model.index(-1))
        if not pages:
            self._nothing.set_words(
                tr("Nothing found"), tr("No setting says “{text}”.", text=text.strip(" "))
            )
        self._show_page()

    def _show_page(self) -> None:
        page = self.page
        if page is None:
            self._stack.setCurrentWidget(self._nothing)
            return
        place = self.pages.index(page)
        area = self._stack.widget(place)
        if isinstance(area, QScrollArea) and area.widget() is not page:
            area.setWidget(page)
            page.show()
        self._stack.setCurrentIndex(place)


def _scroll_area() -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
