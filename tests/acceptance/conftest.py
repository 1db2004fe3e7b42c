"""A display for the real window; it is the one of the tests of the window."""

from __future__ import annotations

from tests.window.conftest import display

__all__ = ("display",)
