"""Which memories name which: parents of entries, replacements of deprecated ones, cases that skills were made of."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.layouts.documents import Document
from memdesk.layouts.everos.checks import problems_of_text
from memdesk.layouts.everos.files import documents_in
from memdesk.layouts.everos.log_checks import References, space_of
from memdesk.layouts.optional import Reference
from memdesk.layouts.view import View
from memdesk.text.document import decode


def references_to(view: View, document: Document, key: str) -> tuple[Reference, ...]:
    """The places below the same owner that name the entry `key`; what stands in the entry itself does not count."""
    space = space_of(document)
    found: list[Reference] = []
    for other in documents_in(view, document.root, document.scope._replace(key=space)):
        if other.exists:
            found += _in_document(view, other, space, key)
    return tuple(found)


def _in_document(view: View, document: Document, space: str, key: str) -> Iterator[Reference]:
    try:
        text = decode(view.read(document.path))
    except OSError:
        return
    if key not in text:
        return
    references = References()
    # Its problems are of no interest here; on the way it gathers what is named.
    for _ in problems_of_text(document, text, references):
        pass
    for path, where, target, span, sentence in references.named:
        if (where, target) == (space, key):
            yield Reference(path, span, sentence)
