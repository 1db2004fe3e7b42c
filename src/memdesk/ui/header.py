"""The header over the open document: where it is, how it stands, how it is shown, and Save."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.breadcrumb import Breadcrumb, Crumb
from memdesk.ui.widgets.buttons import Button, IconButton, PrimaryButton
from memdesk.ui.widgets.switch import ModeSwitch
from memdesk.ui.widgets.tips import set_tip

_ROOMY_PX = 660


class SaveStateLabel(QLabel):
    """How the document stands: a mark with a shape of its own, then words."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self._icon = ""
        self._ink: ColorRole = "text2"
        self._words = self._short = ""
        self._is_roomy = True
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setIndent(18)

    def show_state(self, text: str, icon: str = "", ink: ColorRole = "text2", *, short: str = "") -> None:
        """Show `text` behind the mark `icon`: a Lucide name, `dot` for the unsaved dot, or none.

        Where room is short, `short` is said instead, if it is given.
        """
        self._icon, self._ink = icon, ink
        self._words, self._short = text, short or text
        self._say()
        self.setIndent(18 if icon else 0)
        self.setVisible(bool(text))

    def set_roomy(self, *, is_roomy: bool) -> None:
        """Say whether there is room for more than the shortest words."""
        self._is_roomy = is_roomy
        self._say()

    def _say(self) -> None:
        self.setText(plain(self._words if self._is_roomy else self._short))

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
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 0, 16, 0)
        row.setSpacing(8)
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
        is_roomy = self.width() >= _ROOMY_PX
        self.state.set_roomy(is_roomy=is_roomy)
        self.deeds_button.setText(self._deeds if is_roomy else "")
        self.deeds_button.set_icon("" if is_roomy else "bot")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_words()

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show the breadcrumb; parts with siblings are menus of them."""
        self._path.show_path(crumbs)

    def show_right_toggle(self, *, collapsed: bool) -> None:
        """Offer the right panel where the window is too narrow to dock it or it is put away."""
        self.right_toggle.setVisible(collapsed)
