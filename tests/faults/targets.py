"""What the program is made to do: `memdesk set`, `add` and `move`, and a save in the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.files import KINDS
from tests.faults.loaded import Order

PROFILE = ".evva/USER_PROFILE.md"
STORE = ".config/ok/projects/-srv-api/memory"
UB = ".local/state/ub/memory/0123456789abcdef/memory.md"

_EVVA = {
    PROFILE: b"## Preferences\nShort answers.\n\n## Working style\nTests first.\n\n## Recurring topics\nSQLite.\n"
}
_OK = {
    f"{STORE}/MEMORY.md": b"# Memory\n- [ports](ports.md) \xe2\x80\x94 Which ports\n",
    f"{STORE}/ports.md": b"---\nname: ports\ndescription: Which ports\n---\n\nThe API is on 8080.\n",
}
_UB = {UB: b"## general\n\n- Logs rotate daily *(2026-05-01T10:00:00Z)*\n"}


@dataclass(frozen=True, slots=True)
class Target:
    """Something the program does to the files of a home, all of them named by their path in it.

    `struck` is the file that has a kind; `files` are all that are written, in the order in which they come.
    """

    name: str
    before: Mapping[str, bytes]
    files: Sequence[str]
    struck: str
    words: Sequence[str] = ()
    fact: bytes = b""
    """What is in one of the files at least, whenever one looks; empty for what changes one file."""

    @property
    def in_window(self) -> bool:
        """Whether the window does it."""
        return not self.words

    def furnish(self, home: Path, kind: str) -> None:
        """Put the files of the target into a home."""
        for name, data in self.before.items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o644)
        KINDS[kind](home / self.struck)

    def order(self, home: Path, kind: str = "", number: int = 0) -> Order:
        """The order to do it, with the fault at one call."""
        window = str(home / self.struck) if self.in_window else ""
        return Order(str(home), self.words, window, kind, number)

    def next_start(self, home: Path) -> Order:
        """The order for a later command, which opens the same roots and finds nothing to change."""
        return Order(str(home), ("set", str(home / self.struck), "--entry", "No such thing", "--body", "x"))


SET = Target(
    "set",
    _EVVA,
    [PROFILE],
    PROFILE,
    ["set", "evva:USER_PROFILE.md", "--section", "Preferences", "--body", "Brief."],
)
ADD = Target(
    "add",
    _OK,
    [f"{STORE}/MEMORY.md", f"{STORE}/rota.md"],
    f"{STORE}/MEMORY.md",
    [
        *(
            "add",
            "ok:projects/-srv-api/memory/MEMORY.md",
            "--name",
            "rota",
            "--description",
            "Who is on call",
        ),
        "Ana on Mondays.",
    ],
)
MOVE = Target(
    "move",
    _OK | _UB,
    [UB, f"{STORE}/ports.md", f"{STORE}/MEMORY.md"],
    UB,
    [
        *("move", "ok:projects/-srv-api/memory/ports.md", "--entry", "ports"),
        *("--to", "ub:0123456789abcdef/memory.md"),
    ],
    fact=b"8080",
)
WINDOW = Target("window", _EVVA, [PROFILE], PROFILE)
TARGETS = (SET, ADD, MOVE, WINDOW)
