"""Subagents: where one is defined, and where it keeps a memory of its own."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.layouts.claude_code.content import header_of
from memdesk.layouts.claude_code.headers import HEADER, read_header
from memdesk.layouts.shapes.files import files_below, text_at
from memdesk.layouts.shapes.instruction_files import folders_down
from memdesk.layouts.view import View
from memdesk.text.edits import Span


class Subagent(NamedTuple):
    """A subagent as the file at `path` defines it; `store` is the folder of its memory, empty where it keeps none."""

    path: str
    store: str


def find_subagent(view: View, root: str, folder: str | None, name: str) -> Subagent | None:
    """The subagent of this name for sessions that start in `folder`: the nearest definition, yours last."""
    for path in _definitions(view, root, folder):
        text = text_at(view, path) or ""
        block = HEADER.match(Span(0, header_of(text).end).of(text).lstrip("\ufeff"))
        header = read_header(block[1]) if block else {}
        if header.get("name", posixpath.basename(path).removesuffix(".md")) == name:
            return Subagent(path, _store(root, folder, name, header.get("memory")))
    return None


def _definitions(view: View, root: str, folder: str | None) -> Iterator[str]:
    above = [f"{at.rstrip('/')}/.claude/agents" for at in reversed(folders_down(folder))] if folder else []
    for agents in (*above, f"{root}/agents"):
        yield from (f"{agents}/{info.name}" for info in files_below(view, agents, ".md"))


def _store(root: str, folder: str | None, name: str, memory: object) -> str:
    of_project = {"project": "agent-memory", "local": "agent-memory-local"}
    if memory == "user":
        return f"{root}/agent-memory/{name}"
    return f"{folder}/.claude/{of_project[memory]}/{name}" if folder and memory in of_project else ""
