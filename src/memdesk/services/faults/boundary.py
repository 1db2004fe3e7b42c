"""The boundary around each root: an error that nobody foresaw in one layout, or over one entry, stops there.

What services, window and shell ask of a root as a whole goes through `MemoryRoot`, which asks here; so do those who
look at many documents or entries in turn. What is foreseen, a `MemdeskError` or an `OSError`, passes: its callers know
what it means. Anything else is a fault in our code, or in a plug-in's. It is logged as an error, by its kind and its
place, never by what it says, since that may quote memory; the first one of a place leaves a crash report; and whoever
asked gets words for it, so that the user is told what is missing. A test that brings one about fails, unless it expects
what is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from memdesk.errors import MemdeskError, place_of
from memdesk.text.sentence import say

Answer = TypeVar("Answer")

_listening: list[list[str]] = []
_reported: set[str] = set()

_FORESEEN = (MemdeskError, OSError)


@contextmanager
def overheard() -> Iterator[list[str]]:
    """The paths at which an error was stopped during the block, in any thread: not everything there was looked at."""
    paths: list[str] = []
    _listening.append(paths)
    try:
        yield paths
    finally:
        _listening.pop()


def answered(ask: Callable[[], Answer], path: str, instead: Callable[[str], Answer]) -> Answer:
    """What `ask()` gives for `path`; where it fails, what `instead(why)` gives, with the reason as a clause."""
    try:
        return ask()
    except _FORESEEN:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not take the other roots with it
        return instead(_noted(path, error))


def listed(
    ask: Callable[[], Iterable[Answer]],
    path: str,
    instead: Callable[[str], Iterable[Answer]] = lambda _: (),
) -> Iterator[Answer]:
    """What `ask()` yields for `path`, up to where it fails; then `instead(why)`, if anything, as the last item."""
    try:
        yield from ask()
    except _FORESEEN:
        raise
    except Exception as error:  # noqa: BLE001 - as above
        yield from instead(_noted(path, error))


def _noted(path: str, error: Exception) -> str:
    import logging

    kind, place = type(error).__name__, place_of(error)
    why = say("Memdesk itself has failed there ({kind} in {place})", kind=kind, place=place)
    logging.getLogger(__name__).error("%s is not read to the end: %s.", path, why)
    for paths in _listening:
        paths.append(path)
    if (known := f"{kind} in {place}") not in _reported:
        _reported.add(known)
        _report(error)
    return why


def _report(error: Exception) -> None:
    from memdesk.services.faults.failing import report_on

    # The log has it in any case.
    with suppress(OSError):
        report_on(error)
