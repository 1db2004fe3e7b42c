"""The details of a document: a line per step of its save, with the rung it stands on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from memdesk.services.details.details import Detail, Standing
from memdesk.text.document import readable
from memdesk.text.sentence import Sentence
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.focus_ring import RING_PX, show_focus
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel
from memdesk.ui.widgets.notices import IconLabel

_WIDE, _HIGH = 640, 620
_MARGIN_PX = 40
_PAD_PX = 16
_MARKS: dict[Standing, tuple[str, ColorRole]] = {
    Standing.FACT: ("dot", "text3"),
    Standing.BEST: ("check", "text2"),
    Standing.LESS: ("chevrons-down", "warn"),
}


def words_of(detail: Detail) -> str:
    """The sentence of a line, in the user's language."""
    return tr(detail.template, **{name: _readable(value) for name, value in detail.facts.items()})


def _readable(fact: object) -> object:
    return readable(fact) if isinstance(fact, str) and not isinstance(fact, Sentence) else fact


class _Area(QScrollArea):
    """Scrolls by its own keys."""

    def __init__(self, themes: ThemeManager) -> None:
        self._themes = themes  # before Qt tells of anything
        super().__init__()
        self.setProperty("plane", "panel")
        self.setViewportMargins(RING_PX, RING_PX, RING_PX, RING_PX)

    def event(self, event: QEvent) -> bool:
        is_done, kind = super().event(event), event.type()
        show_focus(self, self._themes, kind)
        return is_done


class DetailsDialog(QDialog):
    """Shows `details` of the document called `title`."""

    def __init__(self, themes: ThemeManager, title: str, details: Sequence[Detail], parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._details = tuple(details)
        self.setWindowTitle(tr("Details"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.area = self._make_scroll()
        self.copy_button = Button(themes, tr("Copy"))
        self.close_button = Button(themes, tr("Close"))
        self.copy_button.clicked.connect(self._on_copy)
        self.close_button.clicked.connect(self.reject)
        self.close_button.setDefault(True)
        self._lay_out(title)
        room = parent.window().size()
        self.resize(min(_WIDE, room.width() - _MARGIN_PX), min(_HIGH, room.height() - _MARGIN_PX))
        self.area.setFocus()

    @property
    def text(self) -> str:
        """All of it as text, a line each."""
        return "".join(f"{tr(detail.title)}: {words_of(detail)}\n" for detail in self._details)

    def _lay_out(self, title: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = PlaneFrame("header")
        inside = QHBoxLayout(head)
        inside.setContentsMargins(_PAD_PX, 12, _PAD_PX, 12)
        inside.addWidget(
            ElidedLabel(self._themes, tr("Details of {title}", title=title), weight=Weight.DemiBold), 1
        )
        foot = PlaneFrame("footer")
        row = QHBoxLayout(foot)
        row.setContentsMargins(_PAD_PX, 10, _PAD_PX, 10)
        row.addWidget(self.copy_button)
        row.addStretch(1)
        row.addWidget(self.close_button)
        for part, stretch in ((head, 0), (self.area, 1), (foot, 0)):
            column.addWidget(part, stretch)

    def _make_scroll(self) -> QScrollArea:
        scroll, page = _Area(self._themes), PlaneFrame("panel")
        rows = QVBoxLayout(page)
        rows.setContentsMargins(_PAD_PX - RING_PX, 12 - RING_PX, _PAD_PX - RING_PX, 12 - RING_PX)
        rows.setSpacing(12)
        for detail in self._details:
            rows.addWidget(self._row(detail))
        rows.addStretch(1)
        scroll.setWidget(page)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(tr("What a save stands on"))
        scroll.setAccessibleDescription(self.text)
        return scroll

    def _row(self, detail: Detail) -> QWidget:
        holder, words = QWidget(), words_of(detail)
        row, column = QHBoxLayout(holder), QVBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        column.setSpacing(2)
        icon, role = _MARKS[detail.standing]
        mark = IconLabel(self._themes, icon, role, self._themes.theme.icon_sizes.mark)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        column.addWidget(
            TextLabel(self._themes, tr(detail.title), role="small", tone="text2", weight=Weight.DemiBold)
        )
        column.addWidget(TextLabel(self._themes, words, wrap=True))
        holder.setAccessibleName(f"{tr(detail.title)}: {words}")
        return holder

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies all of it, as nothing can be selected."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self._on_copy()
        else:
            super().keyPressEvent(event)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text)
