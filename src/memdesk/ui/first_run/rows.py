"""The list of agents: a row each, with a tick for what to open."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.first_run.agents import FoundAgent, Health, counts_of, health_of, places_of, search_of, spoken
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.chips import Monogram
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.notices import IconLabel
from memdesk.ui.widgets.tips import set_tip

_ROW_PX = 52
_PAD_PX = 12
_NAME_PX = 120
_MOST_COUNTS_PX = 170
_HEALTH_PX = 212
_ANY_PX = 16_777_215
_GAP_PX = 10
_NARROW_BELOW_PX = 780
_ICONS: dict[Health, tuple[str, ColorRole]] = {
    Health.GOOD: ("circle-check", "add"),
    Health.PROBLEM: ("triangle-alert", "warn"),
    Health.READ_ONLY: ("lock", "text3"),
}


class AgentRow(QWidget):
    """One agent. A click anywhere on the row of a found one ticks it."""

    ticked = Signal()
    folder_requested = Signal()

    def __init__(
        self, themes: ThemeManager, agent: FoundAgent, home: str, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.agent = agent
        self._themes = themes
        self._tick = CheckBox(themes)
        self._home = home
        self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._counts = self._dim(counts_of(agent))
        self._health_icon = IconLabel(themes, *_ICONS[Health.GOOD], themes.theme.icon_sizes.row)
        self._health_words = ElidedLabel(themes, role="small")
        self._lay_out(home)
        self.show_health(agent)
        self._tick.toggled.connect(self.ticked)
        self.setFocusProxy(self._tick)

    @property
    def stops(self) -> list[QWidget]:
        """What Tab stops at in this row."""
        return [self._tick] if self.agent.found else list(self.findChildren(Button))

    @property
    def is_ticked(self) -> bool:
        """Whether this agent is to be opened."""
        return self._tick.isChecked()

    def set_ticked(self, ticked: bool) -> None:
        """Tick it, or take the tick away; one that was not found has none."""
        self._tick.setChecked(ticked and self.agent.found)

    def show_health(self, agent: FoundAgent) -> None:
        """Say what a check of this row's agent came to; all else about it is as it was."""
        self.agent = agent
        self._tick.setAccessibleName(spoken(agent, self._home))
        icon = _ICONS.get(agent.health)
        if icon is not None:
            self._health_icon.set_icon(*icon)
        self._health_icon.setVisible(icon is not None)
        self._health_words.set_text(health_of(agent))

    @property
    def counts_px(self) -> int:
        """How wide the counts are; 0 for an agent that was not found."""
        return self._counts.sizeHint().width() if self.agent.found else 0

    def arrange(self, counts_px: int, *, narrow: bool) -> None:
        """Give the counts a column of `counts_px`; below the folders where there is no room beside them."""
        sideways, upright = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._middle.setDirection(upright if narrow else sideways)
        self._middle.setSpacing(2 if narrow else _GAP_PX if self.agent.found else 4)
        if self.agent.found:
            self._counts.setMinimumWidth(0 if narrow else counts_px)
            self._counts.setMaximumWidth(_ANY_PX if narrow else counts_px)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if (
            self.agent.found
            and event.button() == Qt.MouseButton.LeftButton
            and self.rect().contains(event.position().toPoint())
        ):
            self._tick.toggle()

    def _lay_out(self, home: str) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(_PAD_PX, 4, _PAD_PX, 4)
        row.setSpacing(_GAP_PX)
        row.addWidget(self._tick)
        row.addWidget(Monogram(self._themes, self.agent.monogram, self.agent.title))
        row.addWidget(self._name())
        row.addLayout(self._middle, 1)
        if self.agent.found:
            self._middle.addWidget(self._dim(places_of(self.agent, home), Qt.TextElideMode.ElideMiddle), 1)
            self._middle.addWidget(self._counts)
            row.addWidget(self._health())
        else:
            _hide_in_place(self._tick)
            self._middle.addWidget(self._dim(tr("Not found.")))
            self._middle.addWidget(self._dim(search_of(self.agent, home)), 1)
            row.addWidget(self._choose())
        self.setMinimumHeight(_ROW_PX)

    def _dim(self, text: str, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> ElidedLabel:
        return ElidedLabel(self._themes, text, role="small", tone="text2", mode=mode)

    def _name(self) -> ElidedLabel:
        found = self.agent.found
        tone: ColorRole = "text" if found else "text2"
        weight = Weight.DemiBold if found else Weight.Normal
        name = ElidedLabel(self._themes, self.agent.title, weight=weight, tone=tone)
        name.setFixedWidth(_NAME_PX)
        return name

    def _health(self) -> QWidget:
        holder = QWidget()
        holder.setFixedWidth(_HEALTH_PX)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._health_icon)
        row.addWidget(self._health_words, 1)
        return holder

    def _choose(self) -> QWidget:
        holder = QWidget()
        holder.setFixedWidth(_HEALTH_PX)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        choose = Button(self._themes, tr("Choose folder…"))
        choose.setAccessibleName(tr("Choose the folder of {agent}…", agent=self.agent.title))
        choose.clicked.connect(self.folder_requested)
        row.addWidget(choose)
        row.addStretch(1)
        return holder


