"""A document in UTF-16 is converted when its user asks for it, and back by undo."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.steps.converting import prepare_conversion
from memdesk.services.steps.step import Status

TEXT = "## Alpha\r\nfür 日本 \U0001f98a\n"


def document_with(desk: Desk, root: Path, data: bytes) -> Document:
    (root / "PROFILE.md").write_bytes(data)
    return desk.workspace.open_document(str(root / "PROFILE.md")).document


@pytest.mark.parametrize(
    ("mark", "encoding"), [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]
)
def test_the_text_stays_the_same_and_undo_brings_the_bytes_back(
    desk: Desk, root: Path, mark: bytes, encoding: str
) -> None:
    data = mark + TEXT.encode(encoding)
    document = document_with(desk, root, data)
    session = desk.workspace.open_document(document.path)
    assert session.why_read_only
    step = desk.steps.now(prepare_conversion(desk.workspace, document))
    assert step.status is Status.SAVED
    assert (root / "PROFILE.md").read_bytes() == TEXT.encode()
    for _ in range(2):  # a text of which most is another one is looked at twice
        desk.workspace.refresh([document.path])
    assert not session.why_read_only
    assert session.text.text == TEXT
    assert data in [desk.history.data(version.id) for version in desk.history.versions(document.path)]
    desk.steps.undo(step)
    assert (root / "PROFILE.md").read_bytes() == data


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"## A\n", "PROFILE.md is not UTF-16."),
        (b"\0" * 40, "PROFILE.md is not UTF-16."),
        (
            codecs.BOM_UTF16_LE + b"a\0b",
            "PROFILE.md cannot be converted: what stands at byte 4 is no UTF-16.",
        ),
        (codecs.BOM_UTF16_LE + b"\0\xd8a\0", "PROFILE.md cannot be converted"),
    ],
)
def test_what_is_no_utf16_stays(desk: Desk, root: Path, data: bytes, why: str) -> None:
    document = document_with(desk, root, data)
    with pytest.raises(Refused, match=why):
        prepare_conversion(desk.workspace, document)
    assert (root / "PROFILE.md").read_bytes() == data


def test_what_was_written_meanwhile_is_not_written_over(desk: Desk, root: Path) -> None:
    document = document_with(desk, root, codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"))
    job = prepare_conversion(desk.workspace, document)
    later = codecs.BOM_UTF16_LE + (TEXT + "more\n").encode("utf-16-le")
    (root / "PROFILE.md").write_bytes(later)
    assert desk.steps.now(job).status is Status.CONFLICT
    assert (root / "PROFILE.md").read_bytes() == later
