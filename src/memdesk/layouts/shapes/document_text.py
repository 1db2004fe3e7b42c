"""The text of a document that is to be checked, or the problem that there is none."""

from __future__ import annotations

from memdesk.errors import reason_of
from memdesk.layouts.contract import Problem, Severity
from memdesk.layouts.documents import Document, FileKind
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import Span
from memdesk.text.sentence import say


def document_text(view: View, document: Document, agent: str, why: str = "") -> str | Problem:
    """The text of a document that is there, or the problem that `agent` cannot read it; `why` is what follows."""
    reason = document.why_read_only
    try:
        if view.info(document.path).kind is FileKind.FILE:
            return decode(view.read(document.path))
    except OSError as error:
        reason = reason_of(error).lower()
    message = say("{agent} cannot read {title}: {reason}", agent=agent, title=document.title, reason=reason)
    return Problem(Severity.ERROR, "unreadable", document.path, Span(0, 0), message, why)
