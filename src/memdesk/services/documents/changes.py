"""What a verb changed, so that the window knows what to show anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memdesk.services.documents.taken import Taken


class Arrived(NamedTuple):
    """What one open document made of what is on disk now."""

    path: str
    taken: Taken


class Changes(NamedTuple):
    """What is different now. Empty sets mean that nothing of the kind changed.

    `roots`: roots that were opened or closed. `listed`: roots whose documents came, went or have other facts.
    `written`: documents that other programs changed, made or removed. `edited`: open documents whose buffer, base,
    conflict or obstacle changed. `arrived`: how open documents took what is on disk. `look_again`: paths to refresh
    once more in a moment, because somebody seems to be in the middle of writing them.
    """

    roots: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    arrived: tuple[Arrived, ...] = ()
    look_again: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return self != Changes()

    @property
    def save_again(self) -> bool:
        """Whether nothing was saved, but what stood in the way has come into the buffer."""
        return any(arrived.taken.save_again for arrived in self.arrived)

    def __or__(self, other: Changes) -> Changes:
        return Changes(
            self.roots | other.roots,
            self.listed | other.listed,
            self.written | other.written,
            self.edited | other.edited,
            self.arrived + other.arrived,
            self.look_again | other.look_again,
        )
