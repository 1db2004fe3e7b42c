"""The three-way merge of a document's grammar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Codec, Document
from memdesk.text.merge import merge_texts
from memdesk.text.merge_result import Merge
from memdesk.text.outline import Outline
from memdesk.text.sections import section_outline


def merging(
    document: Document, layout: Layout, outline: Callable[[str], Outline] | None = None
) -> Callable[[str, str, str], Merge]:
    """`merge(base, mine, theirs)` of a document as its layout reads it, or `outline`, which may know some texts."""
    if document.codec is Codec.JSON_RECORD:
        from memdesk.text.json_merge import merge_records

        return merge_records
    read = outline or partial(layout.outline, document)
    return lambda base, mine, theirs: merge_texts(base, mine, theirs, read)


def merge_sections(base: str, mine: str, theirs: str) -> Merge:
    """The merge of a file that no layout lists."""
    return merge_texts(base, mine, theirs, section_outline)
