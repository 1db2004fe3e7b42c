"""A desk over a real home folder, with a store that really writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.layouts.contract import Change, ChangeKind, Layout
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from tests.services.notes_layout import YOU, Notes

TEXT = b"## Alpha\nfirst\n\n## Beta\nsecond\n\n## Gamma\nthird\n"


@pytest.fixture
def root(home: Path) -> Path:
    """The folder of the made-up agent, with a profile."""
    root = home / ".notes"
    root.mkdir()
    (root / "PROFILE.md").write_bytes(TEXT)
    return root


def make_desk(home: Path, tmp_path: Path, layouts: tuple[Layout, ...] = (Notes(),)) -> Desk:
    folders = StateFolders.below(str(tmp_path / "state"))
    return Desk(folders, Surroundings(str(home), {}), layouts)


@pytest.fixture
def desk(home: Path, tmp_path: Path, root: Path) -> Iterator[Desk]:
    """A desk with the one root open."""
    desk = make_desk(home, tmp_path)
    desk.open_found()
    yield desk
    desk.close()


@pytest.fixture
def profile(desk: Desk, root: Path) -> DocumentSession:
    return desk.workspace.open_document(str(root / "PROFILE.md"))


def set_section(desk: Desk, session: DocumentSession, heading: str, body: str) -> None:
    """Make `body` the body of a section, in the grammar of the document's agent."""
    session.change(Change(ChangeKind.SET_BODY, session.document, heading, body=body), desk.workspace.view)


def session_of(data: bytes | None, headings: tuple[str, ...] = ("Alpha", "Beta")) -> DocumentSession:
    document = Document("/m/PROFILE.md", "/m", "PROFILE.md", YOU, DocumentKind.MEMORY, headings=headings)
    return DocumentSession(document, Notes(), data)
