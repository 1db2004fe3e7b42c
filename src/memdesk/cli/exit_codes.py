"""How a command ended, as its exit code says it."""

from __future__ import annotations

from enum import IntEnum

from memdesk.errors import MemdeskError, NotFound, Refused, UsageError


class ExitCode(IntEnum):
    """The exit codes of every command."""

    DONE = 0
    FINDINGS = 1
    """Something was found, by a command that looks for trouble; or nothing was, where something was asked for."""
    USAGE = 2
    REFUSED = 3
    CONFLICT = 4
    SYSTEM_SAID_NO = 5
    """The file system did; or Memdesk itself has failed, so that what was found is not everything."""
    DURABILITY_UNKNOWN = 6
    INTERRUPTED = 130


def code_of(error: MemdeskError) -> ExitCode:
    """The exit code of an error."""
    if isinstance(error, UsageError):
        return ExitCode.USAGE
    if isinstance(error, Refused):
        return ExitCode.REFUSED
    return ExitCode.FINDINGS if isinstance(error, NotFound) else ExitCode.SYSTEM_SAID_NO
