from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from memdesk.ui.theme.archive import IconArchive, lucide_archive


def test_reads_what_zipfile_reads() -> None:
    archive = IconArchive(lucide_archive())
    with ZipFile(lucide_archive()) as reference:
        names = sorted(reference.namelist())[::20]
        for name in names:
            assert archive.svg(name.removesuffix(".svg")) == reference.read(name).decode()
    assert len(names) > 50


def test_a_name_that_ends_another_name_is_told_apart() -> None:
    archive = IconArchive(lucide_archive())
    assert archive.svg("x") != archive.svg("circle-x")
    assert archive.svg("user") != archive.svg("circle-user")


def test_an_unknown_icon_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="no-such-icon"):
        IconArchive(lucide_archive()).svg("no-such-icon")


@pytest.mark.parametrize("method", [ZIP_STORED, ZIP_DEFLATED])
def test_packed_and_plain_members(tmp_path: Path, method: int) -> None:
    path = tmp_path / "icons.zip"
    with ZipFile(path, "w", method) as target:
        target.writestr("a.svg", "<svg>" + "a" * 500)
        target.writestr("ba.svg", "<svg>b")
    archive = IconArchive(path)
    assert archive.svg("a") == "<svg>" + "a" * 500
    assert archive.svg("ba") == "<svg>b"
