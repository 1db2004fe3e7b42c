"""What a save is said to stand on before and after it, in a process of its own: `python -m tests.store.stander`.

Reads an `Order` as JSON from stdin and prints a `Stood` as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, dataclass

from memdesk.store.confine import Root
from memdesk.store.folders import StateFolders
from memdesk.store.footing import Footing
from memdesk.store.history import History
from memdesk.store.save import Store
from memdesk.text.document import encode
from tests.store.lines import merge_lines
from tests.store.saver import CHECKOUT, Order, limit


@dataclass(frozen=True)
class Stood:
    """The footing before and after a save, as way, reason and reading, and how the save ended."""

    before: tuple[str, str, str]
    result: str
    after: tuple[str, str, str]


def stood(order: Order) -> Stood:
    """What a process of its own has to say."""
    finished = subprocess.run(
        [sys.executable, "-B", "-m", "tests.store.stander"],
        input=json.dumps(asdict(order)).encode(),
        stdout=subprocess.PIPE,
        cwd=CHECKOUT,
        check=True,
    )
    said = json.loads(finished.stdout)
    return Stood(tuple(said["before"]), said["result"], tuple(said["after"]))


def in_words(footing: Footing) -> tuple[str, str, str]:
    """The footing as its way, the reason and the reading."""
    way = footing.way.name if footing.way is not None else ""
    return way, footing.because.name, footing.reading.name if footing.reading is not None else ""


def main() -> None:
    """Look, save, look again."""
    order = Order(**json.load(sys.stdin.buffer))
    limit(order)
    folders = StateFolders.below(order.state)
    with closing(History(folders.history)) as history:
        store = Store(folders, history, lambda: [Root(order.root)])
        before = in_words(store.footing(order.path))
        result = store.save(order.path, encode(order.base), encode(order.mine), merge_lines)
        after = in_words(store.footing(order.path))
    json.dump(asdict(Stood(before, type(result).__name__, after)), sys.stdout)


if __name__ == "__main__":
    main()
