"""What is said of an entry in a list of alike ones."""

from __future__ import annotations

import re

from memdesk.text.document import trim

_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)")


def without_marker(text: str) -> str:
    """A text, or a title made of its first line, without the mark of a list item that it begins with."""
    said = trim(text)
    found = _MARKER.match(said)
    return said[found.end() :] if found else said
