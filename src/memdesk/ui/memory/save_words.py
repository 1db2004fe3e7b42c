"""How a save ended, in words."""

from __future__ import annotations

from memdesk.layouts.contract import Document
from memdesk.store.outcomes import (
    Conflicted,
    Declined,
    DurabilityUnknown,
    Merged,
    Saved,
    SaveResult,
    Unchanged,
)
from memdesk.ui.i18n import tr
from memdesk.ui.messages import Message, Tone


def save_message(result: SaveResult, document: Document, agent: str) -> Message:
    """The message on a save of `document`, which `agent` reads."""
    path, title = document.path, document.title
    if isinstance(result, Saved):
        return Message(_saved(document, agent), subject=path)
    if isinstance(result, Merged):
        return Message(tr("Saved {title}, with what was written to it meanwhile.", title=title), subject=path)
    if isinstance(result, Unchanged):
        return Message(tr("{title} is on disk as it is here.", title=title), subject=path)
    if isinstance(result, DurabilityUnknown):
        words = tr(
            "{title} is saved, but the system did not confirm that it would survive a power cut.", title=title
        )
        return Message(words, Tone.WARNING, path, result.reason)
    if isinstance(result, Declined):
        why, advice = (
            tr(result.template, **result.facts),
            tr(result.hint, **result.facts) if result.hint else "",
        )
        return Message(tr("Not saved: {why}", why=why), Tone.ERROR, path, advice)
    if isinstance(result, Conflicted):
        words = tr("Not saved: {title} changed on disk where you changed it. Your text is kept.", title=title)
        return Message(words, Tone.WARNING, path)
    words = tr("Not saved: {title} was removed on disk. Save again to write it anew.", title=title)
    return Message(words, Tone.WARNING, path)


def _saved(document: Document, agent: str) -> str:
    if not document.reach:
        return tr("Saved.")
    return tr("Saved. {agent} reads it {when}.", agent=agent, when=tr(document.reach))
