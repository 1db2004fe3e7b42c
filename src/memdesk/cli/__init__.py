"""The command line: the services of the app for the shell and for scripts. Never loads Qt."""

from __future__ import annotations

from collections.abc import Sequence

COMMANDS = (
    *("roots", "tree", "show", "preview", "recall", "search", "survive", "check", "prune", "duplicates"),
    *("history", "inbox", "set", "add", "note", "do", "remove", "move", "restore"),
)
"""The words that mean the shell rather than the window."""


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit code, as listed in `memdesk.cli.exit_codes`."""
    try:
        from memdesk.cli.run import run

        return run(argv)
    except KeyboardInterrupt:
        from memdesk.cli.exit_codes import ExitCode

        return ExitCode.INTERRUPTED
