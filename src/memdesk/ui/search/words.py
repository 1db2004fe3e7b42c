"""What is said of a search: how much was found, where, and what was not replaced."""

from __future__ import annotations

from collections.abc import Mapping

from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn


def found_words(count: int, *, is_cut_short: bool) -> str:
    """So many hits are shown; `is_cut_short` where there are more."""
    if is_cut_short:
        return tr("Only the first {n} hits are shown; more words find fewer.", n=shown.number(count))
    return trn("{n} hit", "{n} hits", count, n=shown.number(count))


def looked_through_documents(count: int) -> str:
    """Where nothing was found, in the memory."""
    return trn("Looked through {n} document", "Looked through {n} documents", count, n=shown.number(count))


def looked_through_versions(count: int) -> str:
    """Where nothing was found, in the history."""
    return trn("Looked through {n} version", "Looked through {n} versions", count, n=shown.number(count))


def left_words(left: Mapping[str, str], home: str) -> str:
    """Which documents were not touched, and why the first of them; empty for none."""
    if not left:
        return ""
    path, reason = next(iter(left.items()))
    path = shown.isolated(shown.short_path(path, home))
    if len(left) == 1:
        return tr("{path} was left alone: {reason}", path=path, reason=reason)
    return trn(
        "{n} document was left alone. {path}: {reason}",
        "{n} documents were left alone. {path}: {reason}",
        len(left),
        n=shown.number(len(left)),
        path=path,
        reason=reason,
    )
