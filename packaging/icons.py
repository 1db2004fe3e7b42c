"""Make every size of the app's icon from its one drawing: `python packaging/icons.py FOLDER`.

FOLDER gets `SIZExSIZE.png` for the icon theme of a Linux desktop, `memdesk.ico` for Windows, `memdesk.icns` for macOS.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parent.parent / "resources" / "icons" / "memdesk.svg"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512, 1024)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_TYPES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10", 32: b"ic11", 64: b"ic12"}
"""Apple's names for PNG images of these sizes; the last three are for doubled densities."""


def main(arguments: list[str]) -> int:
    """Write the files into the folder named; returns the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.stderr.write("Name the folder for the icons: python packaging/icons.py FOLDER\n")
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    app = QGuiApplication(["memdesk"])
    pictures = {size: png(DRAWING, size) for size in SIZES}
    for size, picture in pictures.items():
        (folder / f"{size}x{size}.png").write_bytes(picture)
    (folder / "memdesk.ico").write_bytes(ico({size: pictures[size] for size in ICO_SIZES}))
    (folder / "memdesk.icns").write_bytes(icns(pictures))
    app.quit()
    return 0


def png(drawing: Path, size: int) -> bytes:
    """The drawing as a PNG, `size` pixels wide and high, on nothing."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # its stub says bytes, it takes str alone
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """The PNGs, by their size in pixels, as one icon file of Windows; there 256 is written as 0."""
    start = 6 + 16 * len(pictures)
    entries, images = b"", b""
    for size, picture in pictures.items():
        side, place = size % 256, start + len(images)
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), place)
        images += picture
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + images


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """The PNGs, by their size in pixels, as one icon file of macOS."""
    parts = [
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for size, kind in ICNS_TYPES.items()
    ]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main(sys.argv[1:]))
