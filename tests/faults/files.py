"""The kinds of files that are saved to, and what can be told of a file afterwards."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

_TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_ATTRIBUTE = "user.origin"


def _plain(_path: Path) -> None:
    """Nothing is special about it."""


def _link(path: Path) -> None:
    """Another file of the root, through a link."""
    real = path.with_name("kept") / path.name
    real.parent.mkdir()
    path.rename(real)
    path.symlink_to(os.path.relpath(real, path.parent))


def _crlf(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))


def _attributes(path: Path) -> None:
    path.chmod(0o640)
    os.setxattr(path, _ATTRIBUTE, b"test")


def _hard_link(path: Path) -> None:
    path.with_name("second name").hardlink_to(path)


KINDS: Mapping[str, Callable[[Path], None]] = {
    "plain": _plain,
    "link": _link,
    "CRLF": _crlf,
    "0640": _attributes,
    "hard link": _hard_link,
}
"""Make a plain file one of this kind."""
IN_PLACE = "hard link"
"""The kind that is written into: a kill may leave half of it, which the next start mends."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What one name holds, times in it left out, and what else a save has to keep; None for no file."""

    data: bytes | None
    mode: int = 0
    names: int = 0
    leads_to: str = ""
    attribute: bytes = b""

    @property
    def but_for_text(self) -> tuple[object, ...]:
        """All that a save of another text keeps."""
        return self.mode, self.names, self.leads_to, self.attribute


def look_at(path: Path) -> Looks:
    """How a file looks now."""
    if not path.exists():
        return Looks(None)
    status = path.stat()
    leads_to = os.readlink(path) if path.is_symlink() else ""
    attribute = os.getxattr(path, _ATTRIBUTE) if _ATTRIBUTE in os.listxattr(path) else b""
    return Looks(
        timeless(path.read_bytes()), stat.S_IMODE(status.st_mode), status.st_nlink, leads_to, attribute
    )


def timeless(data: bytes) -> bytes:
    """A text in which every time of writing is the same one."""
    return _TIME.sub(b"TIME", data)
