"""The lines of a card of the inbox, as they are painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from memdesk.ui.inbox.card_lines import CardLines
from memdesk.ui.theme.manager import Preferences, SchemeChoice, ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.lines.line import Line, LineKind


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("is_high", [False, True])
@pytest.mark.parametrize(("kind", "fill"), [(LineKind.ADDED, "addWord"), (LineKind.REMOVED, "remWord")])
def test_a_changed_word_stands_on_the_fill_that_is_for_it(
    themes: ThemeManager, scheme: SchemeChoice, is_high: bool, kind: LineKind, fill: ColorRole
) -> None:
    themes.set_preferences(Preferences(scheme, "on" if is_high else "off"))
    card = CardLines(themes, [Line("Use pnpm here", kind, words=((4, 8),))], 400)
    picture = QImage(400, card.height, QImage.Format.Format_RGB32)
    picture.fill(0)
    with QPainter(picture) as painter:
        card.paint(painter, QRectF(0, 0, 400, card.height), right_to_left=False)
    seen = {picture.pixel(x, y) for x in range(400) for y in range(card.height)}
    assert themes.theme.color(fill).rgb() in seen
