"""Labels whose text needs a second font, as Chinese does nearly everywhere, and that font has higher lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel, TwoRowLabel
from tests.tall_font import CHARACTER, FAMILY, tall_font
from tests.ui.conftest import Show

WORDS = "gy_"


@pytest.fixture(autouse=True)
def two_fonts(qapp: QApplication) -> Iterator[None]:
    before = qapp.font()
    added = QFontDatabase.addApplicationFontFromData(tall_font())
    font = QFont(before)
    font.setFamilies([QFontInfo(before).family(), FAMILY])
    qapp.setFont(font)
    yield
    qapp.setFont(before)
    QFontDatabase.removeApplicationFont(added)


def drawn(label: ElidedLabel | TextLabel, show: Show, width: int = 0, height: int = 0) -> QImage:
    label.resize(width or label.sizeHint().width(), height or label.sizeHint().height())
    show(label)
    return label.grab().toImage()


@pytest.mark.parametrize("label", [ElidedLabel, TextLabel])
def test_letters_stay_where_they_are_beside_a_character_of_a_taller_font(
    label: type[ElidedLabel | TextLabel], themes: ThemeManager, show: Show
) -> None:
    alone = drawn(label(themes, WORDS), show)
    beside = drawn(label(themes, WORDS + CHARACTER), show, height=alone.height())
    width = alone.width() - 2
    assert beside.copy(0, 0, width, alone.height()) == alone.copy(0, 0, width, alone.height())


def test_both_rows_of_a_sentence_are_whole_in_a_taller_font(themes: ThemeManager, show: Show) -> None:
    one = drawn(ElidedLabel(themes, WORDS + CHARACTER), show)
    width, height = one.width(), one.height()
    both = drawn(TwoRowLabel(themes, f"{WORDS}{CHARACTER} {WORDS}{CHARACTER}"), show, width)
    assert both.copy(0, 0, width, height) == one
    assert both.copy(0, height, width, height) == one
