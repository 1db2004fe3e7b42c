"""How something to remember becomes a change of one document, in the grammar of its agent."""

from __future__ import annotations

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, Layout
from memdesk.layouts.documents import Document
from memdesk.layouts.optional import Adding, Addition
from memdesk.layouts.view import View
from memdesk.text.document import trim


def change_that_adds(layout: Layout, view: View, document: Document, addition: Addition) -> Change:
    """The change that adds it; a layout that does not say how keeps sections.

    Raises `Refused` for a blank text, and for what the agent keeps no place for.
    """
    if not trim(addition.text):
        raise Refused("There is no text to add to {name}.", name=document.title)
    if isinstance(layout, Adding):
        return layout.adding(view, document, addition)
    from memdesk.layouts.shapes.additions import section_addition
    from memdesk.layouts.shapes.files import text_to_change

    return section_addition(text_to_change(view, document.path), document, addition, layout.title)
