from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton

import memdesk.ui
from memdesk.ui.theme.archive import IconArchive, lucide_archive
from memdesk.ui.theme.manager import Preferences, ThemeManager
from tests.ui.conftest import Show


def inks(pixmap: QPixmap) -> set[str]:
    """The colours of the fully opaque pixels."""
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    pixels = (image.pixelColor(x, y) for x, y in points)
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def near(found: set[str], wanted: QColor) -> bool:
    """Whether a pixel has the colour, but for the rounding of premultiplied alpha."""
    others = [QColor(name) for name in found]
    return any(
        abs(c.red() - wanted.red()) + abs(c.green() - wanted.green()) + abs(c.blue() - wanted.blue()) < 6
        for c in others
    )


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_drawn_at_the_pixels_of_the_screen(themes: ThemeManager, ratio: float) -> None:
    pixmap = themes.icons.pixmap("inbox", "text2", 16, ratio)
    assert pixmap.width() == round(16 * ratio)
    assert pixmap.devicePixelRatio() == ratio


def test_drawn_in_the_colour_of_its_role(themes: ThemeManager) -> None:
    assert near(inks(themes.icons.pixmap("minus", "warn", 64)), themes.theme.color("warn"))


def test_rendered_once(themes: ThemeManager) -> None:
    first = themes.icons.pixmap("inbox", "text2", 16)
    assert themes.icons.pixmap("inbox", "text2", 16).cacheKey() == first.cacheKey()


def test_an_icon_given_out_follows_the_theme(themes: ThemeManager) -> None:
    icon = themes.icons.icon("minus", "text")
    assert near(inks(icon.pixmap(QSize(64, 64))), themes.theme.color("text"))
    themes.set_preferences(Preferences(scheme="dark"))
    assert near(inks(icon.pixmap(QSize(64, 64))), themes.theme.color("text"))


def test_modes_and_states_have_their_own_colour(themes: ThemeManager) -> None:
    icon = themes.icons.icon("minus", "text", on="accentText")
    disabled = icon.pixmap(QSize(64, 64), 1.0, QIcon.Mode.Disabled)
    on = icon.pixmap(QSize(64, 64), 1.0, QIcon.Mode.Normal, QIcon.State.On)
    assert near(inks(disabled), themes.theme.color("disabled"))
    assert near(inks(on), themes.theme.color("accentText"))


def test_lives_in_a_button(themes: ThemeManager, show: Show) -> None:
    button = QPushButton(themes.icons.icon("inbox"), "Inbox")
    show(button)
    copy = QIcon(button.icon())
    button.setIcon(QIcon())
    assert not copy.pixmap(16, 16).isNull()


@pytest.mark.parametrize(("name", "turns"), [("chevron-right", True), ("undo-2", True), ("search", False)])
def test_only_what_points_is_mirrored(themes: ThemeManager, name: str, turns: bool) -> None:
    plain = themes.icons.pixmap(name, "text", 20).toImage()
    mirrored = themes.icons.pixmap(name, "text", 20, rtl=True).toImage()
    assert (plain != mirrored) == turns


def test_icons_of_buttons_turn_with_the_application(qapp: QApplication, themes: ThemeManager) -> None:
    icon = themes.icons.icon("chevron-right")
    plain = icon.pixmap(20, 20).toImage()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert icon.pixmap(20, 20).toImage() != plain
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_every_icon_that_the_window_names_exists() -> None:
    archive = IconArchive(lucide_archive())
    named = re.compile(r'\bicon(?:_name)?="([a-z0-9-]+)"|IconButton\(\s*[\w.]+, "([a-z0-9-]+)"')
    folder = Path(memdesk.ui.__file__).parent
    found = {
        "".join(names)
        for path in sorted(folder.rglob("*.py"))
        for names in named.findall(path.read_bytes().decode())
    }
    assert "list-filter" in found
    for name in sorted(found):
        assert archive.svg(name)
