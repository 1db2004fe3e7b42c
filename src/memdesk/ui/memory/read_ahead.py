"""What a worker that reads a document works out of it as well, since the window would wait for it."""

from __future__ import annotations

from memdesk.layouts.documents import Document
from memdesk.text.buffer import TextBuffer
from memdesk.text.outline import Outline
from memdesk.ui.editor.page_parts import PartKind, page_of
from memdesk.ui.memory.tree_keeper import section_rows


def read_ahead(kinds: frozenset[PartKind], document: Document, outline: Outline, text: str) -> None:
    """Work out the page, on which these kinds have blocks of their own, and the rows of the tree."""
    page_of(TextBuffer(text), outline, document, kinds)
    section_rows(document, outline, text)
