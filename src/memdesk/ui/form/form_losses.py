"""What an agent would do to the values of a form, or makes of them, said above its fields."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.session import Loss
from memdesk.ui.i18n import told
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Strip

_MOST = 4
_GAP_PX = 4


class FormLosses(QWidget):
    """A strip for each of the worst losses; the last one leads to those that are not shown."""

    def __init__(self, themes: ThemeManager, requests: EditorRequests, *, is_locked: bool) -> None:
        super().__init__()
        self._themes = themes
        self._requests = requests
        self._is_locked = is_locked
        self._losses: Sequence[Loss] = ()
        self._strips: list[Strip] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_GAP_PX)
        self.hide()

    def show_losses(self, losses: Sequence[Loss]) -> None:
        """Say these, worst first."""
        self._losses, shown = losses, losses[:_MOST]
        while len(self._strips) < len(shown):
            self._strips.append(self._make_strip(len(self._strips)))
        for place, strip in enumerate(self._strips):
            if place < len(shown):
                more = len(losses) - len(shown) if place == len(shown) - 1 else 0
                one = losses[place]
                can_fix = bool(one.repair) and not self._is_locked
                words = told(one.message)
                strip.show_warning(words, fixable=can_fix, more=more, is_problem=one.is_problem)
            strip.setVisible(place < len(shown))
        self.setVisible(bool(shown))

    def _make_strip(self, place: int) -> Strip:
        strip = Strip(self._themes, parent=self)
        strip.hide()
        strip.why_requested.connect(lambda: self._ask(self._requests.why_requested, place))
        strip.fix_requested.connect(lambda: self._ask(self._requests.repair_requested, place))
        strip.more_requested.connect(lambda: self._ask(self._requests.why_requested, _MOST))
        self._column.addWidget(strip)
        return strip

    def _ask(self, request: SignalInstance, place: int) -> None:
        """Ask something about a loss; it may have gone while its button was held down."""
        if place < len(self._losses):
            request.emit(self._losses[place])
