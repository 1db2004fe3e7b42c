"""What ships: wheel and sdist, the icon in every size, the files for a Linux desktop, and the picture of a start."""

from __future__ import annotations

import importlib
import os
import shutil
import struct
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from memdesk.cli import COMMANDS
from memdesk.ui.app import APP_ID
from tests.patience import PATIENCE_S

CHECKOUT = Path(__file__).resolve().parents[1]
PACKAGING = CHECKOUT / "packaging"
LINUX = PACKAGING / "linux"
PNG = b"\x89PNG\r\n\x1a\n"


def test_every_size_of_the_icon_is_made_from_the_one_drawing(tmp_path: Path) -> None:
    script = PACKAGING / "icons.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, timeout=PATIENCE_S)
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


def test_the_wheel_is_the_same_from_either_and_shows_the_sample_where_no_source_is(tmp_path: Path) -> None:
    if not (shutil.which("uv") or find_spec("pip")):
        pytest.skip("neither uv nor pip is here to install the wheel")
    command = (sys.executable, PACKAGING / "wheel.py", tmp_path / "files", "--reuse")
    result = subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE_S)
    assert result.returncode == 0, result.stdout + result.stderr
    assert b"the same from sdist and tree" in result.stdout
    assert b"its picture shows the sample" in result.stdout
    assert len(list((tmp_path / "files").iterdir())) == 2


def test_a_picture_that_is_blank_in_one_part_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PACKAGING)
    trial = importlib.import_module("trial")
    picture = tmp_path / "picture.png"

    def draw_until(right: int) -> None:
        image = QImage(300, 100, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        for x in range(right):
            painter.fillRect(x, 0, 1, 100, x * 0x010305 | 0xFF000000)
        painter.end()
        image.save(str(picture))

    draw_until(300)
    trial.check_picture(picture)
    draw_until(190)
    with pytest.raises(trial.Failed, match="its right part is blank"):
        trial.check_picture(picture)
    picture.unlink()
    with pytest.raises(trial.Failed, match="its left part is blank"):
        trial.check_picture(picture)


def test_the_licences_of_all_that_is_bundled_are_gathered(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, PACKAGING / "notices.py", tmp_path / "licenses"], check=True, timeout=PATIENCE_S
    )
    listed = (tmp_path / "licenses" / "README.txt").read_bytes().decode()
    assert all(f"\n{name} " in listed for name in ("memdesk", "PySide6_Essentials", "pydantic", "lucide"))
    assert "\npytest " not in listed
    assert {"LGPL-3.txt", "memdesk-LICENSE", "pydantic-LICENSE"} <= set(os.listdir(tmp_path / "licenses"))


def test_the_page_of_the_manual_has_every_command() -> None:
    page = (LINUX / "memdesk.1").read_bytes().decode()
    named = page.partition(".SH COMMANDS")[2].partition(".SH EXIT STATUS")[0].split("\n.TP\n.B ")[1:]
    assert sorted(part.partition("\n")[0] for part in named) == sorted(COMMANDS)


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
    result = subprocess.run([*command, LINUX / name], check=False, capture_output=True, timeout=PATIENCE_S)
    assert (result.returncode, b"warning" in result.stdout) == (0, False), result.stdout


def test_a_picture_of_the_sample_is_taken_and_the_program_ends(tmp_path: Path) -> None:
    picture = tmp_path / "sample.png"
    result = subprocess.run(
        [sys.executable, "-m", "memdesk", "--sample", "--picture", picture],
        check=True,
        capture_output=True,
        timeout=PATIENCE_S,
        env={**os.environ, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert result.stdout == f"painted\npicture {picture}\n".encode()
    assert picture.read_bytes().startswith(PNG)
