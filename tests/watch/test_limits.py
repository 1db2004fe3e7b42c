"""A system that hands out no more watches: changes are still found, and the state says how."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

PROGRAM = """
import json, sys, threading
from pathlib import Path
from memdesk.watch.state import WatchMode, WatchRoot
from memdesk.watch.watcher import Watcher

root, states, changed, said = Path(sys.argv[1]), [], [], threading.Event()
known = threading.Event()
watcher = Watcher(
    lambda paths: (changed.extend(paths), said.set()),
    lambda state: (states.append(state), known.set()),
)
watcher.set_roots([WatchRoot(str(root))])
known.wait(600)
(root / "a" / "MEMORY.md").write_bytes(b"changed")
said.wait(600)
watcher.stop()
print(json.dumps({"mode": states[-1].mode.value, "reason": states[-1].reason, "changed": changed}))
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace: apt-get install strace")
@pytest.mark.parametrize(
    ("fault", "mode", "reason"),
    [
        ("inotify_add_watch:error=ENOSPC", "polling", "max_user_watches"),
        ("inotify_add_watch:error=ENOSPC:when=2+", "polling", "max_user_watches"),
        ("/inotify_init:error=EMFILE", "polling", "max_user_instances"),
        ("inotify_add_watch:error=ENOENT:when=99", "watching", ""),
    ],
)
def test_without_watches_changes_are_looked_for(tmp_path: Path, fault: str, mode: str, reason: str) -> None:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a" / "MEMORY.md").write_bytes(b"x")
    command = ["strace", "-f", "-qq", "-e", "trace=/inotify", "-e", f"inject={fault}", "-o", "/dev/null"]
    told = subprocess.run(
        [*command, sys.executable, "-c", PROGRAM, root], capture_output=True, check=True, timeout=PATIENCE_S
    )
    answer = json.loads(told.stdout)
    assert answer["mode"] == mode
    assert reason in answer["reason"]
    assert answer["changed"] == [str(root / "a" / "MEMORY.md")]
