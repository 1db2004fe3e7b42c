"""The throwaway copies that `memdesk --demo` works on, found on the disk; and more agents at work in them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.acceptance.shell import CHECKOUT

SAMPLES = CHECKOUT / "resources" / "samples"
MANIFEST = "sample.json"


class Copy(NamedTuple):
    """A copy of the sample of one agent: its folder, its memory-roots, the first of them the agent's own."""

    agent: str
    folder: Path
    roots: Sequence[str]
    projects: Sequence[str]

    def find(self, pattern: str) -> Path:
        """The one file of the agent's own root that `pattern` fits."""
        found = list(Path(self.roots[0]).glob(pattern))
        assert len(found) == 1, f"{pattern} fits {found}"
        return found[0]


def copies_in(folder: Path) -> list[Copy]:
    """The copies below `folder`, told apart by what is in them."""
    found = []
    for sample in sorted(SAMPLES.iterdir()):
        manifest = json.loads((sample / MANIFEST).read_bytes())
        names = {child.name for child in sample.iterdir() if child.name != MANIFEST}
        for copy in folder.iterdir():
            if names == {child.name for child in copy.iterdir()} and (copy / manifest["root"]).is_dir():
                roots = [str(copy / name) for name in (manifest["root"], *manifest.get("also", {}))]
                projects = [copy / name for name in manifest.get("keyed", {}).values()]
                known = [str(project) for project in projects if project.is_dir()]
                found.append(Copy(sample.name, copy, roots, known))
    return found


@contextmanager
def more_agents(copies: Sequence[Copy], every_s: float) -> Iterator[None]:
    """Let more agents of the same kinds work in the copies, in a process of their own."""
    words = ["--every", str(every_s)]
    for copy in copies:
        words += ["--agent", copy.agent, str(copy.folder), copy.roots[0]]
        words += [word for project in copy.projects for word in ("--project", project)]
    command = [sys.executable, "-m", "memdesk.demo", *words]
    agents = subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        agents.communicate()
    assert agents.returncode == 0
