"""Patterns that are compiled when a text first calls for them: all of them together take longer than a first paint."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, compiled once."""
    return re.compile(pattern)
