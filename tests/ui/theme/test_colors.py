from __future__ import annotations

from typing import get_args

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from memdesk.bundled import bundled_path
from memdesk.ui.theme.colors import build_palette, scheme_colors, system_colors
from memdesk.ui.theme.tokens import ColorRole, Scheme, Tokens, parse_tokens

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_Group, _Role = QPalette.ColorGroup, QPalette.ColorRole


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    return parse_tokens(bundled_path("themes", "tokens.json").read_bytes().decode())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_scrim_lets_the_page_through(tokens: Tokens, scheme: Scheme) -> None:
    assert 0 < scheme_colors(tokens, scheme)["scrim"].alpha() < 128


@pytest.mark.parametrize("scheme", SCHEMES)
def test_high_contrast_has_no_dim_text_and_no_faint_line(tokens: Tokens, scheme: Scheme) -> None:
    colors = scheme_colors(tokens, scheme, high_contrast=True)
    assert colors["hairline"] == colors["border"] == colors["control"]
    assert colors["text3"] == colors["text2"]
    assert colors["addLine"] == colors["add"]


def test_a_system_contrast_theme_gives_every_role(qapp: QApplication) -> None:
    palette = QPalette(QColor("black"), QColor("navy"))
    palette.setColor(_Role.WindowText, QColor("yellow"))
    colors = system_colors(palette)
    assert set(colors) == set(get_args(ColorRole))
    assert colors["text"] == QColor("yellow")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_role_of_the_palette_is_set_in_every_group(tokens: Tokens, scheme: Scheme) -> None:
    colors = scheme_colors(tokens, scheme)
    known = {color.rgba() for color in colors.values()}
    palette = build_palette(colors)
    roles = [role for role in _Role if role not in (_Role.NoRole, _Role.NColorRoles)]
    for group in (_Group.Active, _Group.Inactive, _Group.Disabled):
        strange = [role.name for role in roles if palette.color(group, role).rgba() not in known]
        assert not strange, f"{group.name}: Fusion would invent {strange}"


def test_a_selection_without_focus_is_neutral(tokens: Tokens) -> None:
    colors = scheme_colors(tokens, "light")
    palette = build_palette(colors)
    assert palette.color(_Group.Active, _Role.Highlight) == colors["accentSoft"]
    assert palette.color(_Group.Inactive, _Role.Highlight) == colors["selInactive"]
