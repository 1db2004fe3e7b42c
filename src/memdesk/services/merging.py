"""The three-way merge of a document's grammar."""

from __future__ import annotations

from collections.abc import Callable

from memdesk.layouts.contract import Document, Layout
from memdesk.layouts.documents import Codec
from memdesk.text.merge import Merge, merge_texts
from memdesk.text.sections import section_outline


def merging(document: Document, layout: Layout) -> Callable[[str, str, str], Merge]:
    """`merge(base, mine, theirs)` of a document as its layout reads it."""
    if document.codec is Codec.JSON_RECORD:
        from memdesk.text.json_merge import merge_records

        return merge_records
    return lambda base, mine, theirs: merge_texts(
        base, mine, theirs, lambda text: layout.outline(document, text)
    )


def merge_sections(base: str, mine: str, theirs: str) -> Merge:
    """The merge of a file that no layout lists."""
    return merge_texts(base, mine, theirs, section_outline)
