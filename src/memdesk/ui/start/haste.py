"""What keeps Python and PySide from doing before the first paint what nobody needs, and workers from slowing paints."""

from __future__ import annotations

import builtins
import gc
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.ui.start.compiled import CompiledSupport


TURN_S = 0.0005
"""So long a thread of Python keeps its turn while another waits. A paint of the window takes a turn for each widget."""


def take_short_turns() -> None:
    """Let a thread that works in Python give way to one that waits after half a millisecond, not after five.

    Whatever works beside it, each widget that is painted and each call of a model waits for one turn of the worker:
    a paint of the whole window took 390 ms beside a worker that computes, and takes 40.
    """
    sys.setswitchinterval(TURN_S)


def load_qt(support: CompiledSupport) -> None:
    """Load PySide, for a program that starts a window; before any module that imports it.

    * PySide puts a function of its own in place of `__import__`, for `from __feature__ import snake_case`. It reads
      the source of every module imported from then on, to see whether it names PySide. Nobody here asks for such a
      feature, so Python's own comes back.
    * PySide's libraries are bound when a function is first called, not all 30,000 functions at once.
    * PySide's own Python is not compiled again: `support` has it from an earlier start.
    * Cycles are not looked for: modules and widgets are made to stay. `Cycles` ends that.

    Raises:
        ImportError: a system library is missing; its name begins with `Qt`.
    """
    gc.disable()
    with support.in_use(), _bound_lazily():
        import PySide6.QtWidgets  # noqa: F401 - everything it needs is loaded with it

    own = getattr(builtins, "__orig_import__", None)
    if own is not None:
        builtins.__import__ = own


@contextmanager
def _bound_lazily() -> Iterator[None]:
    """Functions of libraries loaded in the block are bound when they are first called."""
    if sys.platform == "win32":  # which loads libraries in another way
        yield
    else:
        flags = sys.getdlopenflags()
        sys.setdlopenflags(os.RTLD_LAZY)
        yield
        sys.setdlopenflags(flags)
