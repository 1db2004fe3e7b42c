"""Why an agent's write would do something to a text, what it touches and what a fix would change, in words. Pure."""

from __future__ import annotations

from itertools import groupby

from memdesk.services.preview.survival import Loss
from memdesk.text.document import line_content, readable, split_lines, trim
from memdesk.text.edits import Edit
from memdesk.text.masking import mask_in_place
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, told, tr, trn

_LONGEST_CHARS = 80
_MARKS = str.maketrans({"\n": "↵", "\r": "␍", "\t": "⇥"})


def explain(loss: Loss, agent: str) -> str:
    """The paragraphs below the sentence that says who would do what when."""
    paragraphs = (told(loss.why), _touched(loss), _fix(loss, agent))
    return "\n\n".join(said for said in paragraphs if said)


def _touched(loss: Loss) -> str:
    lines = [trim(line_content(line)) for line in split_lines(loss.text) if trim(line)]
    if not lines:
        return ""
    first, more = _short(lines[0]), len(lines) - 1
    if not more:
        return tr("It is about “{text}”.", text=first)
    return trn(
        "It is about “{text}” and {n} line below it.",
        "It is about “{text}” and {n} lines below it.",
        more,
        n=shown.number(more),
        text=first,
    )


def _fix(loss: Loss, agent: str) -> str:
    edits = loss.repair
    if not edits:
        return tr("No safe fix is known: write it otherwise, or let {agent} do it.", agent=agent)
    if len(edits) > 1:
        return trn("Fix makes {n} small change.", "Fix makes {n} small changes.", len(edits))
    return _change(edits[0])


def _change(edit: Edit) -> str:
    if not edit.old:
        return tr("Fix adds {new}.", new=_named(edit.new))
    if not edit.new:
        return tr("Fix removes {old}.", old=_named(edit.old))
    return tr("Fix replaces {old} with {new}.", new=_named(edit.new), old=_named(edit.old))


def _named(text: str) -> str:
    """A text in quotation marks; what shows nothing between them is counted in words."""
    if set(text) <= {" ", "\t"}:
        return listed(_counted(character, len(list(run))) for character, run in groupby(text))
    return tr("“{text}”", text=_short(text))


def _counted(character: str, count: int) -> str:
    n = shown.number(count)
    if character == "\t":
        return trn("{n} tab", "{n} tabs", count, n=n)
    return trn("{n} space", "{n} spaces", count, n=n)


def _short(text: str) -> str:
    visible = readable(mask_in_place(text)).translate(_MARKS)
    return visible if len(visible) <= _LONGEST_CHARS else f"{visible[:_LONGEST_CHARS].rstrip()}…"
