"""The header over a document in little room: what gives way, and what is always whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from memdesk.ui.header import DocumentHeader
from memdesk.ui.i18n import install_language, tr
from memdesk.ui.panel_widths import page_margin
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.breadcrumb import Breadcrumb, Crumb
from memdesk.ui.widgets.buttons import Button
from tests.ui.conftest import Show

TRANSLATIONS = Path(__file__).parents[2] / "resources" / "translations"


@pytest.fixture(params=["en", "de", "zh_CN"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    install_language(TRANSLATIONS, [language])
    yield language
    install_language(TRANSLATIONS, [])


def header_of(themes: ThemeManager, show: Show, title: str, width: int) -> DocumentHeader:
    # As a window of its own it would not get narrower than its parts want.
    window = QWidget()
    window.resize(1000, 100)
    header = DocumentHeader(themes)
    header.setParent(window)
    header.show_document([Crumb("evva"), Crumb("api (projects)"), Crumb(title)], sections=True, editable=True)
    words = tr("{n} unsaved", n=1)
    header.state.show_state(f"{words} {words}", "dot", shorter=(words, "1"))
    header.resize(width, header.height())
    show(window)
    return header


def area_of(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def title_of(header: DocumentHeader) -> Button:
    [path] = header.findChildren(Breadcrumb)
    return [part for part in path.findChildren(Button) if part.isVisible()][-1]


@pytest.mark.parametrize("width", [900, 1440])
def test_the_path_begins_where_the_cards_do(themes: ThemeManager, show: Show, width: int) -> None:
    header = DocumentHeader(themes)
    header.show_document([Crumb("evva"), Crumb("MEMORY.md")], sections=True, editable=True)
    header.resize(width, header.height())
    show(header)
    [path] = header.findChildren(Breadcrumb)
    first = next(part for part in path.findChildren(Button) if part.isVisible())
    words = (first.width() - first.fontMetrics().horizontalAdvance(first.text())) // 2
    assert abs(first.mapTo(header, QPoint(words, 0)).x() - page_margin(width)) <= 1


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("title", ["MEMORY.md", "episode-2026-05-11-at-the-lake.md"])
@pytest.mark.parametrize("width", [440, 480, 560, 676])
def test_only_what_says_it_in_fewer_words_gives_way(
    themes: ThemeManager, show: Show, title: str, width: int
) -> None:
    header = header_of(themes, show, title, width)
    shown = [title_of(header), header.state, header.modes, header.save_button]
    areas = [area_of(widget, header) for widget in shown]

    for area, behind in pairwise(areas):
        assert area.right() < behind.left()
    assert areas[-1].right() < header.width()
    for whole in (*header.modes.findChildren(QAbstractButton), header.save_button, header.state):
        assert whole.width() >= whole.sizeHint().width(), whole
    least = themes.theme.metrics("body").horizontalAdvance(title[:8])
    assert areas[0].width() >= least


@pytest.mark.usefixtures("language")
def test_the_number_keeps_its_words_for_the_tool_tip_and_for_readers(
    themes: ThemeManager, show: Show
) -> None:
    header = header_of(themes, show, "episode-2026-05-11-at-the-lake.md", 440)
    words = tr("{n} unsaved", n=1)
    assert header.state.text() == "1"
    assert header.state.toolTip() == header.state.accessibleName() == f"{words} {words}"
    assert "episode-2026-05-11-at-the-lake.md" in title_of(header).toolTip()
    header.resize(1000, header.height())
    assert header.state.text() == f"{words} {words}"
    assert header.state.toolTip() == ""


def test_a_long_note_leaves_the_title_its_least_room(themes: ThemeManager, show: Show) -> None:
    header = header_of(themes, show, "episode-2026-05-11.md", 480)
    note = "Not saved: the disk is full, and what you wrote is kept in a draft"
    header.state.show_state(note, "triangle-alert", "warn")
    QApplication.processEvents()
    assert title_of(header).width() >= themes.theme.metrics("body").horizontalAdvance("episode-")
    assert header.modes.width() >= header.modes.sizeHint().width()
    assert header.state.toolTip() == header.state.accessibleName() == note


def test_two_letters_of_a_note_are_not_shown(themes: ThemeManager, show: Show) -> None:
    install_language(TRANSLATIONS, ["de"])
    header = header_of(themes, show, "MEMORY.md", 440)
    install_language(TRANSLATIONS, [])
    header.state.show_state("Gespeichert 14:06")
    QApplication.processEvents()
    assert header.state.text() == ""
    assert header.state.toolTip() == header.state.accessibleName() == "Gespeichert 14:06"
    header.state.show_state("Nicht gespeichert: kein Platz", "triangle-alert", "warn")
    QApplication.processEvents()
    assert header.state.text() == ""
    assert header.state.width() >= themes.theme.icon_sizes.mark
    header.resize(700, header.height())
    assert header.state.text() == "Nicht gespeichert: kein Platz"
