"""What an agent does to a document when it is told to, asked for by its user instead."""

from __future__ import annotations

from collections.abc import Sequence

from memdesk.errors import NotFound, UsageError
from memdesk.layouts.contract import View
from memdesk.layouts.optional import Acting, Deed
from memdesk.services.session import DocumentSession
from memdesk.text.edits import Edit


def deeds_of(session: DocumentSession, view: View) -> tuple[Deed, ...]:
    """What can be done to an open document; nothing to one that is not edited."""
    layout = session.layout
    if session.why_read_only or not isinstance(layout, Acting):
        return ()
    return tuple(layout.deeds(view, session.document))


def edits_of_deed(session: DocumentSession, view: View, name: str, words: Sequence[str]) -> tuple[Edit, ...]:
    """The edits of the buffer that the deed of this name makes.

    Raises:
        NotFound: nothing of this name can be done to the document.
        UsageError: it asks for more or fewer words.
        Refused: the agent would refuse it, in its words.
    """
    layout, offered = session.layout, deeds_of(session, view)
    deed = next((deed for deed in offered if deed.name == name), None)
    if deed is None or not isinstance(layout, Acting):
        known = ", ".join(deed.name for deed in offered)
        raise NotFound(
            "Nothing called “{name}” can be done to {title}.",
            hint="What can be done: {known}." if known else "",
            name=name,
            title=session.document.title,
            known=known,
        )
    if len(words) != len(deed.asks):
        raise UsageError("“{name}” asks for {asks}.", name=name, asks=" and ".join(deed.asks) or "no words")
    return layout.act(view, session.document, name, words)
