"""What the app has to say about a text: a strip inside a card, a bar over the page. Neither blocks anything."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from memdesk.ui.i18n import sentences, tr
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.plain import plain
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.buttons import Button, ButtonKind, IconButton, LinkButton
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.labels import TextLabel, TwoRowLabel
from memdesk.ui.widgets.wrapping import WrappingLayout

_STRIP_PAD_PX, _STRIP_END_PX = 10, 4
_STRIP_AIR_PX = 2
"""At least so much above and below a sentence of several rows."""
_LEAST_SENTENCE_PX, _MOST_SENTENCE_ROWS = 280, 12
_BUTTON_AIR_PX = 8
_DETAIL_GAP_PX = 4


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
    """One warning, or a note, inside a card: who would do what when, "Why", and "Fix" where a safe one exists.

    What can be done stands beside the sentence, or below it where that would leave it a few words.
    """

    why_requested = Signal()
    fix_requested = Signal()
    more_requested = Signal()

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._said = ""
        self._is_high = False
        self.setObjectName("strip")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._icon = IconLabel(themes, "triangle-alert", "warn", themes.theme.icon_sizes.row)
        self._sentence = TwoRowLabel(themes, role="small")
        self._more = LinkButton(themes, "")
        self._why = LinkButton(themes, tr("Why"))
        self._fix = Button(themes, tr("Fix"))
        self._more.clicked.connect(self.more_requested)
        self._why.clicked.connect(self.why_requested)
        self._fix.clicked.connect(self.fix_requested)
        self._grid = QGridLayout(self)
        self._actions = QWidget()
        self._lay_out()
        self._arrange()
        themes.fonts_changed.connect(self._arrange)
        themes.masks.changed.connect(self._say)

    def show_warning(self, sentence: str, *, fixable: bool, more: int = 0, is_problem: bool = True) -> None:
        """Say `sentence`, as a note where it `is_problem` to nobody; `more` further ones lie behind a link."""
        self._said = sentence
        self.setProperty("tone", "" if is_problem else "neutral")
        self._icon.set_icon(*(("triangle-alert", "warn") if is_problem else ("info", "text3")))
        self.update()
        self._say()
        self._fix.setVisible(fixable)
        self._more.setVisible(more > 0)
        self._more.setText(tr("+{n} more", n=more))
        self._arrange()

    def _say(self) -> None:
        sentence = self._themes.masks.shown_sentence(self._said)
        self._sentence.set_text(sentence)
        self._why.setAccessibleName(tr("Why: {sentence}", sentence=sentence))
        self._fix.setAccessibleName(tr("Fix: {sentence}", sentence=sentence))
        is_note = self.property("tone") == "neutral"
        name = tr("Note: {sentence}", sentence=sentence)
        self.setAccessibleName(name if is_note else tr("Warning: {sentence}", sentence=sentence))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _lay_out(self) -> None:
        actions = QHBoxLayout(self._actions)
        actions.setContentsMargins(0, 0, 0, 0)
        actions.setSpacing(_STRIP_PAD_PX)
        for button in (self._more, self._why, self._fix):
            actions.addWidget(button)
        grid = self._grid
        grid.setContentsMargins(_STRIP_PAD_PX, 0, _STRIP_END_PX, 0)
        grid.setHorizontalSpacing(_STRIP_PAD_PX)
        grid.setVerticalSpacing(_STRIP_END_PX)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._icon, 0, 0)
        grid.addWidget(self._sentence, 0, 1)
        grid.addWidget(self._actions, 0, 2)

    def _arrange(self) -> None:
        """One row or two, and as high as that takes."""
        theme = self._themes.theme
        # The line around it takes its share.
        edges_px = 2 * theme.lines.hairline
        room = self.width() - 2 * _STRIP_PAD_PX - _STRIP_END_PX - theme.icon_sizes.row - edges_px
        beside = max(0, room - _STRIP_PAD_PX - self._actions.sizeHint().width())
        self._sentence.set_most_rows(2)
        # Before it has its place, its width says nothing.
        is_placed = self.testAttribute(Qt.WidgetAttribute.WA_Resized)
        is_high = is_placed and beside < _LEAST_SENTENCE_PX and self._sentence.elided_in(beside)
        rows, words_room = 2, room if is_high else beside
        while is_placed and rows < _MOST_SENTENCE_ROWS and self._sentence.elided_in(words_room):
            rows += 1
            self._sentence.set_most_rows(rows)
        self._stack(is_high=is_high)
        button_px = theme.row_height(theme.sizes.button) + _BUTTON_AIR_PX
        words_px = self._sentence.sizeHint().height()
        if is_high:
            self.setFixedHeight(_BUTTON_AIR_PX + words_px + button_px + edges_px)
        else:
            # The label asks for two rows, also where its sentence takes one.
            is_short = theme.metrics("small").horizontalAdvance(self._sentence.text) <= words_room
            air_px = 0 if is_short else 2 * _STRIP_AIR_PX
            self.setFixedHeight(max(theme.sizes.strip, button_px, words_px + air_px + edges_px))

    def _stack(self, *, is_high: bool) -> None:
        if is_high == self._is_high:
            return
        self._is_high = is_high
        for widget in (self._sentence, self._actions):
            self._grid.removeWidget(widget)
        self._grid.addWidget(self._sentence, 0, 1, 1, 2 if is_high else 1)
        top_px, bottom_px = (_BUTTON_AIR_PX, _STRIP_END_PX) if is_high else (0, 0)
        self._grid.setContentsMargins(_STRIP_PAD_PX, top_px, _STRIP_END_PX, bottom_px)
        if is_high:
            self._grid.addWidget(self._actions, 1, 1, 1, 2, Qt.AlignmentFlag.AlignTrailing)
        else:
            self._grid.addWidget(self._actions, 0, 2)


class Bar(QFrame):
    """A note under the header, over the whole width of the page: a lead in semibold, a detail, and what to do.

    All of it stands in one row where that has room. Else the detail stands below the lead, and where the buttons have
    no room beside the two, they stand below them, in as many rows as they take: what is asked, and each answer, can
    always be read.
    `neutral` is for a question that warns of nothing.
    """

    dismissed = Signal()
    """The user closed the bar."""
    left = Signal()
    """It went while it had the focus, as its own buttons make it."""

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
        self._is_closable, self._stacked = closable, (False, False)
        self.setObjectName("bar")
        self.setProperty("tone", "neutral" if neutral else "warn")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._mark = IconLabel(themes, icon, "text2" if neutral else "warn", themes.theme.icon_sizes.button)
        self._note = _Note(themes)
        self._actions = QWidget()
        self._answers = WrappingLayout(_BUTTON_AIR_PX, self._actions)
        self._close = IconButton(themes, "x", tr("Close"))
        # Shown before it has a parent, it would be a window of its own for a moment.
        if not closable:
            self._close.hide()
        self._close.clicked.connect(self.hide)
        self._close.clicked.connect(self.dismissed)
        self._grid = QGridLayout(self)
        self._lay_out()
        self._arrange()
        themes.fonts_changed.connect(self._arrange)

    def show_note(self, lead: str, detail: str = "") -> None:
        """Say `lead` and `detail`, two whole sentences, and come into view."""
        self._note.set_words(lead, detail)
        self.setAccessibleName(plain(sentences(lead, detail)))
        self._arrange()
        self.show()

    def setVisible(self, visible: bool) -> None:
        # Once it is hidden, Qt has given the focus to whatever comes next.
        focused: QWidget | None = self.window().focusWidget()
        is_left = not visible and focused is not None and self.isAncestorOf(focused)
        super().setVisible(visible)
        if is_left:
            self.left.emit()

    def add_action(self, text: str, *, kind: ButtonKind = "default", icon: str = "") -> Button:
        """Add a button at the trailing end and return it."""
        button = Button(self._themes, text, kind=kind, icon=icon)
        self._answers.insert_widget(self._answers.count(), button)
        # What leads away is the last that Tab and F6 come to, as it stands last.
        self.setTabOrder(button, self._close)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            # A button came, went or says something else.
            self._arrange()
        return super().event(event)

    def _lay_out(self) -> None:
        grid = self._grid
        grid.setHorizontalSpacing(_BUTTON_AIR_PX)
        grid.setVerticalSpacing(_BUTTON_AIR_PX)
        grid.setColumnStretch(1, 1)
        for column, widget in enumerate((self._mark, self._note, self._actions, self._close)):
            grid.addWidget(widget, 0, column)
        for widget in (self._mark, self._actions, self._close):
            grid.setAlignment(widget, Qt.AlignmentFlag.AlignVCenter)

    def _arrange(self) -> None:
        """One row or several, and as high as that takes."""
        theme = self._themes.theme
        button_px = theme.row_height(theme.sizes.button)
        closing_px = self._close.sizeHint().width() + _BUTTON_AIR_PX if self._is_closable else 0
        pads_px = self._aside_px + self._end_px
        room = self.width() - pads_px - self._mark.width() - _BUTTON_AIR_PX - closing_px
        actions_px = self._answers.row_px
        beside = room - _BUTTON_AIR_PX - actions_px
        is_high, is_below = self._note.row_px > beside, self._note.column_px > beside
        self._stack(is_high=is_high, is_below=is_below)
        self._actions.setMinimumWidth(0 if is_below else actions_px)
        note_px = self._note.heightForWidth(room if is_below else beside) if is_high else button_px
        self._note.setFixedHeight(note_px)
        rows_px = max(note_px, self._mark.height(), button_px if self._is_closable else 0)
        if is_below and actions_px:
            rows_px += _BUTTON_AIR_PX + self._answers.heightForWidth(room)
        # Of several rows the line below them would cut off the last pixel.
        air_px = 2 * _BUTTON_AIR_PX + (theme.lines.hairline if is_high else 0)
        self.setFixedHeight(max(theme.sizes.bar, rows_px + air_px))

    @property
    def _end_px(self) -> int:
        """The air behind the last button. What has no frame stands further out, so that its icon ends with the page."""
        return _BUTTON_AIR_PX if self._is_closable else self._aside_px

    @property
    def _aside_px(self) -> int:
        """So that the note begins where the cards below do."""
        return page_margin(self.window().width())

    def _stack(self, *, is_high: bool, is_below: bool) -> None:
        air = _BUTTON_AIR_PX if is_high else 0
        self._grid.setContentsMargins(self._aside_px, air, self._end_px, air)
        before, self._stacked = self._stacked, (is_high, is_below)
        # What a layout is told anew lays it out anew, and that asks for this once more.
        if before == self._stacked:
            return
        self._note.stack(is_high=is_high)
        top, middle = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignVCenter
        self._grid.setAlignment(self._mark, top if is_high else middle)
        self._grid.setAlignment(self._close, top if is_below else middle)
        self._grid.removeWidget(self._actions)
        if is_below:
            # Over several columns it would take the note some of its room.
            self._grid.addWidget(self._actions, 1, 1)
        else:
            self._grid.addWidget(self._actions, 0, 2, middle)


class _Note(QWidget):
    """A lead and a detail in one row, or below each other and broken into lines."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._is_high = False
        self._lead = TextLabel(themes, weight=Weight.DemiBold, wrap=True, parent=self)
        self._detail = TextLabel(themes, tone="text2", wrap=True, parent=self)

    def set_words(self, lead: str, detail: str) -> None:
        self._lead.setText(lead)
        self._detail.setText(detail)
        self._arrange()

    def stack(self, *, is_high: bool) -> None:
        """Put the detail below the lead, or beside it."""
        self._is_high = is_high
        self._arrange()

    @property
    def row_px(self) -> int:
        """How wide one row of all the words is."""
        words = (label for label in (self._lead, self._detail) if label.text())
        return sum(_row_px(label) + _BUTTON_AIR_PX for label in words)

    @property
    def column_px(self) -> int:
        """How wide the lead and the detail are below each other, with each in one row."""
        return max(_row_px(label) for label in (self._lead, self._detail))

    def heightForWidth(self, width: int) -> int:
        heights = [label.heightForWidth(width) for label in (self._lead, self._detail) if label.text()]
        return sum(heights) + _DETAIL_GAP_PX * max(0, len(heights) - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        if self._is_high:
            lead_px = self._lead.heightForWidth(self.width())
            self._lead.setGeometry(0, 0, self.width(), lead_px)
            top = lead_px + _DETAIL_GAP_PX
            self._detail.setGeometry(0, top, self.width(), max(0, self.height() - top))
            return
        lead = _row_px(self._lead)
        rest = lead + _BUTTON_AIR_PX
        self._lead.setGeometry(cell_of(self, 0, lead))
        self._detail.setGeometry(cell_of(self, rest, max(0, self.width() - rest)))


def _row_px(label: TextLabel) -> int:
    return label.fontMetrics().horizontalAdvance(label.text()) + 1
