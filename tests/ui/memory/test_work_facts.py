"""What the status bar says of work that takes long."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from memdesk.ui.memory.status import StatusFacts
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.status_bar import StatusBar
from tests.ui.conftest import Show


def place_of(bar: StatusBar, words: str) -> int:
    [part] = [
        part
        for part in bar.findChildren(QWidget)
        if part.isVisible() and getattr(part, "text", str)() == words
    ]
    return part.mapTo(bar, part.rect().topLeft()).x()


def test_the_way_to_stop_stays_where_it_is_while_the_words_grow(themes: ThemeManager, show: Show) -> None:
    bar = StatusBar(themes)
    status = StatusFacts(bar, "/home/ada", bar)
    show(bar)
    bar.resize(1200, bar.height())
    places = set[int]()
    for words in ("Working…", "Changing files: 9 of 1,000…", "Changing files: 1,000 of 1,000…"):
        status.show_work(words, can_stop=True)
        QApplication.processEvents()
        places.add(place_of(bar, "Stop"))
    assert len(places) == 1
