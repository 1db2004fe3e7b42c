"""What is to be remembered, as a change of one of ub's documents."""

from __future__ import annotations

from dataclasses import replace

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, ScopeKind
from memdesk.layouts.optional import Addition
from memdesk.layouts.shapes.additions import check_words, section_addition
from memdesk.layouts.ub.model import is_category


def change_that_adds(text: str, document: Document, addition: Addition) -> Change:
    """The change that adds an entry; its category may be named as a type or as a section. Raises `Refused`."""
    check_words(addition, "ub", "type", "section")
    category = addition.type or addition.section
    if addition.type and addition.section not in ("", addition.type):
        raise Refused(
            "An entry has one category, and “{type}” and “{section}” are two.",
            type=addition.type,
            section=addition.section,
        )
    is_told = document.scope.kind is ScopeKind.YOU and (not category or is_category(category))
    if document.kind is DocumentKind.LIST or is_told:
        return Change(ChangeKind.ADD, document, category, body=addition.text, made=addition.made)
    return section_addition(text, document, replace(addition, type="", section=category), "ub")
