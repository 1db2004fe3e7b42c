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
from memdesk.services.faults.boundary import overheard

_LOOKS = frozenset({"roots", "tree", "check", "search", "duplicates", "prune", "inbox"})


class _Command(Protocol):
    """A module of this package that is called like its command."""

    def run(self, finder: Finder, arguments: argparse.Namespace, output: Output) -> ExitCode:
        """Do it. Raises `MemdeskError` and `OSError`."""


def run(argv: Sequence[str]) -> int:
    """Run the command line `argv`, program name left out, and return the exit code."""
    output = Output.of_this_process()
    arguments = argparse.Namespace(json="--json" in argv)
    try:
        arguments = parse(argv)
        return _run(arguments, output)
    except SystemExit as told:  # argparse has printed the help or the version
        return told.code if isinstance(told.code, int) else ExitCode.DONE
    except MemdeskError as error:
        return _refuse(f"{error.sentence} {error.advice}".rstrip(" "), code_of(error), arguments, output)
    except OSError as error:
        return _refuse(_sentence_of(error), ExitCode.SYSTEM_SAID_NO, arguments, output)
    except Exception as error:
        # The one boundary of the shell: with a traceback and exit code 1 it would pass for a finding.
        if sys.flags.dev_mode:
            raise
        from memdesk.services.faults.failing import sentence_of_failure

        return _refuse(sentence_of_failure(error), ExitCode.SYSTEM_SAID_NO, arguments, output)


def _run(arguments: argparse.Namespace, output: Output) -> int:
    command = cast("_Command", import_module(f"memdesk.cli.{arguments.command}"))
    with overheard() as missed:
        finder = Finder.of_this_user(arguments.roots, arguments.beside, missed)
        try:
            code = command.run(finder, arguments, output)
        finally:
            finder.close()
            for sentence in finder.recovered:
                output.say(sentence)
    if code not in (ExitCode.DONE, ExitCode.FINDINGS):
        return code
    left_out = missed if _is_look(arguments) else []
    if left_out:
        paths = ", ".join(dict.fromkeys(left_out))
        output.say(f"This is not everything, since Memdesk itself has failed there: {paths}.")
    return ExitCode.SYSTEM_SAID_NO if left_out or finder.has_unread else code


def _is_look(arguments: argparse.Namespace) -> bool:
    """Whether the command lists what there is, so that a reader takes what it leaves out for absent."""
    does = getattr(arguments, "apply", False) or getattr(arguments, "deed", None)
    return arguments.command in _LOOKS and not does


def _refuse(sentence: str, code: ExitCode, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Say why nothing came of it: where JSON is wanted, that is the one document, unless some was written already."""
    if not arguments.json or output.has_answered:
        output.say(sentence)
        return code
    from memdesk.cli.ending import Ending, tell
    from memdesk.services.steps.step import Status

    path = getattr(arguments, "document", None) or ""
    return tell(Ending(Status.REFUSED, code, path, sentence), arguments, output)


def _sentence_of(error: OSError) -> str:
    reason = reason_of(error)
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."
