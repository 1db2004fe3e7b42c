"""Look for a text in every byte of our own folders, also in what is compressed and in what SQLite has let go of."""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

_ZLIB_HEADS = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")


def places_of(secret: str, folders: Iterable[Path]) -> list[str]:
    """Every place where `secret` can still be read."""
    wanted = [secret.encode(encoding) for encoding in ENCODINGS]
    wanted.append("".join(f"\\u{ord(character):04x}" for character in secret).encode())
    return [
        f"{path}: {where}"
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for where, data in _readings(path)
        if any(word in data for word in wanted)
    ]


def _readings(path: Path) -> Iterator[tuple[str, bytes]]:
    data = path.read_bytes()
    yield "raw", data
    for found in _ZLIB_HEADS.finditer(data):
        # What follows may be anything: a stream is read as far as it goes.
        stream = zlib.decompressobj()
        unpacked = b""
        try:
            for start in range(found.start(), len(data), 64):
                unpacked += stream.decompress(data[start : start + 64])
                if stream.eof:
                    break
        except zlib.error:
            pass
        if unpacked:
            yield f"compressed at {found.start()}", unpacked
    if path.suffix == ".sqlite":
        with closing(sqlite3.connect(path)) as database:
            for (packed,) in database.execute("SELECT packed FROM texts"):
                yield "a text", zlib.decompress(packed)
