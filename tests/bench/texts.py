"""What a merge of sections costs, and what a save costs."""

from __future__ import annotations

import os
from pathlib import Path

from memdesk.layouts import discover
from memdesk.layouts.evva.names import PROJECT_HEADINGS
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.store.open_folder import OpenFolder
from memdesk.store.swap import swap, temporary_name, write_like
from memdesk.text.merge_result import Merge
from memdesk.text.section_edits import merge_sections
from tests.bench.report import Figure, interleaved

SIZE_CHARS = 64_000
ROUNDS = 60


def _text() -> str:
    line = "- A line of memory as people and agents write it, about sixty characters.\n"
    body = line * (SIZE_CHARS // len(line) // len(PROJECT_HEADINGS))
    return "\n".join(f"## {heading}\n{body}" for heading in PROJECT_HEADINGS)


def _desk(folder: Path) -> tuple[Desk, str]:
    memory = folder / ".evva" / "projects" / "-srv-api" / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(_text().encode())
    desk = Desk(
        StateFolders.below(str(folder / "ours")), Surroundings(str(folder), {}), discover(installed=False)
    )
    desk.workspace.open_root(desk.claim(str(folder / ".evva")))
    return desk, str(memory)


def measure_merge(_folder: Path) -> list[Figure]:
    """`merge_sections` of one section of 64 KB against a bare scan of its lines."""
    text = _text()
    update = {"Decisions": "- Another one."}

    def scan() -> int:
        return sum(line.startswith("## ") for line in text.split("\n"))

    floor_ms, ours_ms = interleaved([scan, lambda: merge_sections(text, update, PROJECT_HEADINGS)], ROUNDS)
    return [Figure("merge_sections, 64 KB", ours_ms, floor_ms, 2, "against a bare line scan")]


def measure_save(folder: Path) -> list[Figure]:
    """A swap and a whole save of 64 KB against temporary file, fsync, rename and fsync of the folder."""
    desk, path = _desk(folder)
    target, data = folder / "plain.md", _text().encode()
    target.write_bytes(data)
    (folder / "swapped.md").write_bytes(data)
    saved = [data]

    def plain() -> None:
        temporary = folder / ".plain.tmp"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(descriptor, data)
        os.fsync(descriptor)
        os.close(descriptor)
        temporary.replace(target)
        _sync(folder)

    def verified() -> None:
        with OpenFolder.at(str(folder)) as opened:
            temporary = temporary_name()
            write_like(opened, temporary, data, "swapped.md", durable=True)
            old = swap(opened, temporary, "swapped.md")
            _sync(folder)
            assert old is not None
            assert (folder / old).read_bytes() == data
            opened.remove(old)

    def whole() -> None:
        mine = data + f"{len(saved)}\n".encode()
        desk.store.save(path, saved[-1], mine, lambda _base, mine, _theirs: Merge(mine))
        saved.append(mine)

    floor_ms, swap_ms, save_ms = interleaved([plain, verified, whole], ROUNDS)
    desk.close()
    return [
        Figure("verified swap, 64 KB", swap_ms, floor_ms, 2, "against a plain durable replace"),
        Figure(
            "whole save with history, 64 KB", save_ms, floor_ms, None, "locks, lease, history and journal"
        ),
    ]


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
