"""Work for a worker that gives a foreseen failure back as its result, and the words that tell of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from memdesk.errors import MemdeskError
from memdesk.ui.i18n import sentences, tr

Result = TypeVar("Result")


def or_error(work: Callable[[], Result]) -> Callable[[], Result | MemdeskError]:
    """`work`, which gives the error that it raises."""

    def attempt() -> Result | MemdeskError:
        try:
            return work()
        except MemdeskError as error:
            return error

    return attempt


def sentence_of(error: MemdeskError) -> str:
    """What went wrong and where."""
    return tr(error.template, **error.facts)


def advice_of(error: MemdeskError) -> str:
    """What to do about it; empty where nothing sensible can be done."""
    return tr(error.hint, **error.facts) if error.hint else ""


def words_of(error: MemdeskError) -> str:
    """What went wrong and what to do about it."""
    return sentences(sentence_of(error), advice_of(error))
