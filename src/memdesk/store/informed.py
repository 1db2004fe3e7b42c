"""Who is told what Memdesk itself writes."""

from __future__ import annotations

from typing import Protocol


class Informed(Protocol):
    """Is told, in the saving thread, what Memdesk itself writes, so that it is not taken for somebody else's."""

    def note_own_write(self, path: str, data: bytes) -> None:
        """These bytes are about to be put at `path`."""

    def note_own_landed(self, path: str, data: bytes | None) -> None:
        """These bytes were put at `path`; None where the file was taken away."""


class All:
    """Tells each of several."""

    def __init__(self, *each: Informed) -> None:
        self._each = each

    def note_own_write(self, path: str, data: bytes) -> None:
        """Tell them."""
        for one in self._each:
            one.note_own_write(path, data)

    def note_own_landed(self, path: str, data: bytes | None) -> None:
        """Tell them."""
        for one in self._each:
            one.note_own_landed(path, data)


class Nobody:
    """Watches nothing, and so need not be told."""

    def note_own_write(self, path: str, data: bytes) -> None:
        """Do nothing."""

    def note_own_landed(self, path: str, data: bytes | None) -> None:
        """Do nothing."""
