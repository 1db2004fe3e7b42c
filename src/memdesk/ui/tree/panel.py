"""The left panel: the filter, the tree, and what stands there when there is nothing to show."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import repeating
from memdesk.ui.tree.defaults import MOST_SCOPES_OPENED
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.view import MemoryTreeView, Target
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.labels import PlaneFrame
from memdesk.ui.widgets.overlay_close import OverlayClose

_COMPACT_BELOW_PX = 240
_AGES_EVERY_MS = 60_000
_QUOTED_CHARS = 40


class TreePanel(QWidget):
    """The tree with its filter. A click or an arrow key shows a document at once.

    Signals:
        document_selected: show a document; argument: its path.
        section_selected: show a document at one of its sections, without the focus; arguments: path, key, occurrence.
        document_opened: the caret belongs into the document (Enter, double click); argument: its path.
        section_opened: the caret belongs into the section; arguments: path, key, occurrence.
        add_folder_requested, sample_requested, places_requested: the buttons of the panel.
        context_menu_requested: a menu for a row; arguments: where on the screen, a `Target` or None.
        filter_changed: the text of the filter, empty when it is cleared.
        search_requested: what no name contains is to be looked for in the texts; argument: the text of the filter.
    """

    document_selected = Signal(str)
    section_selected = Signal(str, str, int)
    document_opened = Signal(str)
    section_opened = Signal(str, str, int)
    add_folder_requested = Signal()
    sample_requested = Signal()
    places_requested = Signal()
    context_menu_requested = Signal(QPoint, object)
    filter_changed = Signal(str)
    search_requested = Signal(str)

    def __init__(
        self,
        themes: ThemeManager,
        model: MemoryTreeModel,
        filter_action: QAction,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._model = model
        self._field = FilterField(themes, tr("Filter the tree"), placeholder=tr("Filter"))
        self._field.follow(filter_action)
        self._add = IconButton(themes, "plus", tr("Add folder…"))
        self._view = MemoryTreeView(themes, model)
        self._no_root = EmptyState(themes, "folder-open", tr("No memory here yet."), upright=True)
        self._no_hit = EmptyState(themes, "search", "", upright=True)
        self._pages = QStackedWidget()
        self._ages = repeating(self, _AGES_EVERY_MS, self._model.refresh_ages)
        self._lay_out()
        self._connect()
        self._show_page()

    @property
    def view(self) -> MemoryTreeView:
        """The tree itself."""
        return self._view

    @property
    def target(self) -> Target | None:
        """The row that is current."""
        return self._view.target

    def select(self, path: str, key: str | None = None, occurrence: int = 0, *, reveal: bool = True) -> bool:
        """Make a document or a section current, without a signal; gives whether the tree has the document.

        `reveal` opens the rows above it and scrolls to it; else a closed parent shows the selection. Where a section
        is not known, its document is taken.
        """
        index = self._model.index_of(path, key, occurrence)
        if not index.isValid():
            index = self._model.index_of(path)
        self._view.select(index, reveal=reveal)
        return index.isValid()

    def bring_into_view(self, path: str) -> None:
        """Open the rows above a document and scroll to it; whether its sections are shown stays as it was."""
        index = self._model.index_of(path)
        if index.isValid():
            self._view.bring_into_view(index)

    def open_root(self, root_path: str) -> None:
        """Open an agent, and its scopes where they are few."""
        agent = self._model.index_of_root(root_path)
        self._view.open(agent)
        for index in self._model.rows_to_open(root_path, MOST_SCOPES_OPENED):
            self._view.open(index)

    def set_looked_in(self, places: int) -> None:
        """Say in how many places memory was looked for; shown while there is none."""
        looked = trn("Looked in {n} place.", "Looked in {n} places.", places, n=shown.number(places))
        self._no_root.set_words(tr("No memory here yet."), looked if places else "")

    def focus_filter(self) -> None:
        """Put the focus into the filter, with its text selected."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def focus_tree(self) -> None:
        """Put the focus into the tree."""
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self) -> None:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.row_height(self._themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(12, 0, 12, 0)
        bar.setSpacing(8)
        bar.addWidget(self._field, 1)
        bar.addWidget(self._add)
        bar.addWidget(OverlayClose(self._themes))
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._pages)
        self._fill_pages()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)

    def _fill_pages(self) -> None:
        tree = QWidget()
        around = QVBoxLayout(tree)
        rtl = self.isRightToLeft()
        around.setContentsMargins(0 if rtl else 6, 6, 6 if rtl else 0, 6)
        around.addWidget(self._view)
        for page in (tree, self._no_root, self._no_hit):
            # The panel is as wide as the user wants it, not as its widest page.
            page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
            self._pages.addWidget(page)
        self._no_root.add_action(tr("Add folder…")).clicked.connect(self.add_folder_requested)
        self._no_root.add_action(tr("Open sample")).clicked.connect(self.sample_requested)
        self._no_root.add_action(tr("Show places"), kind="link").clicked.connect(self.places_requested)
        self._no_hit.add_action(tr("Clear filter")).clicked.connect(self._field.clear)
        self._no_hit.add_action(tr("Search in text")).clicked.connect(self._on_search_clicked)

    def _connect(self) -> None:
        self._field.textChanged.connect(self._on_filter_changed)
        self._field.list_requested.connect(self._view.step_in)
        self._add.clicked.connect(self.add_folder_requested)
        self._view.target_selected.connect(self._on_target_selected)
        self._view.target_opened.connect(self._on_target_opened)
        self._view.menu_requested.connect(self.context_menu_requested)
        self._model.rowsInserted.connect(self._show_page)
        self._model.rowsRemoved.connect(self._show_page)

    def _show_page(self) -> None:
        if not self._model.rowCount():
            self._pages.setCurrentWidget(self._no_root)
        elif self._view.is_filtering and not self._view.has_hits:
            self._pages.setCurrentWidget(self._no_hit)
        else:
            self._pages.setCurrentIndex(0)

    def _on_filter_changed(self, text: str) -> None:
        quoted = text if len(text) <= _QUOTED_CHARS else text[:_QUOTED_CHARS] + "…"
        self._no_hit.set_words(tr("No name contains “{text}”.", text=quoted))
        self._view.set_filter(text)
        self._show_page()
        self.filter_changed.emit(text)

    def _on_search_clicked(self) -> None:
        self.search_requested.emit(self._field.text().strip())

    def _on_target_selected(self, target: Target) -> None:
        if target.document is None:
            return
        if target.section is None:
            self.document_selected.emit(target.document.path)
        else:
            self.section_selected.emit(target.document.path, target.section.key, target.section.occurrence)

    def _on_target_opened(self, target: Target) -> None:
        if target.document is None:
            return
        if target.section is None:
            self.document_opened.emit(target.document.path)
        else:
            self.section_opened.emit(target.document.path, target.section.key, target.section.occurrence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape in the tree clears the filter too."""
        if event.key() == Qt.Key.Key_Escape and self._field.text():
            self._field.clear()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._view.set_compact(self.width() < _COMPACT_BELOW_PX)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._model.refresh_ages()
        self._ages.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ages.stop()
