"""Colours of one scheme, and the `QPalette` that carries them into Qt's own drawing."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QColor, QPalette

from memdesk.ui.theme.tokens import ColorRole, Scheme, Tokens

Colors = Mapping[ColorRole, QColor]

_Group = QPalette.ColorGroup
_Role = QPalette.ColorRole

_PALETTE: tuple[tuple[QPalette.ColorRole, ColorRole], ...] = (
    (_Role.Window, "window"),
    (_Role.WindowText, "text"),
    (_Role.Base, "surface"),
    (_Role.AlternateBase, "panel"),
    (_Role.Text, "text"),
    (_Role.PlaceholderText, "text3"),
    (_Role.Button, "surface"),
    (_Role.ButtonText, "text"),
    (_Role.BrightText, "onAccent"),
    (_Role.ToolTipBase, "surface"),
    (_Role.ToolTipText, "text"),
    (_Role.Highlight, "accentSoft"),
    (_Role.HighlightedText, "text"),
    (_Role.Accent, "accent"),
    (_Role.Link, "accentText"),
    (_Role.LinkVisited, "accentText"),
    (_Role.Light, "surface"),
    (_Role.Midlight, "hover"),
    (_Role.Mid, "hairline"),
    (_Role.Dark, "border"),
    (_Role.Shadow, "control"),
)
_DISABLED: tuple[tuple[QPalette.ColorRole, ColorRole], ...] = (
    (_Role.WindowText, "disabled"),
    (_Role.Text, "disabled"),
    (_Role.ButtonText, "disabled"),
    (_Role.HighlightedText, "disabled"),
    (_Role.PlaceholderText, "disabled"),
    (_Role.Link, "disabled"),
    (_Role.Base, "sunken"),
    (_Role.Button, "sunken"),
    (_Role.Highlight, "selInactive"),
)
# With high contrast no border is decoration and no text is dim; a soft fill gets a border of its own colour.
_HIGH_CONTRAST: tuple[tuple[ColorRole, ColorRole], ...] = (
    ("hairline", "control"),
    ("border", "control"),
    ("text3", "text2"),
    ("accentLine", "accentText"),
    ("addLine", "add"),
    ("remLine", "rem"),
    ("warnLine", "warn"),
    ("liveLine", "live"),
)
# What a system contrast theme offers is a handful of roles; every token takes the nearest of them.
_FROM_SYSTEM: tuple[tuple[QPalette.ColorRole, tuple[ColorRole, ...]], ...] = (
    (_Role.Window, ("window", "rail", "panel", "sunken", "hover", "press")),
    (_Role.Base, ("surface", "addSoft", "addWord", "remSoft", "remWord", "warnSoft", "liveSoft")),
    (
        _Role.WindowText,
        ("text", "text2", "text3", "hairline", "border", "control", "add", "rem", "warn", "live"),
    ),
    (_Role.WindowText, ("addLine", "remLine", "warnLine", "liveLine", "accentLine")),
    (_Role.Highlight, ("accent", "accentHover", "accentPress", "focus")),
    (_Role.HighlightedText, ("onAccent",)),
    (_Role.Link, ("accentText",)),
    (_Role.Base, ("accentSoft", "selInactive")),
)


def scheme_colors(tokens: Tokens, scheme: Scheme, *, high_contrast: bool = False) -> dict[ColorRole, QColor]:
    """The colours of `scheme`; with `high_contrast`, borders and dim text take the stronger of their kind."""
    colors = {role: QColor(value[:7]) for role, value in tokens.colors[scheme].items()}
    # QColor reads eight digits as #AARRGGBB, the tokens write #RRGGBBAA.
    colors["scrim"].setAlpha(tokens.scrim_alpha[scheme])
    if high_contrast:
        for weak, strong in _HIGH_CONTRAST:
            colors[weak] = colors[strong]
    return colors


def system_colors(palette: QPalette) -> dict[ColorRole, QColor]:
    """Colours for a system contrast theme (Windows): only those which the system's `palette` itself has."""
    colors: dict[ColorRole, QColor] = {}
    for source, roles in _FROM_SYSTEM:
        colors.update(dict.fromkeys(roles, palette.color(_Group.Active, source)))
    colors["disabled"] = palette.color(_Group.Disabled, _Role.WindowText)
    colors["scrim"] = QColor(0, 0, 0, 128)
    return colors


def build_palette(colors: Colors) -> QPalette:
    """A palette with every role set in all three groups, so that Fusion invents no shade of its own."""
    palette = QPalette()
    for role, token in _PALETTE:
        palette.setColor(_Group.All, role, colors[token])
    palette.setColor(_Group.Inactive, _Role.Highlight, colors["selInactive"])
    for role, token in _DISABLED:
        palette.setColor(_Group.Disabled, role, colors[token])
    return palette
