"""Documents that lead outside are told by where the disk leads, wherever on the way to them a link stands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.roots.links import with_links

YOU = Scope(ScopeKind.YOU, "", "You")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folders `plain/deep` and `plain/other`, and links to them from each place on the way."""
    home = Path(os.path.realpath(tmp_path))
    for name in ("deep", "other"):
        (home / "plain" / name).mkdir(parents=True)
        (home / "plain" / name / "a.md").write_text("a\n")
    (home / "to_plain").symlink_to("plain")
    (home / "plain" / "to_deep").symlink_to(home / "plain" / "deep")
    (home / "plain" / "deep" / "b.md").symlink_to("../other/a.md")
    (home / "plain" / "nowhere").symlink_to("gone")
    (home / "plain" / "round").symlink_to("round")
    return home


WAYS = (
    "plain/deep/a.md",
    "plain/deep/not there.md",
    "plain/gone/not there.md",
    "plain/deep/b.md",
    "to_plain/deep/a.md",
    "to_plain/other/a.md",
    "plain/to_deep/a.md",
    "to_plain/to_deep/b.md",
    "plain/nowhere/a.md",
    "plain/round/a.md",
)


@pytest.mark.parametrize("order", [WAYS, WAYS[::-1]], ids=["", "the other way round"])
def test_every_way_leads_where_the_system_says(folder: Path, order: tuple[str, ...]) -> None:
    asked: list[str] = []
    documents = [
        Document(f"{folder}/{way}", str(folder), "a.md", YOU, DocumentKind.MEMORY, exists=True)
        for way in order
    ]

    def may_write(path: str) -> bool:
        asked.append(path)
        return False

    seen = list(with_links(documents, may_write))
    real = {document.path: os.path.realpath(document.path) for document in documents}
    linked = {path: target for path, target in real.items() if target != path}
    listed = set(real)
    assert set(asked) == {target for target in linked.values() if target not in listed}
    refused = {document.path: document.why_read_only for document in seen if document.why_read_only}
    assert refused == {
        path: f"It leads to {target}, outside every open memory folder, so it is not written."
        for path, target in linked.items()
        if target not in listed
    }
