"""Replay vector files: `python -m tests.conformance.replay FILE...`.

Prints each failure by name, then a line per kind, and closes with `N passed, N failed`. The exit status is 1 where
anything failed, 2 where a file cannot be read.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conformance.cases import Adapter, Result, replay_case
from tests.conformance.claude_code_adapter import ADAPTER as CLAUDE_CODE
from tests.conformance.encodings import Vector, read_vectors
from tests.conformance.everos_adapter import ADAPTER as EVEROS
from tests.conformance.evva_adapter import ADAPTER as EVVA
from tests.conformance.foresthub_adapter import ADAPTER as FORESTHUB
from tests.conformance.ok_adapter import ADAPTER as OK
from tests.conformance.ub_adapter import ADAPTER as UB
from tests.conformance.unprivileged import is_root, needs_rights_to_matter, replay_unprivileged

ADAPTERS = (CLAUDE_CODE, EVVA, EVEROS, FORESTHUB, OK, UB)


@dataclass(frozen=True)
class Skipped:
    """Vectors that were not replayed, and why."""

    count: int
    reason: str


def adapter_for(vectors: Sequence[Vector]) -> Adapter:
    """The adapter that knows most of these vectors: names of functions tell the agents apart."""
    return max(ADAPTERS, key=lambda adapter: sum(map(adapter.knows, vectors)))


def replay(vectors: Sequence[Vector]) -> tuple[list[Result], list[Skipped]]:
    """Replay vectors of one agent; permission cases without root's rights."""
    adapter = adapter_for(vectors)
    reasons = [_why_skipped(adapter, vector) for vector in vectors]
    skipped = [Skipped(count, reason) for reason, count in Counter(filter(None, reasons)).items()]
    vectors = [vector for vector, reason in zip(vectors, reasons, strict=True) if not reason]
    guarded = [vector for vector in vectors if is_root() and needs_rights_to_matter(vector)]
    results = [
        result for vector in vectors if vector not in guarded for result in replay_case(adapter, vector)
    ]
    if not guarded:
        return results, skipped
    unprivileged = replay_unprivileged(adapter.agent, guarded)
    if isinstance(unprivileged, str):
        return results, [*skipped, Skipped(len(guarded), f"permission cases: {unprivileged}")]
    return results + unprivileged, skipped


def _why_skipped(adapter: Adapter, vector: Vector) -> str:
    reason = adapter.skips.get(vector.fn, "") or adapter.why_skipped(vector)
    return f"{vector.fn}: {reason}" if reason else ""


def report(results: Sequence[Result], skipped: Sequence[Skipped]) -> int:
    """Print how it went; the number of failures."""
    failed = [result for result in results if result.problem]
    for result in failed:
        print(f"FAILED {result.kind} {result.fn} «{result.name}»: {result.problem}")
    for kind in ("model", "edit"):
        problems = [result.problem for result in results if result.kind == kind]
        print(f"{kind}: {problems.count('')} passed, {len(problems) - problems.count('')} failed")
    print(f"skipped: {sum(group.count for group in skipped)}")
    for group in skipped:
        print(f"  {group.count} ({group.reason})")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return len(failed)


def main(arguments: Sequence[str]) -> int:
    """Replay the files named."""
    if not arguments:
        print("usage: python -m tests.conformance.replay FILE...", file=sys.stderr)
        return 2
    results: list[Result] = []
    skipped: list[Skipped] = []
    for name in arguments:
        try:
            vectors = read_vectors(Path(name))
        except (OSError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        done, left = replay(vectors)
        results += done
        skipped += left
    return 1 if report(results, skipped) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
