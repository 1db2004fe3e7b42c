"""What an agent's tools do to a record, done by Memdesk: append, and edit at the first match.

The engine's own code says whether it can be done, in its words; of the record only the characters that differ change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memdesk.errors import Refused
from memdesk.layouts.documents import Document
from memdesk.layouts.foresthub.editing import content_edits, content_of
from memdesk.layouts.foresthub.engine import Engine, EngineError
from memdesk.layouts.foresthub.folder import SUFFIX, read_file
from memdesk.layouts.foresthub.record import MemoryFile
from memdesk.layouts.foresthub.survival import APPEND
from memdesk.layouts.foresthub.workflow import find_workflow
from memdesk.layouts.optional import Deed
from memdesk.layouts.view import View
from memdesk.text.document import decode, encode
from memdesk.text.edits import Edit
from memdesk.text.sentence import say

EDIT = "edit"

_APPEND = say("Puts text right behind the content, as append_memory does: no line end comes between.")
_EDIT = say("Puts text in place of the first that is exactly this, as edit_memory does.")


def deeds_of(view: View, document: Document) -> Iterator[Deed]:
    """The two tools by which an agent writes a record that the engine can read."""
    folder, _, name = document.path.rpartition("/")
    if not document.exists or read_file(view, folder, name).file is None:
        return
    workflow = find_workflow(view, document.root)
    is_closed = workflow is not None and not workflow.fault and not workflow.has_writer(_uid(document))
    caution = say("No agent of the workflow may write this record.") if is_closed else ""
    yield Deed(APPEND, "Append", _APPEND, ("Text",), caution)
    yield Deed(EDIT, say("Edit first match"), _EDIT, ("Find", say("Put in its place")), caution)


def _uid(document: Document) -> str:
    return document.path.rpartition("/")[2].removesuffix(SUFFIX)


def act(view: View, document: Document, deed: str, words: Sequence[str]) -> tuple[Edit, ...]:
    """The edits of a deed. Raises `Refused` in the engine's words."""
    folder, _, name = document.path.rpartition("/")
    read = read_file(view, folder, name)
    if read.file is None or read.text is None:
        raise Refused("ForestHub cannot read this record: {why}.", why=read.error)
    _ask_engine(view, document, read.file, deed, words)
    content = content_of(read.text)
    if deed == APPEND:
        return content_edits(read.text, content + words[0])
    before, _, after = encode(content).partition(encode(words[0]))
    return content_edits(read.text, decode(before + encode(words[1]) + after))


def _ask_engine(view: View, document: Document, file: MemoryFile, deed: str, words: Sequence[str]) -> None:
    """Let the engine do it to a record of its own. Raises `Refused` where it answers with an error."""
    uid, workflow = _uid(document), find_workflow(view, document.root)
    declared = workflow.declared(uid) if workflow is not None else None
    engine = Engine(view, document.root)
    engine.files[uid] = replace(file, cap_bytes=declared.cap_bytes) if declared else file
    try:
        if deed == APPEND:
            engine.append(uid, words[0])
        else:
            engine.edit(uid, words[0], words[1])
    except EngineError as error:
        raise Refused("ForestHub answers “{error}”.", error=str(error)) from None
