"""What the page of commands says of JSON is what a script gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.cli.conftest import MEMORY, Ran, memdesk

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
_ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| (.*) \|$", re.MULTILINE)
_WORD = re.compile(r"`(\w+)`")
_VALUES = re.compile(r" \([^)]*\)")


def test_the_fields_that_are_promised_are_there(
    evva: Path, sample: Callable[[str], Path], memdesk_here: Callable[..., Ran]
) -> None:
    ub = sample("ub")
    memory = evva / "projects" / "-srv-api" / "MEMORY.md"
    long = MEMORY + b"\n## Preferences ##\n```\n## Build\n```\n"
    memory.write_bytes(long)
    memdesk("inbox")
    memory.write_bytes(long.replace(b"SQLite", b"Postgres"))
    profile = "evva:USER_PROFILE.md"
    section = ("--section", "Preferences")
    moved = ("--entry", "Preferences", "--to", memory, "--section", "Decisions")
    commands: dict[str, tuple[str | Path, ...]] = {
        "inbox": (),
        "roots": (),
        "tree": ("evva",),
        "show": (profile,),
        "preview": (ub, "--budget", "300"),
        "recall": ("deploy", "--root", ub),
        "search": ("answers",),
        "survive": (memory,),
        "check": ("evva",),
        "prune": (ub,),
        "duplicates": (ub, evva),
        "set": (profile, *section, "--body", "Use SQLite for all tests of the api."),
        "add": (profile, "Metric units", *section),
        "note": ("Use zsh", "--agent", "evva", "--scope", "you"),
        "history": (profile,),
        "move": (profile, *moved),
    }
    memdesk("set", profile, "--section", "Working style", "--body", "Feature flags are read at boot, once.")
    memdesk("add", memory, "Feature flags are read at boot, once.", "--section", "References")
    promised = {
        command: set(_WORD.findall(_VALUES.sub("", fields)))
        for commands_, fields in _ROW.findall(PAGE.read_text().partition("## What JSON holds")[2])
        for command in _WORD.findall(commands_)
    }
    assert set(commands) <= set(promised)
    for command, words in commands.items():
        ran = memdesk_here(command, *words, "--json")
        wanted = promised[command]
        if command in ("set", "add", "note"):
            wanted = wanted - {"lost", "text"} - ({"key"} if command == "set" else set())
        assert wanted <= set(_fields(ran.json)), (command, ran.err)


def _fields(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        for name, value in answer.items():
            yield name
            yield from _fields(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _fields(value)
