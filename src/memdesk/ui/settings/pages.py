"""What the pages of the settings are called, in their order: one table for the dialog and for the palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memdesk.ui.i18n import tr


class PageHead(NamedTuple):
    """How a page is shown in a list."""

    title: str
    icon: str


def page_heads() -> Mapping[str, PageHead]:
    """All pages, by the names that the program has for them."""
    return {
        "folders": PageHead(tr("Folders"), "folder"),
        "agents": PageHead(tr("Agents"), "bot"),
        "history": PageHead(tr("History"), "history"),
        "look": PageHead(tr("Look"), "sun-moon"),
        "keyboard": PageHead(tr("Keyboard"), "keyboard"),
        "privacy": PageHead(tr("Privacy"), "eye-off"),
    }
