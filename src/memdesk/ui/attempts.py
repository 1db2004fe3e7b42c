"""The words that tell of a foreseen failure."""

from __future__ import annotations

from memdesk.errors import MemdeskError
from memdesk.ui.i18n import sentences, tr


def sentence_of(error: MemdeskError) -> str:
    """What went wrong and where."""
    return tr(error.template, **error.facts)


def advice_of(error: MemdeskError) -> str:
    """What to do about it; empty where nothing sensible can be done."""
    return tr(error.hint, **error.facts) if error.hint else ""


def words_of(error: MemdeskError) -> str:
    """What went wrong and what to do about it."""
    return sentences(sentence_of(error), advice_of(error))
