"""How the lines of hits are painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter

from memdesk.ui.search.hit_list import HitList, _HitDelegate
from memdesk.ui.search.rows import Piece
from memdesk.ui.theme.manager import ThemeManager

TEXT = "api is done, shop-frontend is next"
_WIDE, _HIGH = 400, 24


def columns_that_differ(one: QImage, other: QImage) -> int:
    columns = (QRect(x, 0, 1, _HIGH) for x in range(_WIDE))
    return 0 if one == other else sum(one.copy(column) != other.copy(column) for column in columns)


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_a_line_that_does_not_fit_is_cut_between_two_characters(
    themes: ThemeManager, monkeypatch: pytest.MonkeyPatch, direction: Qt.LayoutDirection
) -> None:
    view = HitList(themes)
    view.setLayoutDirection(direction)
    delegate = view.itemDelegate()
    assert isinstance(delegate, _HitDelegate)
    dots: list[QRect] = []
    monkeypatch.setattr(delegate, "draw", lambda _painter, area, *_words: dots.append(area))
    is_mirrored = direction == Qt.LayoutDirection.RightToLeft

    def painted(text: str, wide: int) -> QImage:
        image = QImage(_WIDE, _HIGH, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        area = QRect(_WIDE - wide if is_mirrored else 0, 0, wide, _HIGH)
        with QPainter(image) as painter:
            delegate._paint_pieces(painter, area, [Piece(text)])
        return image

    parts = [TEXT[number:] if is_mirrored else TEXT[:number] for number in range(len(TEXT) + 1)]
    whole = [painted(part, _WIDE) for part in parts]
    assert not dots
    for wide in range(60, 160, 9):
        cut = painted(TEXT, wide)
        assert min(columns_that_differ(cut, one) for one in whole) <= 1, (
            "a letter reaches a point beyond its width"
        )
        seen = QRect(_WIDE - wide if is_mirrored else 0, 0, wide, _HIGH)
        assert seen.contains(dots[-1])
