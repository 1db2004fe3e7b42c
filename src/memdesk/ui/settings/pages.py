"""What the pages of the settings are called, in their order: one table for the dialog and for the palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memdesk.ui.i18n import tr


class PageHead(NamedTuple):
    """How a page is shown in a list, and other words that a search finds it by."""

    title: str
    icon: str
    words: str


def page_heads() -> Mapping[str, PageHead]:
    """All pages, by the names that the program has for them."""
    return {
        "folders": PageHead(tr("Folders"), "folder", tr("directories places roots paths")),
        "agents": PageHead(tr("Agents"), "bot", tr("assumptions limits caps budgets models")),
        "history": PageHead(tr("History"), "history", tr("versions backups copies records")),
        "look": PageHead(
            tr("Appearance"), "sun-moon", tr("appearance themes colours colors interface animations language")
        ),
        "keyboard": PageHead(tr("Keyboard"), "keyboard", tr("shortcuts hotkeys keys bindings")),
        "privacy": PageHead(tr("Privacy"), "eye-off", tr("secrets confidential sensitive credentials data")),
    }
