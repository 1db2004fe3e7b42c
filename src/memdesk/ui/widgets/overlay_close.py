"""The way out of a side panel that lies over the page, for whoever has no key at hand."""

from __future__ import annotations

from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton


class OverlayClose(IconButton):
    """Stands at the end of a panel's header; the frame shows it while the panel covers the button that opened it."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes, "x", tr("Close"))
        self.hide()
