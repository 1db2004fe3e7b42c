"""Doubt about a disk text: whether it is what its writer meant, or half written, emptied, or no text at all."""

from __future__ import annotations

from enum import Enum

from memdesk.text.document import Encoding, decode, sniff_encoding


class Doubt(Enum):
    """Why bytes from the disk are not merged node by node."""

    NOT_TEXT = "not text"
    """They are no text at all."""
    MOSTLY_GONE = "mostly gone"
    """Most of what was there is gone: a file that is half written or was emptied, rather than an edit."""


def is_text(data: bytes) -> bool:
    """Whether bytes can be edited as text."""
    return sniff_encoding(data) not in (Encoding.UTF16, Encoding.BINARY)


def doubt_of(base: str, data: bytes) -> Doubt | None:
    """Why `data`, found in place of `base`, is read again and then asked about; None where it can be merged at once."""
    if not is_text(data):
        return Doubt.NOT_TEXT
    from memdesk.text.merge import lost_most

    return Doubt.MOSTLY_GONE if lost_most(base, decode(data)) else None
