"""Which files evva's own program reads and writes, and how, at its revision of 29 May 2026 (measured)."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass

from memdesk.layouts.documents import FileInfo, FileKind
from memdesk.layouts.evva.assumptions import FILE_BYTES
from memdesk.layouts.shapes.go import CappedRead, read_capped
from memdesk.layouts.view import View
from memdesk.text.document import encode

_TEMPORARY_NAME = ".memdir-*.tmp"


def read_memory(view: View, path: str) -> CappedRead:
    """Read one memory file as evva does at the start of a session."""
    cap = FILE_BYTES.of(view)
    return read_capped(view, path, cap, "memdir", f" (cap {cap})")


@dataclass(frozen=True, slots=True)
class AgentWrite:
    """How evva writes a file: folders made, a temporary sibling filled, then renamed over whatever stands there.

    So the result has `file_mode` whatever it was, a link becomes a file, and only the folder's rights count. Nothing
    is synced or locked, and nobody looks whether the file changed meanwhile. `texts` holds every answer where it is
    random. With `error` (evva's words) nothing is written; `warning` is what it logged about reading before.
    """

    path: str
    texts: tuple[str, ...] = ()
    error: str = ""
    warning: str = ""
    file_mode: int = 0o600
    folder_mode: int = 0o755
    temporary_name: str = _TEMPORARY_NAME

    @property
    def data(self) -> bytes:
        """The bytes of the first answer."""
        return encode(self.texts[0]) if self.texts else b""


def write_like_evva(view: View, path: str, texts: Sequence[str], warning: str = "") -> AgentWrite:
    """The write of one of `texts` to `path`, or the error that evva would stop at."""
    return AgentWrite(path, tuple(texts), _obstacle(view, path), warning)


def _obstacle(view: View, path: str) -> str:
    """The error that evva would stop at when writing `path`, by what stands there and above; empty for none."""
    wanted = posixpath.dirname(path)
    folder, missing = wanted, wanted
    while (found := _info(view, folder)) is None and folder not in ("/", ""):
        folder, missing = posixpath.dirname(folder), folder
    if found and found.kind is not FileKind.FOLDER:
        return f"memdir: mkdir {wanted}: mkdir {folder}: {_words(errno.ENOTDIR)}"
    temporary = f"{folder}/{_TEMPORARY_NAME}"
    if found and not found.writable:
        if folder != wanted:
            return f"memdir: mkdir {wanted}: mkdir {missing}: {_words(errno.EACCES)}"
        return f"memdir: temp file: open {temporary}: {_words(errno.EACCES)}"
    target = _info(view, path)
    if target and target.kind is FileKind.FOLDER and not target.is_link:
        return f"memdir: rename {temporary} -> {path}: rename {temporary} {path}: {_words(errno.EEXIST)}"
    return ""


def _words(number: int) -> str:
    return os.strerror(number).lower()


def _info(view: View, path: str) -> FileInfo | None:
    try:
        return view.info(path)
    except OSError:
        return None


def is_temporary(name: str) -> bool:
    """Whether a file of this name is a temporary one of evva's writes, perhaps left behind."""
    return name.startswith(".memdir-") and name.endswith(".tmp")
