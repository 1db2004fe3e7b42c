"""A home of 200 projects: the CPU of whole commands beside that of reading every document and header once."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from tests.bench.report import Figure

_ROUNDS, _PROJECTS, _FACTS, _TRANSCRIPTS = 3, 200, 15, 60
_GOALS = {"check": 4.0, "search": 3.0, "roots": 1.5}
_COMMANDS: Mapping[str, Sequence[str]] = {
    "check": ["check"],
    "search": ["search", "zzzz"],
    "roots": ["roots"],
}
_FLOOR = r"""
import re, sys, yaml
from pathlib import Path
home = Path(sys.argv[1])
loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
header = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.S)
for pattern in (".claude/projects/*/memory/**/*.md", "src/*/CLAUDE.md", ".claude/CLAUDE.md"):
    for path in home.glob(pattern):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        lines, found = text.split("\n"), header.match(text)
        if found:
            yaml.load(found[1], Loader=loader)
"""


def make_home(home: Path, projects: int = _PROJECTS) -> None:
    """Projects with instructions, an index of facts and transcripts, as Claude Code leaves them."""
    chance = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(4000)]

    def sentence(count: int) -> str:
        return " ".join(chance.choices(words, k=count))

    (home / ".claude").mkdir(parents=True)
    (home / ".claude" / "CLAUDE.md").write_text("# Me\n\n## Style\n- short\n")
    for number in range(projects):
        project = home / "src" / f"project{number}"
        (project / ".git").mkdir(parents=True)
        lines = "".join(f"- {sentence(8)}\n" for _ in range(20))
        (project / "CLAUDE.md").write_text(f"# Project\n\n## Commands\n{lines}")
        kept = home / ".claude" / "projects" / str(project).replace("/", "-")
        memory = kept / "memory"
        memory.mkdir(parents=True)
        for at in range(_FACTS):
            header = f"---\nname: fact_{at}\ndescription: {sentence(8)}\ntype: project\n---\n"
            (memory / f"fact_{at}.md").write_text(f"{header}{sentence(60)}\n")
        hooks = (f"- [{sentence(2)}](fact_{at}.md) — {sentence(8)}\n" for at in range(_FACTS))
        (memory / "MEMORY.md").write_text("".join(hooks))
        said = json.dumps({"type": "user", "cwd": str(project), "message": {"content": sentence(60)}}) + "\n"
        for at in range(_TRANSCRIPTS):
            (kept / f"{number:08x}-0000-4000-8000-{at:012x}.jsonl").write_text(said * chance.randint(5, 20))


def measure(folder: Path) -> Sequence[Figure]:
    """What a check, a search and a list of roots take, beside the floor, each in fresh processes."""
    home = folder / "home"
    make_home(home)
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(folder / "state")}
    environment.pop("CLAUDE_CONFIG_DIR", None)
    works = {"floor": [sys.executable, "-c", _FLOOR, str(home)]} | {
        name: [sys.executable, "-m", "memdesk", *command] for name, command in _COMMANDS.items()
    }
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(_ROUNDS):
        for name, command in works.items():
            taken[name].append(_cpu_ms(command, environment))
    floor = median(taken["floor"])
    return [
        Figure(f"home of {_PROJECTS} projects: memdesk {name}", median(taken[name]), floor, goal, "CPU")
        for name, goal in _GOALS.items()
    ]


def _cpu_ms(command: Sequence[str], environment: Mapping[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, env=environment, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1000
