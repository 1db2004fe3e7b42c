"""What the app has to say about a text: a strip inside a card, a bar over the page. Neither blocks anything."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button, ButtonKind, IconButton, LinkButton
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.labels import ElidedLabel

_STRIP_PAD_PX = 10
_BAR_PAD_PX = 24
_BUTTON_AIR_PX = 8


class IconLabel(QWidget):
    """An icon that stands alone and says nothing a neighbour does not say."""

    def __init__(
        self, themes: ThemeManager, icon: str, role: ColorRole, size: int, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon = icon
        self._role: ColorRole = role
        self._size = size
        self.setFixedSize(size, size)

    def set_icon(self, icon: str, role: ColorRole) -> None:
        """Show another icon."""
        self._icon, self._role = icon, role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one icon
        with QPainter(self) as painter:
            self._themes.icons.draw(painter, self.rect(), self._icon, self._role, self._size)


class Strip(QFrame):
    """One warning inside a card: who would do what when, "Why", and "Fix" where a safe one exists."""

    why_requested = Signal()
    fix_requested = Signal()
    more_requested = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("strip")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._sentence = ElidedLabel(themes, role="small")
        self._more = LinkButton(themes, "")
        self._why = LinkButton(themes, tr("Why"))
        self._fix = Button(themes, tr("Fix"))
        self._more.clicked.connect(self.more_requested)
        self._why.clicked.connect(self.why_requested)
        self._fix.clicked.connect(self.fix_requested)
        self._lay_out()
        self._on_theme_changed()
        themes.theme_changed.connect(self._on_theme_changed)

    def show_warning(self, sentence: str, *, fixable: bool, more: int = 0) -> None:
        """Say `sentence`; `more` further warnings of this card lie behind a link."""
        self._sentence.set_text(sentence)
        self._fix.setVisible(fixable)
        self._more.setVisible(more > 0)
        self._more.setText(tr("+{n} more", n=more))
        self._why.setAccessibleName(tr("Why: {sentence}", sentence=sentence))
        self._fix.setAccessibleName(tr("Fix: {sentence}", sentence=sentence))
        self.setAccessibleName(tr("Warning: {sentence}", sentence=sentence))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(_STRIP_PAD_PX, 0, 4, 0)
        row.setSpacing(_STRIP_PAD_PX)
        row.addWidget(IconLabel(self._themes, "triangle-alert", "warn", self._themes.theme.icon_sizes.row))
        row.addWidget(self._sentence, 1)
        row.addWidget(self._more)
        row.addWidget(self._why)
        row.addWidget(self._fix)

    def _on_theme_changed(self) -> None:
        theme = self._themes.theme
        self.setFixedHeight(max(theme.sizes.strip, theme.row_height(theme.sizes.button) + _BUTTON_AIR_PX))


class Bar(QFrame):
    """A note under the header, over the whole width of the page: a lead in semibold, a detail, and what to do.

    `neutral` is for notes that are no clash, such as a draft that came back.
    """

    dismissed = Signal()
    """The user closed the bar."""

    def __init__(
        self,
        themes: ThemeManager,
        *,
        icon: str = "git-merge",
        neutral: bool = False,
        closable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setObjectName("bar")
        self.setProperty("tone", "neutral" if neutral else "warn")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._mark = IconLabel(themes, icon, "text2" if neutral else "warn", themes.theme.icon_sizes.button)
        self._note = _Note(themes)
        self._close = IconButton(themes, "x", tr("Close"))
        # Shown before it has a parent, it would be a window of its own for a moment.
        if not closable:
            self._close.hide()
        self._close.clicked.connect(self.hide)
        self._close.clicked.connect(self.dismissed)
        self._row = QHBoxLayout(self)
        self._lay_out()
        self._on_theme_changed()
        themes.theme_changed.connect(self._on_theme_changed)

    def show_note(self, lead: str, detail: str = "") -> None:
        """Say `lead` and `detail`, two whole sentences, and come into view."""
        self._note.set_words(lead, detail)
        self.setAccessibleName(plain(f"{lead} {detail}".strip()))
        self.show()

    def add_action(self, text: str, *, kind: ButtonKind = "default", icon: str = "") -> Button:
        """Add a button at the trailing end and return it."""
        button = Button(self._themes, text, kind=kind, icon=icon)
        self._row.insertWidget(self._row.count() - 1, button)
        self._let_close_be_last()
        return button

    def _let_close_be_last(self) -> None:
        """What leads away is the last that Tab and F6 come to, as it stands last."""
        if not self._close.isVisible():
            self._row.removeWidget(self._close)
            self._close.setParent(None)
            self._row.addWidget(self._close)

    def _lay_out(self) -> None:
        row = self._row
        row.setContentsMargins(_BAR_PAD_PX, 0, _BUTTON_AIR_PX, 0)
        row.setSpacing(_BUTTON_AIR_PX)
        row.addWidget(self._mark)
        row.addSpacing(4)
        row.addWidget(self._note, 1)
        row.addWidget(self._close)

    def _on_theme_changed(self) -> None:
        theme = self._themes.theme
        self.setFixedHeight(max(theme.sizes.bar, theme.row_height(theme.sizes.button) + 2 * _BUTTON_AIR_PX))


class _Note(QWidget):
    """A lead and a detail in one row, of which the detail gives way first; a layout would shrink both alike."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._lead = ElidedLabel(themes, weight=Weight.DemiBold, parent=self)
        self._detail = ElidedLabel(themes, tone="text2", parent=self)

    def set_words(self, lead: str, detail: str) -> None:
        self._lead.set_text(lead)
        self._detail.set_text(detail)
        self._arrange()

    def sizeHint(self) -> QSize:
        lead, detail = self._lead.sizeHint(), self._detail.sizeHint()
        return QSize(lead.width() + _BUTTON_AIR_PX + detail.width(), max(lead.height(), detail.height()))

    def minimumSizeHint(self) -> QSize:
        return self._lead.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        lead = min(self._lead.sizeHint().width(), self.width())
        rest = lead + _BUTTON_AIR_PX
        self._lead.setGeometry(cell_of(self, 0, lead))
        self._detail.setGeometry(cell_of(self, rest, max(0, self.width() - rest)))
