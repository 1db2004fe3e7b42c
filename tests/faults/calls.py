"""Which system calls write, how each is made to no effect, and what a log of `strace` says of them."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from memdesk.store.linux_calls import exchange

_STRUCK_AT = {"openat": 400, "pwrite64": 400}
_STRUCK_IN_WINDOW_AT = {"openat": 4000, "pwrite64": 400, "write": 4000}
_STRUCK_ELSE_AT = 60
_NO_FILE = 9999
_NOWHERE = "/nowhere/at/all"
_MARK = "/here/the/counting/begins"

# Each fails, and counts all the same.
CALLS: dict[str, Callable[[], object]] = {
    "openat": lambda: os.open(_NOWHERE, os.O_WRONLY),
    "write": lambda: os.write(_NO_FILE, b"."),
    "pwrite64": lambda: os.pwrite(_NO_FILE, b".", 0),
    "fsync": lambda: os.fsync(_NO_FILE),
    "fdatasync": lambda: os.fdatasync(_NO_FILE),
    "ftruncate": lambda: os.ftruncate(_NO_FILE, 0),
    "rename": lambda: os.rename(_NOWHERE, _NOWHERE),
    "renameat": lambda: os.rename("a", "b", src_dir_fd=_NO_FILE, dst_dir_fd=_NO_FILE),
    "renameat2": lambda: exchange(_NO_FILE, "a", "b"),
    "linkat": lambda: os.link("a", "b", src_dir_fd=_NO_FILE, dst_dir_fd=_NO_FILE),
    "unlink": lambda: os.unlink(_NOWHERE),
    "unlinkat": lambda: os.unlink("a", dir_fd=_NO_FILE),
    "mkdir": lambda: os.mkdir(_NOWHERE),
    "mkdirat": lambda: os.mkdir("a", dir_fd=_NO_FILE),
    "chmod": lambda: os.chmod(_NOWHERE, 0o600),
    "fchmod": lambda: os.fchmod(_NO_FILE, 0o600),
    "fchown": lambda: os.fchown(_NO_FILE, 0, 0),
    "fsetxattr": lambda: os.setxattr(_NO_FILE, "user.a", b""),
    "utimensat": lambda: os.utime(_NOWHERE),
}
"""The calls at which faults are made."""


def struck_at(kind: str, *, window: bool) -> int:
    """The number of the call that is struck: `strace` counts each kind in each thread, from the thread's first on.

    It is more than any run makes, and in the window more than other threads make: Qt often writes, to wake itself.
    """
    return (_STRUCK_IN_WINDOW_AT if window else _STRUCK_AT).get(kind, _STRUCK_ELSE_AT)


NEVER_MADE = (
    *(
        "creat",
        "truncate",
        "link",
        "symlink",
        "symlinkat",
        "mknod",
        "mknodat",
        "fallocate",
        "pwritev",
        "pwritev2",
    ),
    *("copy_file_range", "fchmodat", "fchownat", "lchown", "chown", "setxattr", "lsetxattr", "removexattr"),
    *("fremovexattr", "lremovexattr"),
)
"""Writing calls that the program does not make: one that appears has to be told how to fail first."""

TRACED = (*CALLS, *NEVER_MADE, "rmdir")
_LINE = re.compile(r"(\d+) +(\w+)\((.*)")
_RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)")
_WRITING_OPEN = re.compile(r"O_WRONLY|O_RDWR|O_CREAT")
_NO_DISK = re.compile(r"\d+<(anon_inode|pipe|socket|UNIX)|[12]<")
_UNFINISHED = "<unfinished ...>"
_STRUCK = ("(INJECTED)", "= ?", _UNFINISHED)


@dataclass(frozen=True, slots=True)
class Call:
    """One call that was made: its kind, the how-manieth of its kind it is, and what the log says of it."""

    kind: str
    number: int
    text: str

    @property
    def writes(self) -> bool:
        """Whether it can change anything on the disk; what is told to the user or to another thread does not."""
        if self.kind == "openat":
            return _WRITING_OPEN.search(self.text) is not None
        return _NO_DISK.match(self.text) is None


def begin_counting(kind: str, number: int, *, window: bool) -> None:
    """Have the `number`-th call of this kind that this thread makes from now on be the one that is struck."""
    with suppress(OSError):
        os.rmdir(_MARK)
    if kind:
        for _ in range(struck_at(kind, window=window) - number):
            with suppress(OSError):
                CALLS[kind]()


def calls_in(log: str) -> tuple[Call, ...]:
    """The calls of threads from where their counting began, in the order they were made."""
    counted: dict[str, Counter[str]] = {}
    found = []
    for thread, kind, rest in made_in(log):
        if kind == "rmdir" and _MARK in rest:
            counted[thread] = Counter()
        elif thread in counted:
            assert kind not in NEVER_MADE, f"{kind} is made now: let it fail as well"
            counted[thread][kind] += 1
            found.append(Call(kind, counted[thread][kind], rest))
    return tuple(found)


def struck_in(log: str) -> str:
    """The call that was struck, as the log has it; empty where none was."""
    is_killed = "+++ killed by SIGKILL +++" in log
    for _thread, kind, rest in reversed(made_in(log)):
        if rest.endswith(_STRUCK[0]) or (is_killed and rest.endswith(_STRUCK[1:])):
            return f"{kind}({rest}"
    return ""


def made_in(log: str) -> Sequence[tuple[str, str, str]]:
    """Thread, kind, and arguments with the result of each call in a log, in the order they were begun.

    A call that another thread's comes between stands in two lines, the second of which may never come.
    """
    made: list[tuple[str, str, str]] = []
    unfinished: dict[str, int] = {}
    for line in log.split("\n"):
        if match := _LINE.match(line):
            if match[3].endswith(_UNFINISHED):
                unfinished[match[1]] = len(made)
            made.append((match[1], match[2], match[3]))
        elif (match := _RESUMED.match(line)) and match[1] in unfinished:
            index = unfinished.pop(match[1])
            thread, kind, arguments = made[index]
            made[index] = thread, kind, arguments.removesuffix(_UNFINISHED) + match[2]
    return made
