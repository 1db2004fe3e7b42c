"""In which order a save reaches the disk, as the system sees it: what a power cut cannot be made to show."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

from tests.store.saver import CHECKOUT, Order, asked
from tests.store.strikes import needs_strace

pytestmark = needs_strace

STEPS = {
    "record": r"fdatasync\(\d+<.*/history\.sqlite-wal>\)",
    "write": r"openat\(.*\.memdesk-\w+\.tmp~\", .*O_CREAT\|O_EXCL",
    "new file on disk": r"fsync\(\d+<.*/\.memdesk-\w+\.tmp~>\)",
    "swap": r"renameat2\(.*RENAME_EXCHANGE",
    "folder on disk": r"fsync\(\d+<.*/memory>\)",
    "remove": r"unlinkat\(.*\.memdesk-\w+\.tmp~",
    "in place": r"pwrite64\(\d+<.*/a\.md>|write\(\d+<.*/a\.md>",
    "file on disk": r"fsync\(\d+<.*/a\.md>\)",
}


def steps(order: Order, log: Path) -> list[str]:
    """The steps of a save, as `strace` saw them, up to the closing of the history; several calls may make one step."""
    calls = "fsync,fdatasync,openat,renameat2,unlinkat,write,pwrite64"
    subprocess.run(
        ["strace", "-y", "-o", str(log), "-e", f"trace={calls}", sys.executable, "-m", "tests.store.saver"],
        input=json.dumps(asdict(order)).encode(),
        stdout=subprocess.DEVNULL,
        cwd=CHECKOUT,
        check=True,
    )
    lines = log.read_bytes().decode(errors="replace").split("\n")
    seen = (name for line in lines for name, call in STEPS.items() if re.match(call, line))
    *found, closing = (name for name, _ in groupby(seen))
    assert closing == "record"
    return found


def order_for(tmp_path: Path) -> Order:
    """A second save, when the history is there."""
    (tmp_path / "memory").mkdir()
    path = tmp_path / "memory" / "a.md"
    path.write_bytes(b"one\n")
    order = Order(str(tmp_path / "own"), str(path.parent), str(path), base="one\n", mine="two\n")
    asked(order)
    return Order(str(tmp_path / "own"), str(path.parent), str(path), base="two\n", mine="three\n")


def test_everything_is_on_disk_before_the_next_step(tmp_path: Path) -> None:
    order = order_for(tmp_path)
    assert steps(order, tmp_path / "log") == [
        "record",
        "write",
        "new file on disk",
        "swap",
        "folder on disk",
        "remove",
    ]


def test_a_file_is_written_in_place_only_when_both_texts_are_safe(tmp_path: Path) -> None:
    order = order_for(tmp_path)
    Path(order.path).with_name("b.md").hardlink_to(order.path)
    assert steps(order, tmp_path / "log") == ["record", "in place", "file on disk"]
