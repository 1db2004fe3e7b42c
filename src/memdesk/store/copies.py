"""Throwaway copies of sample memory, for a first look and for demonstrations."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

MANIFEST = "sample.json"
"""Says which folder is the memory-root, which others there are, which folders are named by an agent's key, and how old
files look."""

_PREFIX = "memdesk-sample-"
_SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, slots=True)
class SampleCopy:
    """A copy: the folder that holds all of it, the memory-root inside, and the project folders it speaks of.

    `others` are further memory-roots, by path, each with the generation of the agent that keeps it; `attachments` the
    files that belong beside the root, by what they are for.
    """

    folder: str
    root: str
    projects: tuple[str, ...]
    is_temporary: bool = False
    others: Mapping[str, str] = field(default_factory=dict)
    attachments: Mapping[str, str] = field(default_factory=dict)

    def remove(self) -> None:
        """Throw the copy away, if it lies in a temporary folder of its own."""
        if self.is_temporary:
            shutil.rmtree(self.folder, ignore_errors=True)


def temporary_copies() -> list[str]:
    """The folders of all temporary copies of this user that are there, those of programs that were killed included."""
    try:
        with os.scandir(tempfile.gettempdir()) as found:
            return [entry.path for entry in found if _is_a_copy(entry)]
    except OSError:
        return []


def _is_a_copy(entry: os.DirEntry[str]) -> bool:
    is_named_so = entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False)
    is_of_this_user = sys.platform == "win32" or entry.stat(follow_symlinks=False).st_uid == os.getuid()
    return is_named_so and is_of_this_user


def copy_sample(source: Path, key_of: Callable[[str], str], folder: str | None = None) -> SampleCopy:
    """Copy the sample at `source` into `folder`, else into a new temporary folder of this user.

    `key_of` gives the agent's key of a project folder: folders of the sample that stand for a key are named by it,
    since it depends on where the copy lies. Raises `OSError`.
    """
    manifest = json.loads((source / MANIFEST).read_bytes())
    is_temporary = folder is None
    folder = folder or tempfile.mkdtemp(prefix=_PREFIX)
    for name in sorted(child.name for child in source.iterdir() if child.name != MANIFEST):
        shutil.copytree(source / name, os.path.join(folder, name), dirs_exist_ok=True)
    _set_ages(folder, manifest.get("age_hours", {}))
    keyed: Mapping[str, str] = manifest.get("keyed", {})
    for placeholder, project in keyed.items():
        path = os.path.join(folder, placeholder)
        os.rename(path, os.path.join(os.path.dirname(path), key_of(os.path.join(folder, project))))
    projects = (os.path.join(folder, project) for project in keyed.values())
    root = os.path.join(folder, manifest["root"])
    also: Mapping[str, str] = manifest.get("also", {})
    others = {os.path.join(folder, name): generation for name, generation in also.items()}
    beside: Mapping[str, str] = manifest.get("attachments", {})
    attachments = {name: os.path.join(folder, path) for name, path in beside.items()}
    known = tuple(filter(os.path.isdir, projects))
    return SampleCopy(folder, root, known, is_temporary, others, attachments)


def _set_ages(folder: str, age_hours: Mapping[str, float]) -> None:
    """Let files look as old as natural ones: a copy of ours, nothing that an agent reads."""
    now = time.time()
    for name, hours in age_hours.items():
        modified = now - hours * _SECONDS_PER_HOUR
        os.utime(os.path.join(folder, name), (modified, modified))
