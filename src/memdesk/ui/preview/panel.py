"""The right panel: what the agent will see in a context, and what of the open document is not saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from memdesk.layouts.contract import Injected
from memdesk.layouts.documents import Document, Scope
from memdesk.layouts.optional import Recalled
from memdesk.services.preview.raising import Raise
from memdesk.ui.history.page import HistoryPage
from memdesk.ui.i18n import told, tr
from memdesk.ui.preview.diff_page import DiffPage
from memdesk.ui.preview.index_page import MARGIN_PX, IndexPage, Worked, WorkOut
from memdesk.ui.preview.injection import DocumentPlace
from memdesk.ui.preview.low_page import LowPage
from memdesk.ui.preview.recall_page import RecallPage
from memdesk.ui.rendered.page import RenderedPage
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.defaults import scope_icon
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import Hairline, PlaneFrame, ShortenedLabel
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.overlay_close import OverlayClose
from memdesk.ui.widgets.tabs import TabBar

Tab = Literal["index", "rendered", "diff", "recall", "history"]
_TABS: tuple[Tab, ...] = ("index", "rendered", "diff", "recall", "history")


class PreviewPanel(QWidget):
    """Answers "what does the agent get from this?" for the text as it is being typed.

    Signals:
        context_chosen: preview another context; argument: a `Scope`.
        reader_chosen: preview what another agent gets that reads this file; argument: its root.
        source_activated: go to where a line of the preview stands; arguments: path, position in the document's text.
        add_section_requested: the open document has no section and is to get one.
        proposal_requested: find out how a lost line could be moved above the cut; argument: its `DocumentPlace`.
        raise_requested: make the change that was proposed; argument: a `Raise`.
        budget_chosen: preview within this many bytes, 0 for no budget, None for the agent's own.
        query_changed: look for this, as the agent would.
        recall_offered: the tab "Recall" is there now, or not; arguments: whether, and the agent's name, empty for none.
    """

    context_chosen = Signal(object)
    reader_chosen = Signal(str)
    source_activated = Signal(str, int)
    add_section_requested = Signal()
    proposal_requested = Signal(object)
    raise_requested = Signal(object)
    budget_chosen = Signal(object)
    query_changed = Signal(str)
    recall_offered = Signal(bool, str)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._title = ShortenedLabel(
            themes, tr("What the agent will see"), tr("Preview"), weight=Weight.DemiBold
        )
        self._context = Button(themes, tr("Context"), icon="folder", chevron=True)
        self._tabs = TabBar(themes, tr("Right panel"))
        self._index = IndexPage(themes)
        self.rendered = RenderedPage(themes)
        self._diff = DiffPage(themes)
        self.recall = RecallPage(themes)
        self.history = HistoryPage(themes)
        self._scroll = LowPage(self._index)
        self._history_page = LowPage(self.history)
        self._nothing = EmptyState(
            themes, "eye", tr("Nothing is open."), tr("Open a document to see what its agent gets.")
        )
        self._pages = QStackedWidget()
        self._contexts = PopupMenu(themes, self)
        self._scopes: tuple[Scope, ...] = ()
        self._scope: Scope | None = None
        self._has_preview = False
        self._readers: dict[str, str] = {}
        self._reader = ""
        self._lay_out()
        self._context.setMenu(self._contexts)
        self._contexts.aboutToShow.connect(self._fill_contexts)
        self._tabs.currentChanged.connect(self._show_page)
        self._connect_pages()
        self.set_contexts((), None)
        self._show_page()

    def _connect_pages(self) -> None:
        index = self._index
        index.source_activated.connect(self.source_activated)
        index.add_section_requested.connect(self.add_section_requested)
        index.proposal_requested.connect(self.proposal_requested)
        index.raise_requested.connect(self.raise_requested)
        index.budget_chosen.connect(self.budget_chosen)
        index.sight_wanted.connect(self._scroll.bring_into_view, Qt.ConnectionType.QueuedConnection)
        self.recall.source_activated.connect(self.source_activated)
        self.recall.query_changed.connect(self.query_changed)

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return _TABS[self._tabs.currentIndex()]

    @property
    def offers_recall(self) -> bool:
        """Whether the tab "Recall" is there."""
        return self._tabs.isTabVisible(_TABS.index("recall"))

    def show_tab(self, tab: Tab) -> None:
        """Bring a tab to the front."""
        self._tabs.setCurrentIndex(_TABS.index(tab))

    def set_agent(self, title: str, *, budgeted: bool = False, recalling: bool = False) -> None:
        """Say whose preview this is, whether other budgets can be tried, and whether it has a search of its own.

        A budget that was tried is forgotten. The next `show_injected` names the agent.
        """
        self._index.set_agent(title, budgeted=budgeted)
        self.recall.set_agent(title)
        self._offer_recall(title, is_offered=recalling)

    def _offer_recall(self, agent: str, *, is_offered: bool) -> None:
        if not is_offered and self.tab == "recall":
            self.show_tab("index")
        self._tabs.setTabVisible(_TABS.index("recall"), is_offered)
        self._tabs.updateGeometry()
        self.recall_offered.emit(is_offered, agent)

    def show_proposal(self, place: DocumentPlace, proposal: Raise) -> None:
        """Show how the lost line at `place` could be moved, if it is still the one in question."""
        self._index.show_proposal(place, proposal)

    def show_recalled(self, found: Sequence[Recalled]) -> None:
        """Show what the agent would find for what is in the field of the tab "Recall"."""
        self.recall.show_found(found)

    def set_readers(self, titles: Mapping[str, str], current: str) -> None:
        """Offer the agents that read the open file, by root; one alone is not worth a choice."""
        self._readers, self._reader = dict(titles), current
        agent = titles.get(current, "")
        words = tr("What {agent} will see", agent=agent) if len(titles) > 1 else tr("What the agent will see")
        self._title.set_text(words)

    def set_contexts(self, scopes: Sequence[Scope], current: Scope | None) -> None:
        """Offer the scopes the agent can start in; hidden where there is nothing to choose from."""
        self._scopes, self._scope = tuple(scopes), current
        self._context.setVisible(bool(scopes))
        if current is not None:
            title = told(current.title)
            self._context.setText(title)
            self._context.set_icon(scope_icon(current))
            self._context.setAccessibleName(tr("Context: {scope}", scope=title))

    def working_out(self, document: Document | None) -> WorkOut:
        """What a worker can do for the next `show_injected`, of the same document."""
        return self._index.working_out(document)

    def show_injected(
        self,
        injected: Injected,
        saved: Injected | None,
        document: Document | None,
        worked: Worked | None = None,
    ) -> None:
        """Show what the agent gets, with unsaved text in it.

        `saved` is what it gets of the saved text, None where nothing is unsaved. `document` is the open one, `worked`
        what was worked out of just these.
        """
        self._has_preview = True
        self._index.show_injected(injected, saved, document, worked)
        if self.tab == "recall":
            self.recall.ask()
        self._show_page()

    def work_with(self, tasks: Tasks) -> None:
        """Let workers do what takes long."""
        self._diff.work_with(tasks)

    def show_diff(self, disk_text: str, text: str) -> None:
        """Show the open document's text on disk against `text`, in the tab "Diff"."""
        self._diff.show_texts(disk_text, text)

    def show_pending(self) -> None:
        """Say that the preview is being worked out; the last one stays in view."""
        self._index.show_pending()

    def clear(self) -> None:
        """No document is open."""
        self._has_preview = False
        self._offer_recall("", is_offered=False)
        self.set_readers({}, "")
        self.set_contexts((), None)
        self._diff.show_texts("", "")
        self._show_page()

    def copy_injected(self) -> None:
        """Put the exact text of the part in view on the clipboard."""
        self._index.copy()

    def focus_start(self) -> None:
        """Put the focus on the first control of the panel's content."""
        self._tabs.setFocus()

    def _lay_out(self) -> None:
        header = PlaneFrame("header")
        header.setFixedHeight(self._themes.theme.row_height(self._themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(MARGIN_PX, 0, MARGIN_PX, 0)
        bar.setSpacing(8)
        bar.addWidget(self._title, 1)
        bar.addWidget(self._context)
        bar.addWidget(OverlayClose(self._themes))
        for name in (tr("Index"), tr("Rendered"), tr("Diff"), tr("Recall"), tr("History")):
            self._tabs.addTab(name)
        self._tabs.setTabVisible(_TABS.index("recall"), False)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(4, 0, 4, 0)
        tabs.addWidget(self._tabs)
        tabs.addStretch(1)
        for page in (
            self._scroll,
            self.rendered,
            self._diff,
            self.recall,
            self._history_page,
            self._nothing,
        ):
            self._pages.addWidget(page)
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addLayout(tabs)
        inside.addWidget(Hairline(self._themes))
        inside.addWidget(self._pages, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)

    def _fill_contexts(self) -> None:
        """Only for a menu that is asked for: a home may have thousands of projects."""
        self._contexts.clear()
        if len(self._readers) > 1:
            for root, title in self._readers.items():
                action = self._contexts.add_literal(title)
                action.setCheckable(True)
                action.setChecked(root == self._reader)
                action.triggered.connect(partial(self._on_reader_chosen, root))
            self._contexts.addSeparator()
        titles = Counter(scope.title for scope in self._scopes)
        for scope in self._scopes:
            action = self._contexts.add_literal(_name(scope, is_clear=titles[scope.title] == 1))
            action.setCheckable(True)
            action.setChecked(scope == self._scope)
            action.triggered.connect(partial(self._on_scope_chosen, scope))

    def _on_reader_chosen(self, root: str, _checked: bool = False) -> None:
        self.reader_chosen.emit(root)

    def _on_scope_chosen(self, scope: Scope, _checked: bool = False) -> None:
        self.set_contexts(self._scopes, scope)
        self.context_chosen.emit(scope)

    def _show_page(self) -> None:
        if not self._has_preview:
            self._pages.setCurrentWidget(self._nothing)
            return
        pages: dict[Tab, QWidget] = {
            "index": self._scroll,
            "rendered": self.rendered,
            "diff": self._diff,
            "recall": self.recall,
            "history": self._history_page,
        }
        self._pages.setCurrentWidget(pages[self.tab])
        self._diff.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._diff.refresh()


def _name(scope: Scope, *, is_clear: bool) -> str:
    """The title of a scope; where others are called so too, with the groups that it stands in, or its key."""
    if is_clear:
        return told(scope.title)
    where = " › ".join(map(told, scope.above)) or scope.key
    return tr("{words} ({own})", words=scope.title, own=where) if where else told(scope.title)
