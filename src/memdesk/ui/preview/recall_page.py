"""The tab "Recall": what the agent's own search finds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from memdesk.layouts.optional import Recalled
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import Line, LineKind
from memdesk.ui.widgets.lines.view import LinesView

_MARGIN_PX = 16
_REST_MS = 150


class RecallPage(QWidget):
    """A field for a query, and below it the entries that the agent would find, in its order.

    Signals:
        query_changed: look for this.
        source_activated: go to where an entry stands; arguments: path of the document, position in its text.
    """

    query_changed = Signal(str)
    source_activated = Signal(str, int)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: tuple[Recalled | None, ...] = ()
        self._agent = tr("The agent")
        self._query = Field(themes, tr("What to look for"), icon="search", placeholder=tr("Look for…"))
        self._caption = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self._lines = LinesView(themes, tr("What the agent finds"))
        self._lines.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._empty = EmptyState(themes, "search", "", upright=True)
        self._rest = single_shot(self, _REST_MS, self.ask)
        self._query.textChanged.connect(self._rest.start)
        self._query.returnPressed.connect(self.ask)
        self._lines.line_activated.connect(self._on_line_activated)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, _MARGIN_PX)
        column.setSpacing(8)
        for widget, stretch in ((self._query, 0), (self._caption, 0), (self._lines, 1), (self._empty, 1)):
            column.addWidget(widget, stretch)
        column.addStretch()
        self.show_found(())

    def set_agent(self, title: str) -> None:
        """Say whose search this is; what was looked for is forgotten where it is another agent's."""
        if title != self._agent:
            self._agent = title
            self._query.clear()
            self.show_found(())

    def take_focus(self) -> None:
        """Put the focus where one says what to look for."""
        self._query.setFocus()

    def ask(self) -> None:
        """Ask again for what is in the field."""
        self._rest.stop()
        if self._query.text():
            self.query_changed.emit(self._query.text())
        else:
            self.show_found(())

    def show_found(self, found: Sequence[Recalled]) -> None:
        """Show what was found for what is in the field."""
        lines: list[Line] = []
        places: list[Recalled | None] = []
        for number, entry in enumerate(found, start=1):
            lines.append(Line(entry.text, LineKind.PLAIN, number))
            facts = " · ".join(fact for fact in entry.facts.values() if fact)
            places.append(entry)
            if facts:
                lines.append(Line(facts, LineKind.NOTE))
                places.append(entry)
        self._found = tuple(places)
        count = len(found)
        said = trn(
            "{agent} finds {n} entry",
            "{agent} finds {n} entries",
            count,
            n=shown.number(count),
            agent=self._agent,
        )
        self._caption.set_text(said)
        self._lines.set_lines(lines, around="\n".join(entry.around for entry in found))
        for widget in (self._caption, self._lines):
            widget.setVisible(bool(lines))
        self._empty.setVisible(not lines)
        self._say_why_empty()

    def _say_why_empty(self) -> None:
        if self._query.text():
            self._empty.set_words(tr("{agent} finds nothing.", agent=self._agent))
        else:
            heading = tr("What would {agent} find?", agent=self._agent)
            self._empty.set_words(heading, tr("Type what it would look for."))

    def _on_line_activated(self, line: int) -> None:
        entry = self._found[line]
        if entry is not None:
            self.source_activated.emit(entry.path, entry.span.start)
