"""`python -m memdesk.cli`: the command line alone."""

from __future__ import annotations

import sys

from memdesk.cli import main
from memdesk.cli.own_process import own_process

if __name__ == "__main__":
    own_process()
    sys.exit(main(sys.argv[1:]))
