"""A font file with one Chinese character in it, whose lines are half as high again as those of Western fonts."""

from __future__ import annotations

import struct

FAMILY = "Memdesk Tall"
CHARACTER = "你"
_UNITS, _ASCENT, _DESCENT = 1000, 1160, 288
"""Of Noto Sans CJK, which fills but 880 above the base line and 120 below it, as the box of the character here does."""
_BOX = (50, -120, 950, 880)


def tall_font() -> bytes:
    """The file, as TrueType has it."""
    tables = {
        b"OS/2": _os2(),
        b"cmap": _cmap(),
        b"glyf": _glyph(),
        b"head": struct.pack(
            ">IIIIHHQQ4hHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, _UNITS, 0, 0, *_BOX, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(
            ">I3hHhhh3h4hhH", 0x10000, _ASCENT, -_DESCENT, 0, _UNITS, 50, 50, 950, 1, 0, 0, *[0] * 4, 0, 2
        ),
        b"hmtx": struct.pack(">HhHh", _UNITS, 50, _UNITS, 50),
        b"loca": struct.pack(">3I", 0, 0, len(_glyph())),
        b"maxp": struct.pack(">IH13H", 0x10000, 2, 4, 1, 0, 0, 2, *[0] * 8),
        b"name": _name(),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }
    start = 12 + 16 * len(tables)
    folder, body = struct.pack(">IHHHH", 0x10000, len(tables), 128, 3, 32), b""
    for tag, table in sorted(tables.items()):
        folder += struct.pack(">4sIII", tag, _sum(table), start + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    return folder + body


def _glyph() -> bytes:
    left, bottom, right, top = _BOX
    across, up = right - left, top - bottom
    head = struct.pack(">hhhhhHH", 1, *_BOX, 3, 0) + b"\1" * 4
    return head + struct.pack(">8h", left, 0, across, 0, bottom, up, 0, -up) + b"\0\0"


def _cmap() -> bytes:
    code = ord(CHARACTER)
    segments = struct.pack(">HH", code, 0xFFFF) + b"\0\0" + struct.pack(">HH", code, 0xFFFF)
    segments += struct.pack(">HHHH", (1 - code) % 0x10000, 1, 0, 0)
    table = struct.pack(">HHHHHHH", 4, 14 + len(segments), 0, 4, 4, 1, 0) + segments
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _name() -> bytes:
    names = {1: FAMILY, 2: "Regular", 4: FAMILY, 6: FAMILY.replace(" ", "")}
    records, words = b"", b""
    for number, name in names.items():
        said = name.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, number, len(said), len(words))
        words += said
    return struct.pack(">HHH", 0, len(names), 6 + len(records)) + records + words


def _os2() -> bytes:
    code = ord(CHARACTER)
    measures = struct.pack(">HhHHH11h", 4, _UNITS, 400, 5, 0, *[0] * 11)
    ranges = b"\0" * 10 + struct.pack(">4I4s", 0, 1 << 27, 0, 0, b"NONE")
    lines = struct.pack(">HHHhhhHH", 0x40, code, code, _ASCENT, -_DESCENT, 0, _ASCENT, _DESCENT)
    return measures + ranges + lines + struct.pack(">IIhhHHH", 1 << 18, 0, 500, 700, 0, 32, 1)


def _sum(table: bytes) -> int:
    whole = table + b"\0" * (-len(table) % 4)
    return sum(int.from_bytes(whole[at : at + 4]) for at in range(0, len(whole), 4)) % (1 << 32)
