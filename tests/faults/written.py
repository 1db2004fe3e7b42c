"""What a whole run of the program writes, from its first call to its last, as `strace` sees it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.faults.calls import TRACED, made_in
from tests.patience import PATIENCE_S
from tests.store.saver import CHECKOUT

_ARGUMENT = re.compile(r'(?:AT_FDCWD|\d+)<([^>]*)>|"((?:[^"\\]|\\.)*)"')
_WRITING_OPEN = re.compile(r"O_WRONLY|O_RDWR|O_CREAT")
_BY_DESCRIPTOR = ("write", "pwrite64", "ftruncate", "fchmod", "fchown", "fsetxattr", "fallocate")
_NOT_WRITING = ("fsync", "fdatasync")
_FAILED = re.compile(r"= -1 E\w+")
_NO_FILE = re.compile(r"(anon_inode|pipe|socket|UNIX|UNIX-STREAM):|/dev/(null|tty|pts)|/memfd:")


def written_by(log: Path, command: Sequence[str], environment: Mapping[str, str] | None = None) -> set[str]:
    """Run a Python program to its end; every path that it opened for writing, made, renamed, changed or removed.

    Its standard streams are left out.
    """
    # By a filter of the system, all calls but those that are traced pass at their full speed.
    traced = ["strace", "-f", "--seccomp-bpf", "-y", "-s", "4096", "-o", str(log)]
    traced += ["-e", f"trace={','.join(TRACED)}"]
    ran = subprocess.run(
        [*traced, sys.executable, "-B", *command],
        cwd=CHECKOUT,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return written_in(log.read_bytes().decode(errors="surrogateescape"))


def written_in(log: str) -> set[str]:
    """The paths that the calls in a log wrote, links in their folders resolved."""
    return {path for _, kind, text in made_in(log) for path in _paths(kind, text) if not _NO_FILE.match(path)}


def _paths(kind: str, text: str) -> Iterator[str]:
    if _FAILED.search(text) or kind in _NOT_WRITING or (kind == "openat" and not _WRITING_OPEN.search(text)):
        return
    folder = ""
    for argument in _ARGUMENT.finditer(text):
        if argument[2] is None:
            folder = argument[1]
            if kind in _BY_DESCRIPTOR:
                yield folder
                return
        else:
            path = os.path.join(folder, argument[2])
            yield os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
