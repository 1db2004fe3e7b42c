"""Lets an error in a method that Qt calls be told instead of ending the process.

Shiboken takes every error that such a method ends with for an object. Before Python 3.12, one that Python's own code
raised is not made into one before somebody catches it: the index of a list that is too short, called from `paintEvent`
or `data`, is a segmentation fault (measured with PySide6 6.8.3 to 6.11.3). So each of these methods catches its own
errors, and lets them go at once.

Until the error has come back to the Python code that called Qt, it waits in Shiboken, and Qt goes on. Each method that
Qt asks a widget for the first time meanwhile loses a reference that Shiboken does not have (PySide6 6.10.2 to 6.11.3);
the class has only one, and with it goes the method of all widgets of that class. So each is held by some more.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeGuard

_PLAIN_ARGUMENTS = 2
_SPARE_REFERENCES = 64
"""As many widgets of one class may be asked for a method while an error waits; more are hardly made in one turn."""

Method = Callable[..., Any]

_spare: list[tuple[Method, ...]] = []


def catch_in_overrides() -> None:
    """Let every class of widgets, models and styles that is made from now on catch what its overrides raise."""
    if getattr(builtins.__build_class__, "__wrapped__", None) is not None:
        return
    build = builtins.__build_class__

    @wraps(build)
    def build_catching(*parts: Any, **options: Any) -> Any:
        made = build(*parts, **options)
        if type(made).__module__ == "Shiboken":
            _catch_in(made)
        return made

    builtins.__build_class__ = build_catching


def _catch_in(kind: type) -> None:
    """Of `kind` itself, and of what stands beside Qt's class among its bases."""
    of_qt = [base for base in kind.__mro__[1:] if base.__module__.startswith("PySide6.")]
    beside = [base for base in kind.__mro__[1:] if type(base) is type and base is not object]
    for one in (kind, *beside):
        for name, member in list(vars(one).items()):
            if _is_method(member, name) and any(hasattr(base, name) for base in of_qt):
                caught: Method = member if sys.version_info >= (3, 12) else _catching(member)
                setattr(one, name, caught)
                _spare.append((caught,) * _SPARE_REFERENCES)


def _is_method(member: object, name: str) -> TypeGuard[FunctionType]:
    """Whether it is one that may override Qt's and catches nothing yet."""
    return (
        isinstance(member, FunctionType) and not name.startswith("_") and not hasattr(member, "__wrapped__")
    )


def _catching(method: FunctionType) -> Method:
    """`method`, with as many arguments: by their number Qt for Python tells what a slot is to be given."""
    code = method.__code__
    takes_more = bool(code.co_flags & 0x0C) or code.co_kwonlyargcount or method.__defaults__
    if takes_more or code.co_argcount > _PLAIN_ARGUMENTS:
        return _catching_any(method)
    return _catching_none(method) if code.co_argcount == 1 else _catching_one(method)


def _catching_none(method: Method) -> Method:
    @wraps(method)
    def call(self: Any) -> Any:
        try:
            return method(self)
        except BaseException:  # noqa: TRY203 - caught, it becomes an object
            raise

    return call


def _catching_one(method: Method) -> Method:
    @wraps(method)
    def call(self: Any, argument: Any, /) -> Any:
        try:
            return method(self, argument)
        except BaseException:  # noqa: TRY203 - caught, it becomes an object
            raise

    return call


def _catching_any(method: Method) -> Method:
    @wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except BaseException:  # noqa: TRY203 - caught, it becomes an object
            raise

    return call
