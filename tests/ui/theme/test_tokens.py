"""The tokens: complete, and every pair of colours in the contrast table is as readable as it says."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from memdesk.bundled import bundled_path
from memdesk.ui.theme.tokens import ColorRole, IconSizes, Tokens, parse_tokens


def source() -> str:
    return bundled_path("themes", "tokens.json").read_bytes().decode()


RAW: dict[str, Any] = json.loads(source())


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    return parse_tokens(source())


def test_the_measure_of_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("pair", RAW["contrast"], ids=lambda pair: f"{pair['fg']}-on-{pair['bg']}")
def test_pair_is_readable(pair: dict[str, Any], scheme: str) -> None:
    colors = RAW["color"][scheme]
    ratio = contrast(colors[pair["fg"]], colors[pair["bg"]])
    assert ratio >= pair["need"]
    assert ratio == pytest.approx(pair[scheme], abs=0.01)


def test_a_weaker_colour_would_be_caught() -> None:
    assert contrast("#8A8A85", RAW["color"]["light"]["surface"]) < 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_role_has_a_colour_and_every_colour_a_role(tokens: Tokens, scheme: Any) -> None:
    assert set(tokens.colors[scheme]) == set(get_args(ColorRole))


def test_measures_are_read(tokens: Tokens) -> None:
    assert tokens.sizes.tree_row == 28
    assert tokens.radii.card == 8
    assert tokens.breakpoints.min_window == (720, 480)
    assert tokens.motion.pulse_ms == 1200


@pytest.mark.parametrize("change", [("size", "tree_row"), ("radius", "card"), ("motion", "pulse_ms")])
def test_a_missing_measure_is_an_error(change: tuple[str, str]) -> None:
    raw = json.loads(source())
    del raw[change[0]][change[1]]
    with pytest.raises(KeyError):
        parse_tokens(json.dumps(raw))


def test_an_unknown_measure_is_an_error() -> None:
    raw = json.loads(source())
    raw["size"]["chariot"] = 3
    with pytest.raises(KeyError, match="chariot"):
        parse_tokens(json.dumps(raw))


@pytest.mark.parametrize(
    ("size", "stroke"), [(10, 2.0), (14, 2.0), (15, 1.925), (16, 1.85), (20, 1.75), (48, 1.5)]
)
def test_strokes_grow_thinner_with_size(tokens: Tokens, size: float, stroke: float) -> None:
    icons: IconSizes = tokens.icons
    assert icons.stroke(size) == pytest.approx(stroke)
