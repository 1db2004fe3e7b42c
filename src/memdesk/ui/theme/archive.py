"""Single icons out of the archive that the package `lucide` carries, without reading its directory of 1,700 entries.

`zipfile` would parse all of it (11 ms before the first paint). The format is that of PKWARE's APPNOTE: an end record
names the place of the central directory; an entry there names the place of the compressed bytes.
"""

from __future__ import annotations

import importlib.util
import mmap
import struct
import zlib
from pathlib import Path

_END_RECORD = b"PK\x05\x06"
_ENTRY = b"PK\x01\x02"
_ENTRY_BYTES = 46
_LOCAL_BYTES = 30
_STORED, _DEFLATED = 0, 8


def lucide_archive() -> Path:
    """The archive of the installed package `lucide`, found without importing it.

    Raises:
        FileNotFoundError: the package is not installed.
    """
    spec = importlib.util.find_spec("lucide")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("lucide")
    return Path(spec.origin).with_name("lucide.zip")


class IconArchive:
    """Reads SVG texts by icon name from the zip file at `path`; the file is mapped at the first one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bytes: mmap.mmap | None = None
        self._directory = 0

    def svg(self, name: str) -> str:
        """The SVG text of icon `name`.

        Raises:
            KeyError: there is no such icon.
        """
        data = self._bytes if self._bytes is not None else self._open()
        entry = self._entry(data, f"{name}.svg".encode())
        method, size_bytes = struct.unpack_from("<H", data, entry + 10)[0], _u32(data, entry + 20)
        local = _u32(data, entry + 42)
        name_bytes, extra_bytes = struct.unpack_from("<HH", data, local + 26)
        start = local + _LOCAL_BYTES + name_bytes + extra_bytes
        packed = data[start : start + size_bytes]
        if method == _STORED:
            return packed.decode()
        if method != _DEFLATED:
            raise KeyError(name)
        return zlib.decompress(packed, -zlib.MAX_WBITS).decode()

    def _open(self) -> mmap.mmap:
        with self._path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._directory = _u32(data, data.rfind(_END_RECORD) + 16)
        self._bytes = data
        return data

    def _entry(self, data: mmap.mmap, name: bytes) -> int:
        found = data.find(name, self._directory)
        while found >= 0:
            entry = found - _ENTRY_BYTES
            if data[entry : entry + 4] == _ENTRY and _u16(data, entry + 28) == len(name):
                return entry
            found = data.find(name, found + 1)
        raise KeyError(name.decode())


def _u16(data: mmap.mmap, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _u32(data: mmap.mmap, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")
