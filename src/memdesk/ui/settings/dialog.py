"""The settings: pages in a list, a search over all of them, and the page that is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
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
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.pages import PageHead, page_heads
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.focus import focusable_in
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView

_WIDE, _HIGH = 880, 620
_MARGIN_PX = 40
_LIST_PX = 184
_SEARCH_PX = 300
_Key = Qt.Key


class _Line(NamedTuple):
    """A page in the list: which one, and the number of its rows that the search found; 0 where nothing is searched."""

    head: PageHead
    page: LazyPage[SettingsPage]
    found: int


class _PageModel(ListModel[_Line]):
    """The pages that have something to show."""

    def title(self, row: _Line) -> str:
        return row.head.title

    def spoken(self, row: _Line) -> str:
        if not row.found:
            return row.head.title
        return trn("{title}, {n} setting", "{title}, {n} settings", row.found, title=row.head.title)


class _PageList(ListView):
    def __init__(self, themes: ThemeManager, model: _PageModel) -> None:
        super().__init__(themes, model, tr("Pages"))
        self._pages = model

    def row_at(self, number: int) -> ListRow | None:
        row = self._pages.at(number)
        if row is None:
            return None
        return ListRow(row.head.icon, row.head.title, "", str(row.found) if row.found else "")


class SettingsDialog(QDialog):
    """Holds the `pages`, given by their names in `page_heads`. It blocks nothing, and is thrown away when it is closed.

    A page is made as it comes to the front, the first one once the dialog is on screen, and all are for a search.
    """

    def __init__(
        self, themes: ThemeManager, pages: Mapping[str, LazyPage[SettingsPage]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._heads = [page_heads()[name] for name in pages]
        self._places = tuple(pages.values())
        self.field = FilterField(themes, tr("Search the settings"), placeholder=tr("Search the settings"))
        self._model = _PageModel()
        self.list = _PageList(themes, self._model)
        self._stack = QStackedWidget()
        self._areas: dict[LazyPage[SettingsPage], QScrollArea] = {}
        """Around the pages that were in front."""
        self._nothing: EmptyState | None = None
        self._close = Button(themes, tr("Close"))
        self._is_done = False
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window = parent.window()
        self._lay_out()
        self._connect()
        self._on_search("")
        self.list.setFocus()

    @property
    def pages(self) -> Sequence[SettingsPage]:
        """All pages, which are made now where they are not there."""
        return [place.fill() for place in self._places]

    @property
    def page(self) -> SettingsPage | None:
        """The page in front."""
        place = self._place
        return place.fill() if place is not None else None

    @property
    def _place(self) -> LazyPage[SettingsPage] | None:
        line = self._model.at(self.list.currentIndex().row())
        return line.page if line is not None else None

    def show_page(self, title: str) -> None:
        """Bring a page to the front, also one that the search leaves out."""
        self.field.clear()
        for row, line in enumerate(self._model.rows):
            if line.head.title == title:
                self.list.setCurrentIndex(self._model.index(row))
        self._show_page()

    def fit(self) -> None:
        """Be as large as the window allows now, which may be another size than when the dialog was made."""
        size = self._window.size()
        self.resize(min(_WIDE, size.width() - _MARGIN_PX), min(_HIGH, size.height() - _MARGIN_PX))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        halves = QHBoxLayout()
        halves.setSpacing(0)
        side = PlaneFrame("side")
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
        words = tr("Changes take effect at once.")
        column.addWidget(DialogFoot(self._themes, (), (self._close,), words))
        for place in self._places:
            # As wide there as in front.
            place.setParent(self._stack)
            place.hide()
        self.fit()

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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_page()

    def focusNextPrevChild(self, forward: bool, /) -> bool:
        """Tab goes from the list into the page, and from there to the foot: pages and their rows come after that."""
        rows = list(focusable_in(self._stack))
        if rows:
            self.setTabOrder(rows[-1], self._close)
        return super().focusNextPrevChild(forward)

    def done(self, result: int) -> None:
        """Also a field that still has the focus is left: what was typed there is taken."""
        self.setFocus()
        self._is_done = True
        super().done(result)

    def _on_search(self, text: str) -> None:
        if self._is_done:
            # Keys that were under way as it closed: whoever fills its pages has let go of them.
            return
        words = text.casefold().split()
        before, lines = self._place, list[_Line]()
        for head, place in zip(self._heads, self._places, strict=True):
            # Without words all rows are shown, as they are on a page that is yet to be made.
            found = place.fill().set_filter(words) if words or place.is_filled else 0
            if found or not words:
                lines.append(_Line(head, place, found if words else 0))
        self._model.show_rows(lines)
        shown = [line.page for line in lines]
        row = shown.index(before) if before in shown else 0
        self.list.setCurrentIndex(self._model.index(row) if shown else self._model.index(-1))
        if not shown:
            self._say_nothing_found(tr("No setting says “{text}”.", text=text.strip(" ")))
        self._show_page()

    def _say_nothing_found(self, sentence: str) -> None:
        if self._nothing is None:
            self._nothing = EmptyState(self._themes, "search", tr("Nothing found."))
            self._stack.addWidget(self._nothing)
        self._nothing.set_words(tr("Nothing found."), sentence)

    def _show_page(self) -> None:
        place = self._place
        if place is None and self._nothing is not None:
            self._stack.setCurrentWidget(self._nothing)
        elif place is not None and self.isVisible():
            self._stack.setCurrentWidget(self._areas.get(place) or self._made_area(place))

    def _made_area(self, place: LazyPage[SettingsPage]) -> QScrollArea:
        """Around a page that comes to the front: an area asks for the height of what is in it."""
        place.fill()
        area = self._areas[place] = _scroll_area()
        # It has its size before it has the page, which else would be laid out twice.
        self._stack.addWidget(area)
        self._stack.setCurrentWidget(area)
        area.setWidget(place)
        place.show()
        return area


def _scroll_area() -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
