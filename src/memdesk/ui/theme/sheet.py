"""The one style sheet, with its `@token` placeholders filled in."""

from __future__ import annotations

import re

from memdesk.ui.theme.theme import Theme
from memdesk.ui.theme.tokens import ColorRole

# `@accent`, a colour at 40 % opacity `@control/40`, or a measure `@radius.control`.
_PLACEHOLDER = re.compile(r"@([A-Za-z][A-Za-z0-9]*)(?:\.([a-z_]+)|/([0-9]+))?")
_NOT_ON_MACOS = re.compile(r"/\* not on macOS \*/.*?/\* end \*/", re.DOTALL)


def compile_sheet(source: str, theme: Theme, platform: str) -> str:
    """`source` with every placeholder replaced; `platform` is a `sys.platform`.

    Raises:
        KeyError: a placeholder names no token.
    """
    if platform == "darwin":
        source = _NOT_ON_MACOS.sub("", source)
    return _PLACEHOLDER.sub(lambda found: _value(theme, found), source)


def _value(theme: Theme, found: re.Match[str]) -> str:
    name, part, percent = found.groups()
    if part is not None:
        return f"{_measures(theme)[name][part]}px"
    color = theme.colors[_color_role(theme, name)]
    if percent is None:
        return color.name()
    return f"rgba({color.red()},{color.green()},{color.blue()},{int(percent)}%)"


def _color_role(theme: Theme, name: str) -> ColorRole:
    for role in theme.colors:
        if role == name:
            return role
    raise KeyError(name)


def _measures(theme: Theme) -> dict[str, dict[str, int]]:
    return {
        "radius": {"control": theme.radii.control, "card": theme.radii.card, "popup": theme.radii.popup},
        "size": {
            "scrollbar": theme.sizes.scrollbar,
            # The box of the style sheet is without its border, 1 px at the top and 1 at the bottom.
            "control": theme.row_height(theme.sizes.button) - 2,
            "control_focus": theme.row_height(theme.sizes.button) - 4,
            "menu_row": theme.row_height(theme.sizes.min_hit),
        },
    }
