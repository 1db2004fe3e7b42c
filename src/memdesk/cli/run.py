"""One command: parse it, run it, and turn whatever happens into a sentence and an exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from memdesk.cli.arguments import parse
from memdesk.cli.exit_codes import ExitCode, code_of
from memdesk.cli.finding import Finder
from memdesk.cli.output import Output
from memdesk.errors import MemdeskError, reason_of


class _Command(Protocol):
    """A module of this package that is called like its command."""

    def run(self, finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
        """Do it. Raises `MemdeskError` and `OSError`."""


def run(argv: Sequence[str]) -> int:
    """Run the command line `argv`, program name left out, and return the exit code."""
    output = Output.of_this_process()
    try:
        return _run(argv, output)
    except MemdeskError as error:
        output.say(f"{error.sentence} {error.advice}".rstrip(" "))
        return code_of(error)
    except OSError as error:
        output.say(_sentence_of(error))
        return ExitCode.SYSTEM_SAID_NO
    except Exception as error:
        # The one boundary of the shell: with a traceback and exit code 1 it would pass for a finding.
        if sys.flags.dev_mode:
            raise
        from memdesk.services.failing import sentence_of_failure

        output.say(sentence_of_failure(error))
        return ExitCode.SYSTEM_SAID_NO


def _run(argv: Sequence[str], output: Output) -> int:
    try:
        arguments = parse(argv)
    except SystemExit as told:  # argparse has printed the help or the version
        return told.code if isinstance(told.code, int) else ExitCode.DONE
    command = cast("_Command", import_module(f"memdesk.cli.{arguments.command}"))
    finder = Finder.of_this_user(arguments.roots, arguments.beside)
    try:
        return command.run(finder, arguments, output)
    finally:
        finder.close()


def _sentence_of(error: OSError) -> str:
    reason = reason_of(error)
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."
