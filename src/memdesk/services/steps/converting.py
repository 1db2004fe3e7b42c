"""A document in UTF-16 made one in UTF-8, when its user asks for it: what is no UTF-8 is shown and never edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memdesk.errors import Refused
from memdesk.layouts.documents import Document
from memdesk.services.machine.seen_view import SeenView
from memdesk.services.steps.step import StepJob
from memdesk.store.outcomes import FileChange
from memdesk.text.document import Encoding, encode, from_utf16, sniff_encoding

if TYPE_CHECKING:
    from memdesk.services.workspace.workspace import Workspace

CONVERT = "convert"
"""Why a version is in the history that holds the same text in UTF-8."""


def prepare_conversion(workspace: Workspace, document: Document) -> StepJob:
    """The conversion, ready to be run as a step; undone like any other. For a worker.

    Raises:
        Refused: it is not UTF-16, not all of it is, or it may not be written.
        NotFound: no open root has it.
    """
    if document.why_read_only:
        raise Refused("{reason}", reason=document.why_read_only)
    data = SeenView(workspace.disk).data(document.path) or b""
    if sniff_encoding(data) is not Encoding.UTF16:
        raise Refused("{title} is not UTF-16.", title=document.title)
    try:
        text = from_utf16(data)
    except UnicodeDecodeError as error:
        raise Refused(
            "{title} cannot be converted: what stands at byte {byte} is no UTF-16.",
            hint="Convert it with a program that can repair it.",
            title=document.title,
            byte=error.start,
        ) from error
    workspace.writable.allow_beside(document, document.path)
    change = FileChange(document.path, data, encode(text), workspace.merge_of(document.path))
    return StepJob(document, (change,), CONVERT)
