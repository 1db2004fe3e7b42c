"""What one of evva's tools makes of a file of memory."""

from __future__ import annotations

from memdesk.layouts.contract import NO_OP, Effect, EffectKind, Operation, Outcome
from memdesk.layouts.documents import Document
from memdesk.layouts.evva.assumptions import FILE_BYTES
from memdesk.layouts.evva.files import write_like_evva
from memdesk.layouts.evva.home import auto_memory
from memdesk.layouts.evva.model import EvvaError, merge_like_evva
from memdesk.layouts.evva.survival import rewrite_like_evva
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sentence import say

UPDATE = "update"
"""Name of the operation by which evva's tools give one heading a new text."""


def next_write(view: View, document: Document, operation: Operation) -> Outcome:
    """A capped read, a merge of the whole, a write over what is there.

    A file that cannot be read is replaced by a scaffold, because the failure is only logged.
    """
    path = document.path
    try:
        text, is_read = decode(view.read(path)), True
    except FileNotFoundError:
        text, is_read = "", True
    except OSError:
        text, is_read = "", False
    if not document.agent_rewrites:
        return Outcome(path, (text,))
    switch = auto_memory(view, document.root)
    if not switch.is_on:
        return Outcome(path, (text,), error=say("evva does not write memory: {why}", why=switch.why))
    if error := write_like_evva(view, path, ()).error:
        return Outcome(path, (text,), error=error)
    return _written(document, text, operation, is_read, FILE_BYTES.of(view))


def _written(document: Document, text: str, operation: Operation, is_read: bool, cap_bytes: int) -> Outcome:
    updates = {} if operation == NO_OP else {operation.key: operation.body}
    try:
        if is_read:
            return Outcome(document.path, *rewrite_like_evva(text, document.headings, updates, cap_bytes))
        texts = merge_like_evva("", updates, document.headings)
    except EvvaError as error:
        return Outcome(document.path, (text,), error=str(error))
    replaced = Effect(
        EffectKind.LOST,
        Span(0, 0),
        say("evva would replace this file with an empty scaffold on its next write"),
        say("It cannot read the file, only logs that, and needs rights on the folder alone to write."),
    )
    return Outcome(document.path, texts, (replaced,))
