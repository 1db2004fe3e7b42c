"""The race with a bug planted: `python -m tests.races.planted SECONDS` ends with code 1 once something was lost.

What the swap has brought out is not looked at: whatever it is, the verification agrees. A judge that finds nothing
lost then would be none. Agents that only append write over nothing, so every loss here is the save's.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from memdesk.store.exchange import Exchange, Landed, LostRace
from tests.races.forms import Form
from tests.races.rounds import Figures, Round, run_round

_ROUND = Round(["append"] * 6, Form.SECTIONS, 2.5)


def agree(self: Exchange, displaced: str) -> Landed | LostRace:
    """What stands in for the verification: it takes the old file away, unseen."""
    with suppress(OSError):
        self.target.folder.remove(displaced)
    return Landed()


def main(seconds: str) -> int:
    """Race until something was lost, or for so long."""
    Exchange.verify = agree  # type: ignore[method-assign]  # the seam: the save cannot do without it
    root, end = Path(os.environ["HOME"]) / ".evva", time.monotonic() + float(seconds)
    root.mkdir(exist_ok=True)
    figures, number = Figures(), 0
    while not figures.lost and time.monotonic() < end:
        run_round(root, number, _ROUND, 1, figures, 0)
        number += 1
    sys.stdout.writelines(f"{line}\n" for line in figures.lines())
    return 1 if figures.lost else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
