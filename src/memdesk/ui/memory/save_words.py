"""How a save ended, in words: what is saved, what came in, or why not and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.layouts.documents import Document
from memdesk.store.outcomes import (
    Conflicted,
    Declined,
    DurabilityUnknown,
    Merged,
    Saved,
    SaveResult,
    Unchanged,
)
from memdesk.text.compare import changed_lines
from memdesk.text.document import decode
from memdesk.ui.i18n import sentences, tr, trn
from memdesk.ui.memory.key_words import names_of
from memdesk.ui.messages import Message, Tone


class Teller(NamedTuple):
    """What there is to know beside the result. `agent` reads the document, `writer` is who else writes it.

    `has_draft` tells whether text that was not saved outlives the program; `show` leads to what came in, None where it
    is nowhere to be seen. `kept` names what the writer had deleted and the user edited, `returned` the reverse: an edit
    stays. `names` says what such parts are called.
    """

    document: Document
    agent: str
    writer: str
    has_draft: bool = True
    show: Callable[[], object] | None = None
    kept: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    names: Callable[[Sequence[str]], str] = names_of


def save_message(result: SaveResult, teller: Teller) -> Message:
    """The message on a save."""
    message, stays = _message(result, teller), _what_stays(teller)
    if not stays or isinstance(result, Declined | Conflicted):
        return message
    return message._replace(text=sentences(message.text, stays), tone=Tone.WARNING)


def _what_stays(teller: Teller) -> str:
    said = []
    if teller.kept:
        names = teller.names(teller.kept)
        said.append(
            tr("{who} removed {names}, which you had changed: it is kept.", who=teller.writer, names=names)
        )
    if teller.returned:
        names = teller.names(teller.returned)
        said.append(
            tr(
                "{who} changed {names}, which you had removed: it is there again.",
                who=teller.writer,
                names=names,
            )
        )
    return sentences(*said)


def _message(result: SaveResult, teller: Teller) -> Message:
    path, title = teller.document.path, teller.document.title
    if isinstance(result, Saved):
        return Message(_saved(teller), subject=path)
    if isinstance(result, Merged):
        offer = tr("Show") if teller.show is not None else ""
        return Message(
            _merged(result, teller), subject=path, offer=offer, accept=teller.show, offer_icon="eye"
        )
    if isinstance(result, Unchanged):
        return Message(tr("{title} is on disk as it is here.", title=title), subject=path)
    if isinstance(result, DurabilityUnknown):
        return _durability_unknown(result, teller)
    if isinstance(result, Declined):
        return _declined(result, teller)
    if isinstance(result, Conflicted):
        return _conflicted(result, teller)
    words = tr("Not saved: {title} was removed on disk. Save again to write it anew.", title=title)
    return Message(words, Tone.WARNING, path)


def why_not_saved(result: SaveResult) -> str:
    """The reason why nothing was saved, short enough for the head of a page; empty where it was saved or merged."""
    if not isinstance(result, Declined):
        return ""
    return tr("Not saved: {why}", why=_clause(result)) if result.clause else tr("Not saved")


def _saved(teller: Teller) -> str:
    if not teller.document.reach:
        return tr("Saved.")
    return tr("Saved. {agent} reads it {when}.", agent=teller.agent, when=tr(teller.document.reach))


def _merged(result: Merged, teller: Teller) -> str:
    runs = changed_lines(decode(result.mine), decode(result.data))
    if not runs:
        return _saved(teller)
    added = sum(run.new_end - run.new_first for run in runs)
    gone = sum(run.old_end - run.old_first for run in runs)
    if gone and added:
        return trn(
            "Saved, with {n} line that {who} changed meanwhile.",
            "Saved, with {n} lines that {who} changed meanwhile.",
            max(added, gone),
            who=teller.writer,
        )
    if gone:
        return trn(
            "Saved, without {n} line that {who} removed meanwhile.",
            "Saved, without {n} lines that {who} removed meanwhile.",
            gone,
            who=teller.writer,
        )
    return trn(
        "Saved, with {n} line that {who} added meanwhile.",
        "Saved, with {n} lines that {who} added meanwhile.",
        added,
        who=teller.writer,
    )


def _durability_unknown(result: DurabilityUnknown, teller: Teller) -> Message:
    words = tr(
        "{title} is saved, but the system did not confirm that it would survive a power cut: {reason}.",
        title=teller.document.title,
        reason=result.reason,
    )
    advice = tr("Look after the disk before you switch off. The history holds the text as well.")
    return Message(words, Tone.WARNING, teller.document.path, advice)


def _declined(result: Declined, teller: Teller) -> Message:
    kept = (
        tr("Your text is kept as a draft.") if teller.has_draft else tr("Your text is only in this window.")
    )
    if result.clause:
        words = tr("Not saved: {why}. {kept}", why=_clause(result), kept=kept)
    else:
        words = tr("Not saved: {sentence} {kept}", sentence=tr(result.template, **result.facts), kept=kept)
    advice = tr(result.hint, **result.facts) if result.hint else ""
    return Message(words, Tone.ERROR, teller.document.path, advice)


def _clause(result: Declined) -> str:
    return tr(result.clause, **result.facts)


def _conflicted(result: Conflicted, teller: Teller) -> Message:
    title = teller.document.title
    if result.doubt is not None:
        words = tr(
            "Not saved: most of {title} is gone on disk, or is no text any more. Your text is kept.",
            title=title,
        )
    else:
        words = tr("Not saved: {title} changed on disk where you changed it. Your text is kept.", title=title)
    advice = tr("Choose in the bar above the text what is to stay.")
    return Message(words, Tone.WARNING, teller.document.path, advice)
