"""Permission cases in a process without root's rights, for which no mode bits stand in the way.

Started as root, `python -m tests.conformance.unprivileged AGENT` imports what it needs, gives its rights away for good,
replays the vectors on stdin and prints their results.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.conformance.cases import Result, replay_case
from tests.conformance.encodings import Fields, Vector, as_list, as_vector

NOBODY = 65534
PROJECT = Path(__file__).parents[2]


def needs_rights_to_matter(vector: Vector) -> bool:
    """Whether a case takes rights from its owner, which only shows when root does not run it."""
    files = vector.input.get("files", [])
    listed = [item for item in files if isinstance(item, dict)] if isinstance(files, list) else []
    return any(map(_takes_rights, (vector.input, *listed)))


def _takes_rights(item: Fields) -> bool:
    """Whether a mode of this item, or one that it maps a path to, takes a right from its owner.

    These are to read and to write, and of a folder to search as well.
    """
    rights = 0o700 if item.get("kind") == "dir" else 0o600
    modes = [mode for name, mode in item.items() if name == "mode" or name.endswith("_mode")]
    mapped = item.get("modes")
    modes += mapped.values() if isinstance(mapped, dict) else ()
    return any(mode is not None and int(str(mode), 8) & rights != rights for mode in modes)


def is_root() -> bool:
    """Whether this process may read and write whatever the modes say."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def replay_unprivileged(agent: str, vectors: Sequence[Vector]) -> list[Result] | str:
    """The results of an agent's `vectors` as user 65534, or the reason why that cannot be had."""
    finished = subprocess.run(
        [sys.executable, "-m", "tests.conformance.unprivileged", agent],
        input=json.dumps([dict(vector.fields) for vector in vectors]),
        capture_output=True,
        text=True,
        cwd=PROJECT,
        check=False,
    )
    if finished.returncode:
        return finished.stderr.strip().rpartition("\n")[2] or "the unprivileged process failed"
    return [Result(*(str(part) for part in as_list(item))) for item in json.loads(finished.stdout)]


def main(agent: str) -> int:
    """Give all rights away, then replay what comes on stdin."""
    from tests.conformance.replay import ADAPTERS

    vectors = [as_vector(item) for item in as_list(json.load(sys.stdin))]
    adapter = next(adapter for adapter in ADAPTERS if adapter.agent == agent)
    try:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    except OSError as error:
        sys.stderr.write(f"user {NOBODY} cannot be had: {error}\n")
        return 1
    results: Iterable[Result] = (result for vector in vectors for result in replay_case(adapter, vector))
    json.dump([[r.kind, r.fn, r.name, r.problem] for r in results], sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
