"""What the two sides did, as values that a judge can compare; all times are of one monotonic clock of the machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Act:
    """One write of an agent: the entry `tag`, and the texts that it had read and wrote; None where it only appends.

    `is_in_place` where it wrote them into the file itself, piece by piece, instead of renaming another file over it.
    """

    writer: str
    kind: str
    tag: str
    began: float
    ended: float
    read: str | None = None
    read_began: float = 0.0
    read_ended: float = 0.0
    wrote: str | None = None
    is_in_place: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether it wrote the file as a whole, and with it over everything that it had not read."""
        return self.wrote is not None


@dataclass(frozen=True)
class Saved:
    """One save of the user's: the new entries, what was on the disk when it was done, and what it had replaced.

    `had` are texts that the user had from the disk, or before an answer or a putting back brought them there again: a
    section that the user changed while agents wrote the file without it stays as it stood on the disk before, with what
    agents had doubled in it.
    """

    tags: tuple[str, ...]
    began: float
    ended: float
    data: bytes
    replaced: bytes = b""
    had: tuple[bytes, ...] = ()


def to_json(acts: Iterable[Act]) -> str:
    """Acts for the way between two processes."""
    return json.dumps([asdict(act) for act in acts])


def from_json(text: bytes) -> list[Act]:
    """Acts as `to_json` has written them."""
    return [Act(**facts) for facts in json.loads(text)]


def as_text(data: bytes) -> str:
    """Bytes for JSON."""
    return data.decode("latin-1")


def as_bytes(text: str) -> bytes:
    """What `as_text` was given."""
    return text.encode("latin-1")
