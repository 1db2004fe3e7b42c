"""Errors inside Qt's callbacks are printed and forgotten by PySide: here they fail the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import TracebackType

import pytest


@pytest.fixture(autouse=True)
def slot_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    errors: list[BaseException] = []

    def keep(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    monkeypatch.setattr(sys, "excepthook", keep)
    yield errors
    if errors:
        raise errors[0]
