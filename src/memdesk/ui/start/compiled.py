"""The Python part of PySide, compiled once and not at every start."""

from __future__ import annotations

import builtins
import marshal
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import MAGIC_NUMBER
from types import CodeType

_OURS_TO_KEEP = "shibokensupport/"
"""PySide carries 3,600 lines under this name as text inside a library, so Python keeps no bytecode of them."""

_Kept = dict[str, tuple[bytes, CodeType]]


class CompiledSupport:
    """What those lines were compiled to at an earlier start, in a file of `folder` that only this user can write.

    It saves a fifth of what a bare window of PySide takes to start. Code is taken for exactly the same text, bytecode
    only of this very Python; whatever is not in the file is compiled as ever.
    """

    def __init__(self, folder: str) -> None:
        self._path = os.path.join(folder, f"pyside-{sys.implementation.cache_tag}.code")
        self._kept: _Kept = {}
        self._is_new = False

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """PySide is loaded in this block."""
        self._kept = _read(self._path)
        genuine = builtins.compile

        def compile_once(source: object, filename: str, *rest: object, **options: object) -> object:
            if not isinstance(source, bytes) or not filename.startswith(_OURS_TO_KEEP):
                return genuine(source, filename, *rest, **options)  # type: ignore[call-overload]  # as it was called
            text, code = self._kept.get(filename, (b"", None))
            if code is None or text != source:
                code = genuine(source, filename, *rest, **options)  # type: ignore[call-overload]  # as it was called
                self._kept[filename] = (source, code)
                self._is_new = True
            return code

        builtins.compile = compile_once  # type: ignore[assignment]  # for the time of one import
        try:
            yield
        finally:
            builtins.compile = genuine

    def keep(self) -> None:
        """Write what had to be compiled, for the next start; where that cannot be, the next start compiles again."""
        if not self._is_new:
            return
        from memdesk.store.private_file import write_private_file

        with suppress(OSError):
            write_private_file(self._path, marshal.dumps((MAGIC_NUMBER, self._kept)))


def _read(path: str) -> _Kept:
    try:
        with open(path, "rb") as file:
            if not _is_private(file.fileno()):
                return {}
            magic, kept = marshal.load(file)
    except (OSError, EOFError, ValueError, TypeError):
        return {}
    return kept if magic == MAGIC_NUMBER and isinstance(kept, dict) else {}


def _is_private(descriptor: int) -> bool:
    """Whether nobody else can have written the file: what it holds is run."""
    if sys.platform == "win32":
        return True
    else:  # noqa: RET505  # the type checker takes branches on the platform, but no early return
        status = os.fstat(descriptor)
        return status.st_uid == os.geteuid() and not status.st_mode & 0o022
