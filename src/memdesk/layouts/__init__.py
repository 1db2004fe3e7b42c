"""Agents' formats, one module or package each. Siblings never import each other.

All of them are imported before the first paint: on top, a layout's module imports `memdesk.layouts.documents`,
`memdesk.layouts.assumptions` and the shapes `files` and `quiet`, which import no more themselves, and in its functions
what an answer needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout

PLUG_INS = "memdesk.layouts"
"""The entry point group by which installed packages bring layouts: each names a `Layout`."""

_SHARED = frozenset({"assumptions", "contract", "documents", "optional", "shapes", "view"})


def discover(*, installed: bool = True) -> tuple[Layout, ...]:
    """Every layout there is: of each module of this package that has a `LAYOUT`, then of installed plug-ins, by name.

    A plug-in that cannot be loaded, or is no layout, is logged and left out; one that takes another one's name is left
    out.
    Without `installed`, plug-ins are not looked for, which saves reading what all packages say of themselves.
    """
    found: dict[str, Layout] = {}
    for layout in (*_own(), *(_plugged_in() if installed else ())):
        found.setdefault(layout.name, layout)
    return tuple(found.values())


def layout_named(name: str) -> Layout | None:
    """The layout of this package that is called `name`, without loading any other; None where there is none."""
    if name in _SHARED or not name.isidentifier() or find_spec(f"{__name__}.{name}") is None:
        return None
    return _load(name)


def _own() -> Iterator[Layout]:
    yield from (layout for name in _modules() if (layout := _load(name)) is not None)


def _modules() -> list[str]:
    import pkgutil

    return [module.name for module in pkgutil.iter_modules(__path__) if module.name not in _SHARED]


def _load(name: str) -> Layout | None:
    return getattr(import_module(f"{__name__}.{name}"), "LAYOUT", None)


def _plugged_in() -> Iterator[Layout]:
    from importlib.metadata import entry_points

    for entry_point in sorted(entry_points(group=PLUG_INS), key=lambda entry_point: entry_point.name):
        try:
            layout = entry_point.load()
        except Exception as error:  # noqa: BLE001 - the code of others may fail in any way, and must not stop ours
            _warn(entry_point.name, entry_point.value, _kind_and_place(error))
        else:
            if missing := _missing_of(layout):
                _warn(entry_point.name, entry_point.value, f"it has no {', '.join(missing)}")
            else:
                yield layout


def _kind_and_place(error: Exception) -> str:
    """Name an error and its place; its text may quote what the plug-in has read, and the shell shows it."""
    from traceback import extract_tb

    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {place.filename}, line {place.lineno}"


def _missing_of(candidate: object) -> list[str]:
    """What the contract asks for and `candidate` does not have: all of it where a module was named, say."""
    from memdesk.layouts.contract import Layout

    asked = (*Layout.__annotations__, *(name for name in vars(Layout) if not name.startswith("_")))
    return [name for name in asked if not hasattr(candidate, name)]


def _warn(name: str, value: str, why: str) -> None:
    import logging

    logging.getLogger(__name__).warning("The layout %s (%s) cannot be loaded: %s", name, value, why)
