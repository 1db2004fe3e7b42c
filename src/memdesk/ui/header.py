"""The header over the open document: where it is, how it stands, how it is shown, and Save."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy

from memdesk.ui.i18n import sentences, tr
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.breadcrumb import Breadcrumb, Crumb
from memdesk.ui.widgets.buttons import PAD_PX, Button, IconButton, PrimaryButton
from memdesk.ui.widgets.switch import ModeSwitch
from memdesk.ui.widgets.tips import set_tip

_ROOMY_PX = 660
_RIGHT_PX, _GAP_PX = 16, 8
_INDENT_PX = 18
_LEAST_CHARS = 8
"""Words cut after less tell nobody anything: the mark alone stays, if there is one."""


class SaveStateLabel(QLabel):
    """How the document stands: a mark with a shape of its own, then words, in as few as the room asks for."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._icon = ""
        self._ink: ColorRole = "text2"
        self._words = self._why = ""
        self._wordings: tuple[str, ...] = ("",)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_state(
        self,
        text: str,
        icon: str = "",
        ink: ColorRole = "text2",
        *,
        shorter: Sequence[str] = (),
        why: str = "",
    ) -> None:
        """Show `text` behind the mark `icon`: a Lucide name, `dot` for the unsaved dot, or none.

        Where room is short, the first of `shorter` that fits is said instead. `why` is the tool tip of the whole.
        """
        self._icon, self._ink = icon, ink
        self._words, self._why = plain(text), why
        self._wordings = (self._words, *(plain(one) for one in shorter))
        self.setIndent(_INDENT_PX if icon else 0)
        self.setAccessibleName(self._words)
        self._say(self._words)
        self.setVisible(bool(text))
        self.updateGeometry()

    def fit(self, *, is_roomy: bool, room: int, most: int) -> None:
        """Say the longest wording within `room` px, the whole only if `is_roomy`; else the last one, cut to `most`."""
        wordings = self._wordings if is_roomy else (self._wordings[1:] or self._wordings)
        fitting = (one for one in wordings if self._wide(one) <= room)
        words = next(fitting, wordings[-1])
        if self._wide(words) > max(room, most):
            space = most - self.indent()
            is_worth = space >= _LEAST_CHARS * self.fontMetrics().averageCharWidth()
            words = (
                self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, space) if is_worth else ""
            )
        self._say(words)

    def sizeHint(self) -> QSize:
        # Without words Qt would give the mark no room either.
        return super().sizeHint().expandedTo(QSize(self.indent(), 0))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(self.indent(), 0))

    def _wide(self, words: str) -> int:
        return self.indent() + self.fontMetrics().horizontalAdvance(words)

    def _say(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
        whole = self._words if words != self._words else ""
        set_tip(self, sentences(whole, self._why))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, then the mark before them."""
        super().paintEvent(event)
        if not self._icon:
            return
        with QPainter(self) as painter:
            size = self._themes.theme.icon_sizes.mark
            area = QRect(
                0 if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else self.width() - size,
                0,
                size,
                self.height(),
            )
            if self._icon != "dot":
                self._themes.icons.draw(painter, area, self._icon, self._ink, size)
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._themes.theme.brush("text"))
            painter.drawEllipse(area.center().x() - 3, area.center().y() - 3, 7, 7)


class DocumentHeader(QFrame):
    """Breadcrumb, save state, mode switch, Save, and the toggle of a collapsed right panel."""

    save_requested = Signal()
    mode_chosen = Signal(str)
    right_panel_requested = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self.setProperty("plane", "header")
        self.setFixedHeight(themes.theme.sizes.header)
        self._path = Breadcrumb(themes)
        self.state = SaveStateLabel(themes)
        self.modes = ModeSwitch(
            themes, tr("How the document is shown"), (("sections", tr("Sections")), ("source", tr("Source")))
        )
        self.deeds_button = Button(themes, "")
        self.deeds_button.hide()
        self._deeds = ""
        self.save_button = PrimaryButton(themes, tr("Save"))
        self.right_toggle = IconButton(
            themes, "panel-right", tr("Show what the agent will see"), kind="default"
        )
        self._lay_out()
        self.modes.current_changed.connect(self.mode_chosen)
        self.save_button.clicked.connect(self.save_requested)
        self.right_toggle.clicked.connect(self.right_panel_requested)
        self.right_toggle.hide()
        self.show_nothing()

    def _lay_out(self) -> None:
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(self._left_px, 0, _RIGHT_PX, 0)
        row.setSpacing(_GAP_PX)
        row.addWidget(self._path)
        row.addStretch(1)
        for widget in (self.state, self.deeds_button, self.modes, self.save_button, self.right_toggle):
            row.addWidget(widget)

    def show_nothing(self) -> None:
        """No document is open."""
        self.show_path(())
        self.state.show_state("")
        for widget in (self.deeds_button, self.modes, self.save_button):
            widget.hide()

    def show_document(
        self, crumbs: Sequence[Crumb], *, sections: bool, editable: bool, parts: str = ""
    ) -> None:
        """A document is open; `sections` tells whether it can be shown as what `parts` calls them, else sections."""
        self.show_path(crumbs)
        self.modes.set_label("sections", parts or tr("Sections"))
        self.modes.setVisible(sections)
        self.save_button.setVisible(editable)

    def show_deeds(self, words: str, tip: str = "") -> None:
        """Offer what the agent does when it is told to; empty for nothing. Where it is narrow an icon stands for it."""
        self._deeds = words
        self.deeds_button.setVisible(bool(words))
        self.deeds_button.setAccessibleName(words)
        set_tip(self.deeds_button, f"{words}: {tip}" if tip else words)
        self._fit_words()

    def _fit_words(self) -> None:
        """The switch and Save keep their words; how it stands gives way before the title does."""
        is_roomy = self.width() >= _ROOMY_PX
        self.deeds_button.setText(self._deeds if is_roomy else "")
        self.deeds_button.set_icon("" if is_roomy else "bot")
        if self.state.isHidden():
            return
        beside = (self.deeds_button, self.modes, self.save_button, self.right_toggle)
        taken = sum(widget.sizeHint().width() + _GAP_PX for widget in beside if not widget.isHidden())
        room = self.width() - self._left_px - _RIGHT_PX - _GAP_PX - taken
        self.state.fit(
            is_roomy=is_roomy, room=room - self._path.title_px, most=room - self._path.least_title_px
        )

    @property
    def _left_px(self) -> int:
        """So that the words of the path begin where the cards below do."""
        return page_margin(self.window().width()) - PAD_PX

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._row.setContentsMargins(self._left_px, 0, _RIGHT_PX, 0)
        self._fit_words()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            # A part came, went or says something else; what that changes is placed before it is painted.
            self._fit_words()
            self._row.activate()
        return super().event(event)

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show the breadcrumb; parts with siblings are menus of them."""
        self._path.show_path(crumbs)

    def show_right_toggle(self, *, collapsed: bool) -> None:
        """Offer the right panel where the window is too narrow to dock it or it is put away."""
        self.right_toggle.setVisible(collapsed)