def _hide_in_place(widget: QWidget) -> None:
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
    widget.hide()


class AgentList(QFrame):
    """The rows on one card.

    Signals:
        ticks_changed: another number of rows is ticked.
        folder_requested: a folder is to be chosen for an agent that was not found; argument: its name.
    """

    ticks_changed = Signal()
    folder_requested = Signal(str)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._narrow = False
        self.rows: tuple[AgentRow, ...] = ()
        self.setAccessibleName(tr("Agents on this computer"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)

    def set_agents(self, agents: Sequence[FoundAgent], home: str) -> None:
        """Show `agents`, the found ones first and ticked; ticks that the user took away stay away."""
        unticked = {row.agent.name for row in self.rows if row.agent.found and not row.is_ticked}
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        ordered = sorted(agents, key=lambda agent: not agent.found)
        self.rows = tuple(self._make_row(agent, home, agent.name not in unticked) for agent in ordered)
        self._arrange()
        self.setVisible(bool(self.rows))
        self.ticks_changed.emit()

    def show_health(self, agents: Sequence[FoundAgent]) -> None:
        """Say what a check of `agents` came to."""
        by_name = {agent.name: agent for agent in agents}
        for row in self.rows:
            row.show_health(by_name.get(row.agent.name, row.agent))

    def ticked(self) -> list[FoundAgent]:
        """The agents to open."""
        return [row.agent for row in self.rows if row.is_ticked]

    def set_width(self, width: int) -> None:
        """Lay the rows out for a list of `width` px."""
        self._narrow = width < _NARROW_BELOW_PX
        self._arrange()

    def _arrange(self) -> None:
        """Let the counts of all rows stand in one column, no wider than they are: the folders take the rest."""
        counts_px = min(_MOST_COUNTS_PX, max((row.counts_px for row in self.rows), default=0))
        for row in self.rows:
            row.arrange(counts_px, narrow=self._narrow)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one card
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            shape = QPainterPath()
            shape.addRoundedRect(edge, theme.radii.card, theme.radii.card)
            painter.fillPath(shape, theme.brush("surface"))
            painter.save()
            painter.setClipPath(shape)
            for row in self.rows:
                self._paint_behind(painter, row)
            painter.restore()
            painter.setPen(theme.pen("hairline"))
            painter.drawPath(shape)

    def _paint_behind(self, painter: QPainter, row: AgentRow) -> None:
        theme, area = self._themes.theme, row.geometry()
        if not row.agent.found:
            painter.fillRect(area, theme.brush("panel"))
        if row is not self.rows[0]:
            painter.fillRect(
                QRect(0, area.top(), self.width(), theme.lines.hairline), theme.brush("hairline")
            )

    def _make_row(self, agent: FoundAgent, home: str, ticked: bool) -> AgentRow:
        row = AgentRow(self._themes, agent, home)
        if agent.why:
            set_tip(row, agent.why)
        row.set_ticked(ticked)
        row.ticked.connect(self.ticks_changed)
        row.folder_requested.connect(lambda: self.folder_requested.emit(agent.name))
        self._column.addWidget(row)
        return row
