"""The program, loaded once and forked for each order, for a tracer to strike at.

Each line of stdin is an `Order`; a child of its own carries it out, as `memdesk` would, from the call on that is to be
struck. What comes back, through the descriptor that is the first argument, is a line with its exit code, or with the
signal that ended it, negative.
"""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path

from tests.faults.calls import begin_counting
from tests.loading import COMMANDS, WINDOW, load_all

NOT_EVEN_BEGUN = 70
"""The exit code of a child in which the harness failed."""
_PATIENCE_S = 120
_PR_SET_PTRACER = 0x59616D61


@dataclass(frozen=True)
class Order:
    """What to run in which home: `memdesk` with these words, or the window on the file `window`.

    The fault is at call `number` of the `kind`; without a kind there is none.
    """

    home: str
    words: Sequence[str] = ()
    window: str = ""
    kind: str = ""
    number: int = 0

    def line(self) -> bytes:
        """The order as a line."""
        return json.dumps(asdict(self)).encode() + b"\n"


def live_in(home: str) -> None:
    """Let this process know no other home than this one."""
    os.environ["HOME"] = home
    for name, folder in (
        ("CONFIG", ".config"),
        ("DATA", ".local/share"),
        ("STATE", ".local/state"),
        ("CACHE", ".cache"),
    ):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(home, folder)


def _load(*, with_window: bool) -> None:
    """Load what an order needs, once for all of them."""
    from memdesk.cli import main

    with tempfile.TemporaryDirectory() as home:
        live_in(home)
        root = Path(home, ".evva")
        root.mkdir()
        (root / "USER_PROFILE.md").write_bytes(b"## Preferences\nx\n")
        words = ["set", "evva:USER_PROFILE.md", "--section", "Preferences", "--body", "y"]
        assert main(words) == 0, "the program does not work at all"
    load_all(WINDOW if with_window else COMMANDS)
    if with_window:
        import_module("tests.faults.window_save")


def _child(order: Order) -> int:
    live_in(order.home)
    faulthandler.dump_traceback_later(_PATIENCE_S, exit=True)
    if order.window:
        from tests.faults.window_save import save_in_window

        return save_in_window(order)
    from memdesk.cli import main

    begin_counting(order.kind, order.number, window=False)
    return main(order.words)


def _run(order: Order) -> int:
    child = os.fork()
    if child == 0:
        code = NOT_EVEN_BEGUN
        try:
            code = _child(order)
        except Exception:  # noqa: BLE001  # the boundary of the child, which must not go on as its parent
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _let_be_traced() -> None:
    """Allow a process that is no parent of this one to trace it, where only parents may (Yama)."""
    ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1))


def main() -> None:
    """Carry out order after order."""
    _let_be_traced()
    answers = int(sys.argv[1])
    _load(with_window="--window" in sys.argv)
    os.writev(answers, [b"ready\n"])
    for line in sys.stdin.buffer:
        code = _run(Order(**json.loads(line)))
        os.writev(answers, [b"%d\n" % code])  # a call that is not struck, however many orders there are


if __name__ == "__main__":
    main()
