"""The head of a form."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from memdesk.ui.form.form_head import FormHead
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.found_label import FoundLabel
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.marks import MarkLabel
from tests.ui.conftest import Show


@pytest.mark.parametrize("width", [260, 600])
def test_the_parts_stand_in_the_order_of_the_heads_of_cards(
    themes: ThemeManager, show: Show, width: int
) -> None:
    head = FormHead(themes)
    head.show_facts(
        "Header", "12 fields of an agent that reads and writes", "oven-two.md", can_be_removed=True
    )
    head.set_unsaved(on=True)
    head.resize(width, head.sizeHint().height())
    show(head)
    parts: list[QWidget | None] = [head.findChild(kind) for kind in (FoundLabel, ElidedLabel, MarkLabel)]
    ends = [(part.geometry().left(), part.geometry().right()) for part in parts if part is not None]
    assert len(ends) == 3
    assert [edge for pair in ends for edge in pair] == sorted(edge for pair in ends for edge in pair)
    assert ends[-1][1] < width
    assert ends[2][0] - ends[1][1] < 12
