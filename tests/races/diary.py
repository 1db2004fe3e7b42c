"""What happened on the user's side of a round, step by step, for whoever has to explain why something was lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from memdesk.store.history import History
from tests.races.acts import Act, to_json


class Diary:
    """Steps with the texts that belong to them, in the order in which they were noted."""

    def __init__(self) -> None:
        self._steps: list[tuple[float, str, dict[str, bytes]]] = []

    def note(self, what: str, **texts: bytes | None) -> None:
        """Something happened just now; texts that are None are left out."""
        known = {name: data for name, data in texts.items() if data is not None}
        self._steps.append((time.monotonic(), what, known))

    def write(self, folder: Path) -> None:
        """One line for each step into `steps.txt`, and each text into a file that is named in it."""
        lines = []
        for number, (when, what, texts) in enumerate(self._steps):
            names = {name: f"{number:04}.{name}" for name in texts}
            for name, data in texts.items():
                (folder / names[name]).write_bytes(data)
            lines.append(f"{when:.3f} {what} {' '.join(names.values())}\n")
        (folder / "steps.txt").write_text("".join(lines), encoding="utf-8", newline="\n")


def keep_evidence(
    folder: Path, verdict: Iterable[str], acts: Sequence[Act], diary: Diary, history: History, path: Path
) -> None:
    """Write all that is known of a round: what was found, every write and read of the agents, ours, all versions."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "verdict.txt").write_text("".join(f"{line}\n" for line in verdict), encoding="utf-8")
    (folder / "acts.json").write_text(to_json(sorted(acts, key=lambda act: act.began)), encoding="utf-8")
    (folder / "final").write_bytes(path.read_bytes())
    diary.write(folder)
    versions = folder / "versions"
    versions.mkdir(exist_ok=True)
    known = history.versions(str(path))
    listed = [{**asdict(version), "author": version.author.value} for version in known]
    (versions / "list.json").write_text(json.dumps(listed, indent=1), encoding="utf-8")
    for version in known:
        if not version.removed:
            (versions / str(version.id)).write_bytes(history.data(version.id))
