"""Where the sample memory of an agent lies: among the shipped files, or beside the plug-in that brings its layout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from memdesk.bundled import bundled_path
from memdesk.errors import NotFound
from memdesk.store.copies import MANIFEST

if TYPE_CHECKING:
    from memdesk.layouts.contract import Layout

BESIDE = "samples"
"""The folder beside a plug-in's module that holds a folder for each of its agents."""


def sample_of(layout: Layout) -> Path | None:
    """The sample of an agent's layout; None where it brings none."""
    try:
        return bundled_path("samples", layout.name)
    except NotFound:
        module = sys.modules.get(type(layout).__module__)
        beside = Path(getattr(module, "__file__", None) or "").parent / BESIDE / layout.name
        return beside if (beside / MANIFEST).is_file() else None
