"""What ships: the icon in every size, the files for a Linux desktop, and the picture that proves a start."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.ui.app import APP_ID

CHECKOUT = Path(__file__).resolve().parents[1]
LINUX = CHECKOUT / "packaging" / "linux"
PNG = b"\x89PNG\r\n\x1a\n"


def test_every_size_of_the_icon_is_made_from_the_one_drawing(tmp_path: Path) -> None:
    script = CHECKOUT / "packaging" / "icons.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, timeout=60)
    sizes = {path.name: struct.unpack(">II", path.read_bytes()[16:24]) for path in tmp_path.glob("*.png")}
    assert sizes["16x16.png"] == (16, 16)
    assert all(name == f"{width}x{height}.png" for name, (width, height) in sizes.items())
    ico = (tmp_path / "memdesk.ico").read_bytes()
    count = struct.unpack("<HHH", ico[:6])[2]
    for number in range(count):
        length, place = struct.unpack("<II", ico[6 + 16 * number + 8 : 6 + 16 * number + 16])
        assert ico[place : place + 8] == PNG
        assert place + length <= len(ico)
    icns = (tmp_path / "memdesk.icns").read_bytes()
    assert (icns[:4], struct.unpack(">I", icns[4:8])[0]) == (b"icns", len(icns))


def test_one_name_stands_in_every_file_for_the_desktop() -> None:
    entry = (LINUX / f"{APP_ID}.desktop").read_bytes().decode()
    metainfo = (LINUX / f"{APP_ID}.metainfo.xml").read_bytes().decode()
    assert f"\nIcon={APP_ID}\n" in entry
    assert f"\nStartupWMClass={APP_ID}\n" in entry
    assert f"<id>{APP_ID}</id>" in metainfo
    assert f">{APP_ID}.desktop</launchable>" in metainfo


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("desktop-file-validate",), f"{APP_ID}.desktop"),
        (("appstreamcli", "validate", "--no-net"), f"{APP_ID}.metainfo.xml"),
    ],
)
def test_the_desktops_own_validator_accepts_the_file(command: tuple[str, ...], name: str) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    result = subprocess.run([*command, LINUX / name], check=False, capture_output=True, timeout=60)
    assert (result.returncode, b"warning" in result.stdout) == (0, False), result.stdout


def test_a_picture_of_the_sample_is_taken_and_the_program_ends(tmp_path: Path) -> None:
    picture = tmp_path / "sample.png"
    result = subprocess.run(
        [sys.executable, "-m", "memdesk", "--sample", "--picture", picture],
        check=True,
        capture_output=True,
        timeout=60,
        env={**os.environ, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert result.stdout == f"painted\npicture {picture}\n".encode()
    assert picture.read_bytes().startswith(PNG)
