"""One call of the store in a process of its own, which may be limited, deprived of its rights, or killed.

`python -m tests.store.saver` reads an `Order` as JSON from stdin and prints an `Answer` as JSON.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.outcomes import (
    Applied,
    Declined,
    DurabilityUnknown,
    FileChange,
    FileDone,
    Merged,
    MergeTexts,
    Saved,
    SaveResult,
    Unchanged,
)
from memdesk.store.save import Store
from memdesk.text.document import decode, encode
from memdesk.text.merge_result import Merge
from tests.store.lines import merge_lines

CHECKOUT = Path(__file__).parents[2]
NOBODY = 65534


@dataclass(frozen=True)
class Order:
    """What to save, and under which conditions."""

    state: str
    root: str
    path: str
    base: str
    mine: str
    create: bool = False
    as_nobody: bool = False
    """Give root's rights away first, for which no permission stands in the way."""
    largest_file_bytes: int | None = None
    """A limit on the size of each file that the process writes."""
    sneak_in: str | None = None
    """Bytes of the length of the disk text that another program writes in the merge, as if nothing had happened."""
    parts: Sequence[tuple[str, str | None, str | None]] = ()
    """A change of several files instead: path, text before and text after of each; None for no file."""


@dataclass(frozen=True)
class Answer:
    """How it ended."""

    result: str
    sentence: str = ""
    refused: bool = False
    data: str = ""


def asked(order: Order) -> Answer:
    """The answer to an order that a process of its own carries out."""
    finished = subprocess.run(
        [sys.executable, "-B", "-m", "tests.store.saver"],
        input=json.dumps(asdict(order)).encode(),
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        check=True,
    )
    return Answer(**json.loads(finished.stdout))


def carry_out(order: Order) -> SaveResult | Applied:
    """Carry the order out in this process."""
    folders = StateFolders.below(order.state)
    with closing(History(folders.history)) as history:
        store = Store(folders, history, lambda: [Root(order.root)], lambda paths: [merge_lines] * len(paths))
        if order.parts:
            return store.apply([_part(*part) for part in order.parts], why="move")
        if order.create:
            return store.create(order.path, encode(order.mine))
        return store.save(order.path, encode(order.base), encode(order.mine), _merge_of(order))


def _part(path: str, before: str | None, after: str | None) -> FileChange:
    texts = [None if text is None else encode(text) for text in (before, after)]
    return FileChange(path, texts[0], texts[1], merge_lines)


def _merge_of(order: Order) -> MergeTexts:
    def merge(base: str, mine: str, theirs: str) -> Merge:
        if order.sneak_in is not None and theirs != order.sneak_in:
            write_unnoticed(order.path, encode(order.sneak_in))
        return merge_lines(base, mine, theirs)

    return merge


def write_unnoticed(path: str, data: bytes) -> None:
    """Change a file so that its status does not show it: only who reads it knows."""
    before = os.stat(path)
    with open(path, "r+b") as file:
        file.write(data)
    assert before.st_size == len(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def answer_to(result: SaveResult | Applied) -> Answer:
    """The result in a form that JSON knows."""
    if isinstance(result, Applied):
        return Answer("Applied") if result.stopped is None else _stopped(result.stopped)
    answer = Answer(type(result).__name__)
    if isinstance(result, Declined):
        return replace(answer, sentence=result.sentence, refused=result.refused)
    if isinstance(result, Saved | Merged | Unchanged | DurabilityUnknown):
        return replace(answer, data=decode(result.data))
    return answer


def _stopped(stopped: FileDone) -> Answer:
    result = stopped.result
    if isinstance(result, Declined):
        return Answer("Declined", sentence=result.sentence, refused=result.refused)
    return Answer(type(result).__name__)


def limit(order: Order) -> None:
    """Take from this process what the order says it has to do without."""
    if order.largest_file_bytes is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (order.largest_file_bytes, hard))
    if order.as_nobody:  # last: without rights the interpreter may not even be readable
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def main() -> None:
    """Read, limit, carry out, print."""
    order = Order(**json.load(sys.stdin.buffer))
    limit(order)
    json.dump(asdict(answer_to(carry_out(order))), sys.stdout)


if __name__ == "__main__":
    main()
