"""Imports modules of the window before they are wanted: those with classes of Qt in the UI thread, others in a worker.

A class of Qt that is made in a worker changes a table of PySide in which the UI thread may be looking: see `bell`.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from types import CodeType
from typing import cast

_OF_QT = ("memdesk.ui", "PySide6", "shiboken6")
"""What begins with these has classes of Qt, or is PySide itself, of which the window has loaded all there is."""
_OURS = "memdesk.ui."
_BEFORE_JUMP = ("EXTENDED_ARG", "TO_BOOL")
"""What stands between a test and its jump: where that is a long one, and from Python 3.13 on a test for truth."""


def import_around(names: Iterable[str]) -> list[str]:
    """Import what the modules of the window called `names` need from elsewhere; any thread.

    Gives the modules of the window that are not imported yet, each after those it needs, for the UI thread to import.
    """
    found: dict[str, None] = {}
    entered: set[str] = set()
    for name in names:
        _visit(name, found, entered)
    return list(found)


def _visit(name: str, found: dict[str, None], entered: set[str]) -> None:
    if name in sys.modules or name in entered:
        return
    entered.add(name)
    for wanted in _imports_of(name):
        if wanted.startswith(_OURS):
            _visit(wanted, found, entered)
        elif not wanted.startswith(_OF_QT):
            import_module(wanted)
    found[name] = None


def _imports_of(name: str) -> Iterator[str]:
    """The modules that importing the module `name` imports."""
    spec = find_spec(name)
    get_code = getattr(spec.loader, "get_code", None) if spec is not None else None
    code: CodeType | None = get_code(name) if get_code is not None else None
    return iter(()) if code is None else _imported(code)


def _imported(code: CodeType) -> Iterator[str]:
    """What a module imports as it is executed, without what is there for the type checker alone."""
    is_for_types, behind, module = False, 0, ""
    for instruction in dis.get_instructions(code):
        if instruction.offset < behind or instruction.opname in _BEFORE_JUMP:
            continue
        if is_for_types and "JUMP" in instruction.opname:
            behind = cast(int, instruction.argval)
        is_for_types = instruction.opname == "LOAD_NAME" and instruction.argval == "TYPE_CHECKING"
        if instruction.opname == "IMPORT_NAME":
            module = cast(str, instruction.argval)
            yield module
        elif instruction.opname == "IMPORT_FROM" and _is_our_package(module):
            yield f"{module}.{instruction.argval}"


def _is_our_package(module: str) -> bool:
    spec = find_spec(module) if f"{module}.".startswith(_OURS) else None
    return spec is not None and spec.submodule_search_locations is not None
