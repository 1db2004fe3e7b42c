"""The left panel of the inbox: what is to be reviewed, by agent, by what became of it, and by scope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.inbox.items import InboxItem, InboxState, paths_of
from memdesk.services.inbox.review_changes import ReviewKind
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.inbox.words import ICONS, TONES, kind_name
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.labels import Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import Index, ListRow, ListView
from memdesk.ui.widgets.paint import TONES as ROLES
from memdesk.ui.widgets.steady_list import show_steadily

TO_REVIEW, REVIEWED = "to review", "reviewed"


def _everything(_item: InboxItem) -> bool:
    return True


class Source(NamedTuple):
    """One row. `shows` says whether it shows a change; a row without an icon is a heading, others draw it in `ink`.

    `how_many` is None as long as that is not known.
    """

    name: str
    icon: str
    title: str
    how_many: int | None = 0
    shows: Callable[[InboxItem], bool] = _everything
    monogram: str = ""
    ink: ColorRole = "text2"


def sources_of(state: InboxState, *, is_known: bool = True) -> list[Source]:
    """The rows for what there is; those of a state that is not known yet count nothing."""
    items, pinned = state.items, sum(item.is_pin_broken for item in state.items)
    rows = [
        Source(TO_REVIEW, "inbox", tr("To review"), len(items)),
        Source("pinned", "pin", tr("Pinned, and changed"), pinned, lambda item: item.is_pin_broken),
        Source(REVIEWED, "check", tr("Kept this week"), len(state.reviewed)),
    ]
    if not is_known:
        return [row._replace(how_many=None) for row in rows]
    counts = Counter(paths_of(items))
    # What is said of a document holds for all changes of it, of which there may be thousands.
    one_each = dict(zip(paths_of(items), items, strict=True))
    letters = {_agent_of(item): item.past.layout.monogram for item in one_each.values()}
    agents = _grouped(tr("Agent"), "bot", one_each, counts, _agent_of)
    rows += [row._replace(monogram=letters.get(row.title, "")) for row in agents]
    kinds = Counter(item.kind for item in items)
    if kinds:
        rows.append(Source("", "", tr("Change")))
    for kind in ReviewKind:
        if kinds[kind]:
            ink = ROLES[TONES[kind]].ink
            rows.append(Source(kind, ICONS[kind], kind_name(kind), kinds[kind], _is_of(kind), ink=ink))
    rows += _grouped(tr("Scope"), "folder", one_each, counts, _scope_of)
    return rows


def _agent_of(item: InboxItem) -> str:
    return told(item.past.agent) or tr("Plain Markdown")


def _scope_of(item: InboxItem) -> str:
    return told(item.past.document.scope.title)


def _is_of(kind: ReviewKind) -> Callable[[InboxItem], bool]:
    return lambda item: item.kind is kind


def _grouped(
    title: str,
    icon: str,
    one_each: Mapping[str, InboxItem],
    by_path: Mapping[str, int],
    name_of: Callable[[InboxItem], str],
) -> list[Source]:
    """Rows for the documents of `one_each` by a name; `by_path` tells how many changes each of them has."""
    counts = Counter[str]()
    for path, one in one_each.items():
        counts[name_of(one)] += by_path[path]
    if not counts:
        return []
    rows = [Source("", "", title)]
    for name in sorted(counts):

        def shows(item: InboxItem, name: str = name) -> bool:
            return name_of(item) == name

        rows.append(Source(f"{title}: {name}", icon, name, counts[name], shows))
    return rows


def _names_of(rows: Sequence[Source]) -> list[str]:
    """What the rows are called, whatever they count."""
    return [row.name or row.title for row in rows]


class _Model(ListModel[Source]):
    def title(self, row: Source) -> str:
        return plain_name(row.title)

    def spoken(self, row: Source) -> str:
        counts = bool(row.icon) and row.how_many is not None
        return plain_name(f"{row.title}, {row.how_many}" if counts else row.title)

    def is_heading(self, row: Source) -> bool:
        return not row.icon


class _Sources(ListView):
    moved = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        self.sources = _Model()
        super().__init__(themes, self.sources, tr("What to review"))

    def row_at(self, number: int) -> ListRow | None:
        row = self.sources.at(number)
        if row is None:
            return None
        if not row.icon:
            return ListRow("", row.title, "", "", is_heading=True)
        fact = shown.number(row.how_many) if row.how_many is not None else ""
        return ListRow(row.icon, row.title, "", fact, monogram=row.monogram, ink=row.ink)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()


class SourcesPanel(QWidget):
    """The rows, and since when there is something to review.

    Signals:
        choice_changed: show something else; see `choice`.
        pinned_requested: show everything that is pinned.
    """

    choice_changed = Signal()
    pinned_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = _Sources(themes)
        self._foot = TextLabel(themes, role="meta", tone="text2", wrap=True)
        self.pinned_button = LinkButton(themes, "")
        self.pinned_button.clicked.connect(self.pinned_requested)
        self._is_filling = False
        self._list.moved.connect(self._on_moved)
        self._lay_out(themes)

    @property
    def choice(self) -> Source:
        """What is chosen."""
        rows, row = self._list.sources.rows, self._list.currentIndex().row()
        return rows[row] if 0 <= row < len(rows) else Source(TO_REVIEW, "inbox", "")

    def show_state(self, state: InboxState, foot: str, pinned: int, *, is_known: bool = True) -> None:
        """Show the rows of this; what was chosen stays so, as long as there is something in it.

        `pinned` is how much is pinned, changed or not. While the state is not known, no number is told.
        """
        sources, rows = self._list.sources, sources_of(state, is_known=is_known)
        words = trn("Show the pinned entry", "Show all {n} pinned entries", pinned, n=shown.number(pinned))
        self.pinned_button.setText(words)
        self.pinned_button.setVisible(pinned > 0)
        self._foot.setText(foot)
        self._is_filling = True
        if _names_of(rows) == _names_of(sources.rows):
            sources.renew(rows)
        else:
            show_steadily(
                self._list, lambda: _names_of(sources.rows), lambda: sources.show_rows(rows), fallback=0
            )
        if not self._list.currentIndex().isValid():
            self._list.setCurrentIndex(sources.index(0))
        self._is_filling = False

    def choose(self, name: str) -> None:
        """Choose a row by its name."""
        at = next((n for n, row in enumerate(self._list.sources.rows) if row.name == name), 0)
        self._list.setCurrentIndex(self._list.sources.index(at))

    def _on_moved(self) -> None:
        if not self._is_filling:
            self.choice_changed.emit()

    def _lay_out(self, themes: ThemeManager) -> None:
        header = PlaneFrame("header")
        header.setFixedHeight(themes.theme.row_height(themes.theme.sizes.header))
        bar = QHBoxLayout(header)
        bar.setContentsMargins(16, 0, 12, 0)
        bar.addWidget(TextLabel(themes, tr("Inbox"), weight=Weight.DemiBold), 1)
        body = PlaneFrame("panel")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        around = QVBoxLayout()
        around.setContentsMargins(6, 6, 6, 0)
        around.addWidget(self._list)
        inside.addLayout(around, 1)
        self._list.viewport().setAutoFillBackground(False)
        foot = QVBoxLayout()
        foot.setContentsMargins(16, 8, 16, 12)
        foot.setSpacing(4)
        foot.addWidget(self.pinned_button, 0, Qt.AlignmentFlag.AlignLeading)
        foot.addWidget(self._foot)
        inside.addWidget(Hairline(themes))
        inside.addLayout(foot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(body, 1)
