"""The head of a section card in little room: what goes, and that the heading stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from memdesk.ui.editor.card_head import TEXT_LEFT_PX, CardHead
from memdesk.ui.editor.head_facts import HeadFacts
from memdesk.ui.i18n import install_language, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from tests.ui.conftest import Show

TRANSLATIONS = Path(__file__).parents[3] / "resources" / "translations"
WIDTHS = [300, 340, 388, 440, 500]


@pytest.fixture(params=["en", "de", "zh_CN"], autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    language: str = request.param
    install_language(TRANSLATIONS, [language])
    yield language
    install_language(TRANSLATIONS, [])


def head_of(themes: ThemeManager, show: Show, facts: HeadFacts, width: int) -> CardHead:
    window = QWidget()
    window.resize(1000, 100)
    head = CardHead(themes, facts, window)
    head.resize(width, head.height())
    show(window)
    return head


def unsaved(title: str) -> HeadFacts:
    meta = f"{tr('You')} · 2026-11-23 14:06"
    return HeadFacts(title, line_count=8, unsaved=True, changed=2, meta=meta)


def drawn(head: CardHead, left: int, right: int) -> QImage:
    head.grab()
    return head.grab().toImage().copy(left, 0, right - left, head.height())


@pytest.mark.parametrize("width", WIDTHS)
def test_the_heading_is_drawn_in_any_width(themes: ThemeManager, show: Show, width: int) -> None:
    head = head_of(themes, show, unsaved("Decisions"), width)
    wide = head_of(themes, show, HeadFacts("Decisions"), 900)
    title_px = themes.theme.metrics("body").horizontalAdvance("Decisions")
    end = TEXT_LEFT_PX + title_px
    assert drawn(head, TEXT_LEFT_PX, end) == drawn(wide, TEXT_LEFT_PX, end)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("empty", [False, True])
def test_buttons_stay_apart(themes: ThemeManager, show: Show, width: int, *, empty: bool) -> None:
    facts = HeadFacts("Decisions", unsaved=True, empty=empty, folded=empty, meta="You · 2 h", pinned=True)
    head = head_of(themes, show, facts, width)
    buttons = sorted((one for one in head.findChildren(Button) if one.isVisible()), key=QWidget.x)
    for at, button in enumerate(buttons):
        assert head.rect().contains(button.geometry())
        assert button.width() >= button.sizeHint().width()
        for other in buttons[at + 1 :]:
            assert not button.geometry().intersects(other.geometry())


def test_a_button_without_words_is_named(themes: ThemeManager, show: Show) -> None:
    head = head_of(themes, show, unsaved("Decisions"), 240)
    [revert] = [one for one in head.stops if one.accessibleName().startswith(tr("Revert"))]
    assert revert.text() == ""
    assert revert.toolTip() == tr("Revert")
    assert unsaved("Decisions").sentence in head.toolTip()
    head.resize(900, head.height())
    assert revert.text() == tr("Revert")
    assert revert.toolTip() == head.toolTip() == ""
