"""Copies of the samples that ship, one for each layout."""

from __future__ import annotations

from pathlib import Path

from memdesk.bundled import bundled_path
from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from memdesk.store.copies import SampleCopy, copy_sample
from tests.conformance.folders import DiskView
from tests.layouts.dict_view import DictView

FOUND = discover(installed=False)
AGENTS = [layout for layout in FOUND if layout.name != "plain"]


def named(layout: Layout) -> str:
    """How pytest calls a test of this layout."""
    return layout.name


def copied(layout: Layout, folder: Path) -> SampleCopy:
    """A fresh copy of the layout's sample."""
    source = bundled_path("samples", layout.name)
    return copy_sample(source, lambda path: layout.project_key(DictView(), path), str(folder))


def view_of(copy: SampleCopy) -> DiskView:
    """The disk, from the home in the copy where it has one, with its projects."""
    home = Path(copy.folder, "home")
    return DiskView(projects=copy.projects, home=str(home if home.is_dir() else copy.folder))


def files_of(copy: SampleCopy) -> dict[str, bytes]:
    """The files of a copy by path."""
    return {str(path): path.read_bytes() for path in Path(copy.folder).rglob("*") if path.is_file()}
