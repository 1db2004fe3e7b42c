"""What a settings file of an earlier version means today: one step per version, none of which loses a key."""

from __future__ import annotations

from collections.abc import Callable, Mapping

SCHEMA_VERSION = 3
"""Grows when what a key means changes; keys that are only new need no step."""


def brought_up(facts: Mapping[str, object]) -> dict[str, object]:
    """The facts of a settings file as the present schema has them; a file of a newer one is taken as it is."""
    now = dict(facts)
    for version in range(_version_of(facts), SCHEMA_VERSION):
        now = _STEPS[version](now)
    now["schema_version"] = max(_version_of(facts), SCHEMA_VERSION)
    return now


def _version_of(facts: Mapping[str, object]) -> int:
    version = facts.get("schema_version")
    return version if isinstance(version, int) and not isinstance(version, bool) and version > 0 else 1


def _lift_limits(facts: dict[str, object]) -> dict[str, object]:
    """Numbers that contradicted each other let go of versions that another of them was to keep."""
    from memdesk.services.settings.limits import HISTORY_LIMITS, wanted_limits

    chosen = facts.get("history_limits")
    numbers = chosen if isinstance(chosen, dict) else {}
    plain = {
        name: value
        for name, value in numbers.items()
        if name in HISTORY_LIMITS and isinstance(value, int) and not isinstance(value, bool) and value > 0
    }
    if not plain:
        return facts
    wanted = wanted_limits(plain)
    named = {name: wanted[name] for name in wanted if name in plain or wanted[name] != HISTORY_LIMITS[name]}
    return facts | {"history_limits": numbers | named}


def _name_screen_of_widths(facts: dict[str, object]) -> dict[str, object]:
    """Only the widths of one screen were kept."""
    widths = facts.get("panel_widths")
    return facts | {"panel_widths": {"memory": widths}} if isinstance(widths, dict) else facts


_STEPS: Mapping[int, Callable[[dict[str, object]], dict[str, object]]] = {
    1: _lift_limits,
    2: _name_screen_of_widths,
}
