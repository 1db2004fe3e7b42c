"""`python -m memdesk.cli`: the command line alone."""

from __future__ import annotations

import sys

from memdesk.cli import main
from memdesk.cli.interrupts import let_interrupts_end_the_process

if __name__ == "__main__":
    let_interrupts_end_the_process()
    sys.exit(main(sys.argv[1:]))
