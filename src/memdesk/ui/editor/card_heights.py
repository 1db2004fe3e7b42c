"""How high a card will be, as far as one can tell without making it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.editor.section_card import (
    LONG_BODY_PX,
    LONG_SECTION_LINES,
    TEXT_BOTTOM_PX,
    TEXT_RIGHT_PX,
)
from memdesk.ui.editor.section_lines import SectionLines
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.theme.manager import ThemeManager

_FRAME_PX = 4
"""Border and margin of a card, above and below."""


class CardHeights:
    """Takes all lines of a section for equally long, so that it costs the same however many there are."""

    def __init__(self, themes: ThemeManager, shown: ShownText) -> None:
        self._themes = themes
        self._shown = shown

    def of(self, sections: Sequence[SectionLines], opened: Iterable[int], width_px: int) -> list[int]:
        """Height in px of the card of each section in a column of this width; all but the `opened` ones are folded."""
        theme, text = self._themes.theme, self._shown.text
        head = theme.row_height(theme.sizes.card_head) + _FRAME_PX
        # Below an open text its own margin stands in place of that of the card.
        beside_text = head + TEXT_BOTTOM_PX - 1
        line = theme.line_height("body")
        room = width_px - TEXT_LEFT_PX - TEXT_RIGHT_PX
        in_a_row = max(1, room // max(1, theme.metrics("body").averageCharWidth()))

        def text_px(section: SectionLines) -> int:
            if section.count > LONG_SECTION_LINES:
                return LONG_BODY_PX
            chars = text.start(section.first + section.count) - text.start(section.first)
            lines = max(1, section.count)
            return lines * max(1, math.ceil(chars / lines / in_a_row)) * line

        heights = [head] * len(sections)
        for at in opened:
            heights[at] = beside_text + text_px(sections[at])
        return heights
